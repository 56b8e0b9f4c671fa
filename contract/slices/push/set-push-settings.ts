import { endpoint, Ok } from '../../endpoint.ts'
import { PushSettings } from './push.ts'

export const setPushSettings = endpoint({
  method: 'PUT',
  path: '/api/push/settings',
  summary: 'Changes what the member is notified of, and when without a sound, on all devices',
  access: 'member',
  body: PushSettings,
  answer: Ok,
  errors: [],
})
