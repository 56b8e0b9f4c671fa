import { endpoint, Type } from '../../endpoint.ts'
import { Campaign, CampaignParams, CampaignVersion } from './campaign.ts'

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/console/campaigns/:kind/:code',
  summary: 'A campaign with its versions, newest first, at most 50, each with its changes',
  access: 'operator',
  params: CampaignParams,
  answer: Type.Object({ campaign: Campaign, versions: Type.Array(CampaignVersion) }),
  errors: ['NO_DATA'],
})
