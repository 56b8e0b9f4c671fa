import type { Answer } from '@krapao/contract/endpoint.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { getLastAmounts } from '@krapao/contract/slices/statement/get-last-amounts.ts'
import { latestStatement, type StatementJournal } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { listProviders } from '../game/public.ts'
import { mayWithdraw } from '../withdraw/public.ts'
import { type StatementRow, toStatement } from './rules.ts'

type LastAmounts = Answer<typeof getLastAmounts>

/** The amounts that a member may want to enter again (product.md §3). */
export async function readLastAmounts(context: Context, memberId: string): Promise<LastAmounts> {
  const [member, journals, providers] = await Promise.all([
    findMember(context, memberId),
    latestStatement(context.db, memberId),
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
 * The last amounts among journals, newest first. What goes back from a game to the wallet is left out: it is what is there,
 * and a withdrawal moves it too.
 */
export function lastAmountsOf(memberId: string, journals: StatementJournal[]): LastAmounts {
  const done = journals
    .map((journal) => ({ meta: journal.meta, ...toStatement(memberId, journal, 'en') }))
    .filter(({ status, amount }) => status === 'SUCCESS' && amount > 0)
  const lastOf = (isIt: (row: StatementRow) => boolean) => done.find(isIt)?.amount ?? null
  const transfers = new Map<string, LastAmounts['transfers'][number]>()
  for (const { meta, statementType } of done) {
    // From game to game there are two journals, and the second one, into a game, says that it succeeded.
    if (statementType !== 'transfer' || meta.direction !== 'in') continue
    if (typeof meta.amountMinor !== 'number') continue
    const [from, to] = [String(meta.from), String(meta.to)]
    const pair = `${from} ${to}`
    if (!transfers.has(pair)) transfers.set(pair, { from, to, amount: fromMinor(meta.amountMinor) })
  }
  return {
    deposit: lastOf(({ statementType, method }) => statementType === 'deposit' && method !== 'GIFT'),
    withdrawal: lastOf(({ statementType }) => statementType === 'withdraw'),
    transfers: [...transfers.values()],
  }
}
