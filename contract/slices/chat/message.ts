import type { Static } from 'typebox'
import { Nullable, Timestamp, Type } from '../../endpoint.ts'
import { bot, chat } from '../../limits.ts'

/** A text that PostgreSQL can keep: it has no zero byte. */
const Written = (bounds: { minLength?: number; maxLength: number }) =>
  Type.String({ ...bounds, pattern: '^[^\\u0000]*$' })

/** What a button does: opens a page, calls a number, reports its payload, or sends its title as a message. */
export const ChatButton = Type.Object({
  type: Type.Enum(['web', 'call', 'postback', 'text']),
  title: Written({ minLength: 1, maxLength: bot.title }),
  /** The address, the phone number, or what a postback reports. */
  payload: Written({ maxLength: bot.address }),
})

const Buttons = Type.Array(ChatButton, { minItems: 1, maxItems: bot.buttons })
/** A text in which something can be read: a bubble of blanks or invisible marks says nothing. */
const WrittenText = Type.String({
  maxLength: chat.text,
  pattern: '^[^\\u0000]*[^\\s\\u0000\\u200b-\\u200f\\u2060\\ufeff][^\\u0000]*$',
})
const kind = <const Kind extends string>(name: Kind) => Type.Literal(name)

/** A card of a carousel. */
export const ChatCard = Type.Object({
  /** An address, or the path of a picture that an operator uploaded. */
  image: Nullable(Written({ maxLength: bot.address })),
  title: Written({ minLength: 1, maxLength: bot.title }),
  subtitle: Written({ maxLength: bot.subtitle }),
  buttons: Type.Array(ChatButton, { maxItems: bot.cardButtons }),
})

const Text = Type.Object({ message_type: kind('text'), payload: Type.Object({ message: WrittenText }) })
const Postback = Type.Object({
  message_type: kind('postback'),
  payload: Type.Object({
    title: Written({ minLength: 1, maxLength: bot.title }),
    payload: Written({ minLength: 1, maxLength: 500 }),
  }),
})
const ButtonsMessage = Type.Object({
  message_type: kind('buttons'),
  payload: Type.Object({ message: WrittenText, buttons: Buttons }),
})
const QuickReplies = Type.Object({
  message_type: kind('quick_replies'),
  payload: Type.Object({ message: WrittenText, buttons: Buttons }),
})
const Carousel = Type.Object({
  message_type: kind('generic'),
  payloads: Type.Array(ChatCard, { minItems: 1, maxItems: bot.cards }),
})
/** `filePath`: what the upload answered. */
const SentMedia = Type.Object({
  message_type: kind('media'),
  payload: Type.Object({ filePath: Written({ minLength: 1, maxLength: 100 }) }),
})
const Media = Type.Object({
  message_type: kind('media'),
  payload: Type.Object({
    message: Type.String(),
    /** The file is opened by an address, and not by its content in the message. */
    url: Type.Boolean(),
    fileType: Type.Enum(['image', 'video', 'file']),
    /** An address that opens the file for ten minutes. */
    filePath: Type.String(),
    name: Type.String(),
    /** Bytes. */
    size: Type.Integer(),
    /** Pixels of a picture, so that its place is kept free before it is loaded. */
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
  }),
})

/** What a bot may answer. */
export const BotMessage = Type.Union([Text, ButtonsMessage, QuickReplies, Carousel])
/** What a customer or an operator may send. */
export const SentMessage = Type.Union([Text, Postback, SentMedia])
export const ChatMessage = Type.Union([Text, Postback, ButtonsMessage, QuickReplies, Carousel, Media])

/**
 * A client's own id of a message, unique per sender: sending it again does not double it (rules.md §12.2).
 */
export const ClientId = Type.String({ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' })

/** A message within its conversation, as customers see it. */
export const Conversation = Type.Object({
  sender: Type.Enum(['customer', 'operator', 'bot']),
  message: ChatMessage,
  /** The member's `_id`; null: a visitor's. */
  userId: Nullable(Type.String()),
  guestId: Nullable(Type.String()),
  /** What the customer sees as the sender's name; empty for the customer's own messages. */
  name: Type.String(),
  /** The sender's own id of the message. */
  clientId: Type.String(),
  /** Counts the messages of a conversation from 1, without gaps. */
  number: Type.Integer(),
  session_id: Type.String(),
  createdAt: Timestamp(),
})

export type ChatButton = Static<typeof ChatButton>
export type BotMessage = Static<typeof BotMessage>
export type SentMessage = Static<typeof SentMessage>
export type ChatMessage = Static<typeof ChatMessage>
export type Conversation = Static<typeof Conversation>
