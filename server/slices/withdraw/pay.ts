import { setTimeout as sleep } from 'node:timers/promises'
import { memberRoom } from '@krapao/contract/events.ts'
import type { PayoutOutcome } from '../../adapters/payout/port.ts'
import type { Journal } from '../../ledger/public.ts'
import { type Attempt, ask } from '../../outside/attempts.ts'
import { nextQuestion } from '../../outside/follow-up.ts'
import { resolveOnce } from '../../outside/two-phase.ts'
import { type Claim, leaveReview, postpone } from '../../outside/work.ts'
import { addSeconds } from '../../platform/clock.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import type { Context } from '../context.ts'
import { type Ending, endIn } from './end.ts'
import { claimSeconds, maySendUnder, nextByStatus, payoutFollowUp } from './rules.ts'
import { claimPayouts, markUncertain, type Withdrawal } from './store.ts'

/**
 * The maximum of payouts that one call of `payWithdrawals` has at the bank at a time: while one hangs, the others go
 * on.
 */
const atOnce = 32
/** The number of free places at which new payouts are claimed. */
const worthClaiming = atOnce / 2
/** Milliseconds between two searches for due payouts while others hang. */
const lookEvery = 1000

/** A payout that this node has claimed, with its questions to the bank. */
interface Held {
  withdrawal: Withdrawal
  claim: Claim
  attempts: Attempt[]
}

/** One run over the due payouts; those that end at the same time share a transaction. */
interface Sweep {
  context: Context
  end(ending: Ending): Promise<Journal>
}

/**
 * Pays approved withdrawals, and asks about those that the bank has not answered, until nothing is due (rules.md §6.3)
 * or `stopping`. Each is claimed in the database first, so any number of nodes may do this at once. Money moves only on
 * the bank's definite answer. A node that dies here leaves a claim that ends by itself:
 * - before or during the call to the bank: the bank is asked, and only a payout that it has never received is sent
 * again, under the same id;
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
        see({ context, end }, held)
          .catch((error) =>
            context.log.error({ err: error, withdrawalId: held.withdrawal.id }, 'payout not seen to'),
          )
          .finally(() => {
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
async function claim({ clock, database, log, settings }: Context, limit: number): Promise<Held[]> {
  const now = clock.now()
  try {
    const until = addSeconds(now, await settings.get(claimSeconds))
    const claimed = await claimPayouts(database, { now, until, limit })
    return claimed.map((one) => ({ ...one, attempts: [] }))
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
async function see(sweep: Sweep, held: Held): Promise<void> {
  const { clock, database, payouts } = sweep.context
  const { withdrawal, claim, attempts } = held
  if (withdrawal.state === 'PAYING') return conclude(sweep, held, await send(sweep.context, held))
  const status = await ask(clock, 'status', attempts, () => payouts.status(withdrawal.id))
  switch (nextByStatus(status, claim.isInReview)) {
    case 'send':
      return conclude(sweep, held, await send(sweep.context, held))
    case 'leave-review':
      sweep.context.attempts.note(claim, attempts)
      return leaveReview(database, claim, clock.now())
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
  if (outcome.outcome === 'uncertain') return askLater(context, held, outcome.reason)
  const { withdrawal, claim, attempts } = held
  const phase = outcome.outcome === 'done' ? 'posted' : 'voided'
  const { id, memberId, currency, amountMinor } = withdrawal
  const reason = outcome.outcome === 'refused' ? outcome.reason : undefined
  await resolveOnce(context, claim, phase, () =>
    end({ id, memberId, currency, amountMinor, phase, attempts, ...(reason && { reason }) }),
  )
  context.sockets.emit(memberRoom(memberId), 'withdrawals-changed')
}

async function askLater(
  context: Context,
  { withdrawal, claim, attempts }: Held,
  reason: string,
): Promise<void> {
  const { clock, database, settings } = context
  const now = clock.now()
  const sentAt = withdrawal.sentAt ?? now
  const ageSeconds = (now.getTime() - sentAt.getTime()) / 1000
  const { seconds, inReview } = await nextQuestion(settings, payoutFollowUp, {
    asked: claim.attempts + 1,
    ageSeconds,
  })
  context.log.warn({ withdrawalId: withdrawal.id, reason }, 'payout uncertain')
  const next = { at: addSeconds(now, seconds), reason, inReview }
  // A node that claimed it in between marks it uncertain itself, and so does the next one if this node dies here.
  if (await postpone(database, claim, next, attempts)) await markUncertain(database, withdrawal.id)
}
