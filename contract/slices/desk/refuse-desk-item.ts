import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskItemParams, DeskReason } from './desk-item.ts'

export const refuseDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/refuse',
  summary: 'Refuses; one operator suffices',
  access: 'operator',
  roles: ['owner', 'cashier'],
  mutates: true,
  params: DeskItemParams,
  body: Type.Object({ reason: DeskReason }),
  answer: Ok,
  errors: ['FORBIDDEN', 'NO_DATA', 'ALREADY_DECIDED'],
})
