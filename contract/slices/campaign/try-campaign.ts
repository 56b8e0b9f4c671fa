import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { CampaignParams, contentSize, WhatIf } from './campaign.ts'
import { CampaignContent } from './content.ts'

export const tryCampaign = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/:kind/:code/what-if',
  summary: 'Tries a content on the members of the last 30 days and answers the effect that it would have had',
  access: 'operator',
  roles: rights.decideCampaigns,
  size: contentSize,
  params: CampaignParams,
  body: Type.Object({ content: CampaignContent }),
  answer: WhatIf,
  errors: ['FORBIDDEN', 'INVALID_CAMPAIGN'],
})
