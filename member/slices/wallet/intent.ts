import { ApiError } from '../../app/api.ts'
import type { Order } from './transfer-rules.ts'

/**
 * Which `Idempotency-Key` a transfer is sent with (rules.md §1.5). One key per intent: as long as nobody knows what
 * became of it, the same values go out with the same key, so that pressing again, or closing the modal and coming
 * back, can never move the money twice. A definite answer, or other values, begin a new intent.
 */
export class Intents {
  readonly #unsettled = new Map<string, string>()
  readonly #newKey: () => string

  constructor(newKey: () => string) {
    this.#newKey = newKey
  }

  keyFor(order: Order): string {
    const key = this.#unsettled.get(values(order)) ?? this.#newKey()
    this.#unsettled.set(values(order), key)
    return key
  }

  /** The server said what became of it. */
  settle(order: Order): void {
    this.#unsettled.delete(values(order))
  }

  /** Another member may log in. */
  clear(): void {
    this.#unsettled.clear()
  }
}

/** What the server receives; the amount of "all" is not sent. */
const values = ({ from, to, amount, all }: Order): string => JSON.stringify([from, to, all ? 'all' : amount])

/**
 * What a failed call says about the transfer. `refused`: it was not carried out, or the money is back. `unknown`: no
 * answer, or one from a server in trouble. `unasked`: turned away at the door, which says nothing about an earlier try.
 */
export function verdictOf(error: unknown): 'refused' | 'unknown' | 'unasked' {
  if (!(error instanceof ApiError) || error.code === 'NETWORK') return 'unknown'
  if (error.code === 'TRANSFER_FAIL') return 'refused'
  if (error.status >= 500 || error.status === 408) return 'unknown'
  return [401, 403, 410, 429].includes(error.status) ? 'unasked' : 'refused'
}
