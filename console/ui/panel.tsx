import { cx } from '@krapao/web/ui/class-names.ts'
import type { ReactNode } from 'react'

/** Parts of a panel of facts about somebody. */

export const PanelTitle = ({
  icon,
  action,
  children,
}: {
  icon: ReactNode
  action?: ReactNode
  children: ReactNode
}) => (
  <div className="mb-1 flex items-center gap-2">
    {icon}
    <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{children}</h2>
    {action}
  </div>
)

/** A row of a `dl`. */
export const Fact = ({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="shrink-0 text-ink-soft">{name}</dt>
    <dd className={cx('text-right wrap-anywhere', strong && 'text-base font-semibold')}>{children}</dd>
  </div>
)
