import type { Language } from '@krapao/contract/languages.ts'
import { answerOfBot } from '@krapao/contract/slices/chat/answer-of-bot.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import type { ChatEntry, ChatState } from '@krapao/web/chat/chat-client.ts'
import { useState } from 'react'
import type { Bot } from '../queries.ts'

interface Talk {
  entries: ChatEntry[]
  isWithStaff: boolean
}

type Said = Exclude<SentMessage, { message_type: 'media' }>

/**
 * A conversation with the bot in this browser only, by the function that answers customers (rules.md §12.4).
 * The bot is silent once it has handed over. Mount it anew for another language; another content answers from
 * the next message on.
 * @param start the button that is pressed first
 */
export function useBotPreview(
  content: Bot['content'],
  {
    language,
    isOpen,
    start,
  }: { language: Language; isOpen: boolean; start: { title: string; payload: string } | undefined },
) {
  const nothing: Talk = { entries: [], isWithStaff: false }
  const [{ entries, isWithStaff }, setTalk] = useState<Talk>(() =>
    start
      ? after(nothing, { message_type: 'postback', payload: { title: start.title, payload: start.payload } })
      : nothing,
  )

  function after({ entries, isWithStaff }: Talk, message: Said): Talk {
    const answer = isWithStaff
      ? { replies: [], handsOver: true }
      : answerOfBot(content, message, { language, isOpen })
    const createdAt = new Date().toISOString()
    const said = [message, ...answer.replies].map(
      (one, i): ChatEntry => ({
        key: `preview-${entries.length + i}`,
        number: entries.length + i + 1,
        sender: i === 0 ? 'customer' : 'bot',
        name: '',
        message: one,
        session_id: 'preview',
        createdAt,
        deliver: { status: 'succeed', progress: 1 },
      }),
    )
    return { entries: [...entries, ...said], isWithStaff: answer.handsOver }
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
    send: (message: Said) => setTalk((talk) => after(talk, message)),
    restart: () => setTalk(nothing),
  }
}
