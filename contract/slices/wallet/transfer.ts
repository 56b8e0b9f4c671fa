import { Amount, endpoint, Money, Type } from '../../endpoint.ts'

/** State of a transfer (rules.md §4.3); FAILED is answered as the error TRANSFER_FAIL. */
export const TransferAnswer = Type.Object({
  transferId: Type.String(),
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING')]),
  from: Type.String(),
  to: Type.String(),
  /**
   * Where the money under way will arrive: `to`, or WALLET while only the first half of a transfer between
   * games is under way.
   */
  arrivesAt: Type.Optional(Type.String()),
  amount: Money(),
})

export const transfer = endpoint({
  method: 'POST',
  path: '/api/wallet/transfer',
  summary: 'Moves money between the wallet and a game, or between two games through the wallet',
  access: 'member',
  movesMoney: true,
  body: Type.Object({
    from: Type.String({ maxLength: 16, description: 'WALLET or a game code' }),
    to: Type.String({ maxLength: 16, description: 'WALLET or a game code' }),
    amount: Amount(),
  }),
  answer: TransferAnswer,
  errors: [
    'NO_WALLET',
    'NO_GAME',
    'SAME_ACCOUNT',
    'TRANSFER_MINIMUM',
    'SLOT_NO_ACCOUNT',
    'MONEY_NOT_ENOUGH',
    'TRANSFER_FAIL',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})
