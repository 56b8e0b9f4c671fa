import { callHref, piecesOf, safeHref } from '@krapao/contract/links.ts'
import type { ChatButton, ChatMessage } from '@krapao/contract/slices/chat/message.ts'
import {
  CheckCheck,
  CircleAlert,
  Clock,
  FileText,
  Phone,
  RotateCw,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { cx } from '../ui/class-names.ts'
import type { ChatEntry } from './chat-client.ts'
import { senderName, timeOf } from './history-rows.ts'
import { ChatLink } from './leaving.tsx'

/** The side that sees the conversation: what it wrote is on the right. A bot's messages are the operators'. */
export type Side = 'customer' | 'operator'

export interface MessageActions {
  /** A button that sends something was pressed; without this function such buttons are shown and cannot be pressed. */
  onButton?(button: ChatButton): void
  onResend?(key: string): void
  onRemove?(key: string): void
  /** Why a message was not sent, in words; undefined: it is not known. */
  reasonOf?(entry: ChatEntry): string | undefined
  /** The link to the message's file has ended, or is about to. */
  onStale?(key: string): void
  /** What is written waits for the network. */
  isCutOff?: boolean
}

export const isOwn = (entry: Pick<ChatEntry, 'sender'>, own: Side): boolean =>
  (entry.sender === 'customer') === (own === 'customer')

/**
 * One message of a conversation, of any kind.
 * @param isLast whether it is the newest one; only then its quick replies are offered (product.md §2)
 * @param isRead whether the other side has read up to this message
 */
export function MessageView({
  entry,
  own,
  isLast,
  isRead = false,
  showsName = true,
  showsTime = true,
  actions,
}: {
  entry: ChatEntry
  own: Side
  isLast: boolean
  isRead?: boolean
  showsName?: boolean
  showsTime?: boolean
  actions: MessageActions
}) {
  const { t } = useTranslation()
  const mine = isOwn(entry, own)
  const { status } = entry.deliver
  const name = mine && entry.sender !== 'bot' ? entry.name : senderName(entry, t)
  return (
    <div className={cx('grid gap-1', mine ? 'justify-items-end' : 'justify-items-start')}>
      {showsName && name && <p className="px-1 text-xs font-medium text-ink-soft">{name}</p>}
      {mine && !name && <span className="sr-only">{t('chat.you')}</span>}
      <Content entry={entry} mine={mine} isLast={isLast} actions={actions} />
      {status === 'failed' ? (
        <NotSent entry={entry} actions={actions} />
      ) : (
        (showsTime || status !== 'succeed' || isRead) && (
          <p className="flex items-center gap-1 px-1 text-xs text-ink-soft">
            <time dateTime={entry.createdAt}>{timeOf(entry.createdAt)}</time>
            {mine && status === 'sending' && (
              <State icon={Clock} word={t(actions.isCutOff ? 'chat.waits' : 'chat.sending')} />
            )}
            {isRead && <State icon={CheckCheck} word={t('chat.read')} />}
          </p>
        )
      )}
    </div>
  )
}

const State = ({ icon: Icon, word }: { icon: typeof Clock; word: string }) => (
  <span className="inline-flex items-center gap-1">
    <Icon className="size-3.5" aria-hidden />
    {word}
  </span>
)

/** Failures that the same file meets again however often it is sent. */
const isHopeless = (failure: unknown): boolean =>
  failure instanceof ApiError && ['CHAT_FILE_UNSUPPORTED', 'PAYLOAD_TOO_LARGE'].includes(failure.code)

function NotSent({ entry, actions }: { entry: ChatEntry; actions: MessageActions }) {
  const { t } = useTranslation()
  const reason = actions.reasonOf?.(entry)
  const look =
    'inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-link hover:bg-sunken'
  return (
    <div className="flex max-w-[85%] flex-wrap items-center justify-end text-sm">
      <p className="flex items-start gap-1.5 px-1 text-negative">
        <CircleAlert className="mt-0.75 size-4 shrink-0" aria-hidden />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">{t('chat.notSent')}</span>
          {reason && ` · ${reason}`}
        </span>
      </p>
      {actions.onResend && !isHopeless(entry.deliver.failure) && (
        <button type="button" className={look} onClick={() => actions.onResend?.(entry.key)}>
          <RotateCw className="size-4" aria-hidden />
          {t('chat.resend')}
        </button>
      )}
      {actions.onRemove && (
        <button type="button" className={look} onClick={() => actions.onRemove?.(entry.key)}>
          <Trash2 className="size-4" aria-hidden />
          {t('chat.remove')}
        </button>
      )}
    </div>
  )
}

function Content({
  entry,
  mine,
  isLast,
  actions,
}: {
  entry: ChatEntry
  mine: boolean
  isLast: boolean
  actions: MessageActions
}) {
  const { t } = useTranslation()
  const { message } = entry
  switch (message.message_type) {
    case 'text':
      return (
        <Bubble mine={mine}>
          <Words text={message.payload.message} />
        </Bubble>
      )
    case 'postback':
      return (
        <Bubble mine={mine}>
          <span className="sr-only">{t('chat.pressed')}: </span>
          <Words text={message.payload.title} />
        </Bubble>
      )
    case 'buttons':
      return (
        <div className="grid max-w-[85%] min-w-[min(14rem,85%)] gap-1.5">
          <Bubble mine={mine} full>
            <Words text={message.payload.message} />
          </Bubble>
          <ButtonList buttons={message.payload.buttons} onButton={actions.onButton} />
        </div>
      )
    case 'quick_replies':
      return (
        <>
          <Bubble mine={mine}>
            <Words text={message.payload.message} />
          </Bubble>
          {isLast && (
            <QuickReplies mine={mine} buttons={message.payload.buttons} onButton={actions.onButton} />
          )}
        </>
      )
    case 'generic':
      return <Cards cards={message.payloads} onButton={actions.onButton} />
    case 'media':
      return <Media entry={entry} media={message.payload} mine={mine} onStale={actions.onStale} />
    default:
      return (
        <p className="max-w-[85%] rounded-2xl border border-dashed border-field-line px-4 py-2.5 text-sm text-ink-soft">
          {t('chat.unknown')}
        </p>
      )
  }
}

const Bubble = ({ mine, full = false, children }: { mine: boolean; full?: boolean; children: ReactNode }) => (
  <div
    className={cx(
      'rounded-2xl px-4 py-2.5 text-base whitespace-pre-wrap [overflow-wrap:anywhere]',
      full ? 'w-full' : 'max-w-[85%]',
      mine ? 'rounded-br-md bg-night text-on-night' : 'rounded-bl-md border border-line bg-card text-ink',
    )}
  >
    {children}
  </div>
)

/** A text whose web, e-mail and phone links can be followed. */
function Words({ text }: { text: string }) {
  return (
    <span dir="auto">
      {piecesOf(text).map(({ text: words, href }, i) =>
        href ? (
          <ChatLink
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order
            key={i}
            href={href}
            className="font-medium underline underline-offset-2"
          >
            {words}
          </ChatLink>
        ) : (
          words
        ),
      )}
    </span>
  )
}

type OnButton = MessageActions['onButton']

const ButtonList = ({ buttons, onButton }: { buttons: ChatButton[]; onButton: OnButton }) => (
  <div className="grid gap-1.5">
    {buttons.map((button, i) => (
      <ChatButtonView
        // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may be equal, and they never change their order
        key={i}
        button={button}
        onButton={onButton}
        className="w-full rounded-2xl"
      />
    ))}
  </div>
)

const QuickReplies = ({
  mine,
  buttons,
  onButton,
}: {
  mine: boolean
  buttons: ChatButton[]
  onButton: OnButton
}) => (
  <div className={cx('mt-1 flex flex-wrap gap-2', mine && 'justify-end')}>
    {buttons.map((button, i) => (
      <ChatButtonView
        // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may be equal, and they never change their order
        key={i}
        button={button}
        onButton={onButton}
        className="rounded-full"
      />
    ))}
  </div>
)

/** A button that opens a page, calls a number, or sends something (product.md §2). */
function ChatButtonView({
  button,
  onButton,
  className,
}: {
  button: ChatButton
  onButton: OnButton
  className: string
}) {
  const look = cx(
    'inline-flex min-h-11 items-center justify-center gap-2 border border-field-line bg-card px-4 py-1.5 text-center text-sm font-semibold [overflow-wrap:anywhere]',
    className,
  )
  if (button.type === 'web' || button.type === 'call') {
    const href = button.type === 'web' ? safeHref(button.payload) : callHref(button.payload)
    const Icon = button.type === 'web' ? SquareArrowOutUpRight : Phone
    if (!href) return <span className={cx(look, 'text-ink-soft')}>{button.title}</span>
    return (
      <ChatLink href={href} className={cx(look, 'text-link hover:bg-sunken')}>
        <Icon className="size-4 shrink-0" aria-hidden />
        <span>{button.title}</span>
      </ChatLink>
    )
  }
  if (!onButton) return <span className={cx(look, 'text-ink-soft')}>{button.title}</span>
  return (
    <button type="button" className={cx(look, 'text-link hover:bg-sunken')} onClick={() => onButton(button)}>
      {button.title}
    </button>
  )
}

type Card = Extract<ChatMessage, { message_type: 'generic' }>['payloads'][number]

function Cards({ cards, onButton }: { cards: Card[]; onButton: OnButton }) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('chat.cards')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what is at the side
      tabIndex={0}
      // `relative`: else the hidden words of a card at the side are not cut off here, and widen the page.
      className="relative -mx-4 flex w-[calc(100%+2rem)] snap-x gap-3 overflow-x-auto overscroll-x-contain scroll-px-4 px-4 py-1"
    >
      {cards.map((card, i) => (
        <article
          // biome-ignore lint/suspicious/noArrayIndexKey: two cards may be equal, and they never change their order
          key={i}
          className="flex w-60 max-w-[85%] shrink-0 snap-start flex-col overflow-hidden rounded-2xl border border-line bg-card"
        >
          {card.image !== null && <CardPicture source={card.image} />}
          <div className="grid flex-1 content-start gap-1 px-4 py-3">
            <p className="font-semibold [overflow-wrap:anywhere]">{card.title}</p>
            {card.subtitle && (
              <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{card.subtitle}</p>
            )}
          </div>
          {card.buttons.length > 0 && (
            <div className="px-3 pb-3">
              <ButtonList buttons={card.buttons} onButton={onButton} />
            </div>
          )}
        </article>
      ))}
    </section>
  )
}

