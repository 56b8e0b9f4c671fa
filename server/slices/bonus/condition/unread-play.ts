import { playKey, playsSince } from '../../../ledger/public.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { MemberBonus } from './store.ts'

/**
 * Play from before the credit of a bonus that was read after it (rules.md §7.2). It is own money that was won
 * or lost, and no play with the bonus. Such a result is the first movement of its game account since the
 * credit, so no bonus money was at that game, and the reading before it was made before the credit.
 */

type Credited = Pick<MemberBonus, 'memberId' | 'creditedAt' | 'gameVersions'>

/** The keys of the journals that such results would have. */
const keysOf = ({ memberId, gameVersions }: Credited): string[] =>
  Object.entries(gameVersions).map(([code, version]) => playKey(memberId, code, version))

/** The win (positive) or loss by it, in minor units. */
export async function playBefore(handle: Db | Tx, bonus: Credited): Promise<number> {
  return (await journalsBefore(handle, [bonus])).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** The journals of such results, of several bonuses. */
export async function journalsBefore(
  handle: Db | Tx,
  bonuses: Credited[],
): Promise<{ key: string; amountMinor: number }[]> {
  const asked = bonuses.flatMap((bonus) =>
    keysOf(bonus).map((key) => ({ key, before: bonus.creditedAt ?? new Date(0) })),
  )
  return asked.length === 0 ? [] : playsSince(handle, asked)
}
