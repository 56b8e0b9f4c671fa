import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { StaffChat } from './staff-chat.ts'

export const listChats = endpoint({
  method: 'GET',
  path: '/api/console/chats',
  summary:
    'Conversations that wait for an answer, the longest waiting first; or the operator’s own, or all, the newest first',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  query: Type.Object({
    view: Type.Enum(['waiting', 'mine', 'all']),
    /** The `next` of the page before. */
    after: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answer: Type.Object({
    chats: Type.Array(StaffChat),
    next: Nullable(Type.String()),
    /** How many customers wait for an answer, and since when the first of them. */
    waiting: Type.Integer(),
    waitingSince: Nullable(Timestamp()),
  }),
  errors: ['REQUEST_LIMIT_1MIN'],
})
