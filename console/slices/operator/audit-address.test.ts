import { expect, it } from 'vitest'
import { type AuditValue, auditFilter, kindIn } from './audit-address.ts'

/** What the page of the audit log lists. */

const none: AuditValue = { kind: '', by: '', from: '', to: '', member: '', action: '', address: '' }

it('an address without anything lists actions', () => expect(auditFilter(none)).toEqual({ kind: 'actions' }))

it('a chosen action is listed among all, and the menu says so', () => {
  const value = { ...none, kind: 'decisions', action: 'login' }
  expect(auditFilter(value)).toEqual({ kind: 'all', action: 'login' })
  expect(kindIn(value)).toBe('all')
})

it('what the server would refuse is not sent', () =>
  expect(
    auditFilter({
      ...none,
      by: 'a b',
      from: '2026-02-31',
      to: '2026-02-28',
      member: 'ABC',
      address: '\u0000/slip',
    }),
  ).toEqual({ kind: 'actions', to: '2026-02-28', address: '/slip' }))
