import { inEachLanguage, type Language, languages } from '@krapao/contract/languages.ts'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotMessage, ChatButton } from '@krapao/contract/slices/chat/message.ts'

/**
 * What the bot says while it is edited. The server keeps a list of messages per language; the editor keeps
 * one list, whose messages have each text in three languages, so that a message that is added or moved is so
 * in each of them.
 */

export type InEach<Value> = Record<Language, Value>
export type Words = InEach<string>

/** Only the editor knows the `id`s: they identify the parts while these are moved. */
export interface DraftButton {
  id: string
  type: ChatButton['type']
  title: Words
  /** An address or a number; of a postback the id of its step, the same in each language. */
  payload: Words
}

export interface DraftCard {
  id: string
  image: InEach<string | null>
  title: Words
  subtitle: Words
  buttons: DraftButton[]
}

export type MessageKind = BotMessage['message_type']

/** The parts that its kind does not have are kept, so that choosing another kind loses nothing. */
export interface DraftMessage {
  id: string
  kind: MessageKind
  text: Words
  buttons: DraftButton[]
  cards: DraftCard[]
}

export interface DraftAnswer {
  messages: DraftMessage[]
  handsOver: boolean
}

export interface DraftStep extends DraftAnswer {
  /** What buttons that lead here report. */
  id: string
  keywords: string[]
}

export interface BotDraft {
  /** The newest version that its author has seen. */
  basedOn: number
  greeting: DraftMessage[]
  steps: DraftStep[]
  fallback: DraftAnswer
  handedOver: Words
  away: Words
}

export const noWords = (): Words => inEachLanguage(() => '')

const newId = (): string => Math.random().toString(36).slice(2, 10)

export const newButton = (): DraftButton => ({
  id: newId(),
  type: 'postback',
  title: noWords(),
  payload: noWords(),
})

export const newCard = (): DraftCard => ({
  id: newId(),
  image: inEachLanguage(() => null),
  title: noWords(),
  subtitle: noWords(),
  buttons: [],
})

export const newMessage = (kind: MessageKind): DraftMessage => ({
  id: newId(),
  kind,
  text: noWords(),
  buttons: kind === 'buttons' || kind === 'quick_replies' ? [newButton()] : [],
  cards: kind === 'generic' ? [newCard()] : [],
})

export const newStep = (): DraftStep => ({
  id: `step-${newId()}`,
  keywords: [],
  messages: [newMessage('text')],
  handsOver: false,
})

/**
 * Changes a part of the draft as it then is, and not as it was when the change was begun: an upload takes its
 * time.
 */
export type Change<Value> = (make: (value: Value) => Value) => void

/** The change of one item of a list; an item that is gone stays gone. */
export const changeOf =
  <Item extends { id: string }>(change: Change<Item[]>, id: string): Change<Item> =>
  (make) =>
    change((list) => list.map((one) => (one.id === id ? make(one) : one)))

/** The change of one field. */
export const changeIn =
  <Value extends object, Field extends keyof Value>(
    change: Change<Value>,
    field: Field,
  ): Change<Value[Field]> =>
  (make) =>
    change((value) => ({ ...value, [field]: make(value[field]) }))

/** A list with one of its items in another place. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

/** What the editor begins with. @param version the newest one, which the draft is to follow */
export function toDraft(
  { greeting, rules, fallback, handedOver, away }: BotContent,
  version: number,
): BotDraft {
  const taken = new Set(rules.map(({ postback }) => postback))
  const idOf = (postback: string, at: number): string => {
    if (postback !== '') return postback
    let id = `step-${at + 1}`
    while (taken.has(id)) id += '-'
    return id
  }
  return {
    basedOn: version,
    greeting: joined(greeting, 'greeting'),
    steps: rules.map(({ postback, keywords, replies, handsOver }, at) => ({
      id: idOf(postback, at),
      keywords,
      messages: joined(replies, `step ${at}`),
      handsOver,
    })),
    fallback: { messages: joined(fallback.replies, 'fallback'), handsOver: fallback.handsOver },
    handedOver: inEachLanguage((language) => handedOver[language]),
    away: inEachLanguage((language) => away[language]),
  }
}

/**
 * The messages of three languages as one list. Those at one place become one message if they have the same
 * form, that is the same buttons and cards; others stay messages of their own, without texts in the other
 * languages.
 * @param where makes the ids differ from those of other lists
 */
function joined(replies: BotContent['greeting'], where: string): DraftMessage[] {
  const places = Math.max(...languages.map((language) => replies[language].length))
  return Array.from({ length: places }, (_, at) => {
    const forms = new Map<string, Partial<InEach<BotMessage>>>()
    for (const language of languages) {
      const message = replies[language][at]
      if (!message) continue
      const form = formOf(message)
      forms.set(form, { ...forms.get(form), [language]: message })
    }
    return [...forms.values()].map((found, n) => messageOf(found, `${where} ${at} ${n}`))
  }).flat()
}

const formOfButtons = (buttons: ChatButton[]): string =>
  JSON.stringify(buttons.map(({ type, payload }) => (type === 'postback' ? [type, payload] : [type])))

function formOf(message: BotMessage): string {
  if (message.message_type === 'text') return 'text'
  if (message.message_type !== 'generic')
    return `${message.message_type} ${formOfButtons(message.payload.buttons)}`
  return `generic ${message.payloads.map(({ buttons }) => formOfButtons(buttons)).join()}`
}

