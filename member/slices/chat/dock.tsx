import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { LoaderCircle, MessageCircle } from 'lucide-react'
import { change, closeChat, openChat, useChat } from '../../frame/chat/chat-opener.ts'

/** Not anew at each drawing: React would take it away and give it again. */
const noteBar = (bar: HTMLElement | null): void => change({ bar })

/** The chat's button, always at one place. It is there with the bar; the chat itself is loaded later. */
export function ChatDock() {
  const { t } = useTranslation()
  const { isOffered, isOpen, isShown, unread } = useChat()
  if (!isOffered) return null
  const isBusy = isOpen && !isShown
  const Icon = isBusy ? LoaderCircle : MessageCircle
  return (
    <>
      <span ref={noteBar} className="contents" />
      <IconButton
        label={unread > 0 ? t('ui.chat.openUnread', { count: unread }) : t('ui.chat.open')}
        onClick={() => (isOpen ? closeChat() : openChat())}
        aria-expanded={isOpen}
        aria-busy={isBusy || undefined}
        className="relative"
      >
        <Icon className={isBusy ? 'size-5 animate-spin' : 'size-5'} aria-hidden />
        {unread > 0 && (
          <span aria-hidden className="count">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </IconButton>
    </>
  )
}
