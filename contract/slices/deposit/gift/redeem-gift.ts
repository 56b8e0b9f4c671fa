import { endpoint, Money, Nullable, Type } from '../../../endpoint.ts'

export const redeemGift = endpoint({
  method: 'POST',
  path: '/api/wallet/truelink',
  summary: 'Redeems a gift link; `link` is encrypted as rules.md §16 says',
  access: 'member',
  movesMoney: true,
  /** What a gift holds is known once it is redeemed. */
  expected: null,
  limit: { per: 'member', name: 'gift', perMinute: 'gift.perMinute' },
  body: Type.Object({ link: Type.String({ maxLength: 2000 }) }),
  answer: Type.Object({
    /** PENDING: it is not known yet whether the gift was redeemed; a follow-up asks. */
    status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING')]),
    amount: Nullable(Money()),
    giftId: Type.String(),
  }),
  errors: [
    'TRUELINK_INVALID',
    'TRUELINK_DUPLICATE',
    'NO_WALLET',
    'REQUEST_LIMIT_1MIN',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})
