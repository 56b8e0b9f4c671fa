import { type Answer, endpoint, Money, Nullable, Type } from '../../endpoint.ts'

export const followDeposit = endpoint({
  method: 'GET',
  path: '/api/wallet/deposit/:key',
  summary:
    'What became of a QR code, a payment of one, a gift or an announcement, by the `key` of its pending row',
  access: 'member',
  params: Type.Object({
    key: Type.String({ pattern: '^(?:(?:qr|gf|md)[\\w-]{1,58}|payment-[1-9]\\d{0,14})$' }),
  }),
  answer: Type.Object({
    /**
     * UNDER_WAY: nobody has settled it. CREDITED: `amount` came into the wallet. SAME: it is money that a bank transfer
     * was looked at for already. GOING_BACK and RETURNED: to who paid. REFUSED: it was not accepted, and nothing is in
     * the wallet for it. CLOSED: a code that ran out or was cancelled, unpaid. REVERSED: it was credited and taken back.
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
    /** In the member's currency; null where it is not known. Of CREDITED what was credited, else what was to come. */
    amount: Nullable(Money()),
  }),
  errors: ['NO_DATA'],
})

export type FollowedDeposit = Answer<typeof followDeposit>
