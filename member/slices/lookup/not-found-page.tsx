import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { Link } from 'wouter'
import { BarePage } from './bare-page.tsx'

/** Shown for any unknown path (product.md §2 Route table). */
export default function NotFoundPage() {
  const { t, i18n } = useTranslation()
  useTitle(t('lookup.notFound.title'))
  return (
    <BarePage
      art="/art/brand/not-found.svg"
      over={
        <p className="text-sm font-semibold text-ink-soft" lang="en">
          {i18n.language === 'en' ? '404' : '404 · Page Not Found'}
        </p>
      }
      title={t('lookup.notFound.title')}
      text={t('lookup.notFound.text')}
      action={
        <Link href="/" className={buttonClass('primary')}>
          {t('lookup.notFound.home')}
        </Link>
      }
    />
  )
}
