import { addSeconds } from '../../../platform/clock.ts'

/**
 * The two purses of a member with a running bonus (rules.md §7.6), without database, clock or network: the
 * bonus with what it wins, and everything else, which is the member's own. They follow from what happened, in
 * the order of its times, so it does not matter in which order it was reported. All amounts in minor units.
 */

/** Where money is: the wallet, or a game, by its code, with what is in transit between the two. */
export type Place = string
export const walletPlace: Place = 'wallet'

/** Money of both purses. */
interface Share {
  ownMinor: number
  bonusMinor: number
}

/** A bet whose stake is placed. */
interface OpenBet extends Share {
  game: Place
  id: string
  /** What of the stake the place had no money for: clocks differ, and the money arrives next. */
  lackMinor: number
  /** What it has won, where it is settled and waits for the rest of its stake. */
  winMinor: number | null
}

/** A loss at a provider that reports no bets: it may be the stake of a bet that is open until `dueAt`. */
interface Loss extends Share {
  /** Milliseconds since 1970. */
  dueAt: number
}

/** The state of the purses at one point of the sequence; JSON. */
export interface Purses {
  places: Record<Place, Share>
  /** What the member had on bets at the credit, by game, and those bets may be of still. */
  staked: Record<Place, number>
  bets: OpenBet[]
  losses: Record<Place, Loss[]>
  /** Where money of the bonus has been: elsewhere it has won nothing. */
  visited: Place[]
}

/** What changes them. */
export type PurseEvent = { at: Date } & (
  | { kind: 'move'; from: Place; to: Place; minor: number }
  /** Own money that comes in (positive) or goes out. */
  | { kind: 'flow'; place: Place; minor: number }
  /** A win (positive) or loss at a provider that reports no bets, and when a loss counts as lost. */
  | { kind: 'play'; place: Place; minor: number; dueAt: Date }
  | { kind: 'stake'; place: Place; id: string; minor: number; wasSaidWhenPlaced: boolean }
  | { kind: 'win'; place: Place; id: string; minor: number }
  /** A bet that was placed before the credit. */
  | { kind: 'before'; place: Place; stakeMinor: number; winMinor: number }
)

/**
 * The purses just after the credit.
 * @param balances by place, with the bonus
 * @param staked what the member had on bets, by game; negative: lost and not read, or won and not reported
 * @param losses of before at providers that report no bets, which may be stakes still
 */
export function openPurses({
  balances,
  bonusMinor,
  staked,
  losses,
}: {
  balances: Readonly<Record<Place, number>>
  bonusMinor: number
  staked: Readonly<Record<Place, number>>
  losses: readonly { game: Place; minor: number; dueAt: Date }[]
}): Purses {
  const purses: Purses = { places: {}, staked: {}, bets: [], losses: {}, visited: [walletPlace] }
  for (const [place, minor] of Object.entries(balances)) purseAt(purses, place).ownMinor += minor
  for (const [game, minor] of Object.entries(staked)) {
    if (minor > 0) purses.staked[game] = minor
    else purseAt(purses, game).ownMinor += minor
  }
  const wallet = purseAt(purses, walletPlace)
  wallet.ownMinor -= bonusMinor
  wallet.bonusMinor += bonusMinor
  for (const { game, minor, dueAt } of losses) {
    lossesAt(purses, game).push({ ownMinor: minor, bonusMinor: 0, dueAt: dueAt.getTime() })
  }
  return purses
}

/** Seconds by which a provider may date a bet later than the transfer that took its win away. */
const aheadSeconds = 60

/**
 * The purses after these events, in the order of their times. A transfer that takes more from a game than was
 * there comes behind bets there that are dated later: their win is what it took. Changes nothing of `before`.
 */
export function follow(before: Purses, events: readonly PurseEvent[]): Purses {
  const purses = structuredClone(before)
  const waiting = new Set(events)
  for (const event of waiting) {
    waiting.delete(event)
    if (event.kind === 'move') {
      for (const next of waiting) {
        if (next.at > addSeconds(event.at, aheadSeconds) || has(purses, event.from, event.minor)) break
        if (!isBetAt(next, event.from)) continue
        waiting.delete(next)
        apply(purses, next)
      }
    }
    apply(purses, event)
  }
  return purses
}

function has(purses: Purses, place: Place, minor: number): boolean {
  const { ownMinor, bonusMinor } = purseAt(purses, place)
  return Math.max(0, ownMinor) + Math.max(0, bonusMinor) >= minor
}

/** Whether an event is of a bet at a game. */
export const isBetAt = (event: PurseEvent, game: Place): boolean =>
  (event.kind === 'stake' || event.kind === 'win' || event.kind === 'before') && event.place === game

