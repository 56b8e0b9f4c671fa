import { inBangkok } from '@krapao/contract/dates.ts'
import type { ChatEntry } from './chat-client.ts'

/** A message of a history and what is shown above and below it. */
export interface HistoryRow {
  entry: ChatEntry
  /** The first message of a day: its date, above it. */
  day: string | null
  /** The session ended between the message before and this one. */
  endsSession: boolean
  /** The first of several messages of one sender: the name, above it. */
  showsName: boolean
  /** The last of one sender's messages within a minute: the time, below it. */
  showsTime: boolean
}

/** Rows in one block. A block that is far away from what is seen is only a free space of its height. */
const blockSize = 25

/** Messages that are rendered together; their entries stay the same object while none of them changes. */
export interface HistoryBlock {
  id: number
  entries: readonly ChatEntry[]
}

/** The day of a moment, in Bangkok as everywhere: "2026-11-23". */
export const dayOf = (moment: string | Date): string => inBangkok(moment).day

/** A moment's time as HH:mm: seconds are where money is (product.md §9). */
export const timeOf = (moment: string): string => inBangkok(moment).time.slice(0, 5)

/**
 * Who wrote a message, for whoever reads or hears it on the other side: the house's bot and staff are no
 * customer.
 */
export const senderName = (
  { sender, name }: Pick<ChatEntry, 'sender' | 'name'>,
  t: (key: 'chat.customer' | 'chat.bot') => string,
): string => name || t(sender === 'customer' ? 'chat.customer' : 'chat.bot')

/**
 * The rows of messages that follow each other.
 * @param before the message above them; @param after the one below
 */
export function rowsOf(
  entries: readonly ChatEntry[],
  before: ChatEntry | undefined,
  after: ChatEntry | undefined,
): HistoryRow[] {
  return entries.map((entry, i) => {
    const above = entries[i - 1] ?? before
    const below = entries[i + 1] ?? after
    const day = dayOf(entry.createdAt)
    const isNewDay = !above || dayOf(above.createdAt) !== day
    const endsSession = endsBetween(above, entry)
    const isNewSender = !above || above.sender !== entry.sender || above.name !== entry.name
    return {
      entry,
      day: isNewDay ? day : null,
      endsSession,
      showsName: isNewDay || endsSession || isNewSender,
      showsTime: !below || !isSameMoment(entry, below) || endsBetween(entry, below),
    }
  })
}

/** A message that is not sent yet has no session: whether it begins a new one is not known. */
const endsBetween = (above: ChatEntry | undefined, below: ChatEntry): boolean =>
  !!above?.session_id && !!below.session_id && above.session_id !== below.session_id

const isSameMoment = (a: ChatEntry, b: ChatEntry): boolean =>
  a.sender === b.sender &&
  a.name === b.name &&
  a.deliver.status === b.deliver.status &&
  a.createdAt.slice(0, 16) === b.createdAt.slice(0, 16)

/**
 * Divides a history into blocks by the numbers of its messages, so that older messages that are loaded later
 * do not move the others into other blocks. What has no number yet is counted on from the last one.
 * @param former the blocks before this change; those that are the same are kept
 */
export function blocksOf(
  entries: readonly ChatEntry[],
  former: ReadonlyMap<number, HistoryBlock> = new Map(),
): HistoryBlock[] {
  const blocks: { id: number; entries: ChatEntry[] }[] = []
  let number = 0
  for (const entry of entries) {
    number = entry.number ?? number + 1
    const id = Math.floor(number / blockSize)
    const last = blocks.at(-1)
    // Never behind the last block, whatever the numbers are: the order of the entries counts.
    if (last && id <= last.id) last.entries.push(entry)
    else blocks.push({ id, entries: [entry] })
  }
  return blocks.map((block) => {
    const known = former.get(block.id)
    const isSame =
      known?.entries.length === block.entries.length &&
      known.entries.every((entry, i) => entry === block.entries[i])
    return isSame && known ? known : block
  })
}
