import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { OneTimePassword, Staff, StaffRequestParams } from './operator.ts'
import { rights } from './roles.ts'

export const approveStaffRequest = endpoint({
  method: 'POST',
  path: '/api/console/staff/requests/:id/approve',
  summary:
    'Approves another owner’s request and carries it out; answers the one-time password, where there is one, which is kept nowhere',
  access: 'operator',
  roles: rights.manageStaff,
  params: StaffRequestParams,
  answer: Type.Object({ staff: Staff, oneTime: Nullable(OneTimePassword) }),
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'ALREADY_DECIDED',
    'SECOND_OPERATOR',
    'OPERATORS_TIED',
    'CONFIRM_IDENTITY',
    'AUTHOR_INACTIVE',
    'EXISTING_USER',
    'INACTIVE_USER',
  ],
})
