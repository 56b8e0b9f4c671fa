import type { Asset } from '@krapao/contract/money.ts'
import type { Database } from '../platform/database.ts'
import type { Hold, Ledger, Leg } from './ledger.ts'
import { type StoredJournal, toJournal } from './post.ts'

interface StoredLeg {
  member: string
  name: string
  asset: Asset
  amountMinor: number
}

interface HoldRow {
  pending: StoredJournal
  resolution: StoredJournal | null
  legs: StoredLeg[]
}

/** SQL: the legs of a journal as JSON, in the order of the posting. `id`: a column with its table's alias. */
export const legsOf = (id: string): string => `(
  select jsonb_agg(jsonb_build_object('member', a.member_id, 'name', a.name, 'asset', a.asset,
    'amountMinor', e.amount_minor) order by e.leg)
  from entries e join accounts a on a.id = e.account_id where e.journal_id = ${id})`

export const toLeg = ({ member, name, asset, amountMinor }: StoredLeg): Leg => ({
  account: member === '' ? { house: name } : { member, name },
  asset,
  amountMinor,
})

const toHold = ({ pending, resolution, legs }: HoldRow): Hold => ({
  pending: toJournal(pending, false),
  legs: legs.map(toLeg),
  resolution: resolution && toJournal(resolution, false),
})

/** See `Ledger.openHolds`. */
export async function openHolds(
  database: Database,
  { kind, olderThan, memberId, limit }: Parameters<Ledger['openHolds']>[0],
): Promise<Hold[]> {
  const rows = await database.query<HoldRow>(
    `select ledger_journal(h.journal_id) as pending, null as resolution, ${legsOf('h.journal_id')} as legs
     from open_holds h
     where h.kind = $1 and ($2::timestamptz is null or h.posted_at < $2) and ($3::text is null or h.member_id = $3)
     order by h.journal_id limit $4`,
    [kind, olderThan ?? null, memberId ?? null, limit],
  )
  return rows.map(toHold)
}

/** See `Ledger.findHold`. */
export async function findHold(database: Database, key: string): Promise<Hold | undefined> {
  const [row] = await database.query<HoldRow>(
    `select ledger_journal(p.id) as pending, ledger_journal(r.id) as resolution, ${legsOf('p.id')} as legs
     from journals p left join journals r on r.pending_id = p.id
     where p.key = $1 and p.phase = 'pending'`,
    [key],
  )
  return row && toHold(row)
}
