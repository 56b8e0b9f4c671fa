import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../app/api.ts'
import { onReturn } from '../../app/connection.ts'
import { partOf } from '../../app/part.tsx'
import { onSessionChange } from '../../app/session.ts'
import { toast } from '../../ui/overlay.tsx'
import { closeChat, offerChat, openChat, useChat } from './chat-opener.ts'
import { margin, shrinking } from './clear-place.ts'
import { adoptGuest } from './guest.ts'
import { useAskUnread, useUnread } from './unread.ts'
import { useClearPlace } from './use-clear-place.ts'

/** Remembers that the invitation was put away. */
const entry = 'chat-invite'

/** Loaded when the chat is first opened; until then the pressed button says that it works. */
const ChatFrame = partOf(() => import('./chat-frame.tsx'), {
  waiting: () => <FloatingButton isBusy />,
  failed: () => <OpenFailed />,
})

/** The floating button, its invitation, and the panel (product.md §2 Chat widget). */
export default function ChatCorner() {
  const { isOffered, isOpen } = useChat()
  useOffer()
  useAdoption()
  if (!isOffered) return null
  return (
    <>
      <Counting />
      {isOpen ? <ChatFrame /> : <FloatingButton />}
    </>
  )
}

function Counting() {
  useAskUnread()
  return null
}

/** Asks whether the operator has the chat switched on; again when the server can be reached again. */
function useOffer(): void {
  useEffect(() => {
    const ask = () =>
      api('GET /api/lookup/enableChatWidget').then(
        ({ enableChatWidget }) => offerChat(enableChatWidget),
        () => {},
      )
    ask()
    return onReturn(ask)
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

function OpenFailed() {
  const { t } = useTranslation()
  useEffect(() => {
    toast('negative', t('ui.partFailedText'))
    closeChat()
  }, [t])
  return null
}

/** Whether the chat was closed in this page: then the focus goes back to its button. */
let wasOpened = false

function FloatingButton({ isBusy = false }: { isBusy?: boolean }) {
  const { t } = useTranslation()
  const [location] = useLocation()
  const unread = useUnread()
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isInvited, setInvited] = useState(() => !isPutAway())
  const { lift, isTight, isTucked } = useClearPlace(place, button, location)
  useEffect(() => {
    if (wasOpened && !isBusy && document.activeElement === document.body) button.current?.focus()
  }, [isBusy])

  function open(): void {
    wasOpened = true
    putAway()
    openChat()
  }

  return (
    <aside
      ref={place}
      aria-label={t('ui.chat.title')}
      style={{ transform: `translateY(${-lift}px)` }}
      className="pointer-events-none fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 flex items-center gap-2 transition-transform duration-200 ease-out wide:right-6 wide:bottom-6"
    >
      {isInvited && !isBusy && (
        <span
          className={cx(
            'toast pointer-events-auto flex items-center self-start rounded-full border border-line bg-card pl-1 text-sm font-semibold shadow-card',
            isTight && 'invisible',
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
      <button
        ref={button}
        type="button"
        onClick={open}
        aria-busy={isBusy || undefined}
        aria-label={unread > 0 ? t('ui.chat.openUnread', { count: unread }) : t('ui.chat.open')}
        style={isTucked ? { transform: `translateX(${margin}px) scale(${shrinking})` } : undefined}
        className={cx(
          'pointer-events-auto relative inline-flex size-14 shrink-0 items-center justify-center rounded-full border border-white/15 bg-night text-on-night shadow-card',
          'origin-bottom-right transition-transform duration-200 ease-out motion-safe:active:scale-95',
          isTucked ? 'rounded-r-none' : 'rounded-br-lg',
        )}
      >
        {isBusy ? (
          <LoaderCircle className="size-6 animate-spin" aria-hidden />
        ) : (
          // A bubble with three dots, the sign of a chat; as an icon it would be one more file for visitors.
          <span aria-hidden className="flex gap-1">
            {[0, 1, 2].map((dot) => (
              <span key={dot} className="size-2 rounded-full bg-current" />
            ))}
          </span>
        )}
        {unread > 0 && (
          <span
            aria-hidden
            className={cx(
              'absolute -top-1 -right-1 inline-flex h-6 min-w-6 items-center justify-center rounded-full px-1.5 text-xs font-bold',
              'bg-negative text-white dark:text-night-deep',
            )}
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
    </aside>
  )
}

function isPutAway(): boolean {
  try {
    return localStorage.getItem(entry) !== null
  } catch {
    return true
  }
}

function putAway(): void {
  try {
    localStorage.setItem(entry, 'closed')
  } catch {
    // It comes back with the next page.
  }
}
