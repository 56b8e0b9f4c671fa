import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import type { ReactNode } from 'react'
import { PageLinks } from './page-links.tsx'

/** What a query of one page answers; the old page stays in `data` until the new one has arrived. */
interface Page<D> {
  data: D | undefined
  error: unknown
  isPlaceholderData: boolean
  refetch(): unknown
}

/**
 * A table of pages: placeholders while it is loading, why it could not be loaded, what is shown instead of an
 * empty one, and its page links.
 * @param failure the text of an error
 */
export function Paged<D extends { total: number }>({
  query: { data, error, isPlaceholderData, refetch },
  page,
  perPage,
  onPage,
  failure,
  empty,
  children,
}: {
  query: Page<D>
  page: number
  perPage: number
  onPage(page: number): void
  failure(error: unknown): string
  empty: ReactNode
  children(data: D): ReactNode
}) {
  if (!data) {
    if (error) return <Failed text={failure(error)} onRetry={() => refetch()} />
    return (
      <Loading>
        <div className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      </Loading>
    )
  }
  if (data.total === 0) return empty
  return (
    <>
      <div className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-50')}>
        {children(data)}
      </div>
      <PageLinks page={page} pages={Math.ceil(data.total / perPage)} onPage={onPage} />
    </>
  )
}
