import { endpoint, Type } from '../../endpoint.ts'
import { BotMessage } from './message.ts'

export const getChatConfig = endpoint({
  method: 'GET',
  path: '/api/chat/config',
  summary: 'What the chat widget needs to begin',
  access: 'visitor',
  answer: Type.Object({
    /** Rooms are called `{PREFIX}-{userId or guestId}`. */
    PREFIX: Type.String(),
    /** What the bot says before anything is written, in the caller’s language; it is not part of the history. */
    greeting: Type.Array(BotMessage),
    /** Whether people answer now. */
    isOpen: Type.Boolean(),
    /** What is shown outside of the opening hours; empty within them. */
    awayText: Type.String(),
  }),
  errors: [],
})
