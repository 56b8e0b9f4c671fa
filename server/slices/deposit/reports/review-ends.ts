import type { DeskEnd } from '../../../desk/queue.ts'
import { postedAt } from '../../../ledger/public.ts'
import { type Db, rawQuery } from '../../../platform/database.ts'
import { findReport } from './report-id.ts'
import type { ReportState } from './states.ts'
import type { Report } from './store.ts'

/** The outcomes of deposits that a person may have decided about, for the desk's answer about any item. */

const end = `member_id as "memberId", amount_minor as "amountMinor", currency`

async function readEnd(db: Db, text: string, values: unknown[]): Promise<DeskEnd | undefined> {
  const [row] = await rawQuery<DeskEnd>(db, text, values)
  return row
}

export const slipEnd = (db: Db, id: string): Promise<DeskEnd | undefined> =>
  readEnd(
    db,
    `select ${end}, settled_at as at,
       case status when 'SUCCESS' then 'approve' when 'FAILED' then 'refuse' end as choice
     from slips where id = $1`,
    [id],
  )

export const announcementEnd = (db: Db, id: string): Promise<DeskEnd | undefined> =>
  readEnd(
    db,
    `select ${end}, decided_at as at,
       case state when 'CREDITED' then 'approve' when 'REFUSED' then 'refuse' end as choice
     from manual_deposits where id = $1`,
    [id],
  )

export const giftEnd = (db: Db, id: string): Promise<DeskEnd | undefined> =>
  readEnd(
    db,
    `select ${end}, settled_at as at,
       case state when 'CREDITED' then 'approve' when 'REFUSED' then 'refuse' end as choice
     from gifts where id = $1`,
    [id],
  )

/** A matched report is money that was credited already, so nothing was credited for it. */
const choices: Partial<Record<ReportState, DeskEnd['choice']>> = {
  credited: 'approve',
  internal: 'approve',
  matched: 'refuse',
  explained: 'refuse',
  returning: 'refuse',
  returned: 'refuse',
}

/** A report of money. @param kind of the queue's reports, where it has one */
export async function reportEnd(db: Db, id: string, kind?: Report['kind']): Promise<DeskEnd | undefined> {
  const row = await findReport(db, id, kind)
  if (!row) return undefined
  const { memberId, amountMinor, currency, journalKey } = row
  return {
    choice: choices[row.state] ?? null,
    at: journalKey === null ? null : await postedAt(db, journalKey),
    memberId,
    amountMinor,
    currency,
  }
}

/** A return that two people decided on: it was sent, or its money waits for a decision again. */
export async function returnEnd(db: Db, id: string): Promise<DeskEnd | undefined> {
  const row = await findReport(db, id)
  if (!row?.operatorId) return undefined
  const { amountMinor, currency, state } = row
  return { choice: state === 'returned' ? 'approve' : null, at: null, memberId: null, amountMinor, currency }
}
