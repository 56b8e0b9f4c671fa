import { playKey, playsSince } from '../../../ledger/public.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import type { MemberBonus } from './store.ts'

/**
 * Play from before the credit of a bonus that was read after it (rules.md §7.2). It is own money that was won
 * or lost, and no play with the bonus. Such a result is the first movement of its game account since the
 * credit, so no bonus money was at that game, and the reading before it was made before the credit.
 */

type Credited = Pick<MemberBonus, 'memberId' | 'creditedAt' | 'gameVersions'>

/** A play result, and the game's code. */
interface Play {
  code: string
  key: string
  amountMinor: number
}

/**
 * The win (positive) or loss by it, in minor units. Where the provider reports bets, they say what was won
 * and lost by bets that were placed before the credit. There the results count only in part: losses that were
 * reported before it, because the balance at the credit had them still, and a win until its bet is reported,
 * because it is the member's own money at once.
 */
export async function playBefore(
  handle: Db | Tx,
  bonus: Credited & Pick<MemberBonus, 'ownOpen' | 'ownPlayMinor'>,
): Promise<number> {
  const plays = await journalsBefore(handle, [bonus])
  let minor = 0
  let wonMinor = 0
  for (const { code, amountMinor } of plays) {
    const openMinor = bonus.ownOpen[code]
    if (openMinor === undefined) minor += amountMinor
    else {
      minor += Math.max(Math.min(amountMinor, 0), Math.min(openMinor, 0))
      wonMinor += Math.max(0, amountMinor - Math.max(0, openMinor))
    }
  }
  // A win that was read before its bet is reported is own money at once.
  return minor + Math.max(0, wonMinor - Math.max(0, bonus.ownPlayMinor))
}

/** The journals of such results, of several bonuses. */
export async function journalsBefore(handle: Db | Tx, bonuses: Credited[]): Promise<Play[]> {
  const asked = new Map(
    bonuses.flatMap(({ memberId, creditedAt, gameVersions }) =>
      Object.entries(gameVersions).map(([code, version]) => {
        const key = playKey(memberId, code, version)
        return [key, { code, key, before: creditedAt ?? new Date(0) }] as const
      }),
    ),
  )
  if (asked.size === 0) return []
  const plays = await playsSince(handle, [...asked.values()])
  return plays.map((play) => ({ ...play, code: asked.get(play.key)?.code ?? '' }))
}
