import { ApiError } from '@krapao/web/api/client.ts'

/**
 * What goes out with each wish to move money, by the values that make it up (rules.md §1.5). As long as nobody knows what
 * became of it, the same values go out with the same `Idempotency-Key` and, byte by byte, the same body, so that pressing
 * again, or closing the modal and coming back, can never move the money twice. A definite answer begins anew.
 */
export class Intents<T> {
  readonly #open = new Map<string, T>()
  readonly #begin: (values: string) => T

  constructor(begin: (values: string) => T) {
    this.#begin = begin
  }

  take(values: string): T {
    const intent = this.#open.get(values) ?? this.#begin(values)
    this.#open.set(values, intent)
    return intent
  }

  /** The server said what became of it. */
  settle(values: string): void {
    this.#open.delete(values)
  }

  /** Another member may log in. */
  clear(): void {
    this.#open.clear()
  }
}

/**
 * What a failed call says. `refused`: it was not carried out. `unknown`: no answer, or one from a server in trouble.
 * `unasked`: it never left the device, or was turned away at the door, which says nothing about an earlier try.
 */
export function verdictOf(error: unknown): 'refused' | 'unknown' | 'unasked' {
  if (error instanceof ApiError && error.code === 'NOT_SENT') return 'unasked'
  if (!(error instanceof ApiError) || error.status === 0) return 'unknown'
  // Answered with 502, but its meaning is definite: the money is where `returnedTo` says.
  if (error.code === 'TRANSFER_FAIL') return 'refused'
  if (error.status >= 500 || error.status === 408) return 'unknown'
  return [401, 403, 410, 429].includes(error.status) ? 'unasked' : 'refused'
}
