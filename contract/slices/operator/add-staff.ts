import { endpoint, Type } from '../../endpoint.ts'
import { OneTimePassword, OperatorRole, Staff, StaffName } from './operator.ts'
import { rights } from './roles.ts'

export const addStaff = endpoint({
  method: 'POST',
  path: '/api/console/staff',
  summary: 'Adds somebody; answers a one-time password, which is kept nowhere',
  access: 'operator',
  roles: rights.manageStaff,
  body: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 200 }),
    name: StaffName,
    role: OperatorRole,
  }),
  answer: Type.Object({ staff: Staff, oneTime: OneTimePassword }),
  errors: ['FORBIDDEN', 'EXISTING_USER', 'INVALID_USER_INFO', 'INACTIVE_USER'],
})
