import type { Tx } from '../../../platform/database.ts'
import type { StoredBet } from '../../game/public.ts'
import { asAdded, sharesOf } from './counted.ts'
import { insertCounted, selectTurnovers } from './counted-store.ts'
import type { MemberBonus } from './store.ts'

/**
 * Adds bets to bonuses by `add`, and keeps what each of them added to the turnover, so that its member can
 * read what the figure is made of.
 * @param bonuses locked, with the facts of before
 * @param isInBase whether the bets were stored before the credit, so that only their stakes count
 * @param isOwn play results from before the credit that were read after it
 */
export async function keepCounted<Done>(
  tx: Tx,
  {
    bonuses,
    bets,
    isInBase,
    isOwn,
  }: {
    bonuses: readonly Pick<MemberBonus, 'id' | 'memberId' | 'terms' | 'creditedAt' | 'ownOpenLeft'>[]
    bets: readonly StoredBet[]
    isInBase: boolean
    isOwn: (bet: StoredBet) => boolean
  },
  add: () => Promise<Done>,
): Promise<Done> {
  const ids = bonuses.map(({ id }) => id)
  const before = await selectTurnovers(tx, ids)
  const done = await add()
  const after = await selectTurnovers(tx, ids)
  const rows = bonuses.flatMap(({ id, memberId, terms, creditedAt, ownOpenLeft }) => {
    if (!creditedAt) return []
    const credit = { creditedAt, terms, ownOpenLeft: isInBase ? {} : ownOpenLeft }
    const own = bets.filter((bet) => bet.memberId === memberId)
    const counted = asAdded(sharesOf(credit, own, isOwn), (after.get(id) ?? 0) - (before.get(id) ?? 0))
    return counted.map((bet) => ({ ...bet, bonusId: id }))
  })
  await insertCounted(tx, rows)
  return done
}
