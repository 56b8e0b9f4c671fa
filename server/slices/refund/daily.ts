import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type BetDay, type DailyJob, runDailyJob } from '../game/public.ts'
import { countedLoss, lossOf, shareOfLoss, sumOf } from './loss.ts'
import { insertDays, type ProductSum, type RefundDay, selectFunded } from './store.ts'
import { type DayTerms, firstDayOf, termsAtEndOf } from './terms.ts'

/** The cashback that a day of bets brings members (rules.md §10). No money moves until it is claimed. */

const cashbackJob = (context: Context): DailyJob<DayTerms> => ({
  name: 'refund',
  first: () => firstDayOf(context, 'refund'),
  plan: (day) => termsAtEndOf(context, 'refund', day),
  async page(tx, day, terms, sums) {
    const days = await lostDays(tx, day, terms, sums)
    if (days.length > 0) await insertDays(tx, days, context.clock.now())
  },
})

/** Calculates the days that are over. */
export const calculateCashback = (context: Context, stopping?: AbortSignal): Promise<void> =>
  runDailyJob(context, cashbackJob(context), stopping)

/**
 * A row for each member who lost, also where bonus money paid all of it: so the row says why it brings
 * nothing.
 */
async function lostDays(
  tx: Tx,
  day: string,
  terms: DayTerms,
  sums: Map<string, BetDay[]>,
): Promise<RefundDay[]> {
  const losers = [...sums].filter(([, rows]) => lossOf(sumOf(rows)) > 0)
  const funded = await selectFunded(
    tx,
    day,
    losers.map(([memberId]) => memberId),
  )
  return losers.flatMap(([memberId, rows]) => {
    const currency = rows[0]?.currency
    const inForce = currency && terms.get(currency)
    if (!inForce) return []
    const { percent, maxMinor, version } = inForce
    const paidByBonus = funded.get(memberId)
    const bonusFunded = paidByBonus && lossOf(paidByBonus) > 0 ? paidByBonus : null
    const lossMinor = countedLoss(sumOf(rows), bonusFunded)
    const amountMinor = shareOfLoss(lossMinor, inForce)
    const products = byProduct(rows)
    return {
      memberId,
      day,
      currency,
      products,
      bonusFunded,
      lossMinor,
      percent,
      maxMinor,
      version,
      amountMinor,
    }
  })
}

/** The sums of a member's day over all games, by product. */
function byProduct(rows: BetDay[]): ProductSum[] {
  const products = Map.groupBy(rows, ({ product }) => product)
  return [...products].map(([product, own]) => ({ product, ...sumOf(own) }))
}
