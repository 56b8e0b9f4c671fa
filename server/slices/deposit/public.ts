import { rawQuery } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type ShownAccount, selectHouseAccounts } from './transfer/house-accounts.ts'

export { listPendingDeposits } from './pending.ts'
export { depositPosting } from './posting.ts'
export type { ShownAccount } from './transfer/house-accounts.ts'

/** The house's bank accounts that members are shown to pay to, in the operator's order. */
export function listHouseAccounts({ db }: Context): Promise<ShownAccount[]> {
  return selectHouseAccounts(db)
}

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
