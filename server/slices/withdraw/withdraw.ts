import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { memberRoom } from '@krapao/contract/events.ts'
import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import { claimOfHold } from '../../platform/claims.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
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

/** Times that games are asked for more because another undertaking of the same member took what had come home. */
const tries = 3

/**
 * Withdraws from the wallet to the registered bank account (rules.md §6.2, §6.3): the money is held, and a row waits for
 * the payout worker or for an operator. `amountMinor` in satang or att.
 * @param key the caller's `Idempotency-Key`: the same key answers the same withdrawal, also after a crash
 * @throws Refusal `WITHDRAW_MINIMUM`, `WITHDRAW_MAXIMUM`, `WITHDRAW_DAILY_COUNT`, `WITHDRAW_DAILY_SUM`, `NO_BANK`,
 *   `MONEY_NOT_ENOUGH`, `IDEMPOTENCY_CONFLICT`
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
 * The same after what the wallet lacks for the amount was brought home from games (rules.md §6.1). What came home stays in
 * the wallet, whatever stops the withdrawal. Whether the amount may be withdrawn at all is evaluated first, and again when it
 * is held.
 * @throws Refusal `GAME_PENDING` with `games`, the codes of those whose money is not home; and as `withdraw`
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
      // Another withdrawal or transfer took what had come home; the games may have more.
      const isTaken = error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH'
      if (!isTaken || turn === tries) throw error
    }
  }
}

/** The one place that decides whether a member may withdraw an amount now. */
async function evaluate(
  context: Context,
  memberId: string,
  id: string,
  amountMinor: number,
): Promise<Permitted | { answer: WithdrawalAnswer }> {
  const [member, { begun, today }] = await Promise.all([
    findMember(context, memberId),
    worksOf(context).standingOf({ id, memberId, at: context.clock.now() }),
  ])
  if (!member) throw new Refusal('NO_BANK')
  if (begun) {
    if (begun.amountMinor !== amountMinor) throw new Refusal('IDEMPOTENCY_CONFLICT')
    return { answer: answerOf(id, begun.state, amountMinor) }
  }
  const { currency } = member
  const limits = await limitsOf(context, currency)
  requireWithin(amountMinor, limits, today)
  if (!(await isKnownBank(context, member.bankCode))) throw new Refusal('NO_BANK')
  const autoLimitMinor = toMinor(await context.settings.get(autoLimit[currency]))
  return { id, memberId, currency, amountMinor, limits, autoLimitMinor, claim: claimOfHold() }
}

/** Holds the money and makes the withdrawal's row (begin.ts). */
async function hold(context: Context, evaluated: Permitted): Promise<WithdrawalAnswer> {
  const { id, memberId, amountMinor } = evaluated
  for (let permitted = evaluated; ; ) {
    const state = await worksOf(context).begin(permitted)
    if (state !== 'overtaken') {
      context.sockets.emit(memberRoom(memberId), 'withdrawals-changed')
      return answerOf(id, state, amountMinor)
    }
    // Another withdrawal of this member came in between; most likely this one is refused in words.
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

/** Least and most that one withdrawal of a member may take, in the member's currency. @throws Refusal `NO_BANK` */
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

/** What of one context's withdrawals is done together. */
interface Works {
  standingOf: ReturnType<typeof dayUsageReader>
  begin: (permitted: Permitted) => Promise<Begun>
}

const works = new WeakMap<Context, Works>()

function worksOf(context: Context): Works {
  let known = works.get(context)
  if (!known) {
    const { database, db, ledger } = context
    known = {
      standingOf: dayUsageReader(database),
      begin: groupCommit<Permitted, Begun>(db, (tx, asked) => beginIn(ledger, tx, asked)),
    }
    works.set(context, known)
  }
  return known
}