function apply(purses: Purses, event: PurseEvent): void {
  switch (event.kind) {
    case 'move': {
      const moved = take(purseAt(purses, event.from), event.minor)
      // A win that the provider dates later than the transfer has not come yet: it fills the gap.
      purseAt(purses, event.from).bonusMinor -= moved.lackMinor
      arrive(purses, event.to, moved.ownMinor, moved.bonusMinor + moved.lackMinor)
      return
    }
    case 'flow':
      if (event.minor > 0) arrive(purses, event.place, event.minor, 0)
      else purseAt(purses, event.place).ownMinor += event.minor
      return
    case 'play':
      if (event.minor < 0) lose(purses, event)
      else winUnreported(purses, event)
      return
    case 'stake':
      placeBet(purses, event)
      return
    case 'win': {
      const bet = purses.bets.find(({ game, id }) => game === event.place && id === event.id)
      if (!bet) throw new Error(`a win at ${event.place} of a bet that was not placed`)
      bet.winMinor = event.minor
      settle(purses, bet)
      return
    }
    case 'before': {
      const { place, stakeMinor, winMinor } = event
      const stakedMinor = useStaked(purses, place, stakeMinor)
      purseAt(purses, place).ownMinor -= stakeMinor - stakedMinor
      arrive(purses, place, winMinor, 0)
    }
  }
}

const purseAt = ({ places }: Purses, place: Place): Share => {
  places[place] ??= { ownMinor: 0, bonusMinor: 0 }
  return places[place]
}

const lossesAt = ({ losses }: Purses, game: Place): Loss[] => {
  losses[game] ??= []
  return losses[game]
}

/** Takes from own money as long as there is some, then from the bonus. */
function take(purse: Share, minor: number): Share & { lackMinor: number } {
  const ownMinor = Math.min(minor, Math.max(0, purse.ownMinor))
  const bonusMinor = Math.min(minor - ownMinor, Math.max(0, purse.bonusMinor))
  purse.ownMinor -= ownMinor
  purse.bonusMinor -= bonusMinor
  return { ownMinor, bonusMinor, lackMinor: minor - ownMinor - bonusMinor }
}

/** Money comes to a place, and is staked at once where bets there have been waiting for it. */
function arrive(purses: Purses, place: Place, ownMinor: number, bonusMinor: number): void {
  const purse = purseAt(purses, place)
  purse.ownMinor += ownMinor
  purse.bonusMinor += bonusMinor
  if (bonusMinor > 0 && !purses.visited.includes(place)) purses.visited.push(place)
  const waiting = purses.bets.find(({ game, lackMinor }) => game === place && lackMinor > 0)
  if (!waiting || (purse.ownMinor <= 0 && purse.bonusMinor <= 0)) return
  stake(purse, waiting)
  settle(purses, waiting)
  arrive(purses, place, 0, 0)
}

function stake(purse: Share, bet: OpenBet): void {
  const taken = take(purse, bet.lackMinor)
  bet.ownMinor += taken.ownMinor
  bet.bonusMinor += taken.bonusMinor
  bet.lackMinor = taken.lackMinor
}

function placeBet(
  purses: Purses,
  { place: game, id, minor, wasSaidWhenPlaced }: PurseEvent & { kind: 'stake' },
): void {
  // Where nobody says when a bet was placed, it uses up first what was staked before.
  const stakedMinor = wasSaidWhenPlaced ? 0 : useStaked(purses, game, minor)
  const bet = {
    game,
    id,
    ownMinor: stakedMinor,
    bonusMinor: 0,
    lackMinor: minor - stakedMinor,
    winMinor: null,
  }
  stake(purseAt(purses, game), bet)
  purses.bets.push(bet)
}

function useStaked({ staked }: Purses, game: Place, minor: number): number {
  const left = staked[game] ?? 0
  const used = Math.min(left, minor)
  if (used > 0) staked[game] = left - used
  return used
}

/** A win goes back in the proportion of its stake, once that is whole. */
function settle(purses: Purses, bet: OpenBet): void {
  if (bet.winMinor === null || bet.lackMinor > 0) return
  purses.bets.splice(purses.bets.indexOf(bet), 1)
  share(purses, bet.game, bet.winMinor, bet)
}

/** Shares money that comes to a game in a proportion; of nothing: in the proportion of the money there. */
function share(purses: Purses, game: Place, minor: number, by: Share): void {
  const ownMinor = ownPart(minor, by.ownMinor + by.bonusMinor > 0 ? by : purseAt(purses, game))
  arrive(purses, game, ownMinor, minor - ownMinor)
}

