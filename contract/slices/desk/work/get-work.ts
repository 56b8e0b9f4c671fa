import { endpoint, Type } from '../../../endpoint.ts'

export const getWork = endpoint({
  method: 'GET',
  path: '/api/console/work',
  summary:
    'How much the operator has to see to: given items and conversations, notes to read; and how much is snoozed',
  access: 'operator',
  answer: Type.Object({
    assigned: Type.Integer(),
    chats: Type.Integer(),
    mentions: Type.Integer(),
    snoozed: Type.Integer(),
  }),
  errors: [],
})
