import { addSeconds, type Clock } from '../../platform/clock.ts'

/** A circuit breaker: stops calls to a provider that does not answer, so that callers do not wait for it. */
export interface Breaker {
  /** Whether the circuit is closed: neither open nor waiting for the outcome of a trial call. */
  isClosed(): boolean
  /** Whether a call may be made now. Half-open, it admits one trial call until that call has ended. */
  admits(): boolean
  succeeded(): void
  /** Counts a time-out, a 5xx or an invalid answer. @returns whether this one opened the circuit */
  failed(): boolean
}

/** Opens after `failures` in a row; after `restSeconds` one trial call is admitted. */
export function createBreaker(clock: Clock, { failures = 5, restSeconds = 10 } = {}): Breaker {
  let failed = 0
  let openUntil: Date | undefined
  // A trial call that never ends must not keep the circuit open for ever.
  let probeUntil: Date | undefined

  return {
    isClosed: () => openUntil === undefined,
    admits() {
      const now = clock.now()
      if (!openUntil) return true
      if (now < openUntil || (probeUntil && now < probeUntil)) return false
      probeUntil = addSeconds(now, restSeconds)
      return true
    },
    succeeded() {
      failed = 0
      openUntil = undefined
      probeUntil = undefined
    },
    failed() {
      failed++
      probeUntil = undefined
      if (failed < failures) return false
      const opened = openUntil === undefined
      openUntil = addSeconds(clock.now(), restSeconds)
      return opened
    },
  }
}
