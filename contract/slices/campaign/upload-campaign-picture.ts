import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

/** Body: multipart/form-data with `file`. */
export const uploadCampaignPicture = endpoint({
  method: 'POST',
  path: '/api/console/campaigns/pictures',
  summary:
    'Takes a picture for a banner (PNG, JPEG or WebP), which everybody may see under `/files/campaign/{image}`',
  access: 'operator',
  roles: rights.makeCampaigns,
  answer: Type.Object({ image: Type.String() }),
  errors: ['FORBIDDEN', 'PICTURE_INVALID', 'PAYLOAD_TOO_LARGE'],
})
