import { type Answer, endpoint, Type } from '../../endpoint.ts'
import { Outcome } from './outcome.ts'

export const listOutcomes = endpoint({
  method: 'GET',
  path: '/api/outcomes',
  summary: 'The member’s outcomes of the last days, newest first, 20 at a time',
  access: 'member',
  query: Type.Object({
    /** The `_id` of the last one of the page before. */
    before: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$' })),
  }),
  answer: Type.Object({
    outcomes: Type.Array(Outcome),
    /** Whether there are older ones. */
    hasMore: Type.Boolean(),
    /** How many of all are not read, at most 100. */
    unread: Type.Integer(),
  }),
  errors: [],
})

export type ListedOutcome = Answer<typeof listOutcomes>['outcomes'][number]
