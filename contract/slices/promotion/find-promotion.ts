import { endpoint } from '../../endpoint.ts'
import { Promotion, PromotionParams } from './promotion.ts'

export const findPromotion = endpoint({
  method: 'GET',
  path: '/api/promotion/find/:code',
  summary: 'The promotion of a code; NO_PROMOTION also for one of another currency',
  access: 'member',
  limit: { per: 'member', name: 'promotion-find', perMinute: 'promotion.searchesPerMinute' },
  params: PromotionParams,
  answer: Promotion,
  errors: ['NO_PROMOTION', 'REQUEST_LIMIT_1MIN'],
})
