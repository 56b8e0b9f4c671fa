import type { Static } from 'typebox'
import { Currency, Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'
import { DeskItemId, DeskMember, DeskQueueName } from '../desk-item.ts'

/** What operators share work on: an item of a review queue, or a conversation (rules.md §17.2). */

export const WorkQueue = Type.Union([DeskQueueName, Type.Literal('chat')])
export type WorkQueue = Static<typeof WorkQueue>

export const WorkParams = Type.Object({ queue: WorkQueue, id: DeskItemId })
export const WorkQueueParams = Type.Object({ queue: WorkQueue })

export const Colleague = Type.Object({ _id: Type.String(), name: Type.String() })
export type Colleague = Static<typeof Colleague>

/** Who looks at a subject, since when, and until when the claim holds if it is not renewed. */
export const Claim = Type.Object({ operator: Colleague, since: Timestamp(), until: Timestamp() })
export type Claim = Static<typeof Claim>

/** A text without zero bytes; it may be empty. */
export const FreeText = Type.String({ maxLength: 1000, pattern: '^[^\\u0000]*$' })

/** Something that was given to an operator, or that left the lists for a while. */
export const WorkItem = Type.Object({
  queue: WorkQueue,
  id: Type.String(),
  member: Nullable(DeskMember),
  amount: Nullable(Money()),
  currency: Nullable(Currency),
  /** Since when it has waited. */
  createdAt: Timestamp(),
  /** Who gave it, or put it off. */
  by: Colleague,
  at: Timestamp(),
  /** The note that came with it, or the reason. */
  note: Type.String(),
  /** When it comes back; null if it did not leave the lists. */
  until: Nullable(Timestamp()),
})
export type WorkItem = Static<typeof WorkItem>

/** A private note of the staff. */
export const WorkNote = Type.Object({
  _id: Type.String(),
  queue: WorkQueue,
  id: Type.String(),
  /** A note, or what an operator said when taking over or giving a subject; the text may then be empty. */
  kind: Type.Enum(['note', 'taken-over', 'assigned']),
  operator: Colleague,
  text: Type.String(),
  /** Who is to read it. */
  mentions: Type.Array(Colleague),
  at: Timestamp(),
})
export type WorkNote = Static<typeof WorkNote>

/** What an operator did in a shift. */
export const ShiftSummary = Type.Object({
  decisions: Type.Array(
    Type.Object({
      /** Null: the shift was closed before decisions were counted by queue. */
      queue: Nullable(Type.String()),
      /** The audited action, e.g. `desk.approve`. */
      action: Type.String(),
      currency: Currency,
      count: Type.Integer(),
      /** The amounts together. */
      sum: Money(),
    }),
  ),
  /** Customers who were answered. */
  conversations: Type.Integer(),
  /** What the operator holds; at closing all but what is snoozed goes back to everybody. */
  claimed: Type.Integer(),
  assigned: Type.Integer(),
  chats: Type.Integer(),
  snoozed: Type.Integer(),
})
export type ShiftSummary = Static<typeof ShiftSummary>

export const Shift = Type.Object({
  _id: Type.String(),
  operator: Colleague,
  openedAt: Timestamp(),
  closedAt: Nullable(Timestamp()),
  note: Type.String(),
  /** Of now; for a closed shift, of the moment of closing. */
  summary: ShiftSummary,
})
export type Shift = Static<typeof Shift>

/** A note: one visible character at least. */
export const NoteText = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^[^\\u0000]*[^\\s\\u0000-\\u001f\\u00ad\\u200b-\\u200f\\u2060\\ufeff][^\\u0000]*$',
})
