import { type Currency, toMinor } from '@krapao/contract/money.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { defineAmounts, defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { type DoubtfulBet, insertHeld } from './held-store.ts'
import { type Recorded, recordBets } from './record.ts'
import { type Bet, type BetSource, keyOf, selectBets } from './store.ts'

/** rules.md §4.6 */
const plausibleStake = defineAmounts(
  'bets.plausibleStake',
  { THB: 100_000, LAK: 60_000_000 },
  'A reported bet with a larger stake does not count until a person lets it',
)
const plausibleDays = defineSetting(
  'bets.plausibleDays',
  Type.Integer({ minimum: 1, maximum: 365 }),
  7,
  'A bet that was settled longer ago than these days, or as far ahead, does not count until a person lets it',
)

/** The limits of an honest report. */
interface Plausible {
  /** Per currency, in minor units. */
  stakeMinor: Record<Currency, number>
  from: Date
  to: Date
}

/** Reads the limits; before a transaction is opened, because settings are not read in one. */
export async function plausibleNow({ clock, settings }: Context): Promise<Plausible> {
  const seconds = (await settings.get(plausibleDays)) * 86_400
  return {
    stakeMinor: {
      THB: toMinor(await settings.get(plausibleStake.THB)),
      LAK: toMinor(await settings.get(plausibleStake.LAK)),
    },
    from: addSeconds(clock.now(), -seconds),
    to: addSeconds(clock.now(), seconds),
  }
}

/** Most bets of one report that are logged. */
const logged = 5

/**
 * Records what a provider says of bets, in the caller's transaction, but for those that no honest report is
 * likely to have: they are kept aside and wait at the desk (rules.md §4.6).
 */
export async function takeReported(
  context: Context,
  tx: Tx,
  bets: Bet[],
  { source, plausible }: { source: BetSource; plausible: Plausible },
): Promise<Recorded> {
  await keepAside(context, tx, bets, { source, plausible })
  return recordBets(context, tx, bets, source)
}

/**
 * Stores in `held_bets` what is doubtful and not stored yet, each id once, as the report has it first; and
 * logs it.
 */
async function keepAside(
  { clock, desk, log }: Context,
  tx: Tx,
  bets: Bet[],
  { source, plausible: { stakeMinor, from, to } }: { source: BetSource; plausible: Plausible },
): Promise<void> {
  const first = new Map(bets.toReversed().map((bet) => [keyOf(bet), bet]))
  const doubtful = [...first.values()].flatMap((bet): DoubtfulBet[] => {
    if (bet.stakeMinor > stakeMinor[bet.currency]) return [{ ...bet, reason: 'stake' }]
    return bet.settledAt < from || bet.settledAt > to ? [{ ...bet, reason: 'time' }] : []
  })
  if (doubtful.length === 0) return
  const known = new Set((await selectBets(tx, doubtful)).map(keyOf))
  const held = doubtful.filter((bet) => !known.has(keyOf(bet)))
  const fresh = await insertHeld(desk, tx, held, source, clock.now())
  if (fresh === 0) return
  const some = held.slice(0, logged).map(({ game, id, memberId, reason, stakeMinor, settledAt }) => ({
    game,
    id,
    memberId,
    reason,
    stakeMinor,
    settledAt,
  }))
  log.error({ bets: fresh, some }, 'reported bets wait for a person, in the queue bet-review of the desk')
}
