import { endpoint, Type } from '../../endpoint.ts'

export const showMemberNumbers = endpoint({
  method: 'POST',
  path: '/api/console/members/:id/numbers',
  summary:
    'Shows a member’s phone and account number whole to an operator to whom they are masked; each time is audited as a look',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{12}$' }) }),
  answer: Type.Object({
    /** The phone number. */
    username: Type.String(),
    bankAccountNo: Type.String(),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
