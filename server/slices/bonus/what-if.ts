import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { WhatIf } from '@krapao/contract/slices/campaign/campaign.ts'
import type { ContentOf } from '@krapao/contract/slices/campaign/content.ts'
import { depositsOf } from '../../ledger/public.ts'
import { bangkokDay, bangkokMidnight } from '../../platform/clock.ts'
import { spanOf, triedDays } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { type BetDay, betDays } from '../game/public.ts'
import { leastFloor } from './condition/evaluation.ts'
import { mostOf } from './give.ts'
import { type Life, type Replayed, replay } from './replay.ts'
import { termsOf } from './terms-of.ts'

/** How many members are replayed at most, and of how many their deposits are read at a time. */
const [atMost, atOnce] = [5_000, 500]

/** The effect that a content would have had on the last days' members (rules.md §7.4). */
export async function whatIf(
  context: Context,
  content: ContentOf<'bonus'> | ContentOf<'promotion'>,
): Promise<WhatIf> {
  const { currency, condition } = content
  const days = triedDays(context.clock.now())
  const until = bangkokMidnight(context.clock.now())
  const lives = await readLives(context, currency, { days, until })
  const leastFloorMinor = toMinor(await context.settings.get(leastFloor[currency]))
  const outcome = replay(lives, { ...offerOf(content), terms: termsOf(condition), leastFloorMinor, until })
  return { ...spanOf(days), ...shown(outcome) }
}

const shown = ({ members, met, failed, givenMinor, keptMinor }: Replayed) => ({
  members,
  met,
  failed,
  open: members - met - failed,
  given: fromMinor(givenMinor),
  kept: fromMinor(keptMinor),
})

function offerOf(content: ContentOf<'bonus'> | ContentOf<'promotion'>) {
  if (content.kind === 'promotion') {
    const { amount, uses, usesPerDay } = content
    return { amountMinor: toMinor(amount), byDeposit: null, budgetMinor: null, uses, usesPerDay }
  }
  const { credit, budget } = content
  const byDeposit =
    credit.kind === 'free'
      ? null
      : {
          minDepositMinor: toMinor(credit.minDeposit),
          percent: credit.percent,
          maxBonusMinor: mostOf(content),
        }
  const budgetMinor = budget === null ? null : toMinor(budget)
  return { amountMinor: mostOf(content), byDeposit, budgetMinor, uses: null, usesPerDay: null }
}

/**
 * The bets and deposits of members who bet in this time: one query for each day, and one for some hundred
 * members.
 */
async function readLives(
  { db }: Context,
  currency: string,
  { days, until }: { days: string[]; until: Date },
): Promise<Life[]> {
  const played = new Map<string, BetDay[]>()
  for (const day of days) {
    // The first of each day by their ids: the first of all days are among them.
    for (const betDay of await betDays(db, { day, after: '', limit: atMost })) {
      if (betDay.currency !== currency) continue
      const known = played.get(betDay.memberId)
      if (known) known.push(betDay)
      else played.set(betDay.memberId, [betDay])
    }
  }
  const from = new Date(`${days[0]}T00:00:00+07:00`)
  const chosen = [...played.keys()].sort().slice(0, atMost)
  const lives = new Map(chosen.map((id) => [id, { bets: played.get(id) ?? [], deposits: [] } as Life]))
  for (let i = 0; i < chosen.length; i += atOnce) {
    for (const { memberId, amountMinor, postedAt } of await depositsOf(db, chosen.slice(i, i + atOnce), {
      from,
      until,
    })) {
      lives.get(memberId)?.deposits.push({ day: bangkokDay(postedAt), amountMinor })
    }
  }
  return [...lives.values()]
}
