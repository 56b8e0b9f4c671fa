import { endpoint, Money, Type } from '../../endpoint.ts'
import { ExpectedBonus } from '../bonus/bonus.ts'

export const receiveInvite = endpoint({
  method: 'GET',
  path: '/api/invite/bonus',
  summary: 'Moves the invite money to the wallet, under the condition of the invite campaign (rules.md §9)',
  access: 'member',
  movesMoney: true,
  expected: ExpectedBonus,
  answer: Type.Object({ message: Type.Literal('INVITE_BONUS_SUCCESS'), amount: Money() }),
  /** INVITE_BONUS_FAIL: it could not be credited, and nothing has moved. */
  errors: [
    'NO_INVITE_BONUS',
    'NO_INVITEE_PLAY_INFO',
    'INVITE_INACTIVE',
    'INVITE_COLLECT',
    'BONUS_ALREADY_ACTIVE',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})
