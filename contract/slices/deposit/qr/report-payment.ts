import { Amount, hook, Timestamp, Type } from '../../../endpoint.ts'

/**
 * What a gateway reports. The signature covers the body alone, so the body names the gateway: nobody sends a report on to
 * another one. Of one that names none, see decision 0021. Ids that cannot be one journal key's parts are refused.
 */
export const PaymentReport = Type.Object({
  provider: Type.Optional(Type.String({ pattern: '^\\w{1,40}$' })),
  paymentId: Type.String({ pattern: '^[\\w.-]{1,60}$' }),
  eventId: Type.String({ pattern: '^[\\w.-]{1,80}$' }),
  status: Type.Literal('PAID'),
  amount: Amount({ minimum: 0.01 }),
  paidAt: Timestamp(),
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
  // To the gateway it is a conflict of two reports.
  statuses: { IDEMPOTENCY_CONFLICT: 409 },
})
