import type { Language } from '../../languages.ts'
import { searchForm } from '../../search-form.ts'
import type { BotContent, BotRule } from './bot.ts'
import type { BotMessage, SentMessage } from './message.ts'

/**
 * What the bot does with a customer's message. No dependency: a preview in the browser can use this file too.
 */

export interface BotAnswer {
  replies: BotMessage[]
  handsOver: boolean
}

/**
 * The bot's answer (rules.md §12.4): by the rule of the pressed button, else by the first rule with a word of
 * the text, else what is said to everything else.
 * @param isOpen whether the staff answer now
 */
export function answerOfBot(
  { rules, fallback, handedOver, away }: BotContent,
  message: SentMessage,
  { language, isOpen }: { language: Language; isOpen: boolean },
): BotAnswer {
  const found = ruleFor(rules, message) ?? fallback
  const replies = [...found.replies[language]]
  const taken = (isOpen ? handedOver : away)[language]
  if (found.handsOver && taken !== '') replies.push({ message_type: 'text', payload: { message: taken } })
  return { replies, handsOver: found.handsOver }
}

function ruleFor(rules: BotRule[], message: SentMessage): BotRule | undefined {
  if (message.message_type === 'postback') {
    const { payload } = message.payload
    return rules.find(({ postback }) => postback !== '' && postback === payload)
  }
  if (message.message_type !== 'text') return undefined
  const text = searchForm(message.payload.message)
  return rules.find(({ keywords }) => keywords.some((word) => hasWord(text, searchForm(word))))
}

/** A word of nothing that can be seen is in no text. */
const hasWord = (text: string, word: string): boolean => word !== '' && text.includes(word)
