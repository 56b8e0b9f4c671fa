import { endpoint, Type } from '../../endpoint.ts'
import { prizeKinds } from '../campaign/kinds.ts'
import { SpinSeed } from './wheel.ts'

/** Why a spin gave nothing; its coin was not taken. */
export const spinErrors = ['NO_COIN', 'NO_WHEEL', 'WHEEL_CHANGED'] as const

export const spin = endpoint({
  method: 'POST',
  path: '/api/spinwheel/spin',
  summary: 'Takes a coin and draws: coin, draw, stock and coupon are one transaction (rules.md §11.1)',
  access: 'member',
  movesMoney: true,
  expected: 'version',
  body: Type.Object({
    /** The client's part of the draw; without it the server takes one at random and answers it. */
    clientSeed: Type.Optional(Type.String({ pattern: '^[!-9;-~]{1,64}$' })),
    /** The version that the member sees; another one meanwhile: WHEEL_CHANGED. */
    version: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  answer: Type.Union([
    Type.Object({
      success: Type.Literal(true),
      result: Type.Object({
        spinId: Type.String(),
        code: Type.String(),
        label: Type.String(),
        /** Sanitised HTML in the caller's language. */
        htmlDescription: Type.String(),
        prize: Type.Enum(prizeKinds),
        remainingCoin: Type.Integer(),
        clientSeed: Type.String(),
        nonce: Type.Integer(),
        seed: SpinSeed,
      }),
    }),
    Type.Object({ success: Type.Literal(false), error: Type.Enum(spinErrors) }),
  ]),
  errors: ['IDEMPOTENCY_CONFLICT', 'UNDER_WAY'],
})
