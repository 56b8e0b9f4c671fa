import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { CampaignParams, contentSize, NewVersion } from './campaign.ts'

export const makeCampaignVersion = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/:kind/:code/versions',
  summary:
    'Makes a version, which waits for a second person and takes the place of a waiting one; the first version makes the campaign',
  access: 'operator',
  roles: rights.makeCampaigns,
  size: contentSize,
  params: CampaignParams,
  body: NewVersion,
  answer: Type.Object({ version: Type.Integer() }),
  /**
   * INVALID_CAMPAIGN: `fields`, each with a problem of problems.ts as its reason, and `bound` where there is
   * one, such as the ceiling that it is above.
   */
  errors: ['FORBIDDEN', 'INACTIVE_USER', 'INVALID_CAMPAIGN', 'CAMPAIGN_CHANGED'],
})
