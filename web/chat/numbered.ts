import type { Conversation } from '@krapao/contract/slices/chat/message.ts'
import type { ChatEntry } from './chat-client.ts'

/** The messages that the server has numbered, oldest first and without gaps. */
export interface Numbered {
  entries: readonly ChatEntry[]
  /** The numbers of the first and the last; `last` 0: none. */
  first: number
  last: number
}

export const none: Numbered = { entries: [], first: 1, last: 0 }

type Own = 'customer' | 'operator'

/** One's own keep the key that they had before they were sent; the other side's ids are its own affair. */
const toEntry = (
  { clientId, number, sender, name, message, session_id, createdAt }: Conversation,
  own: Own,
): ChatEntry => ({
  key: sender === own ? clientId : `${sender} ${clientId}`,
  number,
  sender,
  name,
  message,
  session_id,
  createdAt,
  deliver: { status: 'succeed', progress: 1 },
})

const byNumber = (one: Conversation, other: Conversation): number => one.number - other.number

/** A first page, in any order. */
export function fromPage(messages: Conversation[], own: Own): Numbered {
  const sorted = [...messages].sort(byNumber)
  const first = sorted[0]?.number ?? 1
  return { entries: sorted.map((one) => toEntry(one, own)), first, last: sorted.at(-1)?.number ?? 0 }
}

/** Takes over the fresh links to files from messages that are held. */
export function withFreshFiles(held: Numbered, messages: Conversation[]): Numbered {
  const fresh = new Map(messages.map((one) => [one.number, one.message]))
  const entries = held.entries.map((entry) => {
    const message = entry.number === null ? undefined : fresh.get(entry.number)
    return message?.message_type === 'media' ? { ...entry, message } : entry
  })
  return { ...held, entries }
}

/** Puts older messages in front; those that do not reach the first are not taken. */
export function withOlder(held: Numbered, messages: Conversation[], own: Own): Numbered {
  const taken: ChatEntry[] = []
  let first = held.first
  for (const message of [...messages].sort(byNumber).reverse()) {
    if (message.number !== first - 1) continue
    taken.unshift(toEntry(message, own))
    first = message.number
  }
  return taken.length > 0 ? { ...held, first, entries: [...taken, ...held.entries] } : held
}

/**
 * Adds newer messages behind the last; those that are held are left out.
 * @returns what is held now, what was added, and whether something before one of them is missing
 */
export function withNewer(
  held: Numbered,
  messages: Conversation[],
  own: Own,
): { held: Numbered; added: Conversation[]; isGap: boolean } {
  const added: Conversation[] = []
  let last = held.last
  let isGap = false
  for (const message of [...messages].sort(byNumber)) {
    if (message.number <= last) continue
    if (message.number > last + 1) {
      isGap = true
      break
    }
    added.push(message)
    last = message.number
  }
  if (added.length === 0) return { held, added, isGap }
  const first = held.last === 0 ? (added[0]?.number ?? 1) : held.first
  return {
    held: { first, last, entries: [...held.entries, ...added.map((one) => toEntry(one, own))] },
    added,
    isGap,
  }
}
