import { endpoint, Type } from '../../endpoint.ts'
import { OperatorRole, Staff, StaffName, StaffParams } from './operator.ts'
import { rights } from './roles.ts'

export const changeStaff = endpoint({
  method: 'PUT',
  path: '/api/console/staff/:id',
  summary:
    'Gives somebody another name or role, shuts out (which ends their sessions for good) or lets in again',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffParams,
  body: Type.Object({
    name: Type.Optional(StaffName),
    role: Type.Optional(OperatorRole),
    isActive: Type.Optional(Type.Boolean()),
  }),
  answer: Staff,
  errors: ['FORBIDDEN', 'NO_DATA', 'LAST_OWNER', 'INACTIVE_USER'],
})
