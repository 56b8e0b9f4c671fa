import { endpoint } from '../../endpoint.ts'
import { StaffParams, StaffRequest } from './operator.ts'
import { rights } from './roles.ts'

export const resetStaffPassword = endpoint({
  method: 'POST',
  path: '/api/console/staff/:id/password',
  summary:
    'Asks for somebody to be given a one-time password in place of the old one; another owner approves it',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffParams,
  answer: StaffRequest,
  errors: ['FORBIDDEN', 'NO_DATA', 'INACTIVE_USER', 'STAFF_REQUEST_WAITS'],
})
