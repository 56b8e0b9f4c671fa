import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { CampaignParams } from './campaign.ts'

export const stopCampaign = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/:kind/:code/stop',
  summary:
    'Ends a campaign at once and withdraws its waiting version; one person is enough. A new version starts it again',
  access: 'operator',
  roles: rights.decideCampaigns,
  params: CampaignParams,
  body: Type.Object({ reason: DeskReason }),
  answer: Ok,
  errors: ['FORBIDDEN', 'INACTIVE_USER', 'NO_DATA'],
})
