import { Currency, endpoint, Money, Nullable, Type } from '../../endpoint.ts'

export const checkMinimum = endpoint({
  method: 'GET',
  path: '/api/bonus/check/minimum',
  summary: 'The total balance at or below which the active bonus has failed; null: none is active',
  access: 'member',
  answer: Type.Object({
    status: Type.Boolean(),
    minimum: Nullable(Money()),
    total: Money(),
    currency: Currency,
  }),
  errors: [],
})
