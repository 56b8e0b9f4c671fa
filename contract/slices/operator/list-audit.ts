import type { Static } from 'typebox'
import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { marked } from '../../personal-number.ts'
import { rights } from './roles.ts'

/**
 * The kinds of events in the audit log. deeds: everything but looks; decisions: at the desk; staff: who may log in
 * and with which role; logins: in, out and failed; looks: whose data were looked at.
 */
export const AuditKind = Type.Union([
  Type.Literal('actions'),
  Type.Literal('decisions'),
  Type.Literal('staff'),
  Type.Literal('logins'),
  Type.Literal('looks'),
  Type.Literal('all'),
])
export type AuditKind = Static<typeof AuditKind>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/console/audit',
  summary:
    'What operators did, newest first; without `kind` all but looks; `before` is the `next` of the page before',
  access: 'operator',
  roles: rights.readAudit,
  query: Type.Object({
    kind: Type.Optional(AuditKind),
    before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
  }),
  answer: Type.Object({
    entries: Type.Array(
      Type.Object({
        _id: Type.String(),
        at: Timestamp(),
        operator: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
        /** The action, e.g. `login`, `desk.approve`, `desk.refuse`. */
        action: Type.String(),
        /** The subject, e.g. `withdrawal:123`; empty if there is none. */
        subject: Type.String(),
        reason: Type.String(),
        details: Type.Record(Type.String(), Type.Unknown(), marked('details')),
      }),
    ),
    next: Nullable(Type.String()),
  }),
  errors: ['FORBIDDEN'],
})
