import { endpoint, Type } from '../../endpoint.ts'
import { StaffRequest } from './operator.ts'
import { rights } from './roles.ts'

export const listStaffRequests = endpoint({
  method: 'GET',
  path: '/api/console/staff/requests',
  summary: 'Owners’ requests about the staff that another owner has to approve, oldest first',
  access: 'operator',
  roles: rights.manageStaff,
  answer: Type.Array(StaffRequest),
  errors: ['FORBIDDEN'],
})
