import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { VersionParams } from './campaign.ts'

export const refuseCampaignVersion = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/:kind/:code/versions/:version/refuse',
  summary: 'Refuses a version that waits; its author may, too',
  access: 'operator',
  roles: rights.decideCampaigns,
  params: VersionParams,
  body: Type.Object({ reason: DeskReason }),
  answer: Ok,
  errors: ['FORBIDDEN', 'INACTIVE_USER', 'NO_DATA', 'ALREADY_DECIDED'],
})
