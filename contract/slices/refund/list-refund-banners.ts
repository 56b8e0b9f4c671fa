import { endpoint, Type } from '../../endpoint.ts'
import { MemberBanner } from '../bonus/bonus.ts'

export const listRefundBanners = endpoint({
  method: 'GET',
  path: '/api/refund/banners',
  summary: 'The banners of the refund campaign; none opens the refund modal at once',
  access: 'member',
  answer: Type.Array(MemberBanner),
  errors: [],
})
