import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'

export const countChats = endpoint({
  method: 'GET',
  path: '/api/console/chats/waiting',
  summary: 'The number of customers who wait for an answer of the staff, and whether the staff answer now',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  answer: Type.Object({
    waiting: Type.Integer(),
    /** Since when the first and the last of them wait. */
    firstSince: Nullable(Timestamp()),
    lastSince: Nullable(Timestamp()),
    isOpen: Type.Boolean(),
    /** HH:mm in Bangkok; equal: around the clock. */
    closedFrom: Type.String(),
    closedUntil: Type.String(),
  }),
  errors: ['REQUEST_LIMIT_1MIN'],
})
