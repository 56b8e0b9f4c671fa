import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { VersionParams } from './campaign.ts'

export const approveCampaignVersion = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/:kind/:code/versions/:version/approve',
  summary:
    'Approves a version that another person made; ALREADY_DECIDED has decidedBy, verdict and at, INVALID_CAMPAIGN the ceilings that it is above',
  access: 'operator',
  roles: rights.decideCampaigns,
  params: VersionParams,
  body: Type.Object({ reason: DeskReason }),
  answer: Ok,
  errors: [
    'FORBIDDEN',
    'INACTIVE_USER',
    'NO_DATA',
    'ALREADY_DECIDED',
    'SECOND_OPERATOR',
    'OPERATORS_TIED',
    'CONFIRM_IDENTITY',
    'AUTHOR_INACTIVE',
    'INVALID_CAMPAIGN',
  ],
})
