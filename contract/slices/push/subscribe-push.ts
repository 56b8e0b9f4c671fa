import { endpoint, Ok, Type } from '../../endpoint.ts'
import { languages } from '../../languages.ts'
import { PushEndpoint } from './push.ts'

export const subscribePush = endpoint({
  method: 'PUT',
  path: '/api/push/subscription',
  summary: 'Sends the member’s messages to this browser, until the session of this call ends',
  access: 'member',
  limit: { per: 'member', name: 'push-subscribe', perMinute: 'push.perMinute' },
  body: Type.Object({
    endpoint: PushEndpoint,
    /** The browser's key: an uncompressed point of P-256. */
    p256dh: Type.String({ pattern: '^B[A-Za-z0-9_-]{86}=?$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
    language: Type.Enum(languages),
    /** Leaves amounts out of the messages. */
    hidesAmounts: Type.Boolean(),
  }),
  answer: Ok,
  errors: ['PUSH_SERVICE_UNKNOWN', 'REQUEST_LIMIT_1MIN'],
})
