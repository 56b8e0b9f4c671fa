import type { Static } from 'typebox'
import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'
import { marked } from '../../personal-number.ts'
import { type AuditAction, auditActions } from './audit-actions.ts'
import { rights } from './roles.ts'

/**
 * The kinds of events in the audit log. deeds: everything but looks; decisions: at the desk; staff: who may
 * log in and with which role; logins: in, out and failed; looks: whose data were looked at.
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

/** What the audit log is narrowed by (rules.md §17.8). All that is given has to be true of an event. */
export const AuditFilter = Type.Object({
  kind: Type.Optional(AuditKind),
  operatorId: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[\\w-]+$' })),
  /** Bangkok days, both included. */
  from: Type.Optional(Type.String({ format: 'date' })),
  to: Type.Optional(Type.String({ format: 'date' })),
  /** The member whom it was about, or who was looked at. */
  memberId: Type.Optional(Type.String({ pattern: '^[a-z2-7]{12}$' })),
  action: Type.Optional(Type.Unsafe<AuditAction>(Type.Enum([...auditActions]))),
  /**
   * The network address of a login, or the address of an item in the console: `/withdrawal/wd1`, or the whole
   * link.
   */
  address: Type.Optional(Type.String({ minLength: 3, maxLength: 300, pattern: '^[^\\u0000-\\u001f]+$' })),
})
export type AuditFilter = Static<typeof AuditFilter>

/** An event of the audit log. */
export const AuditEntry = Type.Object({
  _id: Type.String(),
  at: Timestamp(),
  operator: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
  /** The action, e.g. `login`, `desk.approve`, `desk.refuse`. */
  action: Type.String(),
  /** The subject, e.g. `withdrawal:123`; empty if there is none. */
  subject: Type.String(),
  reason: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown(), marked('details')),
})

/** Whom events are about, of those who are still members: an event itself has a member's id only. */
export const AuditMembers = Type.Array(Type.Object({ _id: Type.String(), name: Type.String() }))

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/console/audit',
  summary:
    'The audit log of operators, newest first, by kind, person, day, member, action or address; without `kind` all but looks. `before` is the `next` of the page before',
  access: 'operator',
  roles: rights.readAudit,
  query: Type.Object({
    ...AuditFilter.properties,
    before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
  }),
  answer: Type.Object({
    entries: Type.Array(AuditEntry),
    members: AuditMembers,
    next: Nullable(Type.String()),
  }),
  errors: ['FORBIDDEN'],
})
