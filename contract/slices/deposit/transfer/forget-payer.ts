import { endpoint, Timestamp, Type } from '../../../endpoint.ts'
import { DeskReason } from '../../desk/desk-item.ts'
import { rights } from '../../operator/roles.ts'

export const forgetPayer = endpoint({
  method: 'POST',
  path: '/api/console/payers/:id/forget',
  summary:
    'Forgets that a sender pays for a member; if that is forgotten already, the answer names the operator and the time',
  access: 'operator',
  roles: rights.decide,
  params: Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$' }) }),
  body: Type.Object({ reason: DeskReason }),
  answer: Type.Object({ by: Type.String(), at: Timestamp() }),
  errors: ['FORBIDDEN', 'NO_DATA', 'INACTIVE_USER'],
})
