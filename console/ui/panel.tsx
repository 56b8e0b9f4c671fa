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
  <div className="mb-1 flex flex-wrap items-center gap-2 max-[359px]:[&>svg]:hidden">
    {icon}
    <h2 className="min-w-[min(6rem,100%)] flex-1 font-semibold wrap-break-word">{children}</h2>
    {action}
  </div>
)

/** A row of a `dl`; with large letters the value is under its name. */
export const Fact = ({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt className="text-ink-soft">{name}</dt>
    <dd className={cx('flex-1 basis-24 text-right wrap-anywhere', strong && 'text-base font-semibold')}>
      {children}
    </dd>
  </div>
)
