import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { Html } from '@krapao/web/ui/html.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useWide } from '@krapao/web/ui/use-media.ts'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, MessageCircle } from 'lucide-react'
import { useEffect, useState } from 'react'
import { version } from '../../../package.json'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { openChat, useChat } from '../../frame/chat/chat-opener.ts'
import { Card } from '../../ui/card.tsx'
import { CaseReference, useCaseReference } from './case-reference.tsx'
import { HowtoLink } from './howto-link.tsx'
import { keepContact, lastContact } from './last-contact.ts'
import { linkWithText } from './messenger-link.ts'
import { ParagraphsSkeleton } from './paragraphs-skeleton.tsx'
import { useTexts } from './texts-query.ts'

/** How to reach support; the same page with and without the top bar (product.md §2 Contact). */
export default function ContactPage() {
  const { t } = useTranslation()
  const title = t('lookup.contact.title')
  useTitle(title)
  const contact = useTexts('GET /api/lookup/contact')
  const isWide = useWide()
  // The chat needs none of the text, and the other contact is known from the last visit: both stay.
  const isLost = !contact.data && contact.isError
  const line = contact.data ?? (isLost ? lastContact() : undefined)
  useEffect(() => {
    if (contact.data) keepContact(contact.data)
  }, [contact.data])

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        <Headset />
      </div>
      <CaseReference />
      <div className="grid gap-4 wide:grid-cols-2">
        <ChatCard />
        {line && (
          <Messenger
            name={line.lineName}
            link={line.lineLink}
            qr={contact.data?.lineQR ?? ''}
            key={contact.data?.lineQR}
          />
        )}
        {!line && !isLost && <MessengerSkeleton />}
        <Card className="wide:col-span-2">
          {isLost ? (
            <Failed text={errorText(contact.error)} onRetry={() => contact.refetch()} />
          ) : (
            // The room of a text as long as the one that comes with the app, in which English takes a line
            // more.
            <div className="min-h-40 w-full wide:min-h-16 wide:[:lang(en)_&]:min-h-22.25">
              {contact.data ? (
                <Html html={contact.data.contactText} className="gap-3" />
              ) : (
                <ParagraphsSkeleton count={2} lines={isWide ? 1 : 3} />
              )}
            </div>
          )}
        </Card>
      </div>
      <Website />
      <HowtoLink />
      <p className="text-center text-sm text-ink-soft">{t('lookup.contact.version', { version })}</p>
    </div>
  )
}

const Headset = () => <img src="/art/contact/headset.svg" alt="" width={112} height={84} />

/** The operator's own site, if there is one. */
function Website() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['lookup', 'info'],
    queryFn: ({ signal }) => api('GET /api/lookup/info', { signal }),
    staleTime: 300_000,
  })
  if (!data?.website) return null
  return (
    <a
      href={data.website}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center gap-2 justify-self-center font-semibold text-link underline"
    >
      {data.website.replace(/^https?:\/\/|\/$/g, '')}
      <ExternalLink className="size-4.5 shrink-0" aria-hidden />
      <span className="sr-only">({t('ui.newTab')})</span>
    </a>
  )
}

/**
 * The chat, which is nearest: it opens here, and takes the reference along. Where it is open beside the page
 * already, the way to its text box is left.
 */
function ChatCard() {
  const { t } = useTranslation()
  const { isOffered, isOpen } = useChat()
  const reference = useCaseReference()
  if (!isOffered) return null
  return (
    <Card className="grid content-between gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">{t('ui.chat.title')}</h2>
        <p className="text-base text-ink-soft">
          {t(isOpen ? 'lookup.contact.chatIsOpen' : 'lookup.contact.chatText')}
        </p>
      </div>
      <Button
        wide
        look={isOpen ? 'quiet' : 'primary'}
        icon={<MessageCircle className="size-5 shrink-0" aria-hidden />}
        onClick={() => openChat(reference ? { text: `${t('ui.chat.about', { reference })} ` } : {})}
      >
        {t(isOpen ? 'lookup.contact.toChat' : 'lookup.contact.chat')}
      </Button>
    </Card>
  )
}

/** The contact in a messaging app: its QR image, if the operator has one, its name and its link. */
function Messenger({ name, link, qr }: { name: string; link: string; qr: string }) {
  const { t } = useTranslation()
  const reference = useCaseReference()
  const [isLost, setLost] = useState(false)
  if (!name && !link) return null
  const scannable = qr !== '' && !isLost

  return (
    <Card className="grid content-between gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">{t('lookup.contact.line')}</h2>
        <p className="text-base text-ink-soft">
          {t(scannable ? 'lookup.contact.scan' : 'lookup.contact.press')}
        </p>
        {name && <p className="text-base font-semibold">{name}</p>}
      </div>
      {scannable && (
        <img
          src={qr}
          alt={t('lookup.contact.qrAlt', { name })}
          width={160}
          height={160}
          className="size-40 justify-self-center rounded-2xl bg-white object-contain p-3"
          onError={() => setLost(true)}
        />
      )}
      {link && (
        <a
          href={reference ? linkWithText(link, `${t('ui.reference')} ${reference}`) : link}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('quiet', true)}
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
        <div className="grid gap-4">
          <div className="grid gap-1">
            <Skeleton className="my-1 h-5.5 w-52" />
            <Skeleton className="my-1 h-4.5 w-40" />
            <Skeleton className="my-1 h-4.5 w-28" />
          </div>
          <Skeleton className="h-12 w-full rounded-2xl" />
        </div>
      </Loading>
    </Card>
  )
}
