import { endpoint, Type } from '../../endpoint.ts'
import { Campaign } from './campaign.ts'

export const findCampaigns = endpoint({
  method: 'GET',
  path: '/api/console/campaigns/find',
  summary: 'Campaigns of every kind by a part of code or title, at most 20, the newest first',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-find-campaigns', perMinute: 'operator.searchesPerMinute' },
  query: Type.Object({
    search: Type.String({ minLength: 3, maxLength: 80, pattern: '^[^\\u0000-\\u001f]+$' }),
  }),
  answer: Type.Object({
    campaigns: Type.Array(Type.Pick(Campaign, ['kind', 'code', 'currency', 'title'])),
  }),
  errors: ['REQUEST_LIMIT_1MIN'],
})
