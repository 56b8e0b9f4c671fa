import { expect, it, vi } from 'vitest'
import type { Item, QueueName } from './queries.ts'

// A page without a brand, as the development server has it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))
const { actBeside } = await import('./counterparts.tsx')

/** An item whose money may have been credited already. */
const item = (queue: QueueName, reason: Item['reason'] = 'UNMATCHED', isBeside = true) =>
  ({ queue, reason, counterparts: isBeside ? [{}] : [] }) as unknown as Item

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
] as const)('%s, %s: warns of %s', (queue, verdict, act) => {
  expect(actBeside(item(queue), verdict)).toBe(act)
  expect(actBeside(item(queue, 'UNMATCHED', false), verdict)).toBeUndefined()
})

it('refusing a contradiction sends nothing back', () =>
  expect(actBeside(item('bank-transfer', 'CONTRADICTION'), 'refuse')).toBeUndefined())
