import { endpoint, Type } from '../../endpoint.ts'
import { PushSettings } from './push.ts'

export const getPushSettings = endpoint({
  method: 'GET',
  path: '/api/push/settings',
  summary:
    'The events of which the member is notified while the app is closed, and the key that a browser subscribes to',
  access: 'member',
  answer: Type.Object({
    memberId: Type.String(),
    /** 65 bytes in base64url. */
    publicKey: Type.String(),
    settings: PushSettings,
  }),
  errors: [],
})
