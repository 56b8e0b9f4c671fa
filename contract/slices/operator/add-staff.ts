import { endpoint, Type } from '../../endpoint.ts'
import { OperatorRole, StaffName, StaffRequest } from './operator.ts'
import { rights } from './roles.ts'

export const addStaff = endpoint({
  method: 'POST',
  path: '/api/console/staff',
  summary: 'Asks for somebody to be added; another owner approves it',
  access: 'operator',
  roles: rights.manageStaff,
  body: Type.Object({
    email: Type.String({ minLength: 3, maxLength: 200 }),
    name: StaffName,
    role: OperatorRole,
  }),
  answer: StaffRequest,
  errors: ['FORBIDDEN', 'EXISTING_USER', 'INVALID_USER_INFO', 'INACTIVE_USER', 'STAFF_REQUEST_WAITS'],
})
