import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { flowsOf } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deskMember, findMember } from '../account/public.ts'
import { openBonusOf } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { selectSlips } from '../deposit/public.ts'
import { selectRefusalsOf } from '../operator/public.ts'
import { statementRows } from '../statement/public.ts'
import { walletOf } from '../wallet/public.ts'
import { selectListedOf } from './list-store.ts'

type Summary = AnswerOf<'GET /api/console/members/:id/summary'>

/** Rows of each list, and most waiting items. */
const shown = 5
const mostWaiting = 20

/**
 * A member at one look (rules.md §12.5): a fixed number of queries, all at once, however much the member has.
 * @throws Refusal `NO_DATA`
 */
export async function summaryOf(context: Context, memberId: string, language: Language): Promise<Summary> {
  const { db, ledger } = context
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_DATA')
  const movements = (type: 'deposit' | 'withdraw') =>
    statementRows(db, memberId, { kinds: [type] }, { limit: shown, offset: 0, language })
  const [wallet, balances, flow, bonus, waiting, deposits, withdrawals, { slips }, refusals] =
    await Promise.all([
      walletOf(context, memberId),
      ledger.balances(memberId),
      flowOf(context, memberId, member.currency),
      openBonusOf(context, memberId, language),
      waitingOf(context, memberId),
      movements('deposit'),
      movements('withdraw'),
      selectSlips(db, memberId, { offset: 0, limit: shown }),
      refusalsOf(context, memberId),
    ])
  return {
    member: {
      ...deskMember(member),
      createdAt: member.createdAt.toISOString(),
      isActive: member.isActive,
      currency: member.currency,
    },
    money: {
      wallet: wallet.wallet.amount,
      withdrawing: fromMinor(balances.get('withdrawing')?.amountMinor ?? 0),
      inTransit: wallet.inTransit,
      games: wallet.slots
        .filter(({ isActive }) => isActive)
        .map(({ code, name, amount, isStale }) => ({ code, name, amount, isStale })),
    },
    flow,
    bonus: bonus && {
      title: bonus.title,
      state: bonus.state,
      progress: bonus.progress,
      expiresAt: bonus.expiresAt,
    },
    waiting,
    deposits,
    withdrawals,
    slips: slips.map(({ id, createdAt, amountMinor, status, note, reference }) => ({
      _id: id,
      createdAt: createdAt.toISOString(),
      amount: fromMinor(amountMinor ?? 0),
      status,
      note,
      reference,
    })),
    refusals,
  }
}

/** The latest refusals of operators about a member, newest first. */
export async function refusalsOf({ db }: Context, memberId: string): Promise<Summary['refusals']> {
  return (await selectRefusalsOf(db, memberId, shown)).map(({ subject, at, operator_name, reason }) => {
    // An id may have colons of its own.
    const [queue = '', ...rest] = subject.split(':')
    return { queue, id: rest.join(':'), at: at.toISOString(), operator: operator_name ?? '', reason }
  })
}

const day = 86_400

async function flowOf({ db, clock }: Context, memberId: string, currency: string): Promise<Summary['flow']> {
  const now = clock.now()
  const flows = await flowsOf(db, memberId, [
    {},
    { from: addSeconds(now, -day) },
    { from: addSeconds(now, -30 * day) },
  ])
  const [ever, ofDay, ofMonth] = flows.map((all) => {
    const { inMinor = 0, outMinor = 0 } = all.find(({ asset }) => asset === currency) ?? {}
    return { in: fromMinor(inMinor), out: fromMinor(outMinor) }
  })
  const none = { in: 0, out: 0 }
  return { day: ofDay ?? none, month: ofMonth ?? none, ever: ever ?? none }
}

/** The waiting items of a member at the desk, in all queues, oldest first. */
async function waitingOf({ db }: Context, memberId: string): Promise<Summary['waiting']> {
  return (await selectListedOf(db, memberId, mostWaiting)).map(
    ({ queue, id, createdAt, amountMinor, currency }) => ({
      queue: queue as Summary['waiting'][number]['queue'],
      id,
      createdAt: createdAt.toISOString(),
      amount: amountMinor === null ? null : fromMinor(amountMinor),
      currency,
    }),
  )
}
