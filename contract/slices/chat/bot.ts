import type { Static } from 'typebox'
import { Type } from '../../endpoint.ts'
import { inEachLanguage } from '../../languages.ts'
import { bot } from '../../limits.ts'
import { BotMessage } from './message.ts'

/** What the chat's bot says, as operators write it (rules.md §12.4). */

const InEachLanguage = <T extends Parameters<typeof Type.Array>[0]>(item: T, maxItems: number) => {
  const list = Type.Array(item, { maxItems })
  return Type.Object(inEachLanguage(() => list))
}
const Words = Type.Object(
  inEachLanguage(() => Type.String({ maxLength: bot.words, pattern: '^[^\\u0000]*$' })),
)
const Replies = InEachLanguage(BotMessage, bot.replies)

/** An answer to a pressed button or to words. */
export const BotRule = Type.Object({
  /** What a button reports; empty: no button leads here. */
  postback: Type.String({ maxLength: 100, pattern: '^[^\\u0000]*$' }),
  /**
   * A text that contains one of these words, in any case, is answered by this rule; the first such rule
   * counts.
   */
  keywords: Type.Array(
    Type.String({ minLength: bot.shortestKeyword, maxLength: bot.keyword, pattern: '^[^\\u0000]*$' }),
    { maxItems: bot.keywords },
  ),
  replies: Replies,
  /** Hands the conversation over to the staff. */
  handsOver: Type.Boolean(),
})

export const BotContent = Type.Object({
  /** Shown before anything is written; not part of the history. */
  greeting: Replies,
  rules: Type.Array(BotRule, { maxItems: bot.steps }),
  /** The answer to what no rule knows. */
  fallback: Type.Object({ replies: Replies, handsOver: Type.Boolean() }),
  /** Said when the staff take over, within the opening hours and outside of them. */
  handedOver: Words,
  away: Words,
})

export type BotRule = Static<typeof BotRule>
export type BotContent = Static<typeof BotContent>
