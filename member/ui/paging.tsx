import { cx } from '@krapao/web/ui/class-names.ts'

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
  page(page: number): string
}

/**
 * Links to the pages around the current one, and to the first and last page if these are farther, by their
 * numbers, as an arrow would read as "next"; nothing for a single page.
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
  const link = (to: number) => (
    <button
      type="button"
      aria-label={labels.page(to)}
      aria-current={to === page ? 'page' : undefined}
      onClick={() => to !== page && onPage(to)}
      className={cx(
        'inline-flex h-11 min-w-11 items-center justify-center rounded-full px-1.5 text-sm font-semibold',
        to === page ? 'bg-night text-on-night' : 'text-link hover:bg-sunken',
      )}
    >
      {to}
    </button>
  )
  const [first, last] = [numbers[0] ?? 1, numbers.at(-1) ?? pages]
  const gap = (
    <li aria-hidden className="px-0.5 text-sm text-ink-soft">
      …
    </li>
  )
  return (
    <nav aria-label={labels.pages}>
      <ul className="flex flex-wrap items-center justify-center gap-0.5">
        {first > 1 && <li>{link(1)}</li>}
        {first > 2 && gap}
        {numbers.map((number) => (
          <li key={number}>{link(number)}</li>
        ))}
        {last < pages - 1 && gap}
        {last < pages && <li>{link(pages)}</li>}
      </ul>
    </nav>
  )
}
