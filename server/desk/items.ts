import { consoleRoom } from '@krapao/contract/events.ts'
import { type Database, rawQuery, type Tx, transaction } from '../platform/database.ts'
import type { Sockets } from '../platform/sockets.ts'
import type { DeskQueue, Subject, Waiting } from './queue.ts'

/**
 * The list of items that wait for a person (docs/decisions/0065), a row for each item of each queue. It is
 * written in the transaction that changes the owner's row, so that lists, counts and searches read one table
 * by its indexes, and consoles hear of every change.
 */

/** A queue, as far as the list needs it. */
export type Waits = Pick<DeskQueue, 'name' | 'waiting'>

/** The queues that slices have added, and their list. */
export interface Desk {
  add(queue: DeskQueue): void
  queues(): DeskQueue[]
  /**
   * Rows were changed in a way that may bring them to a queue or take them out of one. Before the transaction
   * commits, the list is made to have them if they wait, as they are then, and not if they do not; consoles
   * hear of the items that came and left. The transaction has to hold the rows, as it does once it has
   * changed them: a row that another transaction is changing would be listed as it was.
   */
  changed(tx: Tx, subject: Subject, keys: readonly (string | number)[]): void
}

/** @param sockets through which consoles hear of changes */
export function createDesk(sockets: Pick<Sockets, 'emit'>): Desk {
  const queues = new Map<string, DeskQueue>()
  /** The rows that each open transaction has changed. */
  const open = new WeakMap<Tx, Map<Subject, Set<string>>>()
  return {
    add(queue) {
      if (queues.has(queue.name)) throw new TypeError(`desk queue ${queue.name} is added twice`)
      queues.set(queue.name, queue)
    },
    queues: () => [...queues.values()],
    changed(tx, subject, keys) {
      if (keys.length === 0) return
      let subjects = open.get(tx)
      if (!subjects) {
        const made = new Map<Subject, Set<string>>()
        subjects = made
        open.set(tx, made)
        tx.beforeCommit(async () => {
          const moved = new Set<string>()
          for (const [kind, ids] of [...made].sort(([a], [b]) => (a < b ? -1 : 1))) {
            for (const name of await refresh(tx, [...queues.values()], kind, [...ids])) moved.add(name)
          }
          if (moved.size > 0)
            tx.afterCommit(() => sockets.emit(consoleRoom, 'desk-changed', [...moved].sort()))
        })
      }
      const known = subjects.get(subject) ?? new Set()
      subjects.set(subject, known)
      for (const key of keys) known.add(String(key))
    },
  }
}

const quoted = (text: string): string => `'${text.replace(/'/g, "''")}'`

/** SQL: the rows that wait in a queue as the list has them. @param only a further condition */
const rowsOf = (queue: Pick<DeskQueue, 'name'>, waiting: Waiting, only = ''): string => {
  const { subject, key, at, memberId, amountMinor, currency, words, from, where } = waiting
  const { id = `${key}::text`, bank = 'null', account = 'null' } = waiting
  return `select ${quoted(queue.name)} as queue, ${id} as id, ${quoted(subject)} as subject, ${key}::text as key, ${at} as at,
    ${memberId} as member_id, ${amountMinor} as amount_minor, ${currency} as currency, (${bank})::text as bank,
    (${account})::text as account, ${words} as words
  from ${from} where ${where}${only && ` and ${only}`}`
}

const columns = 'queue, id, subject, key, at, member_id, amount_minor, currency, bank, account, words'
const facts = 'at, member_id, amount_minor, currency, bank, account, words'
const factsOf = (row: string): string =>
  facts
    .split(', ')
    .map((name) => `${row}.${name}`)
    .join(', ')

