import { endpoint, Type } from '../../endpoint.ts'
import { AuditEntry, AuditFilter, AuditMembers } from './list-audit.ts'
import { rights } from './roles.ts'

export const exportAudit = endpoint({
  method: 'POST',
  path: '/api/console/audit/export',
  summary:
    'The same events for a file, at most the newest 5,000. Each file is audited, and their number in an hour is limited',
  access: 'operator',
  roles: rights.readAudit,
  body: AuditFilter,
  answer: Type.Object({
    entries: Type.Array(AuditEntry),
    members: AuditMembers,
    /** Whether that is all that is found; otherwise the newest 5,000. */
    complete: Type.Boolean(),
  }),
  errors: ['FORBIDDEN', 'REQUEST_LIMIT'],
})
