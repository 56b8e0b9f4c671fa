import type { Db, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withBudget } from '../bonus/public.ts'
import type { ActiveCampaign } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import type { Wheel } from './rules.ts'
import type { ActiveWheel } from './wheel.ts'

/** Bonuses as prizes of a wheel (rules.md §11.3). */

type Bonus = ActiveCampaign<'bonus'>
/** By code. */
export type Bonuses = ReadonlyMap<string, Bonus>

const codesOf = ({ slices }: Wheel): string[] => [
  ...new Set(slices.flatMap(({ prize }) => (prize.kind === 'BONUS' ? [prize.code] : []))),
]

async function winnable(
  handle: Db | Tx,
  { currency }: ActiveWheel,
  active: readonly Bonus[],
): Promise<Bonuses> {
  const found = await withBudget(
    handle,
    active.filter((bonus) => bonus.currency === currency),
  )
  return new Map(found.map((bonus) => [bonus.code, bonus]))
}

/** The bonuses of a wheel that can be won, as far as this node knows it. */
export async function bonusesShown({ campaigns, db }: Context, wheel: ActiveWheel): Promise<Bonuses> {
  const codes = codesOf(wheel.content)
  if (codes.length === 0) return new Map()
  const active = (await campaigns.listActive('bonus')).filter(({ code }) => codes.includes(code))
  return winnable(db, wheel, active)
}

/** The bonuses of a wheel that can be won, by what is committed now. */
export async function bonusesNow({ campaigns }: Context, tx: Tx, wheel: ActiveWheel): Promise<Bonuses> {
  const active: Bonus[] = []
  for (const code of codesOf(wheel.content)) {
    try {
      active.push(await campaigns.requireActive(tx, { kind: 'bonus', code }, 'NO_DATA'))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return winnable(tx, wheel, active)
}

/**
 * The slices, by code, whose bonus cannot be won. The fallback is none of them, because something is drawn.
 */
export const withoutBonus = ({ slices, fallback }: Wheel, bonuses: Bonuses): Set<string> =>
  new Set(
    slices.flatMap(({ code, prize }) =>
      prize.kind === 'BONUS' && code !== fallback && !bonuses.has(prize.code) ? [code] : [],
    ),
  )
