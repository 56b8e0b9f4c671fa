import { endpoint, Ok, Type } from '../../endpoint.ts'
import { FactorCode } from './operator.ts'

export const confirmSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/console/second-factor',
  summary: 'Lets the secret count by a code of it, and ends every other session of one’s own',
  access: 'operator',
  body: Type.Object({ code: FactorCode }),
  answer: Ok,
  errors: ['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_SET', 'REQUEST_LIMIT'],
})
