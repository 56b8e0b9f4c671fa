import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { DeskItemParams, DeskOutcome, DeskReason } from './desk-item.ts'
import { DeskReasonCode } from './said-reason.ts'

export const refuseDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/refuse',
  summary: 'Refuses; above the limit, what may have left all the same takes a second, different operator',
  access: 'operator',
  roles: rights.decide,
  params: DeskItemParams,
  body: Type.Object({
    /** In the operator's own words; required without a code. */
    reason: Type.Optional(DeskReason),
    reasonCode: Type.Optional(DeskReasonCode),
  }),
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
