import { endpoint, Type } from '../../endpoint.ts'
import { BotContent } from './bot.ts'
import { BotVersion } from './bot-version.ts'

export const getChatBot = endpoint({
  method: 'GET',
  path: '/api/console/chat-bot',
  summary:
    'The content of the chat’s bot: the version that waits for a second person, else the version in force, or any by its number; 0 is as shipped',
  access: 'operator',
  query: Type.Object({ version: Type.Optional(Type.String({ pattern: '^\\d{1,9}$' })) }),
  answer: Type.Object({
    ...BotVersion.properties,
    /** The version that answers customers now. */
    inForce: Type.Integer(),
    content: BotContent,
  }),
  errors: ['NO_DATA'],
})
