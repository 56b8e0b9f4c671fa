import { cx } from '@krapao/web/ui/class-names.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'

/**
 * A placeholder for paragraphs that are loading; its bars have the widths of words, and the last line is
 * short.
 */
export function ParagraphsSkeleton({
  count,
  lines,
  heading = false,
}: Record<'count' | 'lines', number> & { heading?: boolean }) {
  return (
    <Loading>
      <div className="grid gap-5">
        {Array.from({ length: count }, (_, paragraph) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars differ by position only
          <div key={paragraph} className="grid gap-2.5 py-1">
            {heading && <Skeleton className="mb-1 h-4.5 w-2/5" />}
            {Array.from({ length: lines }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars differ by position only
              <Skeleton key={line} className={cx('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  )
}
