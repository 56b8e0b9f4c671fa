import { endpoint, Type } from '../../endpoint.ts'
import { Statement, StatementFilter } from './statement.ts'

export const listStatement = endpoint({
  method: 'POST',
  path: '/api/statement',
  summary: 'The member’s transactions, newest first',
  access: 'member',
  body: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: 100 }),
    ...StatementFilter,
  }),
  answer: Type.Object({ total: Type.Integer(), statements: Type.Array(Statement) }),
  errors: [],
})
