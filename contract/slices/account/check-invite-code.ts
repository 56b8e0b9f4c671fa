import { endpoint, Ok, Type } from '../../endpoint.ts'

export const checkInviteCode = endpoint({
  method: 'POST',
  path: '/api/account/invite-code',
  summary: 'Checks that an invite code is a member’s, before anything else is asked of the new member',
  access: 'visitor',
  limit: { per: 'address', name: 'burst:invite-code', perMinute: 'account.callsPerMinute' },
  body: Type.Object({ inviteCode: Type.String({ maxLength: 64 }) }),
  answer: Ok,
  /** INVALID_USER_INFO: nobody has it; `fields` names `inviteCode`. */
  errors: ['INVALID_USER_INFO', 'REQUEST_LIMIT_1MIN'],
})
