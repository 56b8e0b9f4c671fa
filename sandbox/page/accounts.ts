import { api } from './api.ts'
import { usePolled } from './polled.ts'

/** The house accounts in the operator's order; accounts in the currency of the build come first. */
export const useHouseAccounts = () => usePolled(['accounts'], () => api('GET /sandbox/api/bank/accounts'))
