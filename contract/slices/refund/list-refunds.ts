import { Currency, endpoint, Money, Timestamp, Type } from '../../endpoint.ts'

export const listRefunds = endpoint({
  method: 'POST',
  path: '/api/refund',
  summary: 'The member’s claims of cashback, newest first',
  access: 'member',
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  answer: Type.Object({
    total: Type.Integer(),
    refunds: Type.Array(Type.Object({ _id: Type.String(), refundAmount: Money(), createdAt: Timestamp() })),
    currency: Currency,
  }),
  errors: [],
})
