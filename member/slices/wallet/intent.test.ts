import { expect, test } from 'vitest'
import { ApiError } from '../../app/api.ts'
import { Intents, verdictOf } from './intent.ts'
import type { Order } from './transfer-rules.ts'

const order = (change: Partial<Order> = {}): Order => ({
  from: 'WALLET',
  to: 'PG',
  amount: 500,
  all: false,
  ...change,
})
const counting = () => {
  let next = 0
  return new Intents(() => `key-${++next}`)
}

test('the same values keep their key until the outcome is known', () => {
  const intents = counting()
  const first = intents.keyFor(order())
  expect(intents.keyFor(order())).toBe(first)
  intents.settle(order())
  expect(intents.keyFor(order())).not.toBe(first)
})

test('other values are another intent, and going back to the first finds its key', () => {
  const intents = counting()
  const first = intents.keyFor(order())
  expect(intents.keyFor(order({ amount: 501 }))).not.toBe(first)
  expect(intents.keyFor(order({ to: 'JOKER' }))).not.toBe(first)
  expect(intents.keyFor(order({ all: true }))).not.toBe(first)
  expect(intents.keyFor(order())).toBe(first)
})

test('everything is one intent whatever the wallet holds by now', () => {
  const intents = counting()
  expect(intents.keyFor(order({ all: true, amount: 500 }))).toBe(
    intents.keyFor(order({ all: true, amount: 480 })),
  )
})

test('another member starts afresh', () => {
  const intents = counting()
  const first = intents.keyFor(order())
  intents.clear()
  expect(intents.keyFor(order())).not.toBe(first)
})

test.each([
  ['NETWORK', 0, 'unknown'],
  ['INTERNAL_SERVER_ERROR', 500, 'unknown'],
  ['SERVICE_UNAVAILABLE', 503, 'unknown'],
  // Answered with 502, but its meaning is definite: the funds are back in the wallet.
  ['TRANSFER_FAIL', 502, 'refused'],
  ['MONEY_NOT_ENOUGH', 422, 'refused'],
  ['IDEMPOTENCY_CONFLICT', 422, 'refused'],
  ['INVALID_AMOUNT', 400, 'refused'],
  // Turned away before the key was looked at: an earlier try may still have moved the money.
  ['REQUEST_LIMIT', 429, 'unasked'],
  ['invalid-token', 401, 'unasked'],
  ['KEY_INVALID', 403, 'unasked'],
  ['GONE', 410, 'unasked'],
] as const)('%s leaves the transfer %s %s', (code, status, verdict) => {
  expect(verdictOf(new ApiError(code, status))).toBe(verdict)
})

test('a failure that is no answer of the server is unknown', () => {
  expect(verdictOf(new TypeError('x'))).toBe('unknown')
})
