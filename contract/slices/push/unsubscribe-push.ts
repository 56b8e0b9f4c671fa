import { endpoint, Ok, Type } from '../../endpoint.ts'
import { PushEndpoint } from './push.ts'

export const unsubscribePush = endpoint({
  method: 'POST',
  path: '/api/push/unsubscribe',
  summary: 'Sends no more messages of this member to a browser',
  access: 'member',
  body: Type.Object({ endpoint: PushEndpoint }),
  answer: Ok,
  errors: [],
})
