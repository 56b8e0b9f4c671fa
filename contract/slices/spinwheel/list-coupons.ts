import { endpoint, Type } from '../../endpoint.ts'
import { Coupon } from './wheel.ts'

export const listCoupons = endpoint({
  method: 'GET',
  path: '/api/spinwheel/coupon',
  summary: 'The member’s coupons: those to claim first, then the latest; at most 100',
  access: 'member',
  answer: Type.Array(Coupon),
  errors: [],
})
