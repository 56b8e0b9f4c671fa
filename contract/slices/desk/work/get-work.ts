import { endpoint, Type } from '../../../endpoint.ts'

export const getWork = endpoint({
  method: 'GET',
  path: '/api/console/work',
  summary: 'Numbers of the operator’s given items and conversations, of notes to read, and of snoozed items',
  access: 'operator',
  answer: Type.Object({
    assigned: Type.Integer(),
    chats: Type.Integer(),
    mentions: Type.Integer(),
    snoozed: Type.Integer(),
  }),
  errors: [],
})
