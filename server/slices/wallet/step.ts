import type { GameTransferOutcome } from '../../adapters/game/port.ts'
import { factsOf } from '../../journals/facts.ts'
import type { PostingOf } from '../../journals/posting.ts'
import { type Hold, type Journal, own } from '../../ledger/public.ts'
import { type Attempt, ask } from '../../outside/attempts.ts'
import { maySend, resolutionKey, resolveOnce } from '../../outside/two-phase.ts'
import { claimOfHold } from '../../platform/claims.ts'
import { stopwatch } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import type { OpenedAccount, Provider } from '../game/public.ts'
import { refreshGame } from './refresh.ts'
import { type Ends, endByStatus, followUpAfter, legsOf, returnedTo, type Step } from './rules.ts'

/** A step with everything that it needs. */
export interface Order extends Step {
  provider: Provider
  account: OpenedAccount
  /** The member's request, of which this step is the whole or one half. */
  ends: Ends
  amountMinor: number
  /** Of the game's account: the hold is made only while nothing else has moved there. */
  version?: number | undefined
}

/** The state of a step. FAILED is thrown as TRANSFER_FAIL. */
export type StepStatus = 'SUCCESS' | 'PENDING'

/**
 * Carries out one step: hold, ask the provider, resolve (rules.md §4.3). The hold is the record of the
 * transfer; a node that dies at any point leaves either nothing or a hold that `reconcile.ts` resolves:
 * - before the hold: nothing happened;
 * - after it, whether or not the provider was reached: the provider is asked for the outcome of the transfer
 *   id;
 * - after the provider's answer: the same question gives the same answer, and the hold is resolved once. The
 *   same step again continues the first one.
 * @throws Refusal `MONEY_NOT_ENOUGH`, `TRANSFER_FAIL` (with `returnedTo`), `IDEMPOTENCY_CONFLICT`;
 *   VersionConflict
 */
export async function takeStep(context: Context, order: Order): Promise<StepStatus> {
  const { games, ledger } = context
  // This includes a half-open circuit: a question for a balance may try the provider, money must not.
  if (order.direction === 'out' || !games.mayBegin(order.code, order.account.username))
    await refreshGame(context, order.account)
  if (!games.mayBegin(order.code, order.account.username)) {
    // Only a new transfer is refused; one that a crash interrupted is continued.
    const begun = await ledger.findHold(order.key)
    if (!begun) throw new Refusal('TRANSFER_FAIL', { returnedTo: returnedTo(order) })
    return continueStep(context, order, begun)
  }
  const age = stopwatch(context.clock)
  const hold = await ledger.post(holdOf(order))
  if (hold.replayed) {
    const begun = await ledger.findHold(order.key)
    if (!begun) throw new Refusal('IDEMPOTENCY_CONFLICT')
    return continueStep(context, order, begun)
  }
  // A node that was suspended since the hold must not send a transfer that a follow-up may have asked about.
  if (!maySend(age(), await context.settings.get(followUpAfter))) return 'PENDING'
  return settle(context, order, await send(context, order))
}

const holdOf = (order: Order): PostingOf<'transfer'> => ({
  key: order.key,
  kind: 'transfer',
  phase: 'pending',
  memberId: order.account.memberId,
  legs: legsOf(order, 'pending', moneyOf(order)),
  meta: {
    transferId: order.transferId,
    from: order.ends.from,
    to: order.ends.to,
    amountMinor: order.amountMinor,
    code: order.code,
    direction: order.direction,
    providerUsername: order.account.username,
  },
  ...claimOfHold(),
  ...(order.version !== undefined && {
    expect: [
      {
        account: { member: order.account.memberId, name: own.game(order.code) },
        asset: order.account.asset,
        version: order.version,
      },
    ],
  }),
})

const moneyOf = ({ account, amountMinor }: Order) => ({
  memberId: account.memberId,
  asset: account.asset,
  amountMinor,
})

