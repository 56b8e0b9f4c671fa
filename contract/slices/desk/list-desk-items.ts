import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { DeskItem, DeskItemId, DeskParams } from './desk-item.ts'

export const listDeskItems = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue',
  summary: 'What waits in a queue, oldest first; `after` is the `next` of the page before',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskParams,
  query: Type.Object({ after: Type.Optional(DeskItemId) }),
  answer: Type.Object({ items: Type.Array(DeskItem), next: Nullable(Type.String()) }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
