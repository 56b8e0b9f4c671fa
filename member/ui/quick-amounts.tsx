import { assets, type Currency } from '@krapao/contract/money.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import type { ReactNode } from 'react'

/**
 * Amounts to choose instead of typing; the chosen one looks pressed.
 * @param label the label of the whole for screen readers
 * @param value the amount in the field
 */
export function QuickAmounts({
  label,
  amounts,
  value,
  currency,
  disabled,
  onPick,
  children,
}: {
  label: string
  amounts: readonly number[]
  value: number | undefined
  currency: Currency
  disabled: boolean
  onPick(amount: number): void
  /** A further button, such as one for everything there is. */
  children?: ReactNode
}) {
  const shown = amounts.map((amount) => `${assets[currency].sign}${formatFigure(amount)}`)
  return (
    // Three in a row, with the further button four, all of one width; fewer if the amounts are long.
    <fieldset
      className={cx(children ? 'flex flex-wrap gap-2 *:grow *:basis-[22%]' : 'grid gap-2')}
      style={children ? undefined : { gridTemplateColumns: columnsFor(shown) }}
      disabled={disabled}
    >
      <legend className="sr-only">{label}</legend>
      {amounts.map((amount, at) => (
        <QuickAmount key={amount} on={amount === value} onPress={() => onPick(amount)}>
          {shown[at] ?? ''}
        </QuickAmount>
      ))}
      {children}
    </fieldset>
  )
}

/** At most three columns, each as wide as the longest amount, of which a figure is about 0.6 of its size wide. */
function columnsFor(shown: readonly string[]): string {
  const longest = Math.max(...shown.map(({ length }) => length))
  return `repeat(auto-fill, minmax(min(100%, max(30%, ${(longest * 0.6 + 1.3).toFixed(1)}rem)), 1fr))`
}

/** One of them. */
export const QuickAmount = ({
  on,
  onPress,
  children,
}: {
  on: boolean
  onPress(): void
  children: string
}) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPress}
    className="min-h-12 rounded-2xl border border-field-line px-2.5 whitespace-nowrap text-base font-semibold hover:bg-sunken aria-pressed:border-link aria-pressed:bg-sunken aria-pressed:text-link"
  >
    {children}
  </button>
)
