import { endpoint, Nullable, Timestamp, Type } from '../../../endpoint.ts'

import { Colleague, WorkNote, WorkParams } from './subject.ts'

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/console/desk/:queue/:id/notes',
  summary:
    'The staff’s notes about an item or conversation, and about its member elsewhere, newest first; and the operators who work on it',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-look', perMinute: 'operator.looksPerMinute' },
  params: WorkParams,
  query: Type.Object({ before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })) }),
  answer: Type.Object({
    notes: Type.Array(WorkNote),
    next: Nullable(Type.String()),
    /** The operator to whom the item was given; of conversations null. */
    assigned: Nullable(Colleague),
    /** Until when it is out of the lists, and why; null if it is not. */
    snoozed: Nullable(Type.Object({ by: Colleague, until: Timestamp(), reason: Type.String() })),
    /** How long it may be snoozed from now on. */
    snoozeMinutes: Type.Integer(),
  }),
  errors: ['NO_DATA', 'REQUEST_LIMIT_1MIN'],
})
