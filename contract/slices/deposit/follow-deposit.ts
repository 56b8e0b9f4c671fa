import { type Answer, endpoint, Money, Nullable, Type } from '../../endpoint.ts'

export const followDeposit = endpoint({
  method: 'GET',
  path: '/api/wallet/deposit/:key',
  summary:
    'The outcome of a QR code, a payment of such a code, a gift or an announcement, by the `key` of its pending row',
  access: 'member',
  params: Type.Object({
    key: Type.String({ pattern: '^(?:(?:qr|gf|md)[\\w-]{1,58}|payment-[1-9]\\d{0,14})$' }),
  }),
  answer: Type.Object({
    /**
     * UNDER_WAY: the outcome is not known. CREDITED: `amount` came into the wallet. SAME: it is the same
     * money as a bank transfer that was credited or reviewed. GOING_BACK and RETURNED: to the payer. REFUSED:
     * it was not accepted, and the wallet has nothing of it. CLOSED: an unpaid code that expired or was
     * cancelled. REVERSED: it was credited and taken back.
     */
    state: Type.Enum([
      'UNDER_WAY',
      'CREDITED',
      'SAME',
      'GOING_BACK',
      'RETURNED',
      'REFUSED',
      'CLOSED',
      'REVERSED',
    ]),
    /**
     * In the member's currency; null if it is not known. With CREDITED the credited amount, else the expected
     * one.
     */
    amount: Nullable(Money()),
  }),
  errors: ['NO_DATA'],
})

export type FollowedDeposit = Answer<typeof followDeposit>
