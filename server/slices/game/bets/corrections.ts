import { type Tx, transaction } from '../../../platform/database.ts'
import { shareLocks, takeLock } from '../../../platform/locks.ts'
import type { Context } from '../../context.ts'
import {
  type Counted,
  type KeptCorrection,
  markApplied,
  selectCorrections,
  selectCounted,
  selectUncorrected,
} from './corrections-store.ts'
import { countedDay, holdOpenDays } from './days.ts'
import {
  type Bet,
  type BetName,
  type Countable,
  insertBets,
  keyOf,
  type SettledOrVoid,
  type StoredBet,
  selectBets,
} from './store.ts'
import { validStake } from './valid-stake.ts'

/**
 * Corrections of bets (rules.md §4.6). A bet stays as it was stored; a correction is a row of its own with
 * the differences that it makes, and all sums follow on the day on which it came.
 */

/** Bets that a sweep corrects at a time. */
const atOnce = 100

/**
 * Stores the differences that corrections make which are kept and not applied yet, of bets that are stored.
 * The members' play and the open days are held by the transaction already.
 * @param closed the last day that is closed
 * @returns the differences, in the order in which they were made
 */
export async function applyCorrections(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  tx: Tx,
  names: BetName[],
  closed: string | null,
): Promise<StoredBet[]> {
  for (const game of [...new Set(names.map(({ game }) => game))].sort()) {
    await takeLock(tx, 'betCorrections', game)
  }
  const bets = new Map((await selectBets(tx, names)).filter(isSettled).map((bet) => [keyOf(bet), bet]))
  const counted = new Map((await selectCounted(tx, names)).map((sums) => [keyOf(sums), sums]))
  const receivedAt = clock.now()
  const day = countedDay(receivedAt, receivedAt, closed)
  const applied: KeptCorrection[] = []
  const differences: (Countable & Pick<KeptCorrection, 'source'>)[] = []
  const latest = new Map<string, KeptCorrection>()
  const corrections = await selectCorrections(tx, names)
  for (const correction of corrections.filter((known) => known.applied)) {
    latest.set(keyOf({ ...correction, id: correction.corrects }), correction)
  }
  for (const correction of corrections.filter((known) => !known.applied)) {
    const name = keyOf({ ...correction, id: correction.corrects })
    const [bet, before] = [bets.get(name), counted.get(name)]
    // It waits for its bet.
    if (!bet || !before) continue
    if (bet.memberId !== correction.memberId || bet.currency !== correction.currency) {
      log.error({ correction, bet }, 'a provider corrects a bet of another member or currency')
      continue
    }
    // One that was made before the latest one changes nothing any more, in whichever order they come.
    const last = latest.get(name)
    const after = last && isBefore(correction, last) ? before : countedOf(bet, correction)
    if (after !== before) latest.set(name, correction)
    counted.set(name, { ...before, ...after })
    applied.push(correction)
    differences.push({
      ...differenceOf(before, after),
      game: bet.game,
      id: correction.id,
      memberId: bet.memberId,
      product: bet.product,
      currency: bet.currency,
      placedAt: bet.placedAt,
      settledAt: correction.settledAt,
      status: 'corrected',
      corrects: bet.id,
      countedDay: day,
      source: correction.source,
    })
  }
  if (applied.length === 0) return []
  await markApplied(tx, applied)
  const stored: StoredBet[] = []
  for (const source of new Set(differences.map((difference) => difference.source))) {
    const part = differences.filter((difference) => difference.source === source)
    stored.push(...(await insertBets(tx, part, { receivedAt, source })))
  }
  return stored
}

const isSettled = (bet: Bet): bet is SettledOrVoid => bet.status !== 'corrected'

const isBefore = (correction: KeptCorrection, other: KeptCorrection): boolean =>
  correction.settledAt < other.settledAt ||
  (correction.settledAt.getTime() === other.settledAt.getTime() && correction.id < other.id)

/** What counts of a bet from a correction on. */
const countedOf = ({ product }: SettledOrVoid, correction: KeptCorrection): Counted => ({
  stakeMinor: correction.stakeMinor,
  winMinor: correction.winMinor,
  validStakeMinor: validStake({ ...correction, product, status: 'settled' }),
})

const differenceOf = (before: Counted, after: Counted): Counted => ({
  stakeMinor: after.stakeMinor - before.stakeMinor,
  winMinor: after.winMinor - before.winMinor,
  validStakeMinor: after.validStakeMinor - before.validStakeMinor,
})

/**
 * Applies corrections that came at the same moment as their bets, so that neither transaction saw the other
 * one's. Any number of nodes may do so.
 */
export async function applyWaiting(context: Context): Promise<void> {
  const waiting = await selectUncorrected(context.db, atOnce)
  if (waiting.length === 0) return
  await transaction(context.db, async (tx) => {
    await shareLocks(tx, 'memberPlay', [...new Set(waiting.map(({ memberId }) => memberId))])
    const differences = await applyCorrections(context, tx, waiting, await holdOpenDays(tx))
    if (differences.length > 0) await context.services.betsStored.notify(tx, differences)
  })
}
