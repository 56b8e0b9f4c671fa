import type { DeskEnd } from '../../../desk/queue.ts'
import { postedAt } from '../../../ledger/public.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'
import { numbersOf, type ReportId } from './report-id.ts'

/** The outcomes of deposits that a person may have decided about, for the desk's answer about any item. */

const end = `member_id as "memberId", amount_minor as "amountMinor", currency`

async function one(db: Db, text: string, values: unknown[]): Promise<DeskEnd | undefined> {
  const [row] = await rawQuery<DeskEnd>(db, text, values)
  return row
}

/** The end of a row that does not say when: that is when its journal was posted. */
async function posted(db: Db, text: string, values: unknown[]): Promise<DeskEnd | undefined> {
  const [row] = await rawQuery<Omit<DeskEnd, 'at'> & { journalKey: string | null }>(db, text, values)
  if (!row) return undefined
  const { journalKey, ...ended } = row
  return { ...ended, at: journalKey === null ? null : await postedAt(db, journalKey) }
}

export const slipEnd = (db: Db, id: string): Promise<DeskEnd | undefined> =>
  one(
    db,
    `select ${end}, settled_at as at,
       case status when 'SUCCESS' then 'approve' when 'FAILED' then 'refuse' end as choice
     from slips where id = $1`,
    [id],
  )

export const announcementEnd = (db: Db, id: string): Promise<DeskEnd | undefined> =>
  one(
    db,
    `select ${end}, decided_at as at,
       case state when 'CREDITED' then 'approve' when 'REFUSED' then 'refuse' end as choice
     from manual_deposits where id = $1`,
    [id],
  )

export const giftEnd = (db: Db, id: string): Promise<DeskEnd | undefined> =>
  one(
    db,
    `select ${end}, settled_at as at,
       case state when 'CREDITED' then 'approve' when 'REFUSED' then 'refuse' end as choice
     from gifts where id = $1`,
    [id],
  )

const idsOf = (matches: ReportId[]) => [numbersOf('bank', matches), numbersOf('qr', matches)]

/** SQL: whether all reports of an item's question exist ($2: transfers, $3: payments), with one amount. */
const others = (table: 'bank_transfers' | 'qr_events'): string => {
  const alike = (other: string) =>
    `o.amount_minor = ${table}.amount_minor and o.currency = ${table}.currency
       and (${other !== table} or o.id <> ${table}.id)`
  return `cardinality($2::bigint[]) = (
       select count(*) from bank_transfers o where o.id = any($2::bigint[]) and ${alike('bank_transfers')})
     and cardinality($3::bigint[]) = (
       select count(*) from qr_events o where o.id = any($3::bigint[]) and ${alike('qr_events')})`
}

/** A gateway's payment. A matched one is a transfer that was credited already. `matches`: as for `transferEnd`. */
export const paymentEnd = (db: Db, id: number, matches: ReportId[] = []): Promise<DeskEnd | undefined> =>
  posted(
    db,
    `select ${end}, journal_key as "journalKey",
       case when state = 'credited' then 'approve' when state in ('returning', 'returned', 'matched') then 'refuse' end as choice
     from qr_events where id = $1 and ${others('qr_events')}`,
    [id, ...idsOf(matches)],
  )

/**
 * A transfer of the feed. A matched one is a transfer that was credited already, so nothing was credited for it.
 * @param matches the reports that the item's former id names beside it (see `readFormerId`)
 */
export const transferEnd = (db: Db, id: number, matches: ReportId[] = []): Promise<DeskEnd | undefined> =>
  posted(
    db,
    `select ${end}, journal_key as "journalKey",
       case when state in ('credited', 'internal') then 'approve'
         when state in ('returning', 'returned', 'explained', 'matched') then 'refuse' end as choice
     from bank_transfers where id = $1 and ${others('bank_transfers')}`,
    [id, ...idsOf(matches)],
  )

/** A return that two people decided on: it was sent, or its money waits for a decision again. */
export const returnEnd = (
  db: Db,
  table: 'bank_transfers' | 'qr_events',
  id: number,
): Promise<DeskEnd | undefined> =>
  one(
    db,
    `select null as "memberId", amount_minor as "amountMinor", currency, null::timestamptz as at,
       case state when 'returned' then 'approve' end as choice
     from ${table} where id = $1 and operator_id is not null`,
    [id],
  )
