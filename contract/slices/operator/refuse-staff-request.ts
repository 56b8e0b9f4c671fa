import { endpoint, Ok } from '../../endpoint.ts'
import { StaffRequestParams } from './operator.ts'
import { rights } from './roles.ts'

export const refuseStaffRequest = endpoint({
  method: 'POST',
  path: '/api/console/staff/requests/:id/refuse',
  summary: 'Refuses another owner’s request, or withdraws the caller’s own',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffRequestParams,
  answer: Ok,
  errors: ['FORBIDDEN', 'NO_DATA', 'ALREADY_DECIDED', 'INACTIVE_USER'],
})
