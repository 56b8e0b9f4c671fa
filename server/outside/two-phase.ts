import type { Logger } from 'pino'
import { HoldResolved, type Journal, type Leg } from '../ledger/public.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { putInReview } from './work.ts'
import type { WorkId } from './work-id.ts'

/**
 * Money that is held while somebody outside moves it (rules.md §4.3, §6.3): hold, send, resolve once. Only a definite
 * answer resolves the hold; one that contradicts an earlier one moves nothing and goes to a person.
 */

/** How a hold ends: the money moves on, or goes back. */
export type Phase = 'posted' | 'voided'

/** What the other side says about what it was asked to do. */
export type Outcome =
  | { outcome: 'done' }
  /** It was not done and will not be. */
  | { outcome: 'refused'; reason: string }
  /** Nobody knows yet. */
  | { outcome: 'uncertain'; reason: string }

/** What it says when it is asked later; `unknown-id`: it has never seen it. */
export type Status = Outcome | { outcome: 'unknown-id' }

/** Journal key of a hold's resolution. In front, so that no idempotency key of a member can end in it. */
export const resolutionKey = (holdKey: string, phase: Phase): string => `${phase}:${holdKey}`

/** Accounts of a two-phase movement: the hold moves from `from` to `held`, its end on to `to` or back. */
export interface Path {
  from: Leg['account']
  held: Leg['account']
  to: Leg['account']
}

/** Legs of the hold (`pending`), or of its end. `amountMinor` in minor units of `asset`. */
export function legsAlong(
  { from, held, to }: Path,
  phase: 'pending' | Phase,
  { asset, amountMinor }: Pick<Leg, 'asset' | 'amountMinor'>,
): Leg[] {
  const [source, target] = {
    pending: [from, held],
    posted: [held, to],
    voided: [held, from],
  }[phase] as [Leg['account'], Leg['account']]
  return [
    { account: source, asset, amountMinor: -amountMinor },
    { account: target, asset, amountMinor },
  ]
}

/**
 * Whether it may (again) be sent. Only for a while: afterwards others ask what became of it, and "never heard of it" must
 * stay true. Whoever was asleep finds the time over.
 */
export const maySend = (elapsedSeconds: number, withinSeconds: number): boolean =>
  elapsedSeconds < withinSeconds

/**
 * What an answer means for the held money: how the hold ends, or that it waits. What "never heard of it" means is the
 * caller's to say, because it depends on whether and when it could have been sent.
 */
export function phaseBy<Unknown>(status: Status, whenUnknown: Unknown): Phase | 'wait' | Unknown {
  switch (status.outcome) {
    case 'done':
      return 'posted'
    case 'refused':
      return 'voided'
    case 'uncertain':
      return 'wait'
    case 'unknown-id':
      return whenUnknown
  }
}

/**
 * Ends a hold by the other side's word, exactly once however many try. A word that contradicts the end that the hold has
 * is not followed: the work goes to review.
 * @param post books the resolution; throws `HoldResolved` where the hold has another end
 * @returns the resolution that holds
 */
export async function resolveOnce(
  { database, clock, log }: { database: Database; clock: Clock; log: Logger },
  work: WorkId,
  phase: Phase,
  post: () => Promise<Journal>,
): Promise<Journal> {
  try {
    return await post()
  } catch (error) {
    if (!(error instanceof HoldResolved)) throw error
    const { resolution } = error
    if (resolution.phase !== phase) {
      const contradiction = `${phase} after ${resolution.phase}`
      log.error({ ...work, reason: contradiction }, 'the other side contradicts what was settled')
      await putInReview(database, work, contradiction, clock.now())
    }
    return resolution
  }
}

/**
 * Ends a hold by a person's word, in the transaction of the decision.
 * @param post books the resolution; throws `HoldResolved` where the hold has an end
 * @throws Refusal `ALREADY_DECIDED` the other side's own word came first
 */
export async function resolveByPerson(post: () => Promise<Journal>): Promise<void> {
  try {
    await post()
  } catch (error) {
    if (error instanceof HoldResolved) throw new Refusal('ALREADY_DECIDED')
    throw error
  }
}