/** The title below says what it is, so the picture is decoration; one that does not load leaves its free place. */
function CardPicture({ source }: { source: string }) {
  const [failed, setFailed] = useState(false)
  return (
    <div className="aspect-video bg-sunken">
      {!failed && (
        <img
          src={source}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}

type MediaPayload = Extract<ChatMessage, { message_type: 'media' }>['payload']

/** Milliseconds after which a link is renewed; the server's links open a file for ten minutes (rules.md §12.3). */
const linkLasts = 9 * 60_000

/** Has a file's link renewed before it ends, while the page is seen. @returns what asks for another one at once, once */
function useFreshLink({ key, number }: ChatEntry, filePath: string, onStale: MessageActions['onStale']) {
  const renewed = useRef('')
  useEffect(() => {
    if (number === null || filePath === '') return
    let isDue = false
    const renew = () => {
      if (isDue && document.visibilityState === 'visible') onStale?.(key)
    }
    const timer = setTimeout(() => {
      isDue = true
      renew()
    }, linkLasts)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [key, number, filePath, onStale])
  return () => {
    // A fresh link that does not open the file either is not the link's fault.
    if (number === null || renewed.current !== '') return
    renewed.current = filePath
    onStale?.(key)
  }
}

function Media({
  entry,
  media,
  mine,
  onStale,
}: {
  entry: ChatEntry
  media: MediaPayload
  mine: boolean
  onStale: MessageActions['onStale']
}) {
  const { deliver } = entry
  const askFresh = useFreshLink(entry, media.filePath, onStale)
  const isUploading = deliver.status === 'uploading_file'
  return (
    <div className="grid w-60 max-w-[85%] gap-1.5">
      {media.message && (
        <Bubble mine={mine} full>
          <Words text={media.message} />
        </Bubble>
      )}
      <div className={cx('grid gap-1.5', isUploading && 'opacity-70')}>
        {media.fileType === 'image' && <Picture media={media} onFailed={askFresh} />}
        {media.fileType === 'video' && <Video media={media} onFailed={askFresh} />}
        {media.fileType === 'file' && <FileLink media={media} />}
      </div>
      {isUploading && <Progress share={deliver.progress} />}
    </div>
  )
}

function Picture({ media, onFailed }: { media: MediaPayload; onFailed(): void }) {
  const { t } = useTranslation()
  // What is seen is not loaded again because its link is a fresh one; who opens the picture follows that.
  const [loaded, setLoaded] = useState('')
  // By address: a fresh link is tried again.
  const [failed, setFailed] = useState('')
  const { width, height, filePath } = media
  if (failed === filePath && filePath !== '') {
    return (
      <p className="grid aspect-[4/3] place-items-center rounded-2xl border border-line bg-sunken px-4 text-center text-sm text-ink-soft">
        {t('chat.pictureFailed')}
      </p>
    )
  }
  const isKnown = width !== null && height !== null && width > 0 && height > 0
  return (
    <a
      href={filePath}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${t('chat.openPicture', { name: media.name })} (${t('ui.newTab')})`}
      className="block overflow-hidden rounded-2xl border border-line bg-sunken"
    >
      <img
        src={loaded || filePath}
        alt=""
        onLoad={() => setLoaded(isOwnDevice(filePath) ? '' : filePath)}
        {...(isKnown && { width, height })}
        onError={() => {
          setLoaded('')
          setFailed(filePath)
          onFailed()
        }}
        className={cx('max-h-80 w-full object-cover', isKnown ? 'h-auto' : 'aspect-[4/3]')}
      />
    </a>
  )
}

/** A picture that is being sent is shown from the device, by an address that ends when it is sent. */
const isOwnDevice = (address: string): boolean => address.startsWith('blob:')

function Video({ media, onFailed }: { media: MediaPayload; onFailed(): void }) {
  const { t } = useTranslation()
  // Another address would begin the video anew, so a fresh link is taken only where the one before has failed.
  const [source, setSource] = useState(media.filePath)
  const [failed, setFailed] = useState('')
  if (source !== media.filePath && (failed === source || isOwnDevice(source))) setSource(media.filePath)
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people film themselves has no captions
    <video
      src={source}
      onError={() => {
        setFailed(source)
        onFailed()
      }}
      controls
      playsInline
      preload="metadata"
      aria-label={t('chat.video', { name: media.name })}
      className="aspect-video w-full rounded-2xl border border-line bg-sunken"
    />
  )
}

function FileLink({ media }: { media: MediaPayload }) {
  const { t } = useTranslation()
  return (
    <a
      href={media.filePath}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-card px-4 py-2 text-sm"
    >
      <FileText className="size-6 shrink-0 text-ink-soft" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium text-link [overflow-wrap:anywhere]">
          {media.name || t('chat.file')}
        </span>
        <span className="text-xs text-ink-soft">{sizeOf(media.size)}</span>
        <span className="sr-only"> ({t('ui.newTab')})</span>
      </span>
    </a>
  )
}

/** Bytes → "3.4 MB". */
const sizeOf = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${(bytes / 1024 / 1024).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} kB`

function Progress({ share }: { share: number }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  const text = t('chat.uploading', { percent })
  return (
    <div className="grid gap-1 px-1">
      <progress
        value={percent}
        max={100}
        aria-label={text}
        className="h-1.5 w-full overflow-hidden rounded-full bg-line accent-link [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-link"
      />
      <span aria-hidden className="text-xs text-ink-soft">
        {text}
      </span>
    </div>
  )
}

/** What a message says, in words alone: for screen readers and lists. */
export function wordsOf(
  message: ChatMessage,
  t: (key: 'chat.picture' | 'chat.videoWord' | 'chat.file' | 'chat.unknown') => string,
): string {
  switch (message.message_type) {
    case 'text':
    case 'buttons':
    case 'quick_replies':
      return message.payload.message
    case 'postback':
      return message.payload.title
    case 'generic':
      return message.payloads.map(({ title }) => title).join(', ')
    case 'media': {
      const kinds = { image: 'chat.picture', video: 'chat.videoWord', file: 'chat.file' } as const
      return t(kinds[message.payload.fileType])
    }
    default:
      return t('chat.unknown')
  }
}
