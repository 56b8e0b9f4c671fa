import { endpoint, Type } from '../../endpoint.ts'
import { StatementFilter } from './statement.ts'

export const exportStatementPdf = endpoint({
  method: 'GET',
  path: '/api/statement/pdf',
  summary: 'The member’s transactions as PDF (A4), in the caller’s language, with the sums of the time',
  access: 'member',
  limit: { per: 'member', name: 'statement-pdf', perMinute: 'statement.pdfsPerMinute' },
  query: Type.Object(StatementFilter),
  answer: Type.Object({
    fileName: Type.String(),
    /** The file, base64. */
    pdf: Type.String(),
    /** Whether the file has all rows; otherwise it has the newest 5,000. */
    complete: Type.Boolean(),
  }),
  errors: ['REQUEST_LIMIT_1MIN'],
})
