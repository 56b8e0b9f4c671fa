import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { CampaignParams, contentSize, WhatIf } from './campaign.ts'
import { CampaignContent } from './content.ts'

export const tryCampaign = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/:kind/:code/what-if',
  summary: 'What a content would have done to the members of the last 30 days',
  access: 'operator',
  roles: rights.decideCampaigns,
  size: contentSize,
  params: CampaignParams,
  body: Type.Object({ content: CampaignContent }),
  answer: WhatIf,
  errors: ['FORBIDDEN', 'INVALID_CAMPAIGN'],
})
