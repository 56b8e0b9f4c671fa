import { assets, type Currency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import type { ReactNode } from 'react'

/** The amount of the last time, if it is known by now, and whether it is still asked for. */
export interface LastAmount {
  amount: number | undefined
  asking: boolean
}

/**
 * Amounts to choose instead of typing; the chosen one looks pressed.
 * @param label the label of the whole for screen readers
 * @param value the amount in the field
 * @param last the amount of the last time, which is put first and takes the place of the largest, so that
 *   there are no more than before. While it is asked for, each has its place and none is there: none may
 *   change under the finger
 */
export function QuickAmounts({
  label,
  amounts,
  value,
  currency,
  disabled,
  last,
  onPick,
  children,
}: {
  label: string
  amounts: readonly number[]
  value: number | undefined
  currency: Currency
  disabled: boolean
  last?: LastAmount
  onPick(amount: number): void
  /** A further button, such as one for everything there is. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const shown = withLast(amounts, last?.amount)
  const inWords = shown.map((amount) => `${assets[currency].sign}${formatFigure(amount, currency)}`)
  return (
    // Three in a row, with the further button four, all of one width; fewer if the amounts are long.
    <fieldset
      className={cx(children ? 'flex flex-wrap gap-2 *:grow *:basis-[22%]' : 'grid gap-2')}
      style={children ? undefined : { gridTemplateColumns: columnsFor(inWords) }}
      disabled={disabled}
    >
      <legend className="sr-only">{label}</legend>
      {shown.map((amount, at) =>
        last?.asking ? (
          <Skeleton key={amount} className={cx('rounded-2xl!', roomy)} />
        ) : (
          <QuickAmount
            key={amount}
            on={amount === value}
            isRoomy={last !== undefined}
            note={amount === last?.amount ? t('ui.asLastTime') : undefined}
            onPress={() => onPick(amount)}
          >
            {inWords[at] ?? ''}
          </QuickAmount>
        ),
      )}
      {children}
    </fieldset>
  )
}

/** The height of each place where one may have a line under its amount, so that none grows by it. */
const roomy = 'min-h-14'

/** The amounts with the last one first, as many as before. */
export function withLast(amounts: readonly number[], last: number | undefined): readonly number[] {
  if (last === undefined) return amounts
  return [last, ...amounts.filter((amount) => amount !== last)].slice(0, Math.max(amounts.length, 1))
}

/**
 * At most three columns, each as wide as the longest amount, of which a figure is about 0.6 of its size wide.
 */
function columnsFor(shown: readonly string[]): string {
  const longest = Math.max(0, ...shown.map(({ length }) => length))
  return `repeat(auto-fill, minmax(min(100%, max(30%, ${(longest * 0.6 + 1.3).toFixed(1)}rem)), 1fr))`
}

/** One of them. */
export const QuickAmount = ({
  on,
  note,
  isRoomy,
  onPress,
  children,
}: {
  on: boolean
  /** As high as those with something under them. */
  isRoomy?: boolean
  /** What is said under it. */
  note?: string | undefined
  onPress(): void
  children: string
}) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onPress}
    className={cx(
      isRoomy ? roomy : 'min-h-12',
      // A long amount keeps to its column.
      children.length > 8 ? 'px-1 text-sm' : 'px-2.5 text-base',
      'rounded-2xl border border-field-line whitespace-nowrap font-semibold hover:bg-sunken aria-pressed:border-link aria-pressed:bg-sunken aria-pressed:text-link disabled:pointer-events-none disabled:opacity-50',
      // Parts of the letters' size, which grows where spacing does not.
      note && 'leading-tight',
    )}
  >
    {children}
    {note && (
      <span className="block text-xs leading-snug font-medium whitespace-normal text-balance text-ink-soft">
        {note}
      </span>
    )}
  </button>
)
