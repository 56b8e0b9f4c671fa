import { expect, it } from 'vitest'
import { formatAmount, formatFigure, formatMoney } from './format.ts'

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
    expect(formatAmount(amount)).toBe(by(2))
    expect(formatFigure(amount)).toBe(by(Number.isInteger(amount) ? 0 : 2))
  },
)

it('a minus comes before the unit', () => {
  expect(formatMoney(-1250, 'THB')).toBe('−฿1,250.00')
  expect(formatMoney(1250.5, 'LAK')).toBe('₭1,250.50')
})
