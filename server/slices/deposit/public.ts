import { rawQuery } from '../../platform/database.ts'
import type { Context } from '../context.ts'

export { type Payer, selectPayers } from './payer-store.ts'
export { listPendingDeposits } from './pending.ts'
export { type CreditedDeposit, depositPosting, depositServices } from './posting.ts'

/** Members whose slip, QR code, gift or announcement has an id that begins so; `beginning` in lower case, at most 20. */
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
