import { endpoint, Timestamp, Type } from '../../endpoint.ts'
import { Campaign, CampaignVersion } from './campaign.ts'

export const listWaitingCampaigns = endpoint({
  method: 'GET',
  path: '/api/console/campaigns',
  summary: 'Versions of campaigns of every kind that wait for a second person, oldest first, at most 100',
  access: 'operator',
  answer: Type.Object({
    versions: Type.Array(
      Type.Object({
        ...Type.Pick(Campaign, ['kind', 'code', 'currency', 'title']).properties,
        version: Type.Integer(),
        madeBy: CampaignVersion.properties.madeBy,
        madeAt: Timestamp(),
        /** The asking operator made it, so that somebody else has to decide. */
        isYours: Type.Boolean(),
      }),
    ),
  }),
  errors: [],
})
