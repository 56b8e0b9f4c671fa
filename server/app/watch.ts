import type { Logger } from 'pino'
import type { Ledger } from '../ledger/public.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { readSkew } from '../platform/database-clock.ts'
import { Refusal } from '../platform/refusal.ts'

/** Seconds by which a node's clock may differ from the database's. */
export const maxSkew = 5
/** Seconds after which a journal without a seal is an alarm; a job seals every minute. */
export const maxUnsealed = 300

/**
 * `clock-skew`: this node's clock is wrong. `seal-late`: the books are not sealed as they should be (rules.md
 * §1.7). `key-replaced`: the installation has another key (decision 57).
 */
export type Alarm = 'clock-skew' | 'seal-late' | 'key-replaced'

export interface Seen {
  /** Undefined while the database has not answered yet. */
  skewSeconds: number | undefined
  unsealedSeconds: number | undefined
}

/** Faults of itself and of the books that a node looks for, because nothing else would show them. */
export interface Watch {
  /** Looks, and logs each alarm. @throws if the database does not answer */
  look(): Promise<void>
  /** The last findings. */
  seen(): Seen
  /** The alarms of the last look. */
  alarms(): Alarm[]
  /**
   * Whether this node's clock is more than `maxSkew` seconds off the database's, asked anew. What is counted
   * by the node's clock, such as the limits of a day, would be wrong for its members.
   * @throws if the database does not answer
   */
  isClockWrong(): Promise<boolean>
  /**
   * Whether other nodes could not open what this one seals, or the reverse, asked anew.
   * @throws if the database does not answer
   */
  isKeyReplaced(): Promise<boolean>
  /**
   * @throws Refusal `SERVICE_UNAVAILABLE` if the key was replaced when this node last looked: nobody would
   *   open what it seals
   */
  requireKey(): void
}

export function createWatch({
  database,
  clock,
  ledger,
  log,
  isKeyReplaced,
}: {
  database: Database
  clock: Clock
  ledger: Pick<Ledger, 'unsealedSeconds'>
  log: Logger
  isKeyReplaced(): Promise<boolean>
}): Watch {
  const seen: Seen = { skewSeconds: undefined, unsealedSeconds: undefined }
  const isWrong = () => Math.abs(seen.skewSeconds ?? 0) > maxSkew
  const isLate = () => (seen.unsealedSeconds ?? 0) > maxUnsealed
  async function measureClock(): Promise<void> {
    seen.skewSeconds = await readSkew(database, clock)
    if (isWrong()) log.error({ skewSeconds: seen.skewSeconds }, 'the clock of this node is wrong')
  }
  let hasOtherKey = false
  async function checkKey(): Promise<boolean> {
    const isReplaced = await isKeyReplaced()
    if (isReplaced)
      log.error('CREDENTIAL_KEY of this node was replaced; restart it with the key that the others have')
    hasOtherKey = isReplaced
    return isReplaced
  }
  return {
    async look() {
      await measureClock()
      await checkKey()
      seen.unsealedSeconds = await ledger.unsealedSeconds()
      if (isLate()) log.error({ unsealedSeconds: seen.unsealedSeconds }, 'the ledger is not being sealed')
    },
    seen: () => ({ ...seen }),
    alarms: () => [
      ...(isWrong() ? (['clock-skew'] as const) : []),
      ...(isLate() ? (['seal-late'] as const) : []),
      ...(hasOtherKey ? (['key-replaced'] as const) : []),
    ],
    isKeyReplaced: checkKey,
    requireKey() {
      if (hasOtherKey) throw new Refusal('SERVICE_UNAVAILABLE', { reason: 'key-replaced' })
    },
    async isClockWrong() {
      await measureClock()
      return isWrong()
    },
  }
}
