import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { memberRoom } from '@krapao/contract/events.ts'
import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Batcher } from '../../platform/batcher.ts'
import { claimOfHold } from '../../platform/claims.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import { requireNoCondition } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { isKnownBank } from '../lookup/public.ts'
import { bringHome } from '../wallet/public.ts'
import { type Begun, beginIn, type Permitted } from './begin.ts'
import {
  autoLimit,
  dailyCount,
  dailySum,
  type Limits,
  maxWithdrawal,
  minWithdrawal,
  requireWithin,
  type State,
  shownStatus,
  withdrawalIdOf,
} from './rules.ts'
import { dayUsageReader } from './store.ts'

type WithdrawalAnswer = AnswerOf<'POST /api/wallet/withdraw'>

/** How many times games are asked for more money because another call of the same member used what had arrived. */
const tries = 3

/**
 * Withdraws from the wallet to the registered bank account (rules.md §6.2, §6.3): the money is held, and a row waits for
 * the payout worker or for an operator. `amountMinor` in satang or att.
 * @param key the caller's `Idempotency-Key`: the same key answers the same withdrawal, also after a crash
 * @throws Refusal `WITHDRAW_MINIMUM`, `WITHDRAW_MAXIMUM`, `WITHDRAW_DAILY_COUNT`, `WITHDRAW_DAILY_SUM`, `NO_BANK`,
 *   `BONUS_CONDITION`, `MONEY_NOT_ENOUGH`, `IDEMPOTENCY_CONFLICT`
 */
export async function withdraw(
  context: Context,
  memberId: string,
  amountMinor: number,
  key?: string,
): Promise<WithdrawalAnswer> {
  const id = withdrawalIdOf(memberId, key ?? randomUUID())
  const evaluated = await evaluate(context, memberId, id, amountMinor)
  return 'answer' in evaluated ? evaluated.answer : hold(context, evaluated)
}

/**
 * The same after the missing part of the amount was moved from games to the wallet (rules.md §6.1). What has arrived
 * stays in the wallet, whatever stops the withdrawal. The limits are checked first, and again when the money is held.
 * @throws Refusal `GAME_PENDING` with `games`, the codes of those whose money has not arrived; and as `withdraw`
 */
export async function withdrawAll(
  context: Context,
  memberId: string,
  amountMinor: number,
  key?: string,
): Promise<WithdrawalAnswer> {
  const id = withdrawalIdOf(memberId, key ?? randomUUID())
  const evaluated = await evaluate(context, memberId, id, amountMinor)
  if ('answer' in evaluated) return evaluated.answer
  for (let turn = 1; ; turn++) {
    const games = await bringHome(context, memberId, amountMinor, id)
    if (games.length > 0) throw new Refusal('GAME_PENDING', { games })
    try {
      return await hold(context, evaluated)
    } catch (error) {
      // Another withdrawal or transfer used the money that had arrived; the games may have more.
      const isTaken = error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH'
      if (!isTaken || turn === tries) throw error
    }
  }
}

/** The only place that decides whether a member may withdraw an amount now. */
async function evaluate(
  context: Context,
  memberId: string,
  id: string,
  amountMinor: number,
): Promise<Permitted | { answer: WithdrawalAnswer }> {
  const [member, { begun, today }] = await Promise.all([
    findMember(context, memberId),
    context.services.dayUsage({ id, memberId, at: context.clock.now() }),
  ])
  if (!member) throw new Refusal('NO_BANK')
  if (begun) {
    if (begun.amountMinor !== amountMinor) throw new Refusal('IDEMPOTENCY_CONFLICT')
    return { answer: answerOf(id, begun.state, amountMinor) }
  }
  const { currency } = member
  const limits = await limitsOf(context, currency)
  requireWithin(amountMinor, limits, today)
  await requireNoCondition(context, memberId)
  if (!(await isKnownBank(context, member.bankCode))) throw new Refusal('NO_BANK')
  const autoLimitMinor = toMinor(await context.settings.get(autoLimit[currency]))
  return { id, memberId, currency, amountMinor, limits, autoLimitMinor, claim: claimOfHold() }
}

/** Holds the money and inserts the withdrawal's row (begin.ts). */
async function hold(context: Context, evaluated: Permitted): Promise<WithdrawalAnswer> {
  const { id, memberId, amountMinor } = evaluated
  for (let permitted = evaluated; ; ) {
    const state = await context.services.beginWithdrawal(permitted)
    if (state !== 'superseded') {
      context.sockets.emit(memberRoom(memberId), 'withdrawals-changed')
      return answerOf(id, state, amountMinor)
    }
    // Another withdrawal of this member came in between; this one will most likely be refused by a limit.
    const again = await evaluate(context, memberId, id, amountMinor)
    if ('answer' in again) return again.answer
    permitted = again
  }
}

const answerOf = (id: string, state: State, amountMinor: number): WithdrawalAnswer => ({
  withdrawalId: id,
  status: shownStatus(state),
  amount: fromMinor(amountMinor),
})

/** Minimum and maximum of one withdrawal, in the member's currency. @throws Refusal `NO_BANK` */
export async function readLimits(context: Context, memberId: string): Promise<Limits> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_BANK')
  return limitsOf(context, member.currency)
}

async function limitsOf({ settings }: Context, currency: Currency): Promise<Limits> {
  const [minimum, maximum, count, sum] = await Promise.all([
    settings.get(minWithdrawal[currency]),
    settings.get(maxWithdrawal[currency]),
    settings.get(dailyCount),
    settings.get(dailySum[currency]),
  ])
  return { minimum, maximum, dailyCount: count, dailySum: sum }
}

declare module '../context.ts' {
  interface Services {
    dayUsage: ReturnType<typeof dayUsageReader>
    beginWithdrawal: Batcher<Permitted, Begun>
  }
}

/** The batches that combine withdrawals of all members. */
export const withdrawServices = ({ database, db, ledger }: Pick<Context, 'database' | 'db' | 'ledger'>) => ({
  dayUsage: dayUsageReader(database),
  beginWithdrawal: groupCommit<Permitted, Begun>(db, (tx, asked) => beginIn(ledger, tx, asked)),
})
