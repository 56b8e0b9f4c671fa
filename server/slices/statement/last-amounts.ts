import type { Answer } from '@krapao/contract/endpoint.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { getLastAmounts } from '@krapao/contract/slices/statement/get-last-amounts.ts'
import { isOf } from '../../journals/facts.ts'
import { latestRows, type Row } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { listProviders } from '../game/public.ts'
import { mayWithdraw } from '../withdraw/public.ts'
import { type StatementRow, toStatement } from './rules.ts'

type LastAmounts = Answer<typeof getLastAmounts>

/** How far back is looked: in movements of every kind, and in rows of one kind. */
const among = 1000
const looked = [
  { kind: 'deposit', phase: 'single', limit: 10, isIndexed: true },
  { kind: 'withdraw', phase: 'pending', limit: 10, isIndexed: false },
  { kind: 'transfer', phase: 'pending', limit: 50, isIndexed: false },
] as const

/** The amounts that a member may want to enter again (product.md §3). */
export async function readLastAmounts(context: Context, memberId: string): Promise<LastAmounts> {
  const [member, journals, providers] = await Promise.all([
    findMember(context, memberId),
    latestRows(context.db, memberId, among, looked),
    listProviders(context),
  ])
  // The session was read a moment ago, so the member exists.
  if (!member) throw new Refusal('invalid-token')
  const last = lastAmountsOf(memberId, journals)
  const openGames = new Set<string>(providers.flatMap(({ code, enabled }) => (enabled ? code : [])))
  const isPossible =
    last.withdrawal !== null && (await mayWithdraw(context, member, toMinor(last.withdrawal)))
  return {
    ...last,
    withdrawal: isPossible ? last.withdrawal : null,
    transfers: last.transfers.filter(({ to }) => openGames.has(to)),
  }
}

/**
 * The last amounts among journals, newest first. A transfer from a game back to the wallet is left out: it is
 * what is there, and a withdrawal moves it too.
 */
export function lastAmountsOf(memberId: string, journals: Row[]): LastAmounts {
  const done = journals
    .map((journal) => ({ journal, ...toStatement(memberId, journal, 'en') }))
    .filter(({ status, amount }) => status === 'SUCCESS' && amount > 0)
  const lastOf = (isIt: (row: StatementRow) => boolean) => done.find(isIt)?.amount ?? null
  const transfers = new Map<string, LastAmounts['transfers'][number]>()
  for (const { journal } of done) {
    if (!isOf(journal, 'transfer', 'pending')) continue
    const { from, to, direction, amountMinor } = journal.meta
    const pair = `${from} ${to}`
    // From game to game there are two journals, and the second one, into a game, says that it succeeded.
    if (direction === 'in' && !transfers.has(pair))
      transfers.set(pair, { from, to, amount: fromMinor(amountMinor) })
  }
  return {
    deposit: lastOf(({ statementType, method }) => statementType === 'deposit' && method !== 'GIFT'),
    withdrawal: lastOf(({ statementType }) => statementType === 'withdraw'),
    transfers: [...transfers.values()],
  }
}
