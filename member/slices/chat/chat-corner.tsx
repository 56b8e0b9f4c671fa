import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { onReturn } from '../../frame/calls/connection.ts'
import { onSessionChange } from '../../frame/calls/session.ts'
import { change, closeChat, offeredEntry, openChat, useChat } from '../../frame/chat/chat-opener.ts'
import { type Failure, partOf } from '../../frame/load/part.tsx'
import { toast } from '../../ui/overlay.tsx'
import { adoptGuest } from './guest.ts'
import { useAskUnread } from './unread.ts'

/** Remembers that the invitation was put away. */
const entry = 'chat-invite'

/** Loaded when the chat is first opened; until then its button says that it works. */
const ChatFrame = partOf(() => import('./chat-frame.tsx'), {
  waiting: () => null,
  failed: (_, __, why) => <OpenFailed why={why} />,
})

/**
 * What belongs to the chat's button: its invitation, how many messages are unread, and the panel (product.md
 * §2 Chat widget).
 */
export default function ChatCorner() {
  const { isOffered, isOpen } = useChat()
  useOffer()
  useAdoption()
  if (!isOffered) return null
  return (
    <>
      <Counting />
      <Invitation />
      {isOpen && <ChatFrame />}
    </>
  )
}

function Counting() {
  useAskUnread()
  return null
}

/**
 * Asks whether the operator has the chat switched on; again when the server can be reached again, and when a
 * session ends, because what it had asked is answered to nobody.
 */
function useOffer(): void {
  useEffect(() => {
    const ask = () =>
      api('GET /api/lookup/enableChatWidget').then(
        ({ enableChatWidget }) => offer(enableChatWidget),
        // What was known stays.
        () => {},
      )
    ask()
    const stops = [onReturn(ask), onSessionChange(ask)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function offer(isOffered: boolean): void {
  local.keep(offeredEntry, String(isOffered))
  change(isOffered ? { isOffered } : { isOffered, isOpen: false })
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

/** Stands beside the button until it is put away or the chat is opened. */
function Invitation() {
  const { t } = useTranslation()
  const { isOpen, bar } = useChat()
  const [location] = useLocation()
  const [isInvited, setInvited] = useState(() => local.keeps() && local.read(entry) === null)
  const putAway = useCallback(() => {
    local.keep(entry, 'closed')
    setInvited(false)
  }, [])
  useEffect(() => {
    if (isOpen) putAway()
  }, [isOpen, putAway])

  // Only where the bar has room; the contact pages have the chat itself as their first card.
  if (!bar || !isInvited || location.endsWith('/contact')) return null
  return createPortal(
    <span className="mr-1 hidden items-center rounded-full bg-sunken pl-1 text-sm font-semibold min-[72rem]:flex">
      <button type="button" onClick={() => openChat()} className="min-h-11 rounded-full px-3">
        {t('ui.chat.invite')}
      </button>
      <IconButton label={t('ui.chat.dismiss')} onClick={putAway}>
        {/* Not the icon, which is loaded with the members' pages. */}
        <span aria-hidden className="text-xl leading-none">
          ×
        </span>
      </IconButton>
    </span>,
    bar,
  )
}
