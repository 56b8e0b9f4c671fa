import { createHash } from 'node:crypto'
import { type Database, type Db, rawQuery, type Tx } from '../platform/database.ts'
import { cut } from './house.ts'

/** Journals in one seal, at most: they are read at once. */
const perSeal = 2000

/** What the first seal is chained to. */
export const noSeal = '0'.repeat(64)

export interface Seal {
  from: number
  to: number
  sha256: string
  previous: string
  digests: Uint8Array
}

/** A journal with its entries as one canonical line of text; the field order is fixed for good. */
export interface Line {
  id: number
  line: string
}

/**
 * Canonical lines of the journals after one id, up to another, in id order. jsonb text is the same on every engine
 * and version. Names and owners of accounts are part of it, so that these cannot be exchanged either.
 */
export function readLines(handle: Db | Tx, after: number, through: number, limit: number): Promise<Line[]> {
  return rawQuery<Line>(
    handle,
    `select j.id, jsonb_build_array(j.id, j.key, j.kind, j.phase, j.member_id, j.meta,
       (extract(epoch from j.posted_at) * 1000000)::bigint, j.pending_id, j.reverses_id,
       (select coalesce(jsonb_agg(jsonb_build_array(e.leg, e.account_id, a.member_id, a.name, a.asset,
           e.amount_minor, e.balance_after_minor) order by e.leg, e.account_id), '[]')
        from entries e left join accounts a on a.id = e.account_id where e.journal_id = j.id))::text as line
     from journals j where j.id > $1 and j.id <= $2 order by j.id limit $3`,
    [after, through, limit],
  )
}

/** The SHA-256 of a seal, fed line by line. */
export function sealHash(previous: string) {
  const hash = createHash('sha256').update(`${previous}\n`)
  return {
    add: (line: string) => void hash.update(line).update('\n'),
    done: () => hash.digest('hex'),
  }
}

/** What a seal keeps of one journal, 16 bytes: its id and the beginning of its line's SHA-256. */
export function digestOf({ id, line }: Line): Buffer {
  const digest = Buffer.alloc(16)
  digest.writeBigInt64BE(BigInt(id))
  createHash('sha256').update(line).digest().copy(digest, 8, 0, 8)
  return digest
}

/**
 * See `Ledger.seal`. Seals in steps of `perSeal` journals; nodes that seal at once wait for each other.
 * @returns whether it could: see `cut`
 */
export async function seal(database: Database): Promise<boolean> {
  const through = await cut(database)
  if (through === undefined) return false
  while (await sealNext(database, through)) {}
  return true
}

/** @returns whether there may be more to seal */
async function sealNext(database: Database, through: number): Promise<boolean> {
  return database.db.transaction().execute(async (tx) => {
    await rawQuery(tx, 'select pg_advisory_xact_lock(7201004)')
    const [last] = await rawQuery<{ to: number; sha256: string }>(
      tx,
      `select to_journal_id as to, sha256 from seals order by from_journal_id desc limit 1`,
    )
    const previous = last?.sha256 ?? noSeal
    const lines = await readLines(tx, last?.to ?? 0, through, perSeal)
    const final = lines.at(-1)
    if (!final) return false
    const hash = sealHash(previous)
    for (const { line } of lines) hash.add(line)
    await rawQuery(
      tx,
      `insert into seals (from_journal_id, to_journal_id, sha256, previous_sha256, digests, sealed_at)
       values ($1, $2, $3, $4, $5, now())`,
      [(last?.to ?? 0) + 1, final.id, hash.done(), previous, Buffer.concat(lines.map(digestOf))],
    )
    return lines.length === perSeal
  })
}
