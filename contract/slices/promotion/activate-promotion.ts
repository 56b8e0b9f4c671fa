import { endpoint } from '../../endpoint.ts'
import { ExpectedBonus, OpenBonus } from '../bonus/bonus.ts'
import { PromotionParams } from './promotion.ts'

export const activatePromotion = endpoint({
  method: 'GET',
  path: '/api/promotion/activate/:code',
  summary: 'Credits a promotion, once per member, under the code’s limits',
  access: 'member',
  movesMoney: true,
  expected: ExpectedBonus,
  limit: { per: 'member', name: 'promotion-find', perMinute: 'promotion.searchesPerMinute' },
  params: PromotionParams,
  answer: OpenBonus,
  /** BONUS_REMAINING: `total` and `maximum`. */
  errors: [
    'NO_PROMOTION',
    'REQUEST_LIMIT_1MIN',
    'PROMOTION_RECEIVED',
    'BONUS_FULL',
    'BONUS_ALREADY_ACTIVE',
    'BONUS_REMAINING',
    'BONUS_REVIEW',
    'FIGURES_CHANGED',
    'IDEMPOTENCY_CONFLICT',
    'UNDER_WAY',
  ],
})
