import { expect, it, vi } from 'vitest'
import type { Item, QueueName } from '../queries.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))
const { riskOf } = await import('./counterparts.tsx')

/** An item whose money may have been credited already. */
const item = (queue: QueueName, reason: Item['reason'] = 'UNMATCHED', hasCounterpart = true) =>
  ({ queue, reason, counterparts: hasCounterpart ? [{}] : [] }) as unknown as Item

it.each([
  ['bank-transfer', 'refuse', 'return'],
  ['qr-payment', 'refuse', 'return'],
  ['return', 'approve', 'return'],
  ['return', 'refuse', undefined],
  ['bank-twin', 'approve', 'credit'],
  ['bank-twin', 'refuse', undefined],
  ['slip', 'approve', 'ask'],
  ['slip', 'refuse', undefined],
  ['bank-transfer', 'approve', 'ask'],
  ['qr-payment', 'approve', 'ask'],
  ['withdrawal', 'approve', undefined],
] as const)('%s, %s: warns of %s', (queue, choice, act) => {
  expect(riskOf(item(queue), choice)).toBe(act)
  expect(riskOf(item(queue, 'UNMATCHED', false), choice)).toBeUndefined()
})

it('refusing a contradiction sends no money back', () =>
  expect(riskOf(item('bank-transfer', 'CONTRADICTION'), 'refuse')).toBeUndefined())
