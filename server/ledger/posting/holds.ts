import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Asset } from '@krapao/contract/money.ts'
import type { Database } from '../../platform/database.ts'
import type { Hold, Ledger, Leg } from '../ledger.ts'
import { type StoredJournal, toJournal } from './batch.ts'

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

/**
 * SQL: the legs of a journal as JSON, in the order of the posting. `id`: a column with its table's alias.
 * `offset 0` makes PostgreSQL read leg by leg, also where a connection keeps a plan from the time when there
 * were few accounts, which would read all of them.
 */
export const legsOf = (id: string): string => `(
  select jsonb_agg(jsonb_build_object('member', a.member_id, 'name', a.name, 'asset', a.asset,
    'amountMinor', e.amount_minor) order by e.leg)
  from entries e, lateral (select member_id, name, asset from accounts where id = e.account_id offset 0) a
  where e.journal_id = ${id})`

export const toLeg = ({ member, name, asset, amountMinor }: StoredLeg): Leg => ({
  account: member === '' ? { house: name as HouseAccountName } : { member, name },
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
  { kind, olderThan, memberId, after, limit }: Parameters<Ledger['openHolds']>[0],
): Promise<Hold[]> {
  // Two statements, because a plan that is kept for both would read all open holds of the kind to find one
  // member's few.
  const whose = memberId === undefined ? '$5::text is null' : 'h.member_id = $5'
  const rows = await database.query<HoldRow>(
    `select ledger_journal(h.journal_id) as pending, null as resolution, ${legsOf('h.journal_id')} as legs
     from open_holds h
     where h.kind = $1 and h.journal_id > $2 and ($3::timestamptz is null or h.posted_at < $3) and ${whose}
     order by h.journal_id limit $4`,
    [kind, after ?? 0, olderThan ?? null, limit, memberId ?? null],
  )
  return rows.map(toHold)
}

/** See `Ledger.findHold`. */
export async function findHold(database: Database, key: string): Promise<Hold | undefined> {
  const [row] = await database.query<HoldRow>(
    `select ledger_journal(p.id) as pending, ledger_journal(r.id) as resolution, ${legsOf('p.id')} as legs
     from journals p left join lateral (select id from journals where pending_id = p.id offset 0) r on true
     where p.key = $1 and p.phase = 'pending'`,
    [key],
  )
  return row && toHold(row)
}
