import { endpoint, Nullable, Type } from '../../../endpoint.ts'
import { rights } from '../../operator/roles.ts'
import { Shift } from './subject.ts'

export const listShifts = endpoint({
  method: 'GET',
  path: '/api/console/shifts',
  summary: 'Closed shifts of everybody, newest first',
  access: 'operator',
  roles: rights.readAudit,
  query: Type.Object({ before: Type.Optional(Type.String({ maxLength: 100 })) }),
  answer: Type.Object({ shifts: Type.Array(Shift), next: Nullable(Type.String()) }),
  errors: ['FORBIDDEN'],
})
