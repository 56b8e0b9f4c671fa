import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { useEffect } from 'react'
import { BarePage } from './bare-page.tsx'

/** Shown when the service has ended. The title has no brand name (product.md §2 Route table). */
export default function TerminatedPage() {
  const { t } = useTranslation()
  const title = t('lookup.terminated.pageTitle')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <BarePage
      art="/art/brand/terminated.svg"
      title={t('lookup.terminated.title')}
      text={t('lookup.terminated.text')}
      action={
        // Loading the login page again asks the server whether the service is back.
        <a href="/login" className={buttonClass('quiet')}>
          {t('ui.retry')}
        </a>
      }
    />
  )
}
