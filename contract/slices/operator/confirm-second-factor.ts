import { endpoint, Ok, Type } from '../../endpoint.ts'
import { FactorCode } from './operator.ts'

export const confirmSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/console/second-factor',
  summary: 'Puts the secret in force by a code of it, and ends the operator’s other sessions',
  access: 'operator',
  body: Type.Object({ code: FactorCode }),
  answer: Ok,
  errors: ['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_SET', 'REQUEST_LIMIT'],
})
