import { callHref, safeHref } from '@krapao/contract/links.ts'
import type { ChatButton, ChatMessage } from '@krapao/contract/slices/chat/message.ts'
import { CheckCheck, CircleAlert, Clock, Phone, RotateCw, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { cx } from '../ui/class-names.ts'
import type { ChatEntry } from './chat-client.ts'
import { senderName, timeOf } from './history-rows.ts'
import { ChatLink } from './leaving.tsx'
import { Media } from './message-media.tsx'
import { Bubble, type MessageActions, Words } from './message-parts.tsx'

/**
 * The side that sees the conversation: what it wrote is on the right. A bot's messages are the operators'.
 */
export type Side = 'customer' | 'operator'

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

/**
 * The title below says what it is, so the picture is decoration; one that does not load leaves its free
 * place.
 */
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
