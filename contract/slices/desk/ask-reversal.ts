import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { DeskItemParams, DeskReason } from './desk-item.ts'

export const askReversal = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/reverse',
  summary:
    'Asks for a decided item’s credit or payment to be taken back; it takes effect when a second person approves it in the queue `reversal`',
  access: 'operator',
  roles: rights.decide,
  params: DeskItemParams,
  body: Type.Object({ reason: DeskReason }),
  /** `id`: the id of the item in the queue `reversal`. */
  answer: Type.Object({ id: Type.String() }),
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'NOT_REVERSIBLE',
    'REVERSAL_WAITS',
    'INACTIVE_USER',
    'IDEMPOTENCY_CONFLICT',
  ],
})
