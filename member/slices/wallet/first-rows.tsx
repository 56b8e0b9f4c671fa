import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { type ReactNode, useState } from 'react'

/** The number of rows shown before "show all" is pressed. */
const first = 3

/**
 * The first rows of a list, and a button that shows all of them.
 * @param keyOf a key of each that stays the same
 * @param stays what is shown in any case; of the others a low screen shows one only
 */
export function FirstRows<Row>({
  rows,
  keyOf,
  stays,
  children,
}: {
  rows: readonly Row[]
  keyOf(row: Row): string
  stays?(row: Row): boolean
  children(row: Row): ReactNode
}) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const others = stays ? rows.filter((row) => !stays(row)) : rows
  const shown = others.slice(0, Math.max(0, first - rows.length + others.length))
  const cut = all ? [] : others.slice(shown.length)
  const onLow = stays && !all ? shown.slice(1) : []
  return (
    <>
      <ul className="divide-y divide-line">
        {rows
          .filter((row) => !cut.includes(row))
          .map((row) => (
            <li key={keyOf(row)} className={onLow.includes(row) ? 'low:hidden' : undefined}>
              {children(row)}
            </li>
          ))}
      </ul>
      {(cut.length > 0 || onLow.length > 0) && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className={cx(
            'min-h-11 w-full border-t border-line px-4 text-sm font-semibold text-link hover:bg-sunken',
            cut.length === 0 && 'hidden low:block',
          )}
        >
          {t('wallet.under.all', { total: rows.length })}
        </button>
      )}
    </>
  )
}
