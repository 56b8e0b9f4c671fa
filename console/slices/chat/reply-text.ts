import type { AnswerOf } from '@krapao/contract/client.ts'
import { type Language, languages } from '@krapao/contract/languages.ts'

/** What canned replies say, and which of them somebody looks for. Knows no page. */

export type CannedReply = AnswerOf<'GET /api/console/chat-replies'>['replies'][number]

/**
 * The text for a customer's language, or else in the first that has a text: most customers read the first.
 */
export function replyIn(
  { texts }: Pick<CannedReply, 'texts'>,
  language: Language,
): { language: Language; text: string } {
  const found = [language, ...languages].find((one) => texts[one] !== '') ?? language
  return { language: found, text: texts[found] }
}

/** Whether a reply can be inserted: one that waits for its first approval says nothing yet. */
export const saysSomething = ({ texts }: Pick<CannedReply, 'texts'>): boolean =>
  Object.values(texts).some((text) => text !== '')

/** What of a reply is edited: what waits for a second person, else what is in force. */
export const editedOf = (reply: CannedReply): Pick<CannedReply, 'shortcut' | 'texts'> =>
  reply.waiting ?? reply

/** Puts the customer's name in place of `{name}`; without a name it is left out, with the blank before it. */
export const fillIn = (text: string, name: string | undefined): string =>
  text.replace(/( *)\{name\}/gi, (_, blanks: string) => (name ? `${blanks}${name}` : ''))

/** What is typed behind `/` at the start of an answer; undefined: the answer is no shortcut. */
export const shortcutIn = (answer: string): string | undefined => /^\/(\S*)$/.exec(answer)?.[1]

/**
 * The replies whose shortcut or text has what is typed: first those whose shortcut begins with it.
 * @param typed empty: all of them
 */
export function matching(replies: readonly CannedReply[], typed: string): CannedReply[] {
  const wanted = typed.trim().toLowerCase()
  const begins = replies.filter(({ shortcut }) => shortcut.startsWith(wanted))
  const others = replies.filter(
    (reply) =>
      !begins.includes(reply) &&
      [reply.shortcut, ...Object.values(reply.texts)].some((text) => text.toLowerCase().includes(wanted)),
  )
  return [...begins, ...others]
}
