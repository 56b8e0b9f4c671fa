import { rawQuery } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { creditServices } from './posting.ts'
import { qrServices } from './qr/health.ts'

export { waitingGifts } from './gift/review-store.ts'
export { waitingAnnouncements } from './manual/store.ts'
export { type Payer, selectPayers } from './payers/paid-store.ts'
export { isSamePayer } from './payers/tie-rules.ts'
export { mayHaveMore, selectTies, type Tie, tiesOf } from './payers/tie-store.ts'
export { recordExpired } from './pending.ts'
export { expiredCodes, pendingDeposits } from './pending-store.ts'
export {
  type CreditedDeposit,
  type DepositListener,
  depositPosting,
  onDepositCredited,
  onDepositReversed,
} from './posting.ts'
export { type DepositFacts, findCreditFacts, findDepositFacts } from './receipt-store.ts'
export { waitingReports } from './reports/store.ts'
export { selectSlips, waitingSlips } from './slip/list-store.ts'

/** Things of this slice that are made once. */
export const depositServices = () => ({ ...creditServices(), ...qrServices() })

/**
 * Members whose slip, QR code, gift or announcement has an id that begins so; `beginning` in lower case, at
 * most 20.
 */
export async function findDepositOwners({ db }: Context, beginning: string): Promise<string[]> {
  const of = (table: string) =>
    `(select member_id as id from ${table} where id ~>=~ $1 and id ~<~ $2 limit 20)`
  const rows = await rawQuery<{ id: string }>(
    db,
    `${['slips', 'qr_payments', 'gifts', 'manual_deposits'].map(of).join(' union ')} limit 20`,
    [beginning, `${beginning}\u{10ffff}`],
  )
  return rows.map(({ id }) => id)
}

/** Members to whom a transfer with this reference of a bank was credited, at most 20. */
export async function findTransferOwners({ db }: Context, reference: string): Promise<string[]> {
  const rows = await rawQuery<{ id: string }>(
    db,
    `select distinct member_id as id from (
       select member_id from deposit_reports where kind = 'transfer' and reference = $1 and member_id is not null limit 20) as found`,
    [reference],
  )
  return rows.map(({ id }) => id)
}
