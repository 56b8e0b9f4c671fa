import { endpoint, Nullable, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { DeskItemId } from '../desk-item.ts'
import { DeskFilter } from '../list-desk-items.ts'
import { Claim, WorkQueueParams } from './subject.ts'

export const takeNext = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/next',
  summary:
    'Claims the first free item of the list, or the longest waiting free conversation. Free means: claimed by nobody, not snoozed, not given to another, not passed over. The same `Idempotency-Key` is given the same one while the claim holds',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkQueueParams,
  body: Type.Object({
    /**
     * How the operator's list is narrowed and ordered; without it the oldest comes first. Conversations have
     * none.
     */
    filter: Type.Optional(DeskFilter),
    /** What the operator has passed over, which is not given again. */
    not: Type.Optional(Type.Array(DeskItemId, { maxItems: 200 })),
  }),
  /** Null: nothing is free. */
  answer: Type.Object({ id: Nullable(Type.String()), claim: Nullable(Claim) }),
  errors: ['FORBIDDEN', 'NO_DATA', 'IDEMPOTENCY_CONFLICT'],
})
