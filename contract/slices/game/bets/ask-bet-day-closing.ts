import { endpoint, Type } from '../../../endpoint.ts'
import { DeskReason } from '../../desk/desk-item.ts'
import { rights } from '../../operator/roles.ts'

export const askBetDayClosing = endpoint({
  method: 'POST',
  path: '/api/console/bet-days/:day/close',
  summary:
    'Asks for the first day that waits to be closed without providers; it takes effect when a second person approves it in the queue `bet-day`. The same wish again answers the first one',
  access: 'operator',
  roles: rights.decide,
  params: Type.Object({ day: Type.String({ format: 'date' }) }),
  body: Type.Object({
    reason: DeskReason,
    /** The providers for which the day waits, as they were shown. */
    providers: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { minItems: 1, maxItems: 50 }),
  }),
  /** `id`: the id of the item in the queue `bet-day`. */
  answer: Type.Object({ id: Type.String() }),
  errors: [
    'FORBIDDEN',
    'DAY_NOT_WAITING',
    'EARLIER_DAY_WAITS',
    'CLOSING_WAITS',
    'PROVIDERS_CHANGED',
    'INACTIVE_USER',
  ],
})