async function send(context: Context, order: Order): Promise<GameTransferOutcome> {
  const { clock, games } = context
  const attempts: Attempt[] = []
  const outcome = await ask(clock, 'send', attempts, () =>
    games.transfer(order.provider, {
      transferId: order.transferId,
      username: order.account.username,
      direction: order.direction,
      amountMinor: order.amountMinor,
    }),
  )
  context.attempts.note(workOf(order), attempts)
  return outcome
}

const workOf = ({ key }: Pick<Step, 'key'>) => ({ kind: 'transfer' as const, key })

/** Continues a step that was begun under the same key: returns its outcome, or asks the provider for it. */
async function continueStep(context: Context, order: Order, hold: Hold): Promise<StepStatus> {
  const { from, to, amountMinor } = factsOf(hold.pending, 'transfer', 'pending')
  if (from !== order.ends.from || to !== order.ends.to || amountMinor !== order.amountMinor) {
    throw new Refusal('IDEMPOTENCY_CONFLICT')
  }
  if (hold.resolution) return outcomeOf(order, hold.resolution)

  const ageSeconds = (context.clock.now().getTime() - hold.pending.postedAt.getTime()) / 1000
  const followUpAfterSeconds = await context.settings.get(followUpAfter)
  const { settlementWindowSeconds } = order.provider
  const attempts: Attempt[] = []
  const status = await ask(context.clock, 'status', attempts, () =>
    context.games.transferStatus(order.provider, order.transferId),
  )
  context.attempts.note(workOf(order), attempts)
  if (status.outcome === 'unknown-id') {
    if (maySend(ageSeconds, followUpAfterSeconds)) return settle(context, order, await send(context, order))
    const end = endByStatus(status, { ageSeconds, followUpAfterSeconds, settlementWindowSeconds })
    if (end === 'wait') return 'PENDING'
    return settle(context, order, { outcome: 'refused', reason: 'UNKNOWN_ID' })
  }
  return settle(context, order, status)
}

/** Resolves the hold by the provider's answer; without a definite one the hold stays. */
async function settle(context: Context, order: Order, outcome: GameTransferOutcome): Promise<StepStatus> {
  if (outcome.outcome === 'uncertain') {
    context.log.warn(
      { game: order.code, transferId: order.transferId, reason: outcome.reason },
      'transfer pending',
    )
    return 'PENDING'
  }
  return outcomeOf(order, await resolve(context, order, outcome))
}

/** An open hold: of a transfer under way, or found by a follow-up. */
export interface Resolvable extends Pick<Step, 'key' | 'transferId' | 'code' | 'direction'> {
  account: Pick<OpenedAccount, 'memberId' | 'asset'>
  amountMinor: number
}

/**
 * Moves held money on or back, exactly once however many callers try; a definite answer that contradicts an
 * earlier one goes to review instead.
 * @returns the resolution that the hold has
 */
export function resolve(
  context: Context,
  held: Resolvable,
  outcome: Exclude<GameTransferOutcome, { outcome: 'uncertain' }>,
): Promise<Journal> {
  const phase = outcome.outcome === 'done' ? 'posted' : 'voided'
  const { memberId, asset } = held.account
  return resolveOnce(context, workOf(held), phase, () =>
    context.ledger.post({
      key: resolutionKey(held.key, phase),
      kind: 'transfer',
      phase,
      pendingKey: held.key,
      memberId,
      legs: legsOf(held, phase, { memberId, asset, amountMinor: held.amountMinor }),
      meta: { transferId: held.transferId, ...(outcome.outcome === 'refused' && { reason: outcome.reason }) },
    }),
  )
}

function outcomeOf(order: Order, resolution: Journal): StepStatus {
  if (resolution.phase === 'posted') return 'SUCCESS'
  throw new Refusal('TRANSFER_FAIL', { transferId: order.transferId, returnedTo: returnedTo(order) })
}
