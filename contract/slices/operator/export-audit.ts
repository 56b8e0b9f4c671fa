import { endpoint, Type } from '../../endpoint.ts'
import { AuditEntry, AuditFilter, AuditMembers } from './list-audit.ts'
import { rights } from './roles.ts'

export const exportAudit = endpoint({
  method: 'POST',
  path: '/api/console/audit/export',
  summary:
    'The same events for a file, at most 5,000, the newest; who took what is audited, and so many in an hour are allowed',
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
