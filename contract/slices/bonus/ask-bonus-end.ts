import { endpoint, Money, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { bonusEndWays } from './bonus-end.ts'

export const askBonusEnd = endpoint({
  method: 'POST',
  path: '/api/console/members/:id/bonus/end',
  summary:
    'Asks that a member’s active bonus ends; it ends when a second person approves it in the queue `bonus-end`. BONUS_END_WAITS has `id`',
  access: 'operator',
  roles: rights.decide,
  params: Type.Object({ id: Type.String({ pattern: '^[a-z2-7]{12}$' }) }),
  body: Type.Object({
    bonusId: Type.String({ maxLength: 40 }),
    way: Type.Enum(bonusEndWays),
    /** As they were shown (`GET /api/console/members/:id/bonus/end`). */
    returned: Money(),
    kept: Money(),
    reason: DeskReason,
  }),
  /** `id`: of the item in the queue `bonus-end`. */
  answer: Type.Object({ id: Type.String() }),
  errors: [
    'FORBIDDEN',
    'NO_DATA',
    'FIGURES_CHANGED',
    'BONUS_END_WAITS',
    'INACTIVE_USER',
    'IDEMPOTENCY_CONFLICT',
  ],
})
