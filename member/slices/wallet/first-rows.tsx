import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { type ReactNode, useState } from 'react'

/** The number of rows shown before "show all" is pressed. */
const first = 3

/** The first rows of a list, and a button that shows all of them. @param keyOf a key of each that stays the same */
export function FirstRows<Row>({
  rows,
  keyOf,
  children,
}: {
  rows: readonly Row[]
  keyOf(row: Row): string
  children(row: Row): ReactNode
}) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  return (
    <>
      <ul className="divide-y divide-line">
        {(all ? rows : rows.slice(0, first)).map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {!all && rows.length > first && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="min-h-11 w-full border-t border-line px-4 text-sm font-semibold text-link hover:bg-sunken"
        >
          {t('wallet.under.all', { total: rows.length })}
        </button>
      )}
    </>
  )
}
