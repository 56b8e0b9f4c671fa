import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BarePage } from './bare-page.tsx'
import { lastContact } from './last-contact.ts'

/**
 * Shown when the service has ended, with the contact that this device knows: the server gives none any more.
 * The title has no brand name (product.md §2 Route table).
 */
export default function TerminatedPage() {
  const { t } = useTranslation()
  const title = t('lookup.terminated.pageTitle')
  const [line] = useState(lastContact)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <BarePage
      art="/art/brand/terminated.svg"
      title={t('lookup.terminated.title')}
      text={t('lookup.terminated.text')}
      action={
        <div className="mt-2 grid justify-items-center gap-3">
          {line && (
            <a href={line.lineLink} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
              <span>
                {t('lookup.contact.open')} <span className="font-normal">{line.lineName}</span>
              </span>
              <ExternalLink className="size-5 shrink-0" aria-hidden />
              <span className="sr-only">({t('ui.newTab')})</span>
            </a>
          )}
          {/* Loading the login page again asks the server whether the service is back. */}
          <a href="/login" className={buttonClass('plain')}>
            {t('lookup.terminated.login')}
          </a>
        </div>
      }
    />
  )
}
