import type { BotContent } from './bot.ts'
import type { BotMessage, ChatButton } from './message.ts'

/**
 * What is wrong with a bot's content (rules.md §12.4):
 * `NOWHERE` a postback that no rule answers; `POSTBACK_TWICE` an earlier rule answers the same postback; `KEYWORD` a word
 * with blanks around it; `SHADOWED` every text with this word is answered by an earlier rule; `ADDRESS` neither https nor
 * this machine; `PHONE` not a phone number; `PICTURE` not a picture of this site, and others are not shown; `EMPTY` a
 * customer of this language would get no answer, and nobody of the staff.
 */
export type BotProblem =
  | 'NOWHERE'
  | 'POSTBACK_TWICE'
  | 'KEYWORD'
  | 'SHADOWED'
  | 'ADDRESS'
  | 'PHONE'
  | 'PICTURE'
  | 'EMPTY'

/** `field`: the place in the content, e.g. `rules/2/keywords/0`. */
export interface BotFieldProblem {
  field: string
  problem: BotProblem
}

const languages = ['th', 'la', 'en'] as const

/** Everything that is wrong with a content, in its order. No dependency: the browser can use this file too. */
export function problemsOfBot({ greeting, rules, fallback }: BotContent): BotFieldProblem[] {
  const known = new Set(rules.map(({ postback }) => postback).filter((postback) => postback !== ''))
  const said = (field: string, replies: BotContent['greeting']) =>
    languages.flatMap((language) =>
      replies[language].flatMap((reply, i) => inMessage(`${field}/${language}/${i}`, reply, known)),
    )
  return [
    ...said('greeting', greeting),
    ...rules.flatMap((rule, i) => [
      ...inTriggers(rules, i),
      ...inSilence(`rules/${i}/replies`, rule),
      ...said(`rules/${i}/replies`, rule.replies),
    ]),
    ...inSilence('fallback/replies', fallback),
    ...said('fallback/replies', fallback.replies),
  ]
}

function inTriggers(rules: BotContent['rules'], at: number): BotFieldProblem[] {
  const rule = rules[at]
  if (!rule) return []
  const earlier = rules.slice(0, at)
  const found: BotFieldProblem[] = []
  if (rule.postback !== '' && earlier.some(({ postback }) => postback === rule.postback)) {
    found.push({ field: `rules/${at}/postback`, problem: 'POSTBACK_TWICE' })
  }
  const taken = earlier.flatMap(({ keywords }) => keywords.map((word) => word.toLowerCase()))
  for (const [i, word] of rule.keywords.entries()) {
    const field = `rules/${at}/keywords/${i}`
    if (word.trim() !== word) found.push({ field, problem: 'KEYWORD' })
    else if (taken.some((one) => word.toLowerCase().includes(one))) found.push({ field, problem: 'SHADOWED' })
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
  const inButtons = (at: string, buttons: ChatButton[]) =>
    buttons.flatMap((button, i) => {
      const problem = problemOfButton(button, known)
      return problem ? [{ field: `${at}/buttons/${i}`, problem }] : []
    })
  if (message.message_type === 'text') return []
  if (message.message_type !== 'generic') return inButtons(`${field}/payload`, message.payload.buttons)
  return message.payloads.flatMap(({ image, buttons }, i) => {
    const at = `${field}/payloads/${i}`
    const isShown = image === null || /^\/[\w-][\w./-]*$/.test(image)
    return [
      ...(isShown ? [] : [{ field: `${at}/image`, problem: 'PICTURE' as const }]),
      ...inButtons(at, buttons),
    ]
  })
}

function problemOfButton({ type, payload }: ChatButton, known: Set<string>): BotProblem | undefined {
  if (type === 'postback' && !known.has(payload)) return 'NOWHERE'
  if (type === 'call' && !/^\+?\d[\d -]{1,18}\d$/.test(payload)) return 'PHONE'
  if (type === 'web' && !leadsToPage(payload)) return 'ADDRESS'
  return undefined
}

function leadsToPage(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
}
