import { endpoint } from '../../endpoint.ts'
import { BonusParams, ExpectedBonus, OpenBonus } from './bonus.ts'

export const activateBonus = endpoint({
  method: 'GET',
  path: '/api/bonus/activate/:code',
  summary: 'Arms a bonus for the next deposit, or credits a free one at once',
  access: 'member',
  movesMoney: true,
  expected: ExpectedBonus,
  params: BonusParams,
  answer: OpenBonus,
  /** BONUS_REMAINING: `total` and `maximum`. */
  errors: [
    'NO_DATA',
    'BONUS_ALREADY_ACTIVE',
    'BONUS_MAX_CLAIMED',
    'BONUS_FULL',
    'BONUS_REMAINING',
    'BONUS_REVIEW',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})
