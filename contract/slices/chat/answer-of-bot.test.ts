import { expect, test } from 'vitest'
import { answerOfBot } from './answer-of-bot.ts'
import type { BotContent } from './bot.ts'

/** The words by which the bot answers (rules.md §12.4) are found however they are typed. */

const saying = (message: string) => ({
  replies: { th: [{ message_type: 'text' as const, payload: { message } }], la: [], en: [] },
  handsOver: false,
})
const content = {
  rules: [
    { postback: '', keywords: ['\u200b\u200b'], ...saying('nothing that can be seen') },
    { postback: '', keywords: ['ฝากนํ้า', 'JOSÉ'], ...saying('found') },
  ],
  fallback: saying('fallback'),
  handedOver: { th: '', la: '', en: '' },
  away: { th: '', la: '', en: '' },
} as unknown as BotContent

test.each([
  ['ขอ ฝากนํ้า ครับ', 'found'],
  ['ขอฝากน้ำครับ', 'found'],
  ['ฝากน\u200b้ําค่ะ', 'found'],
  ['jose\u0301', 'found'],
  ['ＪＯＳＥ\u0301', 'found'],
  ['ฝาก', 'fallback'],
])('%j: %s', (message, expected) => {
  const given = { message_type: 'text' as const, payload: { message } }
  const { replies } = answerOfBot(content, given, { language: 'th', isOpen: true })
  expect(replies).toEqual(saying(expected).replies.th)
})
