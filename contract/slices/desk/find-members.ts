import type { Static } from 'typebox'
import { endpoint, Nullable, Timestamp, Type } from '../../endpoint.ts'
import type { ErrorCode } from '../../errors.ts'
import { DeskMember } from './desk-item.ts'

/** A refused call, found by the reference that its caller was shown. */
export const RefusedCall = Type.Object({
  reference: Type.String(),
  at: Timestamp(),
  /** Method and path of an endpoint. */
  endpoint: Type.String(),
  code: Type.Unsafe<ErrorCode>(Type.String()),
  /** Null: nobody was logged in. */
  member: Nullable(DeskMember),
})
export type RefusedCall = Static<typeof RefusedCall>

export const findMembers = endpoint({
  method: 'GET',
  path: '/api/console/members',
  summary:
    'Members by the beginning of phone number, id, account number, a word of the name, username at a provider, or number of a slip, withdrawal or receipt. Also by the last four digits or more of phone or account number, or by a bank’s reference; at most 20. And the refused call with this reference',
  access: 'operator',
  limit: { per: 'operator', name: 'operator-search', perMinute: 'operator.searchesPerMinute' },
  query: Type.Object({ search: Type.String({ minLength: 3, maxLength: 80 }) }),
  answer: Type.Object({
    members: Type.Array(DeskMember),
    /** More members than these have a number with the typed end; the newest of them are answered. */
    hasMoreEnds: Type.Boolean(),
    refusedCalls: Type.Array(RefusedCall),
  }),
  errors: ['REQUEST_LIMIT', 'REQUEST_LIMIT_1MIN'],
})
