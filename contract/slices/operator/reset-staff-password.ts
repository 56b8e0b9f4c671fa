import { endpoint } from '../../endpoint.ts'
import { OneTimePassword, StaffParams } from './operator.ts'
import { rights } from './roles.ts'

export const resetStaffPassword = endpoint({
  method: 'POST',
  path: '/api/console/staff/:id/password',
  summary: 'Gives somebody a one-time password in place of the old one, and ends their sessions',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffParams,
  answer: OneTimePassword,
  errors: ['FORBIDDEN', 'NO_DATA', 'INACTIVE_USER'],
})
