import { type Movement, own, partsOf } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { FinalBet } from '../../game/public.ts'
import { isPlacedBefore } from './own-play.ts'
import { type Place, type PurseEvent, walletPlace } from './purses.ts'

/** What journals and bets are to the purses of a bonus, without database, clock or network. */

/** The place of an account to play with. Money in transit is at its game: it may be played with already. */
const placeOf = (name: string): Place => (name === own.wallet ? walletPlace : partsOf(name).of)

/** Balances by place; minor units. */
export function byPlace(balances: ReadonlyMap<string, { amountMinor: number }>): Record<Place, number> {
  const places: Record<Place, number> = {}
  for (const [name, { amountMinor }] of balances) {
    const { kind } = partsOf(name)
    if (kind !== 'wallet' && kind !== 'game' && kind !== 'in-transit') continue
    places[placeOf(name)] = (places[placeOf(name)] ?? 0) + amountMinor
  }
  return places
}

/**
 * The events of movements since the credit, in their order.
 * @param openBetHours of the games whose providers report no bets, by code: only their play is followed by
 *   readings
 */
export function eventsOfMovements(
  movements: readonly Movement[],
  openBetHours: ReadonlyMap<string, number>,
): PurseEvent[] {
  return [...Map.groupBy(movements, ({ journalId }) => journalId).values()].flatMap((legs) => {
    const [{ kind, postedAt: at }] = legs as [Movement]
    const changed: Record<Place, number> = {}
    for (const { name, amountMinor } of legs)
      changed[placeOf(name)] = (changed[placeOf(name)] ?? 0) + amountMinor
    const { [walletPlace]: walletMinor = 0, ...games } = changed
    const events: PurseEvent[] = []
    for (const [place, minor] of Object.entries(games)) {
      if (minor === 0) continue
      if (kind === 'play') {
        const dueAt = addSeconds(at, (openBetHours.get(place) ?? 0) * 3600)
        events.push({ kind: 'play', at, place, minor, dueAt })
      } else if (walletMinor === -minor) {
        const [from, to] = minor > 0 ? [walletPlace, place] : [place, walletPlace]
        return [{ kind: 'move', at, from, to, minor: Math.abs(minor) }]
      } else events.push({ kind: 'flow', at, place, minor })
    }
    if (walletMinor !== 0) events.push({ kind: 'flow', at, place: walletPlace, minor: walletMinor })
    return events
  })
}

/** The events of bets that were settled since the credit. */
export const eventsOfBets = (bets: readonly FinalBet[], creditedAt: Date): PurseEvent[] =>
  bets.flatMap((bet): PurseEvent[] => {
    const { game: place, stakeMinor, winMinor, placedAt, settledAt: at } = bet
    if (isPlacedBefore({ placedAt, firstSettledAt: at }, creditedAt)) {
      return [{ kind: 'before', at, place, stakeMinor, winMinor }]
    }
    const of = { place, id: bet.id }
    const staked = { kind: 'stake', wasSaidWhenPlaced: placedAt !== null } as const
    return [
      { ...staked, ...of, at: earlier(placedAt ?? at, at), minor: stakeMinor },
      { kind: 'win', ...of, at, minor: winMinor },
    ]
  })

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/**
 * All events in the order in which they are followed: by their times; of one time journals come first, in
 * their order, then the bets that were placed before it, and then those that were placed then.
 */
export function inOrder(movements: readonly PurseEvent[], bets: readonly PurseEvent[]): PurseEvent[] {
  const placedAt = new Map(
    bets.flatMap((event) => (event.kind === 'stake' ? [[keyOf(event), event.at]] : [])),
  )
  const rank = (event: PurseEvent): number => {
    if (event.kind === 'stake') return 2
    if (event.kind === 'win') return placedAt.get(keyOf(event))?.getTime() === event.at.getTime() ? 2 : 1
    return event.kind === 'before' ? 1 : 0
  }
  const sorted = [...bets].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() ||
      rank(a) - rank(b) ||
      compare(keyOf(a), keyOf(b)) ||
      Number(a.kind === 'win') - Number(b.kind === 'win'),
  )
  // Stable: journals keep their order, and stand before bets of the same time.
  return [...movements, ...sorted].sort((a, b) => a.at.getTime() - b.at.getTime())
}

const keyOf = (event: PurseEvent): string =>
  event.kind === 'stake' || event.kind === 'win' ? `${event.place} ${event.id}` : ''

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
