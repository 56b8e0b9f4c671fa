import type { GameCode } from '@krapao/contract/game.ts'
import { playResults } from '../../../ledger/public.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { Context } from '../../context.ts'
import { selectSums } from './store.ts'

/**
 * What a member has staked on bets that are not settled, as far as it shows (rules.md §4.6), in minor units by the game's
 * code: a stake leaves the balance at the game when it is placed, and is reported with its bet when that is settled. A win
 * that was reported and not read from the balance yet counts, too. Nothing is known of providers that report no bets.
 */
export async function openStakes(
  { services }: Pick<Context, 'services'>,
  handle: Db | Tx,
  memberId: string,
): Promise<Map<GameCode, number>> {
  const providers = await services.providers.get()
  const [played, bet] = await Promise.all([playResults(handle, memberId), selectSums(handle, memberId)])
  const open = new Map<GameCode, number>()
  for (const { code, reportsBets } of providers) {
    const minor = (bet.get(code) ?? 0) - (played.get(code) ?? 0)
    if (reportsBets && minor > 0) open.set(code, minor)
  }
  return open
}
