import type { AnswerOf } from '@krapao/contract/client.ts'
import { memberRoom } from '@krapao/contract/events.ts'
import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Batcher } from '../../platform/batcher.ts'
import { type CallKey, type InnerKey, newKey } from '../../platform/call-key.ts'
import { claimOfHold } from '../../platform/claims.ts'
import { groupCommit } from '../../platform/group-commit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import { requireNoCondition } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import type { bankCodesOf } from '../lookup/public.ts'
import { bringHome } from '../wallet/public.ts'
import { type Asked, type Begun, beginIn } from './begin.ts'
import { dayUsageReader } from './day-usage-store.ts'
import {
  autoLimit,
  dailyCount,
  dailySum,
  judge,
  type Limits,
  maxWithdrawal,
  minWithdrawal,
  type State,
  shownStatus,
  type Terms,
  withdrawalIdOf,
} from './rules.ts'

type WithdrawalAnswer = AnswerOf<'POST /api/wallet/withdraw'>

/**
 * How many times games are asked for more money because another call of the same member used what had
 * arrived.
 */
const tries = 3

/**
 * Withdraws from the wallet to the registered bank account (rules.md §6.2, §6.3): the money is held, and a
 * row waits for the payout worker or for an operator. `amountMinor` in satang or att.
 * @param key the caller's `Idempotency-Key`: the same key answers the same withdrawal, also after a crash
 * @throws Refusal `WITHDRAW_MINIMUM`, `WITHDRAW_MAXIMUM`, `WITHDRAW_DAILY_COUNT`, `WITHDRAW_DAILY_SUM`,
 *   `NO_BANK`, `BONUS_CONDITION`, `MONEY_NOT_ENOUGH`, `IDEMPOTENCY_CONFLICT`
 */
export async function withdraw(
  context: Context,
  memberId: string,
  amountMinor: number,
  key?: CallKey | InnerKey,
): Promise<WithdrawalAnswer> {
  return begin(context, askedFor(memberId, amountMinor, key))
}

/**
 * The same after the missing part of the amount was moved from games to the wallet (rules.md §6.1). Money
 * that has arrived stays in the wallet, even if the withdrawal is refused. The limits are checked first, and
 * again when the money is held.
 * @throws Refusal `GAME_PENDING` with `games`, the codes of those whose money has not arrived; and as
 *   `withdraw`
 */
export async function withdrawAll(
  context: Context,
  memberId: string,
  amountMinor: number,
  key?: CallKey | InnerKey,
): Promise<WithdrawalAnswer> {
  const asked = askedFor(memberId, amountMinor, key)
  const begun = await checkFirst(context, asked)
  if (begun) return answerOf(asked, begun)
  for (let turn = 1; ; turn++) {
    const games = await bringHome(context, memberId, amountMinor, asked.id)
    if (games.length > 0) throw new Refusal('GAME_PENDING', { games })
    try {
      return await begin(context, asked)
    } catch (error) {
      // Another withdrawal or transfer used the money that had arrived; the games may have more.
      const isTaken = error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH'
      if (!isTaken || turn === tries) throw error
    }
  }
}

const askedFor = (memberId: string, amountMinor: number, key: CallKey | InnerKey = newKey()): Asked => ({
  id: withdrawalIdOf(memberId, key),
  memberId,
  amountMinor,
  claim: claimOfHold(),
})

/**
 * Refuses an amount that may not be withdrawn in any case. @returns the withdrawal's state, if it was begun
 * before
 */
async function checkFirst(
  context: Context,
  { id, memberId, amountMinor }: Asked,
): Promise<State | undefined> {
  for (;;) {
    const [member, usage, terms] = await Promise.all([
      findMember(context, memberId),
      context.services.dayUsage({ id, memberId, at: context.clock.now() }),
      context.services.withdrawTerms(),
    ])
    if (!member) throw new Refusal('NO_BANK')
    const verdict = judge(amountMinor, member, usage, terms)
    if (verdict === 'may') return undefined
    if (verdict !== 'has-bonus') return verdict
    await requireNoCondition(context, memberId)
  }
}

/** Decides, holds the money and inserts the withdrawal's row (begin.ts). */
async function begin(context: Context, asked: Asked): Promise<WithdrawalAnswer> {
  for (;;) {
    const begun = await context.services.beginWithdrawal(asked)
    if (begun === 'has-bonus') await requireNoCondition(context, asked.memberId)
    else if (begun !== 'superseded') {
      context.sockets.emit(memberRoom(asked.memberId), 'withdrawals-changed')
      return answerOf(asked, begun)
    }
  }
}

const answerOf = ({ id, amountMinor }: Asked, state: State): WithdrawalAnswer => ({
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

async function limitsOf({ settings }: Pick<Context, 'settings'>, currency: Currency): Promise<Limits> {
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
    withdrawTerms(): Promise<Terms>
    beginWithdrawal: Batcher<Asked, Begun>
  }
}

/** The batches that combine withdrawals of all members. */
export function withdrawServices(
  context: Pick<Context, 'database' | 'db' | 'ledger' | 'settings' | 'desk'>,
  bankCodes: ReturnType<typeof bankCodesOf>,
) {
  const { database, db, settings } = context
  const termsIn = async (currency: Currency) => ({
    ...(await limitsOf({ settings }, currency)),
    autoLimitMinor: toMinor(await settings.get(autoLimit[currency])),
  })
  const withdrawTerms = async (): Promise<Terms> => {
    const [THB, LAK, banks] = await Promise.all([termsIn('THB'), termsIn('LAK'), bankCodes.get()])
    return { of: { THB, LAK }, banks }
  }
  return {
    dayUsage: dayUsageReader(database),
    withdrawTerms,
    beginWithdrawal: groupCommit<Asked, Begun, Terms>(
      db,
      (tx, asked, terms) => beginIn(context, tx, asked, terms),
      { read: withdrawTerms, inFlight: 1 },
    ),
  }
}
