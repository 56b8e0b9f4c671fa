import { endpoint, Type } from '../../endpoint.ts'
import { StaffChat } from './staff-chat.ts'

export const findChats = endpoint({
  method: 'GET',
  path: '/api/console/chats/find',
  summary:
    'Conversations of members by the beginning of phone number, id, name or bank account number, or by the end of a number. A conversation also by its own or its visitor’s id. At most 40, the newest first',
  access: 'operator',
  // Its own count: the page that searches everything asks for members at the same time.
  limit: { per: 'operator', name: 'operator-find-chats', perMinute: 'operator.searchesPerMinute' },
  query: Type.Object({ search: Type.String({ minLength: 3, maxLength: 80 }) }),
  answer: Type.Object({
    chats: Type.Array(StaffChat),
    /** More members have a number with the typed end than were looked at. */
    hasMoreEnds: Type.Boolean(),
  }),
  errors: ['REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN'],
})
