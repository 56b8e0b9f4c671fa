import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { type ReactNode, useState } from 'react'

/**
 * The first rows of a list, and a button that shows all of them.
 * @param keyOf a key of each that stays the same
 * @param most how many are shown before that
 * @param others buttons for all of the rows, which stay in the line of that one
 */
export function FirstRows<Row>({
  rows,
  keyOf,
  most = 3,
  others,
  children,
}: {
  rows: readonly Row[]
  keyOf(row: Row): string
  most?: number
  others?: ReactNode
  children(row: Row): ReactNode
}) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, most)
  const isMore = shown.length < rows.length
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {(isMore || others) && (
        <div className={rowsFoot}>
          {others}
          {isMore && (
            <button type="button" data-more onClick={() => setAll(true)} className={footButton}>
              {t('wallet.under.all', { total: rows.length })}
            </button>
          )}
        </div>
      )}
    </>
  )
}

/** The line below rows, and each button in it. */
export const rowsFoot = 'flex flex-wrap border-t border-line'
export const footButton = 'min-h-11 flex-auto px-4 text-sm font-semibold text-link hover:bg-sunken'
