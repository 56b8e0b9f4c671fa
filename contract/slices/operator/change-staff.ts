import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { OperatorRole, Staff, StaffName, StaffParams, StaffRequest } from './operator.ts'
import { rights } from './roles.ts'

export const changeStaff = endpoint({
  method: 'PUT',
  path: '/api/console/staff/:id',
  summary:
    'Changes an operator’s name or role, suspends the operator (which ends the sessions for good) or lets in again. A role with more rights, and letting in an operator who decides, wait for another owner',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffParams,
  body: Type.Object({
    name: Type.Optional(StaffName),
    role: Type.Optional(OperatorRole),
    isActive: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({
    staff: Staff,
    /** The part that waits for another owner; null: everything is changed. */
    request: Nullable(StaffRequest),
  }),
  errors: ['FORBIDDEN', 'NO_DATA', 'LAST_OWNER', 'INACTIVE_USER', 'STAFF_REQUEST_WAITS'],
})
