import type { Static } from 'typebox'
import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { DeskMember, DeskQueueName } from './desk-item.ts'
import { Decision } from './list-decisions.ts'

/** A waiting item that a search over all queues has found. */
export const FoundItem = Type.Object({
  queue: DeskQueueName,
  id: Type.String(),
  createdAt: Timestamp(),
  /** Null: not known yet, or no money. */
  amount: Nullable(Money()),
  currency: Currency,
  /** Null: nobody’s yet. */
  member: Nullable(Type.Pick(DeskMember, ['_id', 'name', 'username'])),
})
export type FoundItem = Static<typeof FoundItem>

export const findItems = endpoint({
  method: 'GET',
  path: '/api/console/items',
  summary:
    'The waiting items of every queue with this amount, reference, id, name or number, as the search of a queue finds them; of each queue the five oldest. And the five latest decisions by this reference, id, amount or day',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-find-items', perMinute: 'operator.searchesPerMinute' },
  query: Type.Object({
    search: Type.String({ minLength: 3, maxLength: 80, pattern: '^[^\\u0000-\\u001f]+$' }),
  }),
  answer: Type.Object({
    items: Type.Array(FoundItem),
    decided: Type.Array(Decision),
    /** More decisions than those are found. */
    hasMoreDecided: Type.Boolean(),
  }),
  errors: ['REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN'],
})
