import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { DeskItemParams, DeskOutcome, DeskReason } from './desk-item.ts'

export const refuseDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/refuse',
  summary: 'Refuses; above the limit, what may have left all the same takes a second, different operator',
  access: 'operator',
  roles: rights.decide,
  params: DeskItemParams,
  body: Type.Object({ reason: DeskReason }),
  answer: DeskOutcome,
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'ALREADY_DECIDED',
    'SECOND_OPERATOR',
    'INACTIVE_USER',
    'IDEMPOTENCY_CONFLICT',
  ],
})
