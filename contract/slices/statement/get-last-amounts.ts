import { endpoint, Money, Nullable, Type } from '../../endpoint.ts'

export const getLastAmounts = endpoint({
  method: 'GET',
  path: '/api/statement/last-amounts',
  summary: 'The amounts of the member’s last successful deposit, withdrawal and transfers into games',
  access: 'member',
  answer: Type.Object({
    /** Of any kind but gift links, whose amount somebody else has chosen; null if there was none. */
    deposit: Nullable(Money()),
    /** Null if there was none, or if the same amount would be refused today, with any balance. */
    withdrawal: Nullable(Money()),
    /** One for each pair of ends, the latest first; only to games that take money in. */
    transfers: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), amount: Money() })),
  }),
  errors: [],
})
