import { endpoint, Type } from '../../endpoint.ts'
import { MemberBanner } from '../bonus/bonus.ts'

export const listInviteBanners = endpoint({
  method: 'GET',
  path: '/api/invite/banners',
  summary: 'The banners of the invite campaign; none opens the invite modal at once',
  access: 'member',
  answer: Type.Array(MemberBanner),
  errors: [],
})
