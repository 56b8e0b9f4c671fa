import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { DeskItemParams } from './desk-item.ts'

export const askOutside = endpoint({
  method: 'POST',
  path: '/api/console/desk/:queue/:id/ask',
  summary:
    'Has the other side of an uncertain payment, or the verifier of a slip, asked at once; its answer is a new attempt in the evidence',
  access: 'operator',
  roles: rights.askOutside,
  limit: { per: 'operator', name: 'operator-ask', perMinute: 'operator.asksPerMinute' },
  params: DeskItemParams,
  /** `UNDER_WAY`: it is being asked already, or is about to be. */
  answer: Type.Object({ status: Type.Union([Type.Literal('ASKED'), Type.Literal('UNDER_WAY')]) }),
  errors: ['FORBIDDEN', 'NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
