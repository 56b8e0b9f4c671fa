import { BotPage } from './bot/bot-page.tsx'
import { BotEditorPage } from './bot/editor-page.tsx'
import { ChatPage } from './chat-page.tsx'
import { RepliesPage } from './replies-page.tsx'
import { ReportPage } from './report-page.tsx'

/**
 * The pages under /chats. @param step `customer`: on narrow screens the customer's data instead of the
 * messages; `edit`: the bot is edited
 */
export function ChatPages({ id, step }: { id: string | undefined; step: string | undefined }) {
  if (id === 'report') return <ReportPage />
  if (id === 'bot') return step === 'edit' ? <BotEditorPage /> : <BotPage />
  if (id === 'replies') return <RepliesPage />
  return <ChatPage id={id} isCustomer={step === 'customer'} />
}
