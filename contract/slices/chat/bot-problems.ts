import { parseAddress } from '../../address.ts'
import { languages } from '../../languages.ts'
import { chat, bot as limits } from '../../limits.ts'
import { searchForm } from '../../search-form.ts'
import type { BotContent } from './bot.ts'
import type { BotMessage, ChatButton } from './message.ts'

/**
 * What is wrong with a bot's content (rules.md §12.4): `NOWHERE` a postback that no rule answers;
 * `POSTBACK_TWICE` an earlier rule answers the same postback; `UNREACHED` no word and no button that a
 * customer can come to leads to the rule; `KEYWORD` a word with blanks around it, or a shorter one than two
 * characters; `SHADOWED` every text with this word is answered by an earlier rule; `ADDRESS` neither https
 * nor this machine; `PHONE` not a phone number; `PICTURE` not a picture of this site, and others are not
 * shown; `EMPTY` a customer of this language would get no answer, and nobody of the staff; `MISSING` nothing
 * is written, or nothing in this language while there is something in another; `LONG` too many characters;
 * `MANY` too many of them.
 */
export const botProblems = [
  'NOWHERE',
  'POSTBACK_TWICE',
  'UNREACHED',
  'KEYWORD',
  'SHADOWED',
  'ADDRESS',
  'PHONE',
  'PICTURE',
  'EMPTY',
  'MISSING',
  'LONG',
  'MANY',
] as const
export type BotProblem = (typeof botProblems)[number]

/** `field`: the place in the content, e.g. `rules/2/keywords/0`. */
export interface BotFieldProblem {
  field: string
  problem: BotProblem
}

/**
 * Everything that is wrong with a content, in its order. No dependency: the browser can use this file too.
 */
export function problemsOfBot(content: BotContent): BotFieldProblem[] {
  const { greeting, rules, fallback } = content
  const known = new Set(rules.map(({ postback }) => postback).filter((postback) => postback !== ''))
  const reached = reachedRules(content)
  const said = (field: string, replies: BotContent['greeting']) =>
    languages.flatMap((language) => [
      ...inCount(`${field}/${language}`, replies[language], limits.replies),
      ...replies[language].flatMap((reply, i) => inMessage(`${field}/${language}/${i}`, reply, known)),
    ])
  return [
    ...said('greeting', greeting),
    ...inCount('rules', rules, limits.steps),
    ...rules.flatMap((rule, i): BotFieldProblem[] => [
      ...(reached.has(rule) ? [] : [{ field: `rules/${i}`, problem: 'UNREACHED' as const }]),
      ...inTriggers(rules, i),
      ...inSilence(`rules/${i}/replies`, rule),
      ...said(`rules/${i}/replies`, rule.replies),
    ]),
    ...inSilence('fallback/replies', fallback),
    ...said('fallback/replies', fallback.replies),
    ...inWords('handedOver', content.handedOver),
    ...inWords('away', content.away),
  ]
}

/** The rules that a customer can come to: by a word, or from button to button. */
function reachedRules({ greeting, rules, fallback }: BotContent): Set<BotContent['rules'][number]> {
  const reached = new Set(rules.filter(({ keywords }) => keywords.length > 0))
  const waiting = [greeting, fallback.replies, ...[...reached].map(({ replies }) => replies)]
  for (const replies of waiting) {
    const led = new Set(languages.flatMap((language) => replies[language].flatMap(postbacksOf)))
    for (const rule of rules) {
      if (rule.postback === '' || reached.has(rule) || !led.has(rule.postback)) continue
      reached.add(rule)
      waiting.push(rule.replies)
    }
  }
  return reached
}

function postbacksOf(message: BotMessage): string[] {
  if (message.message_type === 'text') return []
  const buttons =
    message.message_type === 'generic'
      ? message.payloads.flatMap((card) => card.buttons)
      : message.payload.buttons
  return buttons.filter(({ type }) => type === 'postback').map(({ payload }) => payload)
}

const inCount = (field: string, list: readonly unknown[], max: number, min = 0): BotFieldProblem[] =>
  list.length > max ? [{ field, problem: 'MANY' }] : list.length < min ? [{ field, problem: 'MISSING' }] : []

