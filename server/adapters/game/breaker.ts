import { addSeconds, type Clock } from '../../platform/clock.ts'

/**
 * A circuit breaker: stops calls to a provider that does not answer, so that callers do not wait for it. What
 * fails for one caller again and again stops that caller's calls only: the fault may lie in that one account.
 */
export interface Breaker {
  /**
   * Whether the circuit is closed, for a caller if one is given: neither open, nor waiting for the outcome of
   * a trial call, nor paused.
   */
  isClosed(caller?: string): boolean
  /** Whether a call may be made now. Half-open, it admits one trial call until that call has ended. */
  admits(caller?: string): boolean
  succeeded(caller?: string): void
  /**
   * Counts a time-out, a 5xx or an invalid answer. @returns whether this one opened the circuit for everybody
   */
  failed(caller?: string): boolean
  /** Whether the provider has asked for a pause that is not over. */
  isPaused(): boolean
  /** The provider has asked for a pause: nothing is sent, and nothing counts as a failure. */
  pause(seconds: number): void
}

/** Opens after `failures` in a row; after `restSeconds` one trial call is admitted. */
interface Options {
  failures?: number
  /** Of how many callers the failures in a row have to be, before the circuit opens for everybody. */
  callers?: number
  restSeconds?: number
}

/** @param options.callers those of calls without a caller count as one caller's */
export function createBreaker(
  clock: Clock,
  { failures = 5, callers = 3, restSeconds = 10 }: Options = {},
): Breaker {
  const everybody = createCircuit(clock, restSeconds)
  /** The callers whose calls have failed since they last succeeded. */
  const own = new Map<string, ReturnType<typeof createCircuit> & { at: Date }>()
  /** Failed calls since any caller succeeded, and their callers. */
  let failed = 0
  const by = new Set<string | undefined>()
  let pausedUntil: Date | undefined
  const isPaused = () => pausedUntil !== undefined && clock.now() < pausedUntil

  /** Forgets callers whose last failure is long past, so that they do not become more and more. */
  function tidy(now: Date): void {
    for (const [caller, { at }] of own) {
      if (addSeconds(at, restSeconds * failures) < now) own.delete(caller)
    }
  }

  return {
    isPaused,
    isClosed: (caller) => !isPaused() && everybody.isClosed() && (own.get(caller ?? '')?.isClosed() ?? true),
    admits(caller) {
      if (isPaused()) return false
      // A caller whose own circuit is open is not the one to try the provider for all.
      const circuit = own.get(caller ?? '')
      return (circuit?.mayTry() ?? true) && everybody.admits() && (circuit?.admits() ?? true)
    },
    succeeded(caller) {
      failed = 0
      by.clear()
      everybody.close()
      own.delete(caller ?? '')
    },
    failed(caller) {
      const now = clock.now()
      everybody.tried()
      failed++
      by.add(caller)
      if (caller !== undefined) {
        tidy(now)
        const circuit = own.get(caller) ?? { ...createCircuit(clock, restSeconds), at: now }
        own.set(caller, Object.assign(circuit, { at: now }))
        if (circuit.count() >= failures) circuit.open()
      }
      return failed >= failures && by.size >= callers ? everybody.open() : false
    },
    pause(seconds) {
      everybody.tried()
      pausedUntil = addSeconds(clock.now(), seconds)
    },
  }
}

/** Closed, open, or half-open with one trial call. */
function createCircuit(clock: Clock, restSeconds: number) {
  let failures = 0
  let openUntil: Date | undefined
  // A trial call that never ends must not keep the circuit open for ever.
  let probeUntil: Date | undefined
  const mayTry = () => {
    const now = clock.now()
    return !openUntil || (now >= openUntil && !(probeUntil && now < probeUntil))
  }
  return {
    isClosed: () => openUntil === undefined,
    mayTry,
    admits() {
      if (!mayTry()) return false
      if (openUntil) probeUntil = addSeconds(clock.now(), restSeconds)
      return true
    },
    /** @returns the failures so far, with this one */
    count: () => ++failures,
    tried() {
      probeUntil = undefined
    },
    close() {
      failures = 0
      openUntil = undefined
      probeUntil = undefined
    },
    /** @returns whether it was closed */
    open() {
      const opened = openUntil === undefined
      openUntil = addSeconds(clock.now(), restSeconds)
      probeUntil = undefined
      return opened
    },
  }
}
