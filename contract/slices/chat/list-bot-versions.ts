import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { BotVersion } from './bot-version.ts'

export const listBotVersions = endpoint({
  method: 'GET',
  path: '/api/console/chat-bot/versions',
  summary:
    'The versions of the chat’s bot with their authors, newest first, 30 at a time; `before` is the `next` of the page before',
  access: 'operator',
  query: Type.Object({ before: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })) }),
  answer: Type.Object({ versions: Type.Array(BotVersion), next: Nullable(Type.String()) }),
  errors: [],
})
