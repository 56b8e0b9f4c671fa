import { answerOfBot } from '@krapao/contract/slices/chat/answer-of-bot.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { describe, expect, it } from 'vitest'
import { firstBot } from './first-bot.ts'
import { beginsSession, type ChatState } from './rules.ts'

const text = (message: string): SentMessage => ({ message_type: 'text', payload: { message } })
const postback = (payload: string): SentMessage => ({
  message_type: 'postback',
  payload: { title: 'x', payload },
})

describe('the bot', () => {
  it.each([
    ['a button of its own', postback('deposit'), 'buttons', false],
    ['a word of a rule, in any case', text('Where is my DEPOSIT?'), 'buttons', false],
    ['a Thai word within a sentence', text('ฉันฝากเงินแล้ว'), 'buttons', false],
    ['the first of two rules', text('deposit and withdraw'), 'buttons', false],
    ['the wish for a person', postback('agent'), 'text', true],
    ['a greeting', text('สวัสดีค่ะ'), 'quick_replies', false],
    ['a greeting with a question', text('สวัสดีค่ะ ฝากแล้วเงินไม่เข้า'), 'buttons', false],
    ['words that no rule knows', text('my phone is green'), 'text', true],
    ['a button that no rule knows', postback('unknown'), 'text', true],
    ['a button without a name', postback(''), 'text', true],
  ])('answers %s', (_, message, kind, handsOver) => {
    const answer = answerOfBot(firstBot, message, { language: 'en', isOpen: true })
    expect([answer.replies[0]?.message_type, answer.handsOver]).toEqual([kind, handsOver])
  })

  it('says at a hand-over whether anybody is there', () => {
    const said = (isOpen: boolean) => {
      const { replies } = answerOfBot(firstBot, postback('agent'), { language: 'la', isOpen })
      return replies.at(-1)
    }
    expect(said(true)).toEqual(text(firstBot.handedOver.la))
    expect(said(false)).toEqual(text(firstBot.away.la))
  })

  it('has an answer of each rule in each language, and no button that leads nowhere', () => {
    const known = new Set(firstBot.rules.map((rule) => rule.postback))
    const messages = [
      firstBot.greeting,
      firstBot.fallback.replies,
      ...firstBot.rules.map((rule) => rule.replies),
    ]
    for (const replies of messages) {
      expect(replies.la).toHaveLength(replies.th.length)
      expect(replies.en).toHaveLength(replies.th.length)
      for (const reply of [...replies.th, ...replies.la, ...replies.en]) {
        if (!('payload' in reply) || !('buttons' in reply.payload)) continue
        for (const button of reply.payload.buttons) expect(known).toContain(button.payload)
      }
    }
  })
})

describe('a new session', () => {
  const last = new Date('2026-11-23T00:00:00Z')
  it.each<[ChatState, number, boolean]>([
    ['bot', 24, false],
    ['bot', 24.01, true],
    ['open', 23.9, false],
    ['open', 24.01, true],
    ['waiting', 30, true],
    ['ended', 0.1, true],
  ])('%s, %d hours after the last message: %s', (state, hours, begins) => {
    const now = new Date(last.getTime() + hours * 3_600_000)
    expect(beginsSession({ state, lastAt: last }, now, 24)).toBe(begins)
  })
})
