import { setTimeout as sleep } from 'node:timers/promises'
import { memberRoom } from '@krapao/contract/events.ts'
import type { PayoutOutcome } from '../../adapters/payout/port.ts'
import type { Journal } from '../../ledger/public.ts'
import { ask } from '../../outside/attempts.ts'
import { askLater, type Held as HeldWork, orLater } from '../../outside/follow-up.ts'
import { resolveOnce } from '../../outside/two-phase.ts'
import { leaveReview } from '../../outside/work.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import type { Context } from '../context.ts'
import { type Ending, endIn } from './end.ts'
import { claimSeconds, maySendUnder, nextByStatus, payoutFollowUp } from './rules.ts'
import { claimPayouts, markUncertain, type Withdrawal } from './store.ts'

/**
 * The maximum of payouts that one call of `payWithdrawals` has at the bank at a time: while one hangs, the
 * others go on.
 */
const atOnce = 32
/** The number of free places at which new payouts are claimed. */
const worthClaiming = atOnce / 2
/** Milliseconds between two searches for due payouts while others hang. */
const lookEvery = 1000

/** A payout that this node has claimed, with its questions to the bank. */
interface Held extends HeldWork {
  withdrawal: Withdrawal
}

/** One run over the due payouts; those that end at the same time share a transaction. */
interface Sweep {
  context: Context
  end(ending: Ending): Promise<Journal>
}

/**
 * Pays approved withdrawals, and asks about those that the bank has not answered, until nothing is due
 * (rules.md §6.3) or `stopping`. Each is claimed in the database first, so any number of nodes may do this at
 * once. Money moves only on the bank's definite answer. A node that dies here leaves a claim that ends by
 * itself:
 * - before or during the call to the bank: the bank is asked, and only a payout that it has never received is
 *   sent again, under the same id;
 * - after its answer: the same question gives the same answer, and the hold is resolved once.
 */
export async function payWithdrawals(context: Context, stopping?: AbortSignal): Promise<void> {
  const { db } = context
  const end = groupCommit<Ending, Journal>(db, (tx, endings) => endIn(context, tx, endings))
  let running = 0
  let finished = Promise.withResolvers<void>()
  for (;;) {
    const free = atOnce - running
    if (free >= worthClaiming && !stopping?.aborted) {
      for (const held of await claim(context, free)) {
        running++
        see({ context, end }, held).finally(() => {
          running--
          finished.resolve()
        })
      }
    }
    if (running === 0) return
    await within(finished.promise, lookEvery)
    finished = Promise.withResolvers()
  }
}

/** Returns none when the database is down, so that payouts already at the bank still finish. */
async function claim(context: Context, limit: number): Promise<Held[]> {
  const { log, settings } = context
  try {
    const seconds = await settings.get(claimSeconds)
    const claimed = await claimPayouts(context, { seconds, limit })
    return claimed.map((payout) => ({ ...payout, attempts: [] }))
  } catch (error) {
    log.error({ err: error }, 'payouts not claimed')
    return []
  }
}

/** Waits for `event`, `ms` at most. */
async function within(event: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController()
  await Promise.race([event, sleep(ms, undefined, timer)]).finally(() => timer.abort())
}

/** Carries out the next step of a payout. */
const see = (sweep: Sweep, held: Held): Promise<void> =>
  orLater(
    sweep.context.log,
    held,
    () => takeStep(sweep, held),
    (reason) => wait(sweep.context, held, reason),
  )

async function takeStep(sweep: Sweep, held: Held): Promise<void> {
  const { clock, payouts } = sweep.context
  const { withdrawal, claim, attempts } = held
  if (withdrawal.state === 'PAYING') return conclude(sweep, held, await send(sweep.context, held))
  const status = await ask(clock, 'status', attempts, () => payouts.status(withdrawal.id))
  switch (nextByStatus(status, claim.isInReview)) {
    case 'send':
      return conclude(sweep, held, await send(sweep.context, held))
    case 'leave-review':
      sweep.context.attempts.note(claim, attempts)
      return leaveReview(sweep.context, claim)
    default:
      // Only `unknown-id` is not an outcome, and it is handled above.
      return conclude(sweep, held, status as PayoutOutcome)
  }
}

async function send(context: Context, { withdrawal, claim, attempts }: Held): Promise<PayoutOutcome> {
  if (!maySendUnder(claim, await context.settings.get(claimSeconds))) {
    return { outcome: 'uncertain', reason: 'NODE_WAS_ASLEEP' }
  }
  const { id, bankCode, accountNo, accountName, amountMinor, currency } = withdrawal
  const order = { payoutId: id, bankCode, accountNo, accountName, amountMinor, currency }
  return ask(context.clock, 'send', attempts, () => context.payouts.pay(order))
}

/** Ends the withdrawal by the bank's answer; without a definite one it is asked about later. */
async function conclude({ context, end }: Sweep, held: Held, outcome: PayoutOutcome): Promise<void> {
  if (outcome.outcome === 'uncertain') return wait(context, held, outcome.reason)
  const { withdrawal, claim, attempts } = held
  const phase = outcome.outcome === 'done' ? 'posted' : 'voided'
  const { id, memberId, currency, amountMinor } = withdrawal
  const reason = outcome.outcome === 'refused' ? outcome.reason : undefined
  await resolveOnce(context, claim, phase, () =>
    end({ id, memberId, currency, amountMinor, phase, attempts, ...(reason && { reason }) }),
  )
  context.sockets.emit(memberRoom(memberId), 'withdrawals-changed')
}

/** Lets a payout without a definite answer wait for the next question. */
async function wait(context: Context, held: Held, reason: string): Promise<void> {
  const { id, sentAt } = held.withdrawal
  context.log.warn({ withdrawalId: id, reason }, 'payout uncertain')
  const since = sentAt ?? context.clock.now()
  const waiting = { followUp: payoutFollowUp, since, mayReview: true }
  // A node that claimed it in between marks it uncertain itself, and so does the next one if this node dies
  // here.
  if (await askLater(context, held, waiting, reason)) await markUncertain(context.database, id)
}