/** Makes the list right about rows of one kind. @returns the queues that items came to or left */
async function refresh(tx: Tx, queues: Waits[], subject: Subject, keys: string[]): Promise<string[]> {
  const parts = queues.flatMap((queue) =>
    queue.waiting
      .filter((waiting) => waiting.subject === subject)
      .map((waiting) => rowsOf(queue, waiting, `${waiting.key} = any($1::text[]::${waiting.keyType}[])`)),
  )
  // Rows of a kind that no queue has any more wait nowhere.
  if (parts.length === 0) parts.push(`select ${columns} from desk_items where false`)
  const moved = await rawQuery<{ queue: string }>(
    tx,
    `with waiting as materialized (${parts.join('\n union all\n')}),
       before as materialized (
         select i.queue, i.id from desk_items i where i.subject = $2 and i.key = any($1::text[])
         order by i.queue, i.id for update),
       put as (
         insert into desk_items as i (${columns}) select ${columns} from waiting order by queue, id
         on conflict (queue, id) do update set subject = excluded.subject, key = excluded.key,
           ${facts
             .split(', ')
             .map((name) => `${name} = excluded.${name}`)
             .join(', ')}
         where (${factsOf('i')}) is distinct from (${factsOf('excluded')})),
       taken as (
         delete from desk_items i using before b
         where i.queue = b.queue and i.id = b.id
           and not exists (select from waiting w where w.queue = i.queue and w.id = i.id))
     (select queue, id from waiting except select queue, id from before)
     union (select queue, id from before except select queue, id from waiting)`,
    [keys, subject],
  )
  return [...new Set(moved.map(({ queue }) => queue))]
}

/** A row of the list that its owner's rows contradict. */
export interface ListDefect {
  queue: string
  id: string
  subject: Subject
  key: string
  /**
   * `missing`: it waits and is not listed; `surplus`: the other way round; `differs`: it is listed with other
   * facts.
   */
  what: 'missing' | 'surplus' | 'differs'
}

/**
 * Proves that the list has exactly the items that wait by the owners' rows, in one moment.
 * @returns at most `limit` of the defects
 */
export function proveItems(
  database: Pick<Database, 'query'>,
  queues: Waits[],
  limit = 100,
): Promise<ListDefect[]> {
  const parts = queues.flatMap((queue) => queue.waiting.map((waiting) => rowsOf(queue, waiting)))
  if (parts.length === 0) return Promise.resolve([])
  return database.query<ListDefect>(
    `with waiting as materialized (${parts.join('\n union all\n')}),
       listed as materialized (select ${columns} from desk_items)
     select coalesce(w.queue, l.queue) as queue, coalesce(w.id, l.id) as id,
       coalesce(w.subject, l.subject) as subject, coalesce(w.key, l.key) as key,
       case when l.id is null then 'missing' when w.id is null then 'surplus' else 'differs' end as what
     from waiting w full join listed l on l.queue = w.queue and l.id = w.id
     where l.id is null or w.id is null or (w.subject, w.key, ${factsOf('w')}) is distinct from (l.subject, l.key, ${factsOf('l')})
     order by 1, 2 limit $1`,
    [limit],
  )
}

/**
 * Makes the list right where the proof finds it wrong: at the first start with a list, and where a node of
 * the version before has changed rows since. @returns what was wrong
 */
export async function mendItems(
  database: Pick<Database, 'query' | 'db'>,
  desk: Pick<Desk, 'queues' | 'changed'>,
): Promise<ListDefect[]> {
  const found: ListDefect[] = []
  for (let before = ''; ; ) {
    const defects = await proveItems(database, desk.queues(), 5000)
    if (defects.length === 0) return found
    const text = JSON.stringify(defects)
    if (text === before) throw new Error(`the desk's list cannot be made right: ${text.slice(0, 500)}`)
    before = text
    found.push(...defects)
    await transaction(database.db, async (tx) => {
      // In place of the owners' rows: a transaction that changes one writes the list before, or sees the rows
      // that are written here.
      await rawQuery(tx, 'lock table desk_items in share row exclusive mode')
      for (const [subject, of] of Map.groupBy(defects, (defect) => defect.subject)) {
        desk.changed(
          tx,
          subject,
          of.map(({ key }) => key),
        )
      }
    })
  }
}
