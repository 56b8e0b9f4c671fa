import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import type { ReactNode } from 'react'

/** The CSS classes of a card. */
export const card = 'rounded-card border border-line bg-card shadow-card'

/** A message that the data of a device could not be loaded. */
export function NotLoaded() {
  const { t } = useTranslation()
  return (
    <p role="status" className="rounded-xl bg-negative-soft px-3 py-2 text-negative text-sm">
      {t('away')}
    </p>
  )
}

/** A placeholder for an empty list. */
export const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="rounded-xl border border-field-line border-dashed p-4 text-ink-soft">{children}</p>
)

/** The heading of a part of a device. */
export const Subtitle = ({ children }: { children: ReactNode }) => (
  <h3 className="mt-1 font-semibold text-ink-soft text-sm">{children}</h3>
)

/** A device: its name, a line of explanation, and its content. `away`: its data could not be loaded. */
export function Device({
  id,
  away,
  children,
}: {
  id: 'bank' | 'pay' | 'gifts' | 'payouts' | 'push' | 'faults'
  away: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cx(
        card,
        'grid content-start gap-3 border-t-8 p-6',
        id === 'faults' ? 'border-t-negative' : 'border-t-accent',
      )}
    >
      <h2 id={`${id}-title`} className="font-semibold text-xl">
        {t(`devices.${id}`)}
      </h2>
      <p className="text-ink-soft">{t(`${id}.lead`)}</p>
      {away && <NotLoaded />}
      {children}
    </section>
  )
}

const openCount = 3

/**
 * The latest items of a device, newest first. Only the first three are open, so that no device gets too long.
 * @param items undefined until they are loaded
 * @param render returns a list item with its key
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
  const { t } = useTranslation()
  const older = items?.slice(openCount) ?? []
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {items?.length === 0 && <Nothing>{empty}</Nothing>}
      <ul className="grid gap-2 empty:hidden" aria-live="polite">
        {items?.slice(0, openCount).map(render)}
      </ul>
      {older.length > 0 && (
        <details>
          <summary className="w-fit py-2.5 pr-3 font-semibold text-link text-sm">
            {t('older', { count: older.length })}
          </summary>
          <ul className="grid gap-2">{older.map(render)}</ul>
        </details>
      )}
    </>
  )
}

/** A list item: its facts, one per line, and on the right the amount with its buttons. */
export function Entry({ lines, children }: { lines: ReactNode[]; children: ReactNode }) {
  const [first, ...rest] = lines.filter(Boolean)
  return (
    <li className="box flex flex-wrap justify-between gap-x-3 rounded-xl bg-sunken px-3.5 py-2 text-sm">
      <span className="grid min-w-0 flex-[1_1_150px] content-start">
        <strong>{first}</strong>
        {rest.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
          <span key={index}>{line}</span>
        ))}
      </span>
      <span className="grid content-start justify-items-end">{children}</span>
    </li>
  )
}
