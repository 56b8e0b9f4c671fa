import { parseAddress } from '@krapao/contract/address.ts'
import { type FromFrame, isOfChat, type ToFrame } from '@krapao/contract/chat-frame.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useEffect, useState } from 'react'
import { useChat } from '../../frame/chat/chat-opener.ts'
import { loadMembersCodes } from '../../frame/i18n.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { useConversation } from './conversation.ts'
import ChatPanel from './panel.tsx'

/**
 * The chat alone, which other sites show in a frame (rules.md §12.9). The server decides which sites may;
 * this page exchanges messages only with the one that opened it, by its exact origin: it is shown and hidden,
 * says when it is ready or is to be closed, and reports the number of unread messages.
 */
export default function ChatPage() {
  const { t } = useTranslation()
  const isShown = useShown()
  // The conversation goes on while the frame is hidden, so that what comes is counted.
  useConversation()
  const { unread } = useChat()
  useEffect(() => postToSite({ chat: 'unread', count: unread }), [unread])
  useEffect(() => {
    // The texts of the chat's refusals; until they are there, a refusal has a general text.
    loadMembersCodes().catch(() => {})
  }, [])
  useEffect(() => {
    // The room for a scroll bar, which pages here keep free, would be a strip beside the chat.
    document.documentElement.style.scrollbarGutter = 'auto'
  }, [])
  useEffect(() => {
    const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) postToSite({ chat: 'close' })
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <main
        aria-label={t('ui.chat.title')}
        className="flex h-dvh flex-col overflow-hidden bg-surface text-ink"
      >
        {isShown && <ChatPanel onClose={() => postToSite({ chat: 'close' })} isAlone={!site} />}
      </main>
      <Overlay />
    </>
  )
}

/** The origin of the site that shows this page in a frame, as its script says; none: no script opened it. */
const site = window.parent === window ? null : new URLSearchParams(location.search).get('site')

/** Nothing arrives if the frame is in a page of another origin than the one that was said. */
function postToSite(message: FromFrame): void {
  if (site && parseAddress(site)) window.parent.postMessage(message, site)
}

/** Whether the site shows the frame now; a page that no script opened is always shown. */
function useShown(): boolean {
  const [isShown, setShown] = useState(!site)
  useEffect(() => {
    const heard = ({ source, origin, data }: MessageEvent) => {
      if (source !== window.parent || origin !== site || !isOfChat(data)) return
      const said = data as ToFrame
      if (said.chat === 'shown' || said.chat === 'hidden') setShown(said.chat === 'shown')
    }
    addEventListener('message', heard)
    postToSite({ chat: 'ready' })
    return () => removeEventListener('message', heard)
  }, [])
  return isShown
}
