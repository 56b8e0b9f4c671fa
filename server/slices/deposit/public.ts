import type { Context } from '../context.ts'
import { type ShownAccount, selectHouseAccounts } from './store.ts'

export type { ShownAccount } from './store.ts'

/** The house's bank accounts that members are shown to pay to, in the operator's order. */
export function listHouseAccounts({ db }: Context): Promise<ShownAccount[]> {
  return selectHouseAccounts(db)
}
