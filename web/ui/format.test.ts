import { formatAmount } from '@krapao/contract/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { i18n } from '../i18n/i18n.ts'
import {
  formatClock,
  formatDate,
  formatDay,
  formatFigure,
  formatMinute,
  formatMoney,
  formatNeeded,
} from './format.ts'

const amounts = [
  0, 0.01, 0.5, 1, 9.99, 12.3, 100, 999.99, 1000, 1234.05, 12_345.67, 999_999.99, 1_000_000, 12_345_678.9,
]

it.each([...amounts, ...amounts.map((amount) => -amount).slice(1)])(
  '%d is grouped as Intl groups it',
  (amount) => {
    const by = (digits: number) =>
      new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
        amount,
      )
    expect(formatAmount(amount, 'THB')).toBe(by(2))
    expect(formatFigure(amount)).toBe(by(Number.isInteger(amount) ? 0 : 2))
  },
)

it('a minus comes before the unit', () => {
  expect(formatMoney(-1250, 'THB')).toBe('−฿1,250.00')
  expect(formatMoney(-1250, 'LAK')).toBe('−₭1,250')
})

it('kip are whole, and never more than there is', () => {
  expect(formatMoney(1250.99, 'LAK')).toBe('₭1,250')
  expect(formatMoney(0.99, 'LAK')).toBe('₭0')
  expect(formatMoney(-1250.01, 'LAK')).toBe('−₭1,251')
  expect(formatAmount(370_000.5, 'LAK')).toBe('370,000')
  expect(formatFigure(370_000.5, 'LAK')).toBe('370,000')
  // A sum of hundredths in floating point, which is a whole number of kip.
  expect(formatMoney(0.1 + 0.2 + 0.7, 'LAK')).toBe('₭1')
  expect(formatMoney(1.1 + 2.2 - 0.3, 'LAK')).toBe('₭3')
})

it('what is still needed is never less than is needed', () => {
  expect(formatNeeded(1250.01, 'LAK')).toBe('₭1,251')
  expect(formatNeeded(1250, 'LAK')).toBe('₭1,250')
  expect(formatNeeded(0.1 + 0.2 + 0.7, 'LAK')).toBe('₭1')
  expect(formatNeeded(1250.01, 'THB')).toBe('฿1,250.01')
})

describe('a time is in Bangkok and in the era of the language, wherever the device is', () => {
  const { TZ } = process.env
  beforeAll(() => {
    process.env.TZ = 'Asia/Seoul'
    i18n.choose('en')
  })
  afterAll(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  it.each([
    ['th', '26 พ.ย. 69'],
    ['la', '26 ພ.ຈ. 2026'],
    ['en', '26 Nov 2026'],
  ])('%s', (language, day) => {
    i18n.choose(language)
    const at = '2026-11-26T16:59:58Z'
    expect(new Date(at).getDate()).toBe(27)
    expect(formatDate(at)).toBe(`${day} 23:59:58`)
    expect(formatMinute(new Date(at))).toBe(`${day} 23:59`)
    expect(formatDay(at)).toBe(day)
    expect([formatClock(at), formatClock(at, 'minute')]).toEqual(['23:59:58', '23:59'])
  })
})
