import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Paging } from '../../ui/paging.tsx'

/** Page links of the coupons and of the past spins. */
export function PageLinks({
  of,
  ...rest
}: {
  of: 'coupons' | 'spins'
  page: number
  pages: number
  onPage(page: number): void
}) {
  const { t } = useTranslation()
  const labels = {
    pages: t(`spin.pages.${of}`),
    page: (page: number) => t('spin.pages.page', { page }),
  }
  return <Paging {...rest} labels={labels} around={paging} />
}
