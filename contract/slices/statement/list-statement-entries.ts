import { endpoint, Type } from '../../endpoint.ts'
import { StatementEntry } from './statement.ts'

export const listStatementEntries = endpoint({
  method: 'GET',
  path: '/api/statement/:id/entries',
  summary: 'The ledger entries behind one row of the member’s statement, in order',
  access: 'member',
  params: Type.Object({ id: Type.String({ pattern: '^\\d{1,15}$' }) }),
  answer: Type.Object({ entries: Type.Array(StatementEntry) }),
  errors: ['NO_DATA'],
})
