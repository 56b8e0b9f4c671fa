import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { DeskDecided, DeskItem, DeskItemParams } from './desk-item.ts'

export const getDeskItem = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue/:id',
  summary: 'An item as it waits, or the decision about it: by whom, when, how and why',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskItemParams,
  answer: Type.Object({
    state: Type.Union([Type.Literal('WAITING'), Type.Literal('DECIDED')]),
    /** As in the list; null if it is decided. */
    item: Nullable(DeskItem),
    /** Null while it waits. */
    decision: Nullable(DeskDecided),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
