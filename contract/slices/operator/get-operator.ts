import { endpoint } from '../../endpoint.ts'
import { Operator } from './operator.ts'

export const getOperator = endpoint({
  method: 'GET',
  path: '/api/console/me',
  summary: 'Who is logged in',
  access: 'operator',
  answer: Operator,
  errors: [],
})
