import { endpoint, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { FreeText, Shift } from './subject.ts'

export const closeShift = endpoint({
  method: 'POST',
  path: '/api/console/shift/close',
  summary:
    'Closes the open shift with a note to the next person; claims, given items and conversations go back to everybody',
  access: 'operator',
  roles: rights.answerChats,
  body: Type.Object({ note: FreeText }),
  answer: Shift,
  errors: ['FORBIDDEN', 'NO_DATA'],
})
