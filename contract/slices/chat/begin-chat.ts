import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'

export const beginChat = endpoint({
  method: 'POST',
  path: '/api/console/members/:id/chat',
  summary: 'The conversation of a member, made if there is none, so that an operator may write first',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  roles: rights.answerChats,
  params: Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{12}$' }) }),
  answer: Type.Object({ id: Type.String() }),
  errors: ['FORBIDDEN', 'NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
