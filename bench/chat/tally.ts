import { round } from '../ledger/load.ts'

/** A message as a socket received it. */
export interface Heard {
  customer: string
  clientId: string
  /** Counts a conversation's messages from 1 without gaps (rules.md §12.2). */
  number: number
}

/** The outcome of the messages. */
export interface Outcome {
  /** Messages that were sent, without the answers of the bot. */
  sent: number
  /** Sent messages that the server did not accept. */
  failed: number
  /** Messages that the server stored, those of the bot included. */
  stored: number
  /** Stored messages that reached their customer's socket. */
  received: number
  /** Messages that were accepted or stored and did not reach their customer. */
  lost: number
  /** Messages that reached their customer once more. */
  doubled: number
  /** Messages that came after a later one of the same conversation. */
  late: number
  /** Milliseconds from the moment when a message was due until its customer's socket had it. */
  p50: number
  p99: number
  max: number
  /**
   * Milliseconds from when a message was due until it was sent. It is long if the machine is busy with
   * something else, and then the times above say little about the chat.
   */
  sendersP99: number
}

/** Counts what is sent and received. Times are those of `performance.now()`. */
export function createTally() {
  /** When each message was due, by its client's id. */
  const due = new Map<string, number>()
  const accepted = new Set<string>()
  /** The numbers that each customer has received. */
  const numbers = new Map<string, Set<number>>()
  const clientIds = new Set<string>()
  const times: number[] = []
  const sendersTimes: number[] = []
  const counts = { failed: 0, received: 0, doubled: 0, late: 0 }

  return {
    /** @param at when it was due; NaN: it is not measured */
    sent(clientId: string, at: number, now: number): void {
      due.set(clientId, at)
      if (!Number.isNaN(at)) sendersTimes.push(now - at)
    },
    accepted: (clientId: string) => void accepted.add(clientId),
    failed: () => void counts.failed++,
    heard({ customer, clientId, number }: Heard, at: number): void {
      const own = numbers.get(customer) ?? new Set()
      numbers.set(customer, own)
      if (own.has(number) || clientIds.has(clientId)) {
        counts.doubled++
        return
      }
      if (number < Math.max(0, ...own)) counts.late++
      own.add(number)
      clientIds.add(clientId)
      counts.received++
      const began = due.get(clientId) ?? Number.NaN
      if (!Number.isNaN(began)) times.push(at - began)
    },
    get received() {
      return counts.received
    },
    /** @param stored the number of messages in the database */
    outcome(stored: number): Outcome {
      const unheard = [...accepted].filter((clientId) => !clientIds.has(clientId)).length
      return {
        sent: due.size,
        stored,
        ...counts,
        lost: Math.max(unheard, stored - counts.received),
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        max: percentile(times, 1),
        sendersP99: percentile(sendersTimes, 0.99),
      }
    },
  }
}

function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}
