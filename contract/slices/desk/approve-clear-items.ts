import { Amount, endpoint, Nullable, Type } from '../../endpoint.ts'
import type { ErrorCode } from '../../errors.ts'
import { mostClearItems } from '../../limits.ts'
import { rights } from '../operator/roles.ts'
import { DeskChoice, DeskItemId, DeskQueueName, DeskReason } from './desk-item.ts'
import { DeskReasonCode } from './said-reason.ts'

/** The outcome of one item of several that were approved together. */
export const DeskClearResult = Type.Object({
  id: Type.String(),
  /** An error code; null: it is approved, now or by the same call before. */
  code: Nullable(Type.Unsafe<ErrorCode>(Type.String())),
  /** With `ALREADY_DECIDED`: the operator who decided; null: the system settled it. */
  decidedBy: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
  choice: Nullable(DeskChoice),
})

export const approveClearItems = endpoint({
  method: 'POST',
  path: '/api/console/desk/approve-clear',
  summary:
    'Approves several clear items of a queue, each by itself. An item that is not clear any more, or differs from the one that was shown, stays as it is (NOT_CLEAR). The same Idempotency-Key repeats nothing',
  access: 'operator',
  roles: rights.decide,
  body: Type.Object({
    queue: DeskQueueName,
    items: Type.Array(
      Type.Object({
        id: DeskItemId,
        /** What the operator saw. */
        amount: Amount({ minimum: 0 }),
        memberId: Type.String({ pattern: '^[a-z2-7]{12}$' }),
      }),
      { minItems: 1, maxItems: mostClearItems },
    ),
    /** In the operator's own words; required without a code. */
    reason: Type.Optional(DeskReason),
    reasonCode: Type.Optional(DeskReasonCode),
  }),
  /** In the order of the items. */
  answer: Type.Object({ results: Type.Array(DeskClearResult) }),
  errors: ['FORBIDDEN', 'NO_DATA', 'NOT_CLEAR'],
})