/** One message of those of some languages, which have the same form. */
function messageOf(found: Partial<InEach<BotMessage>>, id: string): DraftMessage {
  const [first] = Object.values(found)
  const kind = first?.message_type ?? 'text'
  const buttonsIn = (message: BotMessage | undefined): ChatButton[] =>
    message && 'payload' in message && 'buttons' in message.payload ? message.payload.buttons : []
  const cardsIn = (message: BotMessage | undefined) =>
    message?.message_type === 'generic' ? message.payloads : []
  const toButtons = (buttonsOf: (message: BotMessage | undefined) => ChatButton[], within: string) =>
    buttonsOf(first).map(
      ({ type, payload }, at): DraftButton => ({
        id: `${within} ${at}`,
        type,
        title: inEachLanguage((language) => buttonsOf(found[language])[at]?.title ?? ''),
        payload: inEachLanguage((language) => buttonsOf(found[language])[at]?.payload ?? payload),
      }),
    )
  return {
    id,
    kind,
    text: inEachLanguage((language) => {
      const message = found[language]
      return message && 'payload' in message ? message.payload.message : ''
    }),
    buttons: toButtons(buttonsIn, id),
    cards: cardsIn(first).map(({ image }, at) => ({
      id: `${id} card ${at}`,
      image: inEachLanguage((language) => {
        const card = cardsIn(found[language])[at]
        return card ? card.image : image
      }),
      title: inEachLanguage((language) => cardsIn(found[language])[at]?.title ?? ''),
      subtitle: inEachLanguage((language) => cardsIn(found[language])[at]?.subtitle ?? ''),
      buttons: toButtons((message) => cardsIn(message)[at]?.buttons ?? [], `${id} card ${at}`),
    })),
  }
}

/** What is sent to the server. It has each message in each language, also where its texts are missing. */
export function toContent({ greeting, steps, fallback, handedOver, away }: BotDraft): BotContent {
  return {
    greeting: repliesOf(greeting),
    rules: steps.map(({ id, keywords, messages, handsOver }) => ({
      postback: id,
      keywords,
      replies: repliesOf(messages),
      handsOver,
    })),
    fallback: { replies: repliesOf(fallback.messages), handsOver: fallback.handsOver },
    handedOver,
    away,
  }
}

const repliesOf = (messages: DraftMessage[]): BotContent['greeting'] =>
  inEachLanguage((language) => messages.map((message) => replyOf(message, language)))

function replyOf({ kind, text, buttons, cards }: DraftMessage, language: Language): BotMessage {
  const toButtons = (list: DraftButton[]): ChatButton[] =>
    list.map(({ type, title, payload }) => ({ type, title: title[language], payload: payload[language] }))
  const message = text[language]
  if (kind === 'text') return { message_type: kind, payload: { message } }
  if (kind !== 'generic') return { message_type: kind, payload: { message, buttons: toButtons(buttons) } }
  const payloads = cards.map(({ image, title, subtitle, buttons }) => ({
    image: image[language],
    title: title[language],
    subtitle: subtitle[language],
    buttons: toButtons(buttons),
  }))
  return { message_type: kind, payloads }
}

/** Whether a draft says what a content says, whatever the order in which the server stores its fields. */
export const isSame = (draft: BotDraft, content: BotContent): boolean =>
  JSON.stringify(toContent(draft)) === JSON.stringify(toContent(toDraft(content, 0)))

/**
 * What differs between a version and an earlier one; steps are matched by their ids, whatever their order.
 */
export function changesBetween(earlier: BotDraft, later: BotDraft) {
  const [before, after] = [toContent(earlier), toContent(later)]
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const ruleOf = (content: BotContent, id: string) => content.rules.find(({ postback }) => postback === id)
  return {
    greeting: differ(before.greeting, after.greeting),
    fallback: differ(before.fallback, after.fallback),
    words: differ([before.handedOver, before.away], [after.handedOver, after.away]),
    steps: later.steps.filter(({ id }) => differ(ruleOf(before, id), ruleOf(after, id))),
    removed: earlier.steps.filter(({ id }) => !ruleOf(after, id)),
  }
}

const format = 1

export const toText = (draft: BotDraft): string => JSON.stringify({ format, ...draft })

/** What was kept of a draft; undefined where nothing was, or another release of this app kept it. */
export function fromText(text: string | null): BotDraft | undefined {
  try {
    const { format: found, ...draft } = JSON.parse(text ?? 'null')
    return found === format ? draft : undefined
  } catch {
    return undefined
  }
}

const buttonsOf = ({ kind, buttons, cards }: DraftMessage): DraftButton[] =>
  kind === 'generic' ? cards.flatMap((card) => card.buttons) : kind === 'text' ? [] : buttons

/** Everybody's buttons that lead to a step. */
export const buttonsTo = ({ greeting, steps, fallback }: BotDraft, id: string): DraftButton[] =>
  [greeting, ...steps.map(({ messages }) => messages), fallback.messages]
    .flat()
    .flatMap(buttonsOf)
    .filter(({ type, payload }) => type === 'postback' && payload.th === id)

/** The words in a language, or else in another one. */
export const wordsIn = (words: Words, language: Language): string =>
  words[language] || languages.map((one) => words[one]).find((one) => one !== '') || ''

/**
 * By what an operator knows a step: a button that leads there, a word that it answers, or how its answer
 * begins.
 */
export function nameOfStep(draft: BotDraft, step: DraftStep, language: Language): string {
  const titles = buttonsTo(draft, step.id).map(({ title }) => wordsIn(title, language))
  const texts = step.messages.flatMap(({ text, cards }) => [text, ...cards.map(({ title }) => title)])
  const said = texts.map((words) => wordsIn(words, language))
  return [...titles, ...step.keywords, ...said].find((one) => one.trim() !== '')?.slice(0, 60) ?? ''
}
