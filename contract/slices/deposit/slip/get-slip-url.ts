import { endpoint, Type } from '../../../endpoint.ts'

export const getSlipUrl = endpoint({
  method: 'GET',
  path: '/api/statement/slip/reference/:reference',
  summary:
    'Address of the picture of the member’s own slip, by the transfer’s reference; works for ten minutes',
  access: 'member',
  params: Type.Object({ reference: Type.String({ maxLength: 100 }) }),
  answer: Type.Object({ url: Type.String() }),
  errors: ['NO_DATA'],
})
