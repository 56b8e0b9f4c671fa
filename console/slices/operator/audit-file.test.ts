import { expect, it, vi } from 'vitest'
import { lineOf } from './audit-file.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** The rows of the audit log's file. */

const columnsOf = (subject: string, details: Record<string, unknown>) => {
  const entry = {
    _id: '1',
    at: '2026-11-01T00:00:00Z',
    operator: null,
    action: 'desk.approve',
    subject,
    reason: '',
    details,
  }
  const names = new Map([['mb1', 'Somchai']])
  const [, , , , member, memberId, amount, currency] = lineOf(entry, names, ((key: string) => key) as never)
  return { member, memberId, amount, currency }
}

it.each([
  ['of the item', 'slip:1', { memberId: 'mb1', amountMinor: 150, currency: 'LAK' }, ['mb1', '1.50', 'LAK']],
  [
    'named by the operator',
    'slip:1',
    { said: { memberId: 'mb1', amountMinor: 150 } },
    ['mb1', '1.50', 'THB'],
  ],
  ['looked at', 'member:mb1', {}, ['mb1', '', '']],
  ['unknown', 'slip:1', { amountMinor: null }, ['', '', '']],
])('member and amount %s', (_, subject, details, [memberId, amount, currency]) =>
  expect(columnsOf(subject, details)).toEqual({
    member: memberId === '' ? '' : 'Somchai',
    memberId,
    amount,
    currency,
  }),
)
