import { describe, expect, test } from 'vitest'
import {
  amountText,
  type Draft,
  type Order,
  orderOf,
  problemOf,
  quickAmounts,
  valuesOf,
} from './transfer-rules.ts'

const available = (end: string) => ({ WALLET: 500, PG: 99.99 })[end] ?? 0
const draft = (change: Partial<Draft>): Draft => ({ from: 'WALLET', to: 'PG', amount: '100', ...change })

describe('what is wrong with a transfer, in the order of product.md §5', () => {
  test.each([
    ['nothing', {}, undefined],
    ['nothing, with decimals', { amount: '100.50' }, undefined],
    ['a comma that is not between thousands', { amount: '1,00.50' }, 'amount'],
    ['no source', { from: null }, 'select'],
    ['no destination, though the amount is wrong too', { to: null, amount: 'x' }, 'select'],
    ['the same account, though the amount is missing', { to: 'WALLET', amount: '' }, 'same'],
    ['no amount', { amount: '' }, 'minimum'],
    ['less than one baht', { amount: '0.99' }, 'minimum'],
    ['zero', { amount: '0' }, 'minimum'],
    ['one baht', { amount: '1' }, undefined],
    ['no figure', { amount: 'abc' }, 'amount'],
    ['three decimals', { amount: '10.001' }, 'amount'],
    ['negative', { amount: '-5' }, 'amount'],
    ['all there is', { amount: '500' }, undefined],
    ['a satang more than there is', { amount: '500.01' }, 'notEnough'],
    ['more than there is in a game', { from: 'PG', to: 'WALLET', amount: '100' }, 'notEnough'],
    ['from an account that is gone', { from: 'IMI', to: 'WALLET' }, 'notEnough'],
  ] satisfies [string, Partial<Draft>, unknown][])('%s', (_, change, expected) => {
    expect(problemOf(draft(change), available, 1, 'THB')).toBe(expected)
  })
})

test('only the wallet is emptied by one call; from a game the shown amount is moved', () => {
  expect(orderOf(draft({ amount: '500' }), true, 'THB')).toEqual({
    from: 'WALLET',
    to: 'PG',
    amount: 500,
    all: true,
  })
  expect(orderOf(draft({ from: 'PG', to: 'WALLET', amount: '99.99' }), true, 'THB')).toEqual({
    from: 'PG',
    to: 'WALLET',
    amount: 99.99,
    all: false,
  })
})

test('without both ends and an amount there is no order', () => {
  expect(orderOf(draft({ from: null }), false, 'THB')).toBeUndefined()
  expect(orderOf(draft({ amount: 'x' }), false, 'THB')).toBeUndefined()
})

test.each([
  ['THB', 1, 5000, [100, 500, 1000]],
  ['THB', 1, 450, [100]],
  ['LAK', 500, 5_000_000, [10_000, 50_000, 100_000]],
  ['LAK', 500, 9000, []],
  ['LAK', 50_000, 60_000, [50_000]],
] as const)('amounts to choose in %s from %d, of %d', (currency, minimum, available, amounts) =>
  expect(quickAmounts(minimum, available, currency)).toEqual(amounts),
)

test('an amount is shown in the field without trailing zeros', () => {
  expect(amountText(1250, 'THB')).toBe('1250')
  expect(amountText(1250.5, 'THB')).toBe('1250.50')
  expect(amountText(0, 'THB')).toBe('0')
  expect(amountText(1250.5, 'LAK'), 'whole kip, never more than there is').toBe('1250')
})

test('"everything" is one request whatever the wallet holds by now; other values are another request', () => {
  const order: Order = { from: 'WALLET', to: 'PG', amount: 500, all: false }
  expect(valuesOf({ ...order, all: true })).toBe(valuesOf({ ...order, all: true, amount: 480 }))
  for (const change of [{ amount: 501 }, { to: 'JOKER' as const }, { all: true }]) {
    expect(valuesOf({ ...order, ...change })).not.toBe(valuesOf(order))
  }
})

test('kip are typed whole', () => {
  const all = () => 500_000
  expect(problemOf(draft({ amount: '1250.50' }), all, 500, 'LAK')).toBe('amount')
  expect(orderOf(draft({ amount: '1250.50' }), false, 'LAK')).toBeUndefined()
  expect(problemOf(draft({ amount: '1,250.00' }), all, 500, 'LAK')).toBeUndefined()
})
