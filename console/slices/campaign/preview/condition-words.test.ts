import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emptyTurnover, inMode } from '../empty-content.ts'
import { conditionWords } from './condition-words.ts'
import { costWords } from './offer-words.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

it.each(['th', 'la', 'en'])('the words are those of the member app (%s)', (language) => {
  const words = read(`console/slices/campaign/preview/texts.${language}.json`)
  expect(read(`member/slices/bonus/texts.${language}.json`).bonus).toMatchObject(words)
})

it('a balance is what has to be reached, not what is left when it fails', () => {
  const balance = inMode('balance', { ...emptyTurnover(), percentFail: 0 })
  expect(conditionWords(balance, { currency: 'THB', amount: 88 }, 'en')).toEqual([
    'Bring wallet and games together to 200% of what you have when it comes in.',
    'It fails when 0% or less is left of what you had when it came in.',
  ])
})

it.each([
  [{ currency: 'THB', amount: 88 }, 'Wager ฿440.00 (5× ฿88.00).'],
  [{ currency: 'THB', amount: Number.NaN }, 'Wager … (5× …).'],
  [{ currency: 'THB', withDeposit: true }, 'Wager 5× your deposit and bonus together.'],
  [{ currency: 'LAK' }, 'Wager 5× what you receive.'],
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
    expect.stringContaining('cancel it at any time'),
    expect.stringContaining('30 days'),
  ])
  const free = costWords(
    { ...condition, mayForfeit: false, days: 1 },
    { ...inBaht, amount: 10 },
    undefined,
    'en',
  )
  expect(free.locks).toContain('none of your ฿10.00 can be withdrawn until your turnover reaches ฿50.00')
  expect(free.ways).toEqual([expect.stringContaining('1 day.')])
  const untyped = costWords(condition, inBaht, { ...credit, percent: Number.NaN }, 'en')
  expect(untyped.locks).toContain('reach …')
})
