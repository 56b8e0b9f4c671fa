import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/console/audit',
  summary: 'What operators did, newest first; `before` is the `next` of the page before',
  access: 'operator',
  roles: ['owner', 'auditor'],
  mutates: false,
  query: Type.Object({ before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
  answer: Type.Object({
    entries: Type.Array(
      Type.Object({
        _id: Type.String(),
        at: Timestamp(),
        operator: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
        /** What was done, e.g. `login`, `desk.approve`, `desk.refuse`. */
        action: Type.String(),
        /** What it was done to, e.g. `withdrawal:123`; empty where there is nothing. */
        subject: Type.String(),
        reason: Type.String(),
        details: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
    next: Nullable(Type.String()),
  }),
  errors: ['FORBIDDEN'],
})
