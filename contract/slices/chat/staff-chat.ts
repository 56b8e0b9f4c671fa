import type { Static } from 'typebox'
import { Nullable, Timestamp, Type } from '../../endpoint.ts'
import { languages } from '../../languages.ts'
import { DeskMember } from '../desk/desk-item.ts'
import { ChatMessage } from './message.ts'

/** A conversation as operators see it. */

export const ChatParams = Type.Object({ id: Type.String({ pattern: '^cv[a-z2-7]{16}$' }) })

const Colleague = Type.Object({ _id: Type.String(), name: Type.String() })

export const StaffChat = Type.Object({
  _id: Type.String(),
  /** Null: a visitor. */
  member: Nullable(DeskMember),
  guestId: Nullable(Type.String()),
  language: Type.Enum(languages),
  state: Type.Enum(['bot', 'waiting', 'open', 'ended']),
  /** Who answers it. */
  operator: Nullable(Colleague),
  session_id: Type.String(),
  last: Type.Integer({ description: 'The number of the newest message' }),
  lastAt: Timestamp(),
  createdAt: Timestamp(),
  /** Since when the customer waits for an answer of the staff; null: the customer does not. */
  waitingSince: Nullable(Timestamp()),
  /** Both sides have read the messages up to these numbers. */
  readByCustomer: Type.Integer(),
  readByOperator: Type.Integer(),
  /** The customer's messages that the staff have not read, at most 99; 0 while the bot answers. */
  unread: Type.Integer(),
  /** The newest message of the customer or the staff. */
  preview: Nullable(ChatMessage),
})

export type StaffChat = Static<typeof StaffChat>
