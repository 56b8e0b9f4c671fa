import type { Conversation } from './slices/chat/message.ts'

/**
 * The events of the socket (rules.md §16). A client joins a room with its token; the server then pushes
 * events. Delivery is at most once: an event says that something changed, and the client loads the change by
 * a call. A chat message comes with its number, by which the client knows whether it has missed one.
 */
export interface ClientEvents {
  join: (
    request: { room: string } & ({ token: string } | { guestToken: string }),
    acknowledge: (answer: { ok: boolean; message?: string }) => void,
  ) => void
  /** A customer is writing in the conversation whose room was joined, or an operator in the named one. */
  typing: (about: { conversationId?: string }) => void
}

export interface ServerEvents {
  /** Events may have been lost, so anything may have changed. */
  changed: () => void
  /** The session that joined has ended; the connection is closed after this. */
  'session-ended': () => void
  /** A balance, hold or transfer of this member changed. */
  'wallet-changed': () => void
  /** A slip, QR code, gift or announced deposit of this member changed its state. */
  'deposits-changed': () => void
  /** In the console: these review queues have a new item, one less, or a new decision. */
  'desk-changed': (queues: string[]) => void
  /** In the console: a campaign has another version, or another state. */
  'campaigns-changed': () => void
  /** Somebody logged in as this member from a device that never had before. */
  'new-login': () => void
  /** A withdrawal of this member changed its state. */
  'withdrawals-changed': () => void
  /** A message of this customer's conversation. */
  messaging: (message: Conversation) => void
  /** The staff have read this customer's messages up to a number. */
  'messages-read': (upTo: number) => void
  /** In the console: a conversation has a new message, or changed its state. */
  'chat-changed': (conversationId: string) => void
  /** In the console: the bot has this version now. */
  'bot-changed': (version: number) => void
  /** The staff are writing to this customer. */
  'staff-typing': (name: string) => void
  /** In the console: the customer of a conversation is writing, or an operator with this id and name. */
  'chat-typing': (conversationId: string, operator: { _id: string; name: string } | null) => void
  /** In the console: who works on an item or conversation changed, or its notes, or when it comes back. */
  'work-changed': (subject: { queue: string; id: string }) => void
}

/** The room of all operators who are logged in. */
export const consoleRoom = 'console'

/** The room of one member. */
export const memberRoom = (memberId: string): string => `member-${memberId}`

/** The first part of the names of chat rooms (rules.md §16). */
export const chatPrefix = 'krapao'

/** The room of a customer's conversation: a member's by `_id`, a visitor's by guest id. */
export const chatRoom = (customerId: string): string => `${chatPrefix}-${customerId}`
