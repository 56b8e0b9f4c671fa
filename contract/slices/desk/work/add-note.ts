import { endpoint, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { NoteText, WorkNote, WorkParams } from './subject.ts'

export const addNote = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/notes',
  summary:
    'Adds a note that only the staff see; mentioned operators are notified. The same `Idempotency-Key` adds it once',
  access: 'operator',
  roles: rights.answerChats,
  params: WorkParams,
  body: Type.Object({
    text: NoteText,
    mentions: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  }),
  answer: WorkNote,
  errors: ['FORBIDDEN', 'NO_DATA', 'INACTIVE_USER', 'IDEMPOTENCY_CONFLICT'],
})