function inText(field: string, text: string, max: number, isNeeded = true): BotFieldProblem[] {
  if (text.length > max) return [{ field, problem: 'LONG' }]
  return isNeeded && text.trim() === '' ? [{ field, problem: 'MISSING' }] : []
}

const inWords = (field: string, words: BotContent['away']): BotFieldProblem[] =>
  languages.flatMap((language) =>
    inText(
      `${field}/${language}`,
      words[language],
      limits.words,
      languages.some((each) => words[each].trim() !== ''),
    ),
  )

function inTriggers(rules: BotContent['rules'], at: number): BotFieldProblem[] {
  const rule = rules[at]
  if (!rule) return []
  const earlier = rules.slice(0, at)
  const found = inCount(`rules/${at}/keywords`, rule.keywords, limits.keywords)
  if (rule.postback !== '' && earlier.some(({ postback }) => postback === rule.postback)) {
    found.push({ field: `rules/${at}/postback`, problem: 'POSTBACK_TWICE' })
  }
  const taken = earlier.flatMap(({ keywords }) => keywords.map(searchForm))
  for (const [i, word] of rule.keywords.entries()) {
    const field = `rules/${at}/keywords/${i}`
    if (word.trim() !== word || searchForm(word).length < limits.shortestKeyword)
      found.push({ field, problem: 'KEYWORD' })
    else if (word.length > limits.keyword) found.push({ field, problem: 'LONG' })
    else if (taken.some((keyword) => searchForm(word).includes(keyword)))
      found.push({ field, problem: 'SHADOWED' })
  }
  return found
}

const inSilence = (
  field: string,
  { replies, handsOver }: Pick<BotContent['fallback'], 'replies' | 'handsOver'>,
): BotFieldProblem[] =>
  handsOver
    ? []
    : languages
        .filter((language) => replies[language].length === 0)
        .map((language) => ({ field: `${field}/${language}`, problem: 'EMPTY' as const }))

function inMessage(field: string, message: BotMessage, known: Set<string>): BotFieldProblem[] {
  const inButtons = (at: string, buttons: ChatButton[], max: number, min: number) => [
    ...inCount(`${at}/buttons`, buttons, max, min),
    ...buttons.flatMap((button, i): BotFieldProblem[] => {
      const problem = problemOfButton(button, known)
      return [
        ...inText(`${at}/buttons/${i}/title`, button.title, limits.title),
        ...(problem ? [{ field: `${at}/buttons/${i}`, problem }] : []),
      ]
    }),
  ]
  if (message.message_type !== 'generic') {
    const { payload } = message
    return [
      ...inText(`${field}/payload/message`, payload.message, chat.text),
      ...('buttons' in payload ? inButtons(`${field}/payload`, payload.buttons, limits.buttons, 1) : []),
    ]
  }
  return [
    ...inCount(`${field}/payloads`, message.payloads, limits.cards, 1),
    ...message.payloads.flatMap(({ image, title, subtitle, buttons }, i): BotFieldProblem[] => {
      const at = `${field}/payloads/${i}`
      const isShown = image === null || /^\/[\w-][\w./-]{0,498}$/.test(image)
      return [
        ...(isShown ? [] : [{ field: `${at}/image`, problem: 'PICTURE' as const }]),
        ...inText(`${at}/title`, title, limits.title),
        ...inText(`${at}/subtitle`, subtitle, limits.subtitle, false),
        ...inButtons(at, buttons, limits.cardButtons, 0),
      ]
    }),
  ]
}

function problemOfButton({ type, payload }: ChatButton, known: Set<string>): BotProblem | undefined {
  if (payload.length > limits.address) return 'LONG'
  if (type === 'postback' && !known.has(payload)) return 'NOWHERE'
  if (type === 'call' && !/^\+?\d[\d -]{1,18}\d$/.test(payload)) return 'PHONE'
  if (type === 'web' && !leadsToPage(payload)) return 'ADDRESS'
  return undefined
}

function leadsToPage(address: string): boolean {
  const parsed = parseAddress(address)
  if (parsed === undefined) return false
  const { protocol, hostname, username, password } = parsed
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
}
