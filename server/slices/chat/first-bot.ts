import { inEachLanguage, type Language } from '@krapao/contract/languages.ts'
import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotMessage, ChatButton } from '@krapao/contract/slices/chat/message.ts'
import { texts } from './texts.ts'

/** The bot's texts until operators write their own. */

type Said = (typeof texts)[Language]['bot']
type Topic = keyof Said['topics']
const topics: Topic[] = ['deposit', 'withdraw', 'bonus', 'agent']

const each = <T>(make: (bot: Said) => T) => inEachLanguage((language) => make(texts[language].bot))

const buttonOf = (topic: Topic, bot: Said): ChatButton => ({
  type: 'postback',
  title: bot.topics[topic],
  payload: topic,
})
const menu = (of: (bot: Said) => string) =>
  each((bot): BotMessage[] => [
    {
      message_type: 'quick_replies',
      payload: { message: of(bot), buttons: topics.map((topic) => buttonOf(topic, bot)) },
    },
  ])

/** An answer, and under it the way to a person. */
const answer = (topic: keyof Said['answers']) =>
  each((bot): BotMessage[] => [
    {
      message_type: 'buttons',
      payload: { message: bot.answers[topic], buttons: [buttonOf('agent', bot)] },
    },
  ])

export const firstBot: BotContent = {
  greeting: menu((bot) => bot.greeting),
  rules: [
    {
      postback: 'deposit',
      keywords: ['ฝาก', 'ສະລິບ', 'ຝາກ', 'สลิป', 'deposit', 'slip'],
      replies: answer('deposit'),
      handsOver: false,
    },
    {
      postback: 'withdraw',
      keywords: ['ถอน', 'ຖອນ', 'withdraw'],
      replies: answer('withdraw'),
      handsOver: false,
    },
    {
      postback: 'bonus',
      keywords: ['โบนัส', 'ໂບນັດ', 'bonus', 'เทิร์น', 'turnover'],
      replies: answer('bonus'),
      handsOver: false,
    },
    {
      postback: 'agent',
      keywords: [
        'ทีมงาน',
        'แอดมิน',
        'เจ้าหน้าที่',
        'ທີມງານ',
        'ແອດມິນ',
        'ພະນັກງານ',
        'our team',
        'admin',
        'agent',
        'person',
      ],
      replies: each((): BotMessage[] => []),
      handsOver: true,
    },
    // Last, so that a message with a greeting and a topic is answered by its topic.
    {
      postback: '',
      keywords: ['สวัสดี', 'หวัดดี', 'ສະບາຍດີ', 'hello'],
      replies: menu((bot) => bot.hello),
      handsOver: false,
    },
  ],
  fallback: {
    replies: each((bot): BotMessage[] => [{ message_type: 'text', payload: { message: bot.fallback } }]),
    handsOver: true,
  },
  handedOver: each((bot) => bot.handedOver),
  away: each((bot) => bot.away),
}
