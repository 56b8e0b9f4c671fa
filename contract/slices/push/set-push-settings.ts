import { endpoint, Ok } from '../../endpoint.ts'
import { PushSettings } from './push.ts'

export const setPushSettings = endpoint({
  method: 'PUT',
  path: '/api/push/settings',
  summary: 'Changes the member’s events and quiet hours for notifications, on all devices',
  access: 'member',
  body: PushSettings,
  answer: Ok,
  errors: [],
})
