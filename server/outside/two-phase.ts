import type { Logger } from 'pino'
import { HoldResolved, type Journal, type Leg } from '../ledger/public.ts'
import { Refusal } from '../platform/refusal.ts'
import { putInReview, type Where } from './work.ts'
import type { WorkId } from './work-id.ts'

/**
 * Money that is held while the other side moves it (rules.md §4.3, §6.3): hold, send, end once. Only a
 * definite answer ends the hold; an answer that contradicts an earlier one moves nothing and goes to review.
 */

/** The two ends of a hold: the money moves on, or goes back. */
export type Phase = 'posted' | 'voided'

/** The answers of the other side to the request itself. */
export type Outcome =
  | { outcome: 'done' }
  /** It was not done and will not be. */
  | { outcome: 'refused'; reason: string }
  /** The outcome is not known yet. */
  | { outcome: 'uncertain'; reason: string }

/** The answers to a follow-up; `unknown-id`: the other side has never received the request. */
export type Status = Outcome | { outcome: 'unknown-id' }

/** The journal key of a hold's end. It has a prefix, so that no idempotency key of a member can equal it. */
export const resolutionKey = (holdKey: string, phase: Phase): string => `${phase}:${holdKey}`

/** The accounts of a two-phase movement: the hold moves from `from` to `held`, its end on to `to` or back. */
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
 * Whether the request may be sent (again). That is allowed for a limited time only: afterwards a follow-up
 * may have asked, and its answer "never received" must stay true. A node that was suspended meanwhile finds
 * the time over.
 */
export const maySend = (elapsedSeconds: number, withinSeconds: number): boolean =>
  elapsedSeconds < withinSeconds

/**
 * The effect of an answer on held money: how the hold ends, or that it waits. The caller decides about
 * `unknown-id`, because its meaning depends on whether and when the request can have been sent.
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
 * Ends a hold by the other side's answer, exactly once however many callers try. If the hold has already
 * ended in the other way, the answer is not followed and the work goes to review.
 * @param post posts the end; throws `HoldResolved` if the hold has ended in the other way
 * @returns the end that the hold has
 */
export async function resolveOnce(
  context: Where & { log: Logger },
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
      context.log.error({ ...work, reason: contradiction }, 'the other side contradicts what was settled')
      await putInReview(context, work, contradiction)
    }
    return resolution
  }
}

/**
 * Ends a hold by an operator's decision, in the decision's transaction.
 * @param post posts the end; throws `HoldResolved` if the hold has already ended
 * @throws Refusal `ALREADY_DECIDED` if the other side's answer came first
 */
export async function resolveByPerson(post: () => Promise<Journal>): Promise<Journal> {
  try {
    return await post()
  } catch (error) {
    if (error instanceof HoldResolved) throw new Refusal('ALREADY_DECIDED')
    throw error
  }
}
