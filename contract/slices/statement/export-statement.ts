import { endpoint, Type } from '../../endpoint.ts'
import { StatementFilter } from './statement.ts'

export const exportStatement = endpoint({
  method: 'GET',
  path: '/api/statement/csv',
  summary: 'The member’s transactions as CSV (UTF-8 with BOM, so that spreadsheets read Thai and Lao)',
  access: 'member',
  query: Type.Object(StatementFilter),
  answer: Type.Object({
    fileName: Type.String(),
    csv: Type.String(),
    /** Whether the file has all rows; otherwise it has the newest 5,000. */
    complete: Type.Boolean(),
  }),
  errors: [],
})
