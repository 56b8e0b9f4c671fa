import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { MessageCircle } from 'lucide-react'
import { openChat, useChat } from './chat-opener.ts'

/** Opens the chat with the reference of a case in the text box. Nothing while the operator has no chat. */
export function AskSupport({ reference }: { reference: string }) {
  const { t } = useTranslation()
  const { isOffered } = useChat()
  if (!isOffered) return null
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-current underline-offset-2 hover:underline"
      onClick={() => openChat({ text: `${t('ui.chat.about', { reference })} ` })}
    >
      <MessageCircle className="size-4 shrink-0" aria-hidden />
      {t('ui.chat.ask')}
    </button>
  )
}
