import { addSeconds, type Clock } from '../../platform/clock.ts'

/** Keeps us from waiting, call after call, for somebody who does not answer. */
export interface Breaker {
  /** Whether all is well as far as we know: neither open nor waiting for the one call that tries. */
  isClosed(): boolean
  /** Whether a call may go out now. Half-open, it says yes to one call until that call has ended. */
  admits(): boolean
  succeeded(): void
  /** A time-out, a 5xx or an answer that makes no sense. Answers whether this one opened the circuit. */
  failed(): boolean
}

/** Opens after `failures` in a row; after `restSeconds` one call may try whether all is well again. */
export function createBreaker(clock: Clock, { failures = 5, restSeconds = 10 } = {}): Breaker {
  let failed = 0
  let openUntil: Date | undefined
  // A probe that never reports back must not hold the circuit open for ever.
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
