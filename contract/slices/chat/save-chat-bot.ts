import { endpoint, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { BotContent } from './bot.ts'
import { NewHosts, SavedStatus } from './text-decision.ts'

export const saveChatBot = endpoint({
  method: 'PUT',
  path: '/api/console/chat-bot',
  summary:
    'Makes a new version of the chat’s bot. It answers on every node within two seconds, or waits for a second person where it leads to a new foreign host',
  access: 'operator',
  roles: rights.editBot,
  // A bot that answers many questions in three languages is far larger than any other body.
  size: { bytes: 524_288, values: 20_000 },
  body: Type.Object({
    /**
     * The version that waits, else the one in force, as the operator saw it; another one meanwhile:
     * CHAT_BOT_CHANGED.
     */
    basedOn: Type.Integer({ minimum: 0, maximum: 999_999_999 }),
    content: BotContent,
  }),
  answer: Type.Object({ version: Type.Integer(), status: SavedStatus, newHosts: NewHosts }),
  errors: ['FORBIDDEN', 'INACTIVE_USER', 'INVALID_CHAT_BOT', 'CHAT_BOT_CHANGED'],
})
