import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { CountedBet } from '@krapao/contract/slices/bonus/list-counted-bets.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { betsNamed } from '../game/public.ts'
import { type CountedRow, selectCountedPage, selectSums } from './condition/counted-store.ts'
import { findBonus } from './condition/store.ts'
import { type Terms, weightedStake } from './condition/terms.ts'

/**
 * A page of the bets that a bonus of the member was played with, newest first; `page` from 1.
 * @throws Refusal `NO_DATA`
 */
export async function listCounted(
  { db }: Pick<Context, 'db'>,
  memberId: string,
  id: string,
  { page, limit }: { page: number; limit: number },
): Promise<AnswerOf<'POST /api/bonus/bets/:id'>> {
  const bonus = await findBonus(db, id)
  if (bonus?.memberId !== memberId) throw new Refusal('NO_DATA')
  const [rows, { total, addedMinor, turnoverMinor }] = await Promise.all([
    selectCountedPage(db, id, { limit, offset: (page - 1) * limit }),
    selectSums(db, id),
  ])
  const bets = rows.length > 0 ? await betsNamed(db, rows) : []
  const byName = new Map(bets.map((bet) => [`${bet.game} ${bet.id}`, bet]))
  return {
    total,
    turnover: fromMinor(turnoverMinor),
    earlier: fromMinor(turnoverMinor - addedMinor),
    bets: rows.flatMap((row) => {
      const bet = byName.get(`${row.game} ${row.id}`)
      return bet ? [shownBet(row, bet, bonus.terms)] : []
    }),
    currency: bonus.currency,
  }
}

function shownBet(
  { addedMinor, isBefore, ownStakeMinor }: CountedRow,
  bet: Awaited<ReturnType<typeof betsNamed>>[number],
  terms: Terms,
): CountedBet {
  return {
    _id: bet.id,
    game: bet.game,
    product: bet.product,
    placedAt: bet.placedAt?.toISOString() ?? null,
    settledAt: bet.settledAt.toISOString(),
    isCorrection: bet.isCorrection,
    stake: fromMinor(bet.stakeMinor),
    validStake: fromMinor(bet.validStakeMinor),
    win: fromMinor(bet.winMinor),
    weight: weightOf(bet.product, terms),
    added: fromMinor(addedMinor),
    own: isBefore ? 'all' : ownStakeMinor > 0 ? 'part' : 'none',
    ownStake: fromMinor(ownStakeMinor),
  }
}

/** What of a stake of 100 counts. */
const weightOf = (product: string, terms: Terms): number | null =>
  terms.mode === 'turnover' ? fromMinor(weightedStake({ product, stakeMinor: toMinor(100) }, terms)) : null
