import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type BetDay, type DailyJob, daySums, runDailyJob } from '../game/public.ts'
import { setAgainst } from './carry.ts'
import { countedLoss, lossOf, shareOfLoss, sumOf } from './loss.ts'
import { insertDays, type ProductSum, type RefundDay, selectFunded, selectWinsLeft } from './store.ts'
import { type DayTerms, firstDayOf, termsAtEndOf } from './terms.ts'

/** The cashback that a day of bets brings members (rules.md §10). No money moves until it is claimed. */

const cashbackJob = (context: Context): DailyJob<DayTerms> => ({
  name: 'refund',
  first: () => firstDayOf(context, 'refund'),
  plan: (day) => termsAtEndOf(context, 'refund', day),
  async page(tx, day, terms, sums) {
    const days = await playedDays(tx, day, terms, sums)
    if (days.length > 0) await insertDays(tx, days, context.clock.now())
    return daySums(days)
  },
})

/** Calculates the days that are over. */
export const calculateCashback = (context: Context, stopping?: AbortSignal): Promise<void> =>
  runDailyJob(context, cashbackJob(context), stopping)

/**
 * A row for each member who played, also where nothing was lost: what was won is set against later losses of
 * the month, and a row says why it brings nothing.
 */
async function playedDays(
  tx: Tx,
  day: string,
  terms: DayTerms,
  sums: Map<string, BetDay[]>,
): Promise<RefundDay[]> {
  const memberIds = [...sums.keys()]
  const funded = await selectFunded(tx, day, memberIds)
  const winsLeft = await selectWinsLeft(tx, day, memberIds)
  return [...sums].flatMap(([memberId, rows]) => {
    const currency = rows[0]?.currency
    const inForce = currency && terms.get(currency)
    if (!inForce) return []
    const { percent, maxMinor, version } = inForce
    const paidByBonus = funded.get(memberId)
    const bonusFunded = paidByBonus && lossOf(paidByBonus) > 0 ? paidByBonus : null
    const carried = setAgainst(countedLoss(sumOf(rows), bonusFunded), winsLeft.get(memberId) ?? 0)
    const amountMinor = shareOfLoss(carried.lossMinor, inForce)
    const of = { memberId, day, currency, percent, maxMinor, version }
    return { ...of, products: byProduct(rows), bonusFunded, ...carried, amountMinor }
  })
}

/** The sums of a member's day over all games, by product. */
function byProduct(rows: BetDay[]): ProductSum[] {
  const products = Map.groupBy(rows, ({ product }) => product)
  return [...products].map(([product, own]) => ({ product, ...sumOf(own) }))
}
