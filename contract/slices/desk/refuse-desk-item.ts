import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { DeskItemParams, DeskOutcome, DeskQuestion, DeskReason } from './desk-item.ts'
import { DeskReasonCode } from './said-reason.ts'

export const refuseDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/refuse',
  summary:
    'Refuses; what gives back money that may have left takes a second, different operator, whatever the amount',
  access: 'operator',
  roles: rights.decide,
  params: DeskItemParams,
  body: Type.Object({
    /** In the operator's own words; required without a code. */
    reason: Type.Optional(DeskReason),
    reasonCode: Type.Optional(DeskReasonCode),
    /** As the item had it; required if it has one. */
    question: Type.Optional(DeskQuestion),
  }),
  answer: DeskOutcome,
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'ALREADY_DECIDED',
    'SECOND_OPERATOR',
    'OPERATORS_TIED',
    'INACTIVE_USER',
    'IDEMPOTENCY_CONFLICT',
  ],
})
