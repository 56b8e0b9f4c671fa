import { Amount, hook, Timestamp, Type } from '../../../endpoint.ts'

/**
 * A gateway's report of a payment. The signature covers the body alone, so the body names the gateway: a
 * report cannot be forwarded to another gateway's address. Decision 0021 says what happens to a report
 * without a name. Ids that cannot be part of a journal key are refused.
 */
export const PaymentReport = Type.Object({
  provider: Type.Optional(Type.String({ pattern: '^\\w{1,40}$' })),
  paymentId: Type.String({ pattern: '^[\\w.-]{1,60}$' }),
  eventId: Type.String({ pattern: '^[\\w.-]{1,80}$' }),
  status: Type.Literal('PAID'),
  amount: Amount({ minimum: 0.01 }),
  paidAt: Timestamp(),
  // Of any form: a report that was refused for it would be money that nobody sees.
  payer: Type.Optional(
    Type.Unknown({
      description:
        'Who paid, as far as the gateway says it: `{bankCode?, accountNo?, name?}`, the number whole or masked. What cannot be read counts as not said.',
    }),
  ),
})

export const reportPayment = hook({
  method: 'POST',
  path: '/hooks/payment/:provider',
  summary: 'A gateway reports that a QR code was paid',
  access: 'outside',
  signedBy: 'payment',
  params: Type.Object({ provider: Type.String() }),
  body: PaymentReport,
  answer: Type.Object({ status: Type.String() }),
  errors: ['DEST_ACC_INVALID', 'NO_DATA', 'IDEMPOTENCY_CONFLICT'],
  // A conflict between two reports is 409 to a gateway.
  statuses: { IDEMPOTENCY_CONFLICT: 409 },
})
