import { Currency, endpoint, Money, Type } from '../../endpoint.ts'
import { StatementPeriod } from './statement.ts'

export const getStatementSums = endpoint({
  method: 'GET',
  path: '/api/statement/sums',
  summary: 'Sums of the member’s deposits and withdrawals in a time',
  access: 'member',
  query: Type.Object(StatementPeriod),
  answer: Type.Object({
    currency: Currency,
    /** Deposits that were credited and not taken back. */
    in: Money(),
    /** Withdrawals that were paid and did not come back. */
    out: Money(),
  }),
  errors: [],
})
