import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskItemParams } from './desk-item.ts'

export const refuseDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/refuse',
  summary: 'Refuses; one operator suffices',
  access: 'operator',
  roles: ['owner', 'cashier'],
  mutates: true,
  params: DeskItemParams,
  body: Type.Object({ reason: Type.String({ minLength: 3, maxLength: 500 }) }),
  answer: Ok,
  errors: ['FORBIDDEN', 'NO_DATA', 'ALREADY_DECIDED'],
})
