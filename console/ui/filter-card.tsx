import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useWide } from '@krapao/web/ui/use-media.ts'
import { FilterX, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'

const row = 'flex flex-1 flex-wrap items-start gap-x-4 gap-y-3 *:min-w-[min(10.5rem,100%)] *:flex-1'

/**
 * The fields that narrow a list: one row of them on wide screens, the seldom used ones behind a button; on
 * phones all behind one, because they would push what is found out of the page. The buttons say how many are
 * in use.
 */
export function FilterCard({
  count,
  moreCount,
  isWrong = false,
  clear,
  more,
  children,
}: {
  /** How many fields are in use, and how many of those are in `more`. */
  count: number
  moreCount: number
  /** Whether something is wrong with one, which has to be seen. */
  isWrong?: boolean
  clear(): void
  /** The seldom used fields. */
  more: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const isWide = useWide()
  const [isOpen, setOpen] = useState(isWide ? moreCount > 0 : isWrong)
  const icon = <SlidersHorizontal className="size-4.5 shrink-0" aria-hidden />
  const toggle = { 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) }
  if (isWide) {
    return (
      <search className="grid gap-3 rounded-card bg-card px-5 py-4 shadow-card">
        <div className="flex items-start gap-x-3">
          <div className={row}>{children}</div>
          <div className="mt-7 flex min-h-12 shrink-0 items-center gap-1">
            <Button look="plain" className="px-3 text-sm" icon={icon} {...toggle}>
              {moreCount > 0 ? t('ui.filter.moreWith', { count: moreCount }) : t('ui.filter.more')}
            </Button>
            {/* Keeps its room, so that the fields stay where they are at the first choice. */}
            <IconButton
              label={t('ui.filter.clear')}
              className={cx('text-link', count === 0 && 'invisible')}
              onClick={clear}
            >
              <FilterX className="size-5" aria-hidden />
            </IconButton>
          </div>
        </div>
        {isOpen && <div className={row}>{more}</div>}
      </search>
    )
  }
  return (
    <search className="block rounded-card bg-card px-5 shadow-card">
      <button
        type="button"
        className="flex min-h-12 w-full items-center gap-2 text-left text-sm font-semibold text-link"
        {...toggle}
      >
        {icon}
        {count > 0 ? t('ui.filter.with', { count }) : t('ui.filter.open')}
      </button>
      {isOpen && (
        <div className="grid grid-cols-1 gap-3 pt-1 pb-5">
          <div className={row}>
            {children}
            {more}
          </div>
          {count > 0 && (
            <Button look="quiet" onClick={clear}>
              {t('ui.filter.clear')}
            </Button>
          )}
        </div>
      )}
    </search>
  )
}
