import type { ReactNode } from 'react'
import { useTexts } from './texts.tsx'

/** A device of the bench: its name, what it is for, and its works. `away`: what it reads did not come. */
export function Device({
  id,
  away,
  children,
}: {
  id: 'bank' | 'pay' | 'gifts' | 'payouts' | 'faults'
  away: boolean
  children: ReactNode
}) {
  const { t } = useTexts()
  return (
    <section id={id} className={`device tool ${id}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(id)}</h2>
      <p className="lead">{t(`${id}.lead`)}</p>
      {away && (
        <p className="notice" role="status">
          {t('away')}
        </p>
      )}
      {children}
    </section>
  )
}

const atOnce = 3

/**
 * What a device did last, newest first: the first few at once, older ones on demand, so that every device stays in reach.
 * `items`: undefined while nothing was read. `render` gives a list item with its key.
 */
export function Latest<Item>({
  title,
  empty,
  items,
  render,
}: {
  title: string
  empty: string
  items: Item[] | undefined
  render: (item: Item) => ReactNode
}) {
  const { t } = useTexts()
  const older = items?.slice(atOnce) ?? []
  return (
    <>
      <h3>{title}</h3>
      {items?.length === 0 && <p className="calm">{empty}</p>}
      <ul className="latest" aria-live="polite">
        {items?.slice(0, atOnce).map(render)}
      </ul>
      {older.length > 0 && (
        <details className="older">
          <summary>{t('older', { count: older.length })}</summary>
          <ul className="latest">{older.map(render)}</ul>
        </details>
      )}
    </>
  )
}
