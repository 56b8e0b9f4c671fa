import { cx } from '@krapao/web/ui/class-names.ts'
import type { ReactNode } from 'react'

/**
 * The font size at which a figure fits on one line of its container; a tabular figure is about 0.6 of its
 * size wide.
 */
export const fitting = (figure: string, rem: number): string =>
  `min(${rem}rem, ${(100 / (Math.max(1, figure.length) * 0.6)).toFixed(1)}cqi)`

/**
 * An amount that is never broken across lines: as large as `size`, smaller if the space is too narrow.
 * @param children what is shown in its place, as wide as it
 */
export function Figure({
  text,
  rem,
  className,
  children = text,
}: {
  text: string
  rem: number
  className?: string
  children?: ReactNode
}) {
  return (
    <span className="@container block w-full">
      <span
        className={cx('block leading-tight whitespace-nowrap', className)}
        style={{ fontSize: fitting(text, rem) }}
      >
        {children}
      </span>
    </span>
  )
}
