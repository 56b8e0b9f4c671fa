import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { LoaderCircle } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { api } from '../../app/api.ts'
import { onReturn } from '../../app/connection.ts'
import { type Failure, partOf } from '../../app/part.tsx'
import { onSessionChange } from '../../app/session.ts'
import { toast } from '../../ui/overlay.tsx'
import { closeChat, offerChat, offerUnknown, openChat, useChat } from './chat-opener.ts'
import { useChatDock } from './dock.tsx'
import { adoptGuest } from './guest.ts'
import { useAskUnread, useUnread } from './unread.ts'
import { useClearPlace } from './use-clear-place.ts'

/** Remembers that the invitation was put away. */
const entry = 'chat-invite'

/** Loaded when the chat is first opened; until then the pressed button says that it works. */
const ChatFrame = partOf(() => import('./chat-frame.tsx'), {
  waiting: () => <ChatButton isBusy />,
  failed: (_, __, why) => <OpenFailed why={why} />,
})

/** The button, its invitation, and the panel (product.md §2 Chat widget). */
export default function ChatCorner() {
  const { isOffered, isOpen } = useChat()
  useOffer()
  useAdoption()
  if (!isOffered) return null
  return (
    <>
      <Counting />
      {isOpen ? <ChatFrame /> : <ChatButton />}
    </>
  )
}

function Counting() {
  useAskUnread()
  return null
}

/**
 * Asks whether the operator has the chat switched on; again when the server can be reached again, and when a session ends,
 * because what it had asked is answered to nobody.
 */
function useOffer(): void {
  useEffect(() => {
    const ask = () =>
      api('GET /api/lookup/enableChatWidget').then(
        ({ enableChatWidget }) => offerChat(enableChatWidget),
        offerUnknown,
      )
    ask()
    const stops = [onReturn(ask), onSessionChange(ask)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** Takes a visitor's conversation along into each login. */
function useAdoption(): void {
  useEffect(() => {
    const adopt = () => void adoptGuest().catch(() => {})
    adopt()
    const stops = [onReturn(adopt), onSessionChange(adopt)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function OpenFailed({ why }: { why: Failure }) {
  const { t } = useTranslation()
  useEffect(() => {
    toast('negative', t(why === 'lost' ? 'ui.partFailedText' : 'ui.brokenText'))
    closeChat()
  }, [t, why])
  return null
}

/** Whether the chat was closed in this page: then the focus goes back to its button. */
let wasOpened = false

function open(): void {
  wasOpened = true
  putAway()
  openChat()
}

/** The button: on phones in the top bar, in wide windows floating where it lies on nothing, else in the bar. */
function ChatButton({ isBusy = false }: { isBusy?: boolean }) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const inBar = useRef<HTMLButtonElement>(null)
  const [isInvited, setInvited] = useState(() => !isPutAway())
  const bar = useChatDock()
  const found = useClearPlace(place, button, location)
  const isInBar = found === 'bar' && bar !== undefined
  const { lift, isTight } = typeof found === 'object' ? found : { lift: 0, isTight: true }
  const isSought = found === 'moving'
  useEffect(() => {
    if (!wasOpened || isBusy || document.activeElement !== document.body) return
    const shown = inBar.current?.offsetWidth ? inBar.current : isSought ? null : button.current
    if (!shown) return
    shown.focus()
    wasOpened = false
  }, [isBusy, isSought])

  return (
    <>
      {bar && createPortal(<RoundButton ref={inBar} isBusy={isBusy} isSmall isAlways={isInBar} />, bar)}
      <aside
        ref={place}
        aria-label={t('ui.chat.title')}
        style={{ transform: `translateY(${-lift}px)` }}
        className={cx(
          'pointer-events-none fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-2 wide:right-6 wide:bottom-6',
          // Still there, so that it can be measured.
          (isInBar || isSought) && 'invisible',
          bar && 'max-wide:hidden',
        )}
      >
        {/* The contact pages have the chat itself as their first card. */}
        {isInvited && !isBusy && !location.endsWith('/contact') && (
          <span
            className={cx(
              'toast flex items-center self-start rounded-full border border-line bg-card pl-1 text-sm font-semibold shadow-card',
              isTight ? 'invisible' : 'pointer-events-auto',
            )}
          >
            <button type="button" onClick={open} className="min-h-11 rounded-full px-3">
              {t('ui.chat.invite')}
            </button>
            <button
              type="button"
              aria-label={t('ui.chat.dismiss')}
              onClick={() => {
                putAway()
                setInvited(false)
              }}
              className="inline-flex size-11 items-center justify-center rounded-full text-ink-soft hover:bg-sunken"
            >
              {/* Not the icon, which is loaded with the members' pages. */}
              <span aria-hidden className="text-xl leading-none">
                ×
              </span>
            </button>
          </span>
        )}
        <RoundButton ref={button} isBusy={isBusy} />
      </aside>
    </>
  )
}

/**
 * @param isSmall as it is in the top bar, whose height does not grow with the letters
 * @param isAlways there in wide windows, too
 */
function RoundButton({
  ref,
  isBusy,
  isSmall = false,
  isAlways = !isSmall,
}: {
  ref: Ref<HTMLButtonElement>
  isBusy: boolean
  isSmall?: boolean
  isAlways?: boolean
}) {
  const { t } = useTranslation()
  const unread = useUnread()
  return (
    <button
      ref={ref}
      type="button"
      onClick={open}
      aria-busy={isBusy || undefined}
      aria-label={unread > 0 ? t('ui.chat.openUnread', { count: unread }) : t('ui.chat.open')}
      className={cx(
        'pointer-events-auto relative inline-flex shrink-0 items-center justify-center rounded-full border border-white/15 bg-night text-on-night',
        isSmall ? 'size-[44px] rounded-br-md' : 'size-14 rounded-br-lg shadow-card',
        !isAlways && 'wide:hidden',
      )}
    >
      {isBusy ? (
        <LoaderCircle className="size-6 animate-spin" aria-hidden />
      ) : (
        // A bubble with three dots, the sign of a chat; as an icon it would be one more file for visitors.
        <span aria-hidden className={cx('flex', isSmall ? 'gap-[3px]' : 'gap-1')}>
          {[0, 1, 2].map((dot) => (
            <span key={dot} className={cx('rounded-full bg-current', isSmall ? 'size-[6px]' : 'size-2')} />
          ))}
        </span>
      )}
      {unread > 0 && (
        <span
          aria-hidden
          className={cx(
            'absolute -top-1 -right-1 inline-flex items-center justify-center rounded-full font-bold',
            isSmall ? 'h-[20px] min-w-[20px] px-1 text-[11px]' : 'h-6 min-w-6 px-1.5 text-xs',
            'bg-negative text-white dark:text-night-deep',
          )}
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  )
}

const isPutAway = (): boolean => !local.keeps() || local.read(entry) !== null

const putAway = (): void => void local.keep(entry, 'closed')
