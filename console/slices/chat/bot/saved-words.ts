import type { AnswerOf } from '@krapao/contract/client.ts'
import type { useTranslation } from '@krapao/web/i18n/use-translation.ts'

/** What is said after a version was saved: that it answers customers, or waits for a second person. */
export const savedWords = (
  t: ReturnType<typeof useTranslation>['t'],
  { version, status, newHosts }: AnswerOf<'PUT /api/console/chat-bot'>,
): ['positive' | 'neutral', string] =>
  status === 'DONE'
    ? ['positive', t('chats.bot.published', { version })]
    : ['neutral', t('chats.waiting.saved', { hosts: newHosts.join(', ') })]
