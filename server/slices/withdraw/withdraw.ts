import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, type Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { isKnownBank } from '../lookup/public.ts'
import { bringHome } from '../wallet/public.ts'
import {
  autoLimit,
  dailyCount,
  dailySum,
  holdKey,
  type Limits,
  least,
  legsOf,
  masked,
  most,
  requireWithin,
  shownStatus,
  type Today,
  withdrawalIdOf,
} from './rules.ts'
import { type Standing, standingReader } from './store.ts'

type WithdrawalAnswer = AnswerOf<'POST /api/wallet/withdraw'>

/** Times that a withdrawal is judged anew because another of the same member overtook it. */
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
  const judged = await judge(context, memberId, id, amountMinor)
  return 'answer' in judged ? judged.answer : hold(context, judged)
}

/**
 * The same after every game balance was brought home (rules.md §6.1). What came home stays in the wallet, whatever stops
 * the withdrawal. Whether the amount may be withdrawn at all is judged first, and again when it is held.
 * @throws Refusal `GAME_PENDING` with `games`, the codes of those whose money is not home; and as `withdraw`
 */
export async function withdrawAll(
  context: Context,
  memberId: string,
  amountMinor: number,
  key?: string,
): Promise<WithdrawalAnswer> {
  const id = withdrawalIdOf(memberId, key ?? randomUUID())
  const judged = await judge(context, memberId, id, amountMinor)
  if ('answer' in judged) return judged.answer
  const games = await bringHome(context, memberId, id)
  if (games.length > 0) throw new Refusal('GAME_PENDING', { games })
  return hold(context, judged)
}

/** A withdrawal that may be held. */
interface Permitted {
  id: string
  member: Member
  amountMinor: number
  limits: Limits
}

/** The one place that decides whether a member may withdraw an amount now. */
async function judge(
  context: Context,
  memberId: string,
  id: string,
  amountMinor: number,
): Promise<Permitted | { answer: WithdrawalAnswer }> {
  const [member, { begun, today }] = await Promise.all([
    findMember(context, memberId),
    standingOf(context, memberId, id),
  ])
  if (!member) throw new Refusal('NO_BANK')
  if (begun) {
    if (begun.amountMinor !== amountMinor) throw new Refusal('IDEMPOTENCY_CONFLICT')
    return { answer: { withdrawalId: id, status: shownStatus(begun.state), amount: fromMinor(amountMinor) } }
  }
  const limits = await limitsOf(context, member.currency)
  requireWithin(amountMinor, limits, today)
  if (!(await isKnownBank(context, member.bankCode))) throw new Refusal('NO_BANK')
  return { id, member, amountMinor, limits }
}

/** Holds the money; the ledger makes the withdrawal's row with it (migration 0015). */
async function hold(context: Context, permitted: Permitted): Promise<WithdrawalAnswer> {
  const { ledger, settings, sockets } = context
  const { id, member, amountMinor, limits } = permitted
  const { id: memberId, currency, bankCode, accountNo } = { ...member, accountNo: member.bankAccountNo }
  const approved = amountMinor <= toMinor(await settings.get(autoLimit[currency]))
  for (let turn = 1; ; turn++) {
    try {
      await ledger.post({
        key: holdKey(id),
        kind: 'withdraw',
        phase: 'pending',
        memberId,
        legs: legsOf('pending', { memberId, currency, amountMinor }),
        meta: {
          withdrawalId: id,
          bankCode,
          accountNo: masked(accountNo),
          approved,
          dailyCount: limits.dailyCount,
          dailySumMinor: toMinor(limits.dailySum),
        },
      })
      break
    } catch (error) {
      const day = dayOf(error)
      if (!day) throw error
      // By the day that the database counts, which near midnight need not be this node's.
      if (turn === tries) {
        requireWithin(amountMinor, limits, { count: day.count - 1, sumMinor: day.sumMinor - amountMinor })
        throw error
      }
      // Another withdrawal of this member came in between: judged anew, most likely refused in words.
      const again = await judge(context, memberId, id, amountMinor)
      if ('answer' in again) return again.answer
    }
  }
  sockets.emit(memberRoom(memberId), 'withdrawals-changed')
  return { withdrawalId: id, status: approved ? 'APPROVED' : 'PENDING', amount: fromMinor(amountMinor) }
}

/** What the database counted for the day, this withdrawal included, when it refused one for it (migration 0017). */
function dayOf(error: unknown): Today | undefined {
  const { constraint, detail } = error as { constraint?: string; detail?: string }
  return constraint === 'withdrawals_daily' ? (JSON.parse(detail ?? '') as Today) : undefined
}

/** Least and most that one withdrawal of a member may take, in the member's currency. @throws Refusal `NO_BANK` */
export async function readLimits(context: Context, memberId: string): Promise<Limits> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_BANK')
  return limitsOf(context, member.currency)
}

async function limitsOf({ settings }: Context, currency: 'THB' | 'LAK'): Promise<Limits> {
  const [minimum, maximum, count, sum] = await Promise.all([
    settings.get(least[currency]),
    settings.get(most[currency]),
    settings.get(dailyCount),
    settings.get(dailySum[currency]),
  ])
  return { minimum, maximum, dailyCount: count, dailySum: sum }
}

const readers = new WeakMap<Context, ReturnType<typeof standingReader>>()

function standingOf(context: Context, memberId: string, id: string): Promise<Standing> {
  let read = readers.get(context)
  if (!read) {
    read = standingReader(context.database, context.clock)
    readers.set(context, read)
  }
  return read({ id, memberId })
}
