import { type Db, rawQuery } from './database.ts'
import type { SealedColumn, Sealer } from './sealer.ts'

/** The findings of one pass over a column; all are numbers of rows. */
export interface Pass {
  /** Sealed by the first key now, by this pass. */
  resealed: number
  /** Sealed by it before. */
  sealed: number
  /** Another one wrote or held the row meanwhile: it is as it was, or newer. */
  busy: number
  /** No key opens it; it is as it was. */
  unreadable: number
  /** The name of the first of those, for a person. */
  examples: string[]
}

/** Rows of a page: few enough that its transaction is short, because members wait for a row that it holds. */
const pageRows = 200
const maxExamples = 5

/**
 * Goes once through a column and seals by the sealer's first key the texts that another of its keys sealed.
 * Each page is a transaction of its own, so it may be ended at any moment and repeated. A row that somebody
 * holds or changes meanwhile is passed over: this waits for nobody.
 */
export async function resealColumn(db: Db, sealer: Sealer, place: SealedColumn): Promise<Pass> {
  const pass: Pass = { resealed: 0, sealed: 0, busy: 0, unreadable: 0, examples: [] }
  let last: string[] | undefined
  for (;;) {
    const rows = await readPage(db, place, last)
    const changes: Change[] = []
    for (const [before = '', ...key] of rows) {
      try {
        const after = sealer.reseal(before, place.bound(...key))
        if (after === undefined) pass.sealed++
        else changes.push({ key, before, after })
      } catch {
        pass.unreadable++
        if (pass.examples.length < maxExamples) pass.examples.push(key.join(' '))
      }
    }
    const written = changes.length === 0 ? 0 : await writePage(db, place, changes)
    pass.resealed += written
    pass.busy += changes.length - written
    if (rows.length < pageRows) return pass
    last = rows.at(-1)?.slice(1)
  }
}

interface Change {
  key: string[]
  before: string
  after: string
}

/** The texts of a page with the keys of their rows, `[text, …key]`, in the order of the keys. */
async function readPage(
  db: Db,
  { table, column, key }: SealedColumn,
  after: string[] | undefined,
): Promise<string[][]> {
  const names = key.join(', ')
  const values = key.map((_, index) => `$${index + 1}`).join(', ')
  const rows = await rawQuery<{ row: string[] }>(
    db,
    `select array[${[column, ...key].join(', ')}] as row from ${table}
     where ${column} is not null ${after ? `and (${names}) > (${values})` : ''} order by ${names} limit ${pageRows}`,
    after ?? [],
  )
  return rows.map(({ row }) => row)
}

/** Writes what still is as it was read. @returns the number of rows written */
async function writePage(db: Db, { table, column, key }: SealedColumn, changes: Change[]): Promise<number> {
  const names = key.map((_, index) => `k${index}`)
  const isSame = (other: string) =>
    [
      ...key.map((name, index) => `t.${name} = ${other}.${names[index]}`),
      `t.${column} = ${other}.before`,
    ].join(' and ')
  const given = ['before', 'after', ...names]
  const rows = await rawQuery(
    db,
    `with given as (select * from unnest(${given.map((_, index) => `$${index + 1}::text[]`).join(', ')}) g (${given.join(', ')})),
     held as materialized (
       select g.* from ${table} t join given g on ${isSame('g')} for no key update of t skip locked)
     update ${table} t set ${column} = h.after from held h where ${isSame('h')} returning true`,
    [
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
      ...key.map((_, index) => changes.map((change) => change.key[index])),
    ],
  )
  return rows.length
}