/**
 * The own part of an amount, rounded up: own money loses nothing by rounding. All of it, where nothing says.
 */
function ownPart(minor: number, by: Share): number {
  const ownMinor = Math.max(0, by.ownMinor)
  const bonusMinor = Math.max(0, by.bonusMinor)
  if (bonusMinor === 0) return minor
  const whole = BigInt(ownMinor + bonusMinor)
  return Number((BigInt(minor) * BigInt(ownMinor) + whole - 1n) / whole)
}

function lose(purses: Purses, { place, minor, dueAt }: PurseEvent & { kind: 'play' }): void {
  const { ownMinor, bonusMinor, lackMinor } = take(purseAt(purses, place), -minor)
  purseAt(purses, place).ownMinor -= lackMinor
  lossesAt(purses, place).push({ ownMinor: ownMinor + lackMinor, bonusMinor, dueAt: dueAt.getTime() })
}

/**
 * A win at a provider that reports no bets is of the losses there that may be stakes still: each has its part
 * of it, or has come back, the oldest first, where it is no more than all of them.
 */
function winUnreported(purses: Purses, { place, minor, at }: PurseEvent & { kind: 'play' }): void {
  const open = lossesAt(purses, place).filter(({ dueAt }) => dueAt > at.getTime())
  const sum = open.reduce(
    (all, { ownMinor, bonusMinor }) => ({
      ownMinor: all.ownMinor + ownMinor,
      bonusMinor: all.bonusMinor + bonusMinor,
    }),
    { ownMinor: 0, bonusMinor: 0 },
  )
  if (minor > sum.ownMinor + sum.bonusMinor) {
    purses.losses[place] = []
    share(purses, place, minor, sum)
    return
  }
  let left = minor
  const back: Share = { ownMinor: 0, bonusMinor: 0 }
  for (const loss of open) {
    const part = Math.min(left, loss.ownMinor + loss.bonusMinor)
    const ownMinor = part === 0 ? 0 : Math.min(loss.ownMinor, ownPart(part, loss))
    loss.ownMinor -= ownMinor
    loss.bonusMinor -= part - ownMinor
    back.ownMinor += ownMinor
    back.bonusMinor += part - ownMinor
    left -= part
  }
  purses.losses[place] = open.filter(({ ownMinor, bonusMinor }) => ownMinor + bonusMinor > 0)
  arrive(purses, place, back.ownMinor, back.bonusMinor)
}

/** The purses once everything is settled that is known. */
function settled(purses: Purses): Purses {
  const now = structuredClone(purses)
  for (const bet of [...now.bets]) {
    // Money that nobody reported was staked.
    purseAt(now, bet.game).ownMinor -= bet.lackMinor
    bet.ownMinor += bet.lackMinor
    bet.lackMinor = 0
    settle(now, bet)
  }
  return now
}

/** What a balance has more (positive) or less than everything that was reported says. */
const moreAt = (purses: Purses, place: Place, balances: Readonly<Record<Place, number>>): number => {
  const { ownMinor, bonusMinor } = purseAt(purses, place)
  return (balances[place] ?? 0) - ownMinor - bonusMinor - (purses.staked[place] ?? 0)
}

/** The games where the bonus has been, with more than everything that was reported says. */
export function gamesWithMore(purses: Purses, balances: Readonly<Record<Place, number>>): Place[] {
  const now = settled(purses)
  return now.visited.filter((place) => place !== walletPlace && moreAt(now, place, balances) > 0)
}

/**
 * The member's own money in the balances of now. What a balance has less than was reported is on bets that
 * are not reported yet, and own money is staked first.
 * @param balances by place
 * @param known games where nothing is on its way: what they have more is own money, as it is where the bonus
 *   has not been. Elsewhere it may be a loss that was not read yet, or a win whose bet was not reported yet.
 */
export function ownMoney(
  purses: Purses,
  balances: Readonly<Record<Place, number>>,
  known: ReadonlySet<Place>,
): number {
  const now = settled(purses)
  const isOwn = (place: Place): boolean =>
    place === walletPlace || known.has(place) || !now.visited.includes(place)
  let minor = 0
  for (const place of new Set([
    ...Object.keys(balances),
    ...Object.keys(now.places),
    ...Object.keys(now.staked),
  ])) {
    const ownHere = purseAt(now, place).ownMinor + (now.staked[place] ?? 0)
    const moreMinor = moreAt(now, place, balances)
    if (moreMinor < 0 && ownHere > 0) minor += Math.max(0, ownHere + moreMinor)
    else minor += ownHere + (isOwn(place) ? Math.max(0, moreMinor) : 0)
  }
  return Math.max(0, minor)
}
