import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Paging } from './paging.tsx'

/** The page links of a table, three before the current page and one after (product.md §9). */
export function PageLinks({
  page,
  pages,
  onPage,
}: {
  page: number
  pages: number
  onPage(page: number): void
}) {
  const { t } = useTranslation()
  return (
    <Paging
      page={page}
      pages={pages}
      around={paging}
      onPage={onPage}
      labels={{
        pages: t('ui.paging.all'),
        page: (page) => t('ui.paging.page', { page }),
      }}
    />
  )
}
