import { endpoint, Type } from '../../endpoint.ts'
import { BotMessage } from './message.ts'

export const getChatConfig = endpoint({
  method: 'GET',
  path: '/api/chat/config',
  summary: 'The facts with which the chat widget begins',
  access: 'visitor',
  answer: Type.Object({
    /** Rooms are called `{PREFIX}-{userId or guestId}`. */
    PREFIX: Type.String(),
    /**
     * What the bot says before anything is written, in the caller’s language; it is not part of the history.
     */
    greeting: Type.Array(BotMessage),
    /** Whether people answer now. */
    isOpen: Type.Boolean(),
    /** HH:mm in Bangkok; if both are equal, people answer around the clock. */
    closedFrom: Type.String(),
    closedUntil: Type.String(),
    /** What is shown outside of the opening hours; empty within them. */
    awayText: Type.String(),
  }),
  errors: [],
})
