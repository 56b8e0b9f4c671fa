import { expect, it } from 'vitest'
import { emptyTurnover, inMode } from '../empty-content.ts'
import { conditionWords } from './condition-words.ts'
import { costWords } from './offer-words.ts'

it('a balance is what has to be reached, not what is left when it fails', () => {
  const balance = inMode('balance', { ...emptyTurnover(), percentFail: 0 })
  expect(conditionWords(balance, { currency: 'THB', amount: 88 }, 'en')).toEqual([
    'Wallet, games and money in transit together have to reach what you have before, plus 200% of what you receive.',
    'It ends when all you have left is 0% or less of what you receive. What is left is yours.',
  ])
})

it.each([
  [{ currency: 'THB', amount: 88 }, 'The turnover to reach is 5× what you receive.'],
  [{ currency: 'THB', withDeposit: true }, 'The turnover to reach is 5× your deposit and bonus together.'],
  [{ currency: 'LAK' }, 'The turnover to reach is 5× what you receive.'],
] as const)('turnover of %j', (about, text) =>
  expect(conditionWords(emptyTurnover(), about, 'en')[0]).toBe(text),
)

const inBaht = { currency: 'THB' } as const

it('what a bonus costs is told with its least deposit, and of a known amount with that', () => {
  const credit = { kind: 'deposit' as const, minDeposit: 100, percent: 20, maxBonus: 500 }
  const condition = { ...emptyTurnover(), multiplePercent: 500, days: 30, mayForfeit: true }
  const deposit = costWords(condition, { ...inBaht, withDeposit: true }, credit, 'en')
  expect(deposit.locks).toContain('With a deposit of ฿100.00, your turnover has to reach ฿600.00 first.')
  expect(deposit.ways).toEqual([
    'You can cancel it at any time, but with open bets only once these are settled; at some games that may take days. It ends by itself after 30 days.',
    expect.stringContaining('the bonus and what was won with it are taken'),
  ])
  const free = costWords(
    { ...condition, mayForfeit: false, days: 1 },
    { ...inBaht, amount: 10 },
    undefined,
    'en',
  )
  expect(free.locks).toContain('none of your ฿10.00 can be withdrawn until your turnover reaches ฿50.00')
  expect(free.ways[0]).toBe('It cannot be cancelled half-way, and ends by itself after 1 day.')
  const untyped = costWords(condition, inBaht, { ...credit, percent: Number.NaN }, 'en')
  expect(untyped.locks).toContain('reach …')
})
