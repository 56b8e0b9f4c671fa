import { cx } from '@krapao/web/ui/class-names.ts'
import { markOf } from './marks.ts'

/** Sizes of letters at which a short name of so many letters fits into the mark. */
const letters = [0, 20, 18, 14, 11.5, 9.5]

/** A bank's colour with its short name; drawn here, no bank's logo. Its name is shown beside it. */
export function BankMark({ code, className }: { code: string; className?: string }) {
  const { short, ground, ink } = markOf(code)
  return (
    <svg viewBox="0 0 40 40" aria-hidden className={cx('size-10 shrink-0', className)}>
      <rect width="40" height="40" rx="11" fill={ground} />
      <text
        x="20"
        y="20"
        fill={ink}
        fontSize={letters[short.length]}
        fontWeight="700"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {short}
      </text>
    </svg>
  )
}
