import { endpoint, Nullable, Type } from '../../../endpoint.ts'
import { WorkItem } from './subject.ts'

export const listWork = endpoint({
  method: 'GET',
  path: '/api/console/work/items',
  summary:
    'The items that were given to the operator, oldest first, or all that are snoozed, the next to come back first',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  query: Type.Object({
    view: Type.Enum(['mine', 'snoozed']),
    /** The `next` of the page before. */
    after: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  answer: Type.Object({ items: Type.Array(WorkItem), next: Nullable(Type.String()) }),
  errors: ['REQUEST_LIMIT_1MIN'],
})
