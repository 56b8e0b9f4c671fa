import { defineSetting, Type } from '../../platform/settings.ts'

/** The rules of the chat (rules.md §12). Nothing here reads or stores. */

export const clientIdRequired = defineSetting(
  'chat.clientId',
  Type.Boolean(),
  true,
  'Whether a customer’s chat message without an id of its sender is refused; without one, a message that is sent again is doubled',
)
export const messagesPerMinute = defineSetting(
  'chat.messagesPerMinute',
  Type.Integer({ minimum: 1, maximum: 600 }),
  30,
  'Chat messages of a customer in a minute',
)
export const uploadsPerMinute = defineSetting(
  'chat.uploadsPerMinute',
  Type.Integer({ minimum: 1, maximum: 60 }),
  6,
  'Pictures and videos that a customer may upload to the chat in a minute',
)
export const uploadsPerDay = defineSetting(
  'chat.uploadsPerDay',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  100,
  'Pictures and videos that visitors of one address may upload to the chat in a day',
)
export const visitorMegabytes = defineSetting(
  'chat.visitorMegabytes',
  Type.Integer({ minimum: 1, maximum: 100_000 }),
  100,
  'Megabytes that visitors of one address may upload to the chat in a day',
)
export const visitorsMegabytes = defineSetting(
  'chat.visitorsMegabytes',
  Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  2000,
  'Megabytes that all visitors together may upload to the chat in a day',
)
export const visitorFileDays = defineSetting(
  'chat.visitorFileDays',
  Type.Integer({ minimum: 1, maximum: 3650 }),
  90,
  'Days after which the pictures and videos that visitors sent are deleted',
)
export const guestsPerMinute = defineSetting(
  'chat.guestsPerMinute',
  Type.Integer({ minimum: 1, maximum: 600 }),
  20,
  'Guest ids that an address may get in a minute',
)
export const sessionHours = defineSetting(
  'chat.sessionHours',
  Type.Integer({ minimum: 1, maximum: 24 * 30 }),
  24,
  'Hours without a message after which a chat begins a new session',
)
const timeOfDay = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
export const closedFrom = defineSetting(
  'chat.closedFrom',
  timeOfDay(),
  '00:00',
  'Nobody answers the chat from this time of the Bangkok day; equal to chat.closedUntil: answered around the clock',
)
export const closedUntil = defineSetting(
  'chat.closedUntil',
  timeOfDay(),
  '00:00',
  'The chat is answered again from this time of the Bangkok day',
)

/**
 * The side that answers: the bot; nobody yet, because the staff were asked (`waiting`); the staff (`open`);
 * or nobody any more, because the staff ended the session.
 */
export type ChatState = 'bot' | 'waiting' | 'open' | 'ended'

/** Whether a customer's message begins a new session (rules.md §12.3). */
export const beginsSession = (
  { state, lastAt }: { state: ChatState; lastAt: Date },
  now: Date,
  hours: number,
): boolean => state === 'ended' || now.getTime() - lastAt.getTime() > hours * 3_600_000
