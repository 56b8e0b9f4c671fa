import { answerOfBot } from '@krapao/contract/slices/chat/answer-of-bot.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import type { ChatEntry, ChatState } from '@krapao/web/chat/chat-client.ts'
import { useState } from 'react'
import type { Bot } from './queries.ts'

export type BotLanguage = keyof Bot['content']['away']

/**
 * A conversation with the bot in this browser only, by the function that answers customers (rules.md §12.4). The bot is
 * silent once it has handed over. Mount it anew for another content or language.
 */
export function useBotPreview(content: Bot['content'], language: BotLanguage, isOpen: boolean) {
  const [entries, setEntries] = useState<ChatEntry[]>([])
  const [isWithStaff, setWithStaff] = useState(false)

  function send(message: Exclude<SentMessage, { message_type: 'media' }>): void {
    const answer = isWithStaff
      ? { replies: [], handsOver: true }
      : answerOfBot(content, message, { language, isOpen })
    const createdAt = new Date().toISOString()
    const said = [message, ...answer.replies]
    setEntries((before) => [
      ...before,
      ...said.map(
        (one, i): ChatEntry => ({
          key: `preview-${before.length + i}`,
          number: before.length + i + 1,
          sender: i === 0 ? 'customer' : 'bot',
          name: '',
          message: one,
          session_id: 'preview',
          createdAt,
          deliver: { status: 'succeed', progress: 1 },
        }),
      ),
    ])
    setWithStaff(answer.handsOver)
  }

  const state: ChatState = {
    status: 'ready',
    entries,
    hasOlder: false,
    isLoadingOlder: false,
    isLive: true,
    unread: 0,
    readByOther: 0,
    typing: null,
  }
  return {
    state,
    isWithStaff,
    send,
    restart(): void {
      setEntries([])
      setWithStaff(false)
    },
  }
}
