import { cx } from '@krapao/web/ui/class-names.ts'
import { ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** The page numbers to offer: `before` and `after` the current one (product.md §9 Paging). */
export function pagesAround(
  page: number,
  pages: number,
  { before, after }: { before: number; after: number },
): number[] {
  const first = Math.max(1, page - before)
  const last = Math.min(pages, page + after)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}

interface Labels {
  /** The label of the whole for screen readers. */
  pages: string
  first: string
  last: string
  page(page: number): string
}

/**
 * Links to the pages around the current one, and to the first and last page if these are farther; nothing for a single
 * page.
 */
export function Paging({
  page,
  pages,
  around,
  onPage,
  labels,
}: {
  page: number
  pages: number
  around: { before: number; after: number }
  onPage(page: number): void
  labels: Labels
}) {
  if (pages <= 1) return null
  const numbers = pagesAround(page, pages, around)
  const link = (to: number, label: string, inside: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      aria-current={to === page ? 'page' : undefined}
      onClick={() => to !== page && onPage(to)}
      className={cx(
        'inline-flex h-11 min-w-11 items-center justify-center rounded-full px-1.5 text-sm font-semibold',
        to === page ? 'bg-night text-on-night' : 'text-link hover:bg-sunken',
      )}
    >
      {inside}
    </button>
  )
  return (
    <nav aria-label={labels.pages}>
      <ul className="flex flex-wrap items-center justify-center gap-0.5">
        {(numbers[0] ?? 1) > 1 && (
          <li>{link(1, labels.first, <ChevronsLeft className="size-5" aria-hidden />)}</li>
        )}
        {numbers.map((number) => (
          <li key={number}>{link(number, labels.page(number), number)}</li>
        ))}
        {(numbers.at(-1) ?? pages) < pages && (
          <li>{link(pages, labels.last, <ChevronsRight className="size-5" aria-hidden />)}</li>
        )}
      </ul>
    </nav>
  )
}
