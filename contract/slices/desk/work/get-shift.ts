import { endpoint, Nullable, Type } from '../../../endpoint.ts'
import { Shift } from './subject.ts'

export const getShift = endpoint({
  method: 'GET',
  path: '/api/console/shift',
  summary: 'The operator’s open shift, and the shift that anybody closed last, with its note',
  access: 'operator',
  answer: Type.Object({ shift: Nullable(Shift), last: Nullable(Shift) }),
  errors: [],
})
