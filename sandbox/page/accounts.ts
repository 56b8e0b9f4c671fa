import { call } from './api.ts'
import { usePolled } from './polled.ts'

/** An account of the house that can be paid to, as the sandbox's server tells it. */
export interface HouseAccount {
  bankCode: string
  accountNo: string
  accountName: string
  currency: string
}

/** The house's accounts in the operator's order: those of the build's own currency come first. */
export const useHouseAccounts = () =>
  usePolled('accounts', () => call<HouseAccount[]>('GET', 'bank/accounts'))
