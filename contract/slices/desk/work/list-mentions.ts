import { endpoint, Nullable, Type } from '../../../endpoint.ts'

import { WorkNote } from './subject.ts'

export const listMentions = endpoint({
  method: 'GET',
  path: '/api/console/work/mentions',
  summary: 'Notes that the operator has to read, newest first',
  access: 'operator',
  query: Type.Object({ before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
  answer: Type.Object({
    mentions: Type.Array(Type.Object({ note: WorkNote, isRead: Type.Boolean() })),
    next: Nullable(Type.String()),
  }),
  errors: [],
})
