import { endpoint, Nullable, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { Claim, WorkQueueParams } from './subject.ts'

export const takeNext = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/next',
  summary:
    'Claims the oldest item, or the longest waiting conversation, that is free: claimed by nobody, not snoozed, not given to another. The same `Idempotency-Key` is given the same one while the claim holds',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkQueueParams,
  /** Null: nothing is free. */
  answer: Type.Object({ id: Nullable(Type.String()), claim: Nullable(Claim) }),
  errors: ['FORBIDDEN', 'NO_DATA', 'IDEMPOTENCY_CONFLICT'],
})
