import { endpoint, Ok } from '../../endpoint.ts'
import { StaffRequestParams } from './operator.ts'
import { rights } from './roles.ts'

export const refuseStaffRequest = endpoint({
  method: 'POST',
  path: '/api/console/staff/requests/:id/refuse',
  summary: 'Refuses what another owner asked for, or withdraws what one asked for oneself',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffRequestParams,
  answer: Ok,
  errors: ['FORBIDDEN', 'NO_DATA', 'ALREADY_DECIDED', 'INACTIVE_USER'],
})
