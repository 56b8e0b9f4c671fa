import type { Static } from 'typebox'
import { Currency, endpoint, Money, Nullable, Type } from '../../endpoint.ts'
import { DeskItemId, DeskQueueName } from './desk-item.ts'
import { DeskDecidedRow } from './list-decided-items.ts'
import { AmountText } from './list-desk-items.ts'

/** How an item ended. `noEffect`: an approval that closed it without an effect. */
export const decisionEnds = ['approve', 'refuse', 'noEffect'] as const

/** What the history is narrowed by (rules.md §17.14). All that is given has to be true of a decision. */
export const DecisionFilter = Type.Object({
  /** Bangkok days, both included. */
  from: Type.Optional(Type.String({ format: 'date' })),
  to: Type.Optional(Type.String({ format: 'date' })),
  operatorId: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w-]+$' })),
  queue: Type.Optional(DeskQueueName),
  memberId: Type.Optional(Type.String({ pattern: '^[a-z2-7]{12}$' })),
  /** At least and at most, in baht or kip. */
  min: Type.Optional(AmountText),
  max: Type.Optional(AmountText),
  end: Type.Optional(Type.Enum([...decisionEnds])),
  /** A reference, the id of an item, an amount or a day. */
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\u0000-\\u001f]+$' })),
})
export type DecisionFilter = Static<typeof DecisionFilter>

/** A decided item of whatever queue. */
export const Decision = Type.Object({
  queue: DeskQueueName,
  ...DeskDecidedRow.properties,
  id: DeskItemId,
})
export type Decision = Static<typeof Decision>

export const listDecisions = endpoint({
  method: 'GET',
  path: '/api/console/decided',
  summary:
    'The decisions of people in every queue, newest first, by day, person, queue, member, amount, result or reference. With the sums of all that is found; `before` is the `next` of the page before',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  query: Type.Object({
    ...DecisionFilter.properties,
    before: Type.Optional(Type.String({ pattern: '^\\d{1,15}-\\d{1,15}$' })),
  }),
  answer: Type.Object({
    decisions: Type.Array(Decision),
    next: Nullable(Type.String()),
    /** Of all that is found, on the first page; null on the others, and where more than 50,000 are found. */
    sums: Nullable(
      Type.Array(
        Type.Object({
          end: Type.Enum([...decisionEnds]),
          currency: Currency,
          count: Type.Integer(),
          sum: Money(),
        }),
      ),
    ),
  }),
  errors: ['REQUEST_LIMIT_1MIN'],
})
