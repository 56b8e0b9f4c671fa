import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import { problemsOfBot } from '@krapao/contract/slices/chat/bot-problems.ts'
import type { BotMessage } from '@krapao/contract/slices/chat/message.ts'
import { describe, expect, it } from 'vitest'
import {
  type BotDraft,
  buttonsTo,
  changesBetween,
  type DraftStep,
  fromText,
  isSame,
  moved,
  nameOfStep,
  newMessage,
  newStep,
  toContent,
  toDraft,
  toText,
} from './draft.ts'

const said = (message: string): BotMessage => ({ message_type: 'text', payload: { message } })
const menu = (title: string): BotMessage => ({
  message_type: 'quick_replies',
  payload: {
    message: `menu ${title}`,
    buttons: [
      { type: 'postback', title, payload: 'help' },
      { type: 'web', title: 'page', payload: `https://example.com/${title}` },
    ],
  },
})
const card = (image: string | null, title: string): BotMessage => ({
  message_type: 'generic',
  payloads: [{ image, title, subtitle: '', buttons: [{ type: 'call', title, payload: '021234567' }] }],
})
const replies = (make: (language: string) => BotMessage[]) => ({
  th: make('th'),
  la: make('la'),
  en: make('en'),
})
const content: BotContent = {
  greeting: replies((language) => [said(`hello ${language}`), menu(language)]),
  rules: [
    {
      postback: 'help',
      keywords: ['help'],
      replies: replies((one) => [card(`/a-${one}.webp`, one)]),
      handsOver: false,
    },
    { postback: '', keywords: ['bye'], replies: replies(() => []), handsOver: true },
  ],
  fallback: { replies: replies(() => [said('hm')]), handsOver: true },
  handedOver: { th: 'a', la: 'b', en: 'c' },
  away: { th: '', la: '', en: '' },
}
const [help, bye] = content.rules as [BotContent['rules'][number], BotContent['rules'][number]]

describe('a content', () => {
  it('comes back as it was; a step without an id gets one', () => {
    const rules = [help, { ...bye, postback: 'step-2' }]
    expect(toContent(toDraft(content, 3))).toEqual({ ...content, rules })
    expect(problemsOfBot(toContent(toDraft(content, 3)))).toEqual([])
  })

  it('is one list of messages, each in three languages', () => {
    const { greeting, steps } = toDraft(content, 3)
    expect(greeting.map(({ kind }) => kind)).toEqual(['text', 'quick_replies'])
    expect(greeting[1]?.buttons[1]?.payload.la).toBe('https://example.com/la')
    expect(steps[0]?.messages[0]?.cards[0]?.image).toEqual({
      th: '/a-th.webp',
      la: '/a-la.webp',
      en: '/a-en.webp',
    })
  })

  it('with another form in a language has messages of their own, in the order of each language', () => {
    const uneven = { th: [said('one'), said('two')], la: [menu('la')], en: [said('uno'), said('due')] }
    const { greeting } = toDraft({ ...content, greeting: uneven }, 0)
    expect(greeting.map(({ text }) => text)).toEqual([
      { th: 'one', la: '', en: 'uno' },
      { th: '', la: 'menu la', en: '' },
      { th: 'two', la: '', en: 'due' },
    ])
    expect(greeting[1]?.buttons[0]?.payload).toEqual({ th: 'help', la: 'help', en: 'help' })
    // Nothing of it may be published before each language is written.
    const places = problemsOfBot(toContent(toDraft({ ...content, greeting: uneven }, 0)))
    expect(places).toContainEqual({ field: 'greeting/la/0/payload/message', problem: 'MISSING' })
  })

  it('is the same whatever the order of its fields', () => {
    const turned = JSON.parse(JSON.stringify(content), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    )
    const draft = toDraft(content, 0)
    expect(isSame(draft, turned)).toBe(true)
    expect(isSame({ ...draft, steps: draft.steps.slice(1) }, turned)).toBe(false)
  })
})

describe('a draft', () => {
  const draft: BotDraft = toDraft(content, 3)

  it('is kept as a text; what another release kept is not used', () => {
    expect(fromText(toText(draft))).toEqual(draft)
    for (const text of [null, '', '{', '3', 'null', '{"basedOn":3,"steps":[]}']) {
      expect(fromText(text)).toBeUndefined()
    }
  })

  it('has other kinds of a message only while it is that kind', () => {
    const message = { ...newMessage('quick_replies'), kind: 'text' as const }
    expect(toContent({ ...draft, greeting: [message] }).greeting.th).toEqual([said('')])
  })

  it('names a step by its button, its word, or its answer', () => {
    const [first, second] = draft.steps
    const fresh = newStep()
    expect(first && nameOfStep(draft, first, 'la')).toBe('la')
    expect(second && nameOfStep(draft, second, 'la')).toBe('bye')
    expect(nameOfStep(draft, fresh, 'la')).toBe('')
    const [message] = fresh.messages
    if (message) message.text.th = 'so it begins'
    expect(nameOfStep(draft, fresh, 'la')).toBe('so it begins')
    expect(buttonsTo(draft, 'help')).toHaveLength(1)
  })

  it('lists what another version changed', () => {
    const none = { greeting: false, fallback: false, words: false, steps: [], removed: [] }
    expect(changesBetween(draft, { ...draft, steps: moved(draft.steps, 0, 1) })).toEqual(none)
    const [first, second] = draft.steps as [DraftStep, DraftStep]
    const other = { ...second, keywords: ['good'] }
    const away = { ...draft.away, th: 'x' }
    expect(changesBetween(draft, { ...draft, steps: [other], away })).toEqual({
      ...none,
      words: true,
      steps: [other],
      removed: [first],
    })
  })

  it('moves one of a list', () => {
    expect(moved([1, 2, 3], 0, 1)).toEqual([2, 1, 3])
    expect(moved([1, 2, 3], 2, 0)).toEqual([3, 1, 2])
  })
})
