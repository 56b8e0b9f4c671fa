import { Currency, endpoint, Money, Timestamp, Type } from '../../../endpoint.ts'

export const listSuspense = endpoint({
  method: 'GET',
  path: '/api/console/suspense',
  summary:
    'Money that the house owes to senders who are not known yet, by its bank account or gateway (rules.md §18)',
  access: 'operator',
  answer: Type.Array(
    Type.Object({
      /** The ledger's account: `suspense:` and the house's account number, or the gateway's code. */
      account: Type.String(),
      currency: Currency,
      amount: Money(),
      /** The number of waiting reports, and the time of the oldest. */
      items: Type.Integer(),
      since: Timestamp(),
    }),
  ),
  errors: [],
})
