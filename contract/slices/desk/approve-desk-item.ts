import { Amount, endpoint, Type } from '../../endpoint.ts'
import { DeskItemParams, DeskOutcome, DeskReason } from './desk-item.ts'

export const approveDeskItem = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/approve',
  summary: 'Approves; above the limit it takes effect with the second, different operator',
  access: 'operator',
  roles: ['owner', 'cashier'],
  mutates: true,
  params: DeskItemParams,
  body: Type.Object({
    reason: DeskReason,
    /** Whose it is, where the item has no member. */
    memberId: Type.Optional(Type.String({ pattern: '^[a-z2-7]{12}$' })),
    /** How much, where the item has no amount. */
    amount: Type.Optional(Amount({ minimum: 0.01 })),
  }),
  answer: DeskOutcome,
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'ALREADY_DECIDED',
    'SECOND_OPERATOR',
    'NO_USER',
    'INVALID_AMOUNT',
    'MONEY_NOT_ENOUGH',
  ],
})
