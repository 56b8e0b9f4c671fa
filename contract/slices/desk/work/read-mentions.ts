import { endpoint, Ok, Type } from '../../../endpoint.ts'

export const readMentions = endpoint({
  method: 'PUT',
  path: '/api/console/work/mentions',
  summary: 'Says that the operator has read the notes up to this note',
  access: 'operator',
  body: Type.Object({ upTo: Type.String({ pattern: '^\\d{1,15}$' }) }),
  answer: Ok,
  errors: [],
})
