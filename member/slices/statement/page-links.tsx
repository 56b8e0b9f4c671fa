import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from 'react-i18next'
import { Paging } from '../../ui/paging.tsx'

/** The page links of the statement's tables, three before the current page and one after (product.md §9). */
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
        pages: t('statement.pages'),
        first: t('statement.first'),
        last: t('statement.last'),
        page: (page) => t('statement.page', { page }),
      }}
    />
  )
}
