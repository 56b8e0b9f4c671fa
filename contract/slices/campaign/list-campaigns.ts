import { endpoint, Type } from '../../endpoint.ts'
import { Campaign, KindParams } from './campaign.ts'

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/console/campaigns/:kind',
  summary: 'All campaigns of a kind with state, budget and cost',
  access: 'operator',
  params: KindParams,
  answer: Type.Object({ campaigns: Type.Array(Campaign) }),
  errors: [],
})
