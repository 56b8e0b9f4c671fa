import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { DeskChoice, DeskDecided, DeskMember, DeskParams } from './desk-item.ts'

/** A decided item, as the list of a queue has it; the rest is behind its address. */
export const DeskDecidedRow = Type.Object({
  id: Type.String(),
  ...Type.Pick(DeskDecided, ['reason', 'reasonCode', 'superseded', 'amount', 'currency']).properties,
  choice: DeskChoice,
  decidedBy: Type.Object({ _id: Type.String(), name: Type.String() }),
  at: Timestamp(),
  member: Nullable(Type.Pick(DeskMember, ['_id', 'name', 'username'])),
})

export const listDecidedItems = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue/decided',
  summary:
    'The decisions of people in a queue, newest first, also of one operator or one Bangkok day; `before` is the `next` of the page before',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: DeskParams,
  query: Type.Object({
    operatorId: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w-]+$' })),
    day: Type.Optional(Type.String({ format: 'date' })),
    before: Type.Optional(Type.String({ pattern: '^\\d{1,15}-\\d{1,15}$' })),
  }),
  answer: Type.Object({ items: Type.Array(DeskDecidedRow), next: Nullable(Type.String()) }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
