import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { version } from '../../../package.json'
import { errorText } from '../../app/errors.ts'
import { Card } from '../../ui/card.tsx'
import { CaseReference, useCaseReference } from './case-reference.tsx'
import { HowtoLink } from './howto-link.tsx'
import { linkWithText } from './messenger-link.ts'
import { ParagraphsSkeleton } from './paragraphs-skeleton.tsx'
import { useTexts } from './texts-query.ts'

/** How to reach support; the same page with and without the top bar (product.md §2 Contact). */
export default function ContactPage() {
  const { t } = useTranslation()
  const title = t('lookup.contact.title')
  useTitle(title)
  const contact = useTexts('GET /api/lookup/contact')

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        <Headset className="wide:hidden" />
      </div>
      <CaseReference />
      {contact.isError ? (
        <Card>
          <Failed text={errorText(contact.error)} onRetry={() => contact.refetch()} />
        </Card>
      ) : (
        <div className="grid gap-4 wide:grid-cols-2">
          <Card className="grid content-between justify-items-center gap-4">
            <div className="min-h-39 w-full">
              {contact.data ? (
                <Html html={contact.data.contactText} className="gap-3" />
              ) : (
                <ParagraphsSkeleton count={2} lines={3} />
              )}
            </div>
            <Headset className="hidden wide:block wide:h-36 wide:w-auto" />
          </Card>
          {contact.data ? (
            <Messenger
              name={contact.data.lineName}
              link={contact.data.lineLink}
              qr={contact.data.lineQR}
              key={contact.data.lineQR}
            />
          ) : (
            <MessengerSkeleton />
          )}
        </div>
      )}
      <HowtoLink />
      <p className="text-center text-sm text-ink-soft">{t('lookup.contact.version', { version })}</p>
    </div>
  )
}

/** Beside the title on phones, under the text where there is room. */
const Headset = ({ className }: { className: string }) => (
  <img src="/art/contact/headset.svg" alt="" width={112} height={84} className={className} />
)

const ownPicture = '/art/contact/qr.svg'

/** The contact in a messaging app: its QR image (or the default one, or none), its name and its link. */
function Messenger({ name, link, qr }: { name: string; link: string; qr: string }) {
  const { t } = useTranslation()
  const reference = useCaseReference()
  const [picture, setPicture] = useState(qr || ownPicture)
  if (!name && !link) return null
  const scannable = picture !== '' && picture !== ownPicture

  return (
    <Card className="grid justify-items-center gap-4 text-center">
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">{t('lookup.contact.line')}</h2>
        <p className="text-sm text-ink-soft">
          {t(scannable ? 'lookup.contact.scan' : 'lookup.contact.press')}
        </p>
      </div>
      {picture && (
        <img
          src={picture}
          alt={scannable ? t('lookup.contact.qrAlt', { name }) : ''}
          width={160}
          height={160}
          className={cx('size-40 rounded-2xl', scannable && 'bg-white object-contain p-3')}
          onError={() => setPicture(scannable ? ownPicture : '')}
        />
      )}
      {name && <p className="text-base font-semibold">{name}</p>}
      {link && (
        <a
          href={reference ? linkWithText(link, `${t('ui.reference')} ${reference}`) : link}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('primary', true)}
        >
          {t('lookup.contact.open')}
          <ExternalLink className="size-5" aria-hidden />
          <span className="sr-only">({t('ui.newTab')})</span>
        </a>
      )}
    </Card>
  )
}

function MessengerSkeleton() {
  return (
    <Card>
      <Loading>
        <div className="grid justify-items-center gap-4">
          <div className="grid justify-items-center gap-1">
            <Skeleton className="my-1 h-5.5 w-52" />
            <Skeleton className="my-1 h-3.5 w-40" />
          </div>
          <Skeleton className="size-40 rounded-2xl" />
          <Skeleton className="my-1 h-4.5 w-28" />
          <Skeleton className="h-12 w-full rounded-2xl" />
        </div>
      </Loading>
    </Card>
  )
}
