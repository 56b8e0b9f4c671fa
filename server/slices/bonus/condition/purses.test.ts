import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDepth } from '../../../testing/depth.ts'
import type { FinalBet } from '../../game/public.ts'
import { eventsOfBets, inOrder } from './purse-events.ts'
import { follow, openPurses, ownMoney, type PurseEvent, walletPlace } from './purses.ts'

/** Amounts in satang; times in seconds after the credit. */
const creditedAt = new Date('2026-05-01T12:00:00Z')
const at = (seconds: number): Date => new Date(creditedAt.getTime() + seconds * 1000)

const known = new Set(['PG'])

interface Start {
  wallet?: number
  games?: Record<string, number>
  bonus?: number
  staked?: Record<string, number>
  losses?: { game: string; minor: number; dueAt: Date }[]
}
const begin = ({ wallet = 0, games = {}, bonus = 100, staked = {}, losses = [] }: Start) =>
  openPurses({ balances: { wallet: wallet + bonus, ...games }, bonusMinor: bonus, staked, losses })

const into = (second: number, game: string, minor: number): PurseEvent => ({
  kind: 'move',
  at: at(second),
  from: walletPlace,
  to: game,
  minor,
})
const home = (second: number, game: string, minor: number): PurseEvent => ({
  ...into(second, game, minor),
  ...{ from: game, to: walletPlace },
})
const flow = (second: number, minor: number): PurseEvent => ({
  kind: 'flow',
  at: at(second),
  place: walletPlace,
  minor,
})
const silent = (second: number, minor: number, hours = 1): PurseEvent => ({
  kind: 'play',
  at: at(second),
  place: 'HUAYHD',
  minor,
  dueAt: at(second + hours * 3600),
})
/** `placed` null: its provider does not say it. */
const bet = (
  placed: number | null,
  settled: number,
  stake: number,
  win: number,
  game = 'PG',
  id = `${settled}`,
) =>
  ({
    game,
    id,
    placedAt: placed === null ? null : at(placed),
    settledAt: at(settled),
    stakeMinor: stake,
    winMinor: win,
  }) as FinalBet

const ownOf = (
  start: Start,
  moves: PurseEvent[],
  bets: FinalBet[],
  balances: Record<string, number>,
): number => ownMoney(follow(begin(start), inOrder(moves, eventsOfBets(bets, creditedAt))), balances, known)

describe('own money', () => {
  test.each<[string, Start, PurseEvent[], FinalBet[], Record<string, number>, number]>([
    [
      'is all but the bonus at the credit',
      { wallet: 50, games: { PG: 20 } },
      [],
      [],
      { wallet: 150, PG: 20 },
      70,
    ],
    ['is what comes in since', {}, [flow(1, 500)], [], { wallet: 600 }, 500],
    ['goes out first', { wallet: 500 }, [flow(1, -200)], [], { wallet: 400 }, 300],
    ['is moved first', { wallet: 60 }, [into(1, 'PG', 100)], [bet(2, 3, 60, 0)], { wallet: 60, PG: 40 }, 0],
    [
      'is staked first, and lost',
      { games: { PG: 60 } },
      [into(1, 'PG', 100)],
      [bet(2, 3, 60, 0)],
      { PG: 100 },
      0,
    ],
    [
      'is staked first, and wins',
      { games: { PG: 60 } },
      [into(1, 'PG', 100)],
      [bet(2, 3, 60, 300)],
      { PG: 400 },
      300,
    ],
    [
      'has its share of a win',
      { games: { PG: 50 } },
      [into(1, 'PG', 100)],
      [bet(2, 3, 150, 600)],
      { PG: 600 },
      200,
    ],
    [
      'has what rounding leaves',
      { games: { PG: 1 } },
      [into(1, 'PG', 2)],
      [bet(2, 3, 3, 100)],
      { wallet: 98, PG: 100 },
      34,
    ],
    [
      'has no part of what the bonus wins elsewhere',
      { games: { PG: 50 } },
      [into(1, 'UFABET', 100)],
      [bet(2, 3, 100, 900, 'UFABET')],
      { PG: 50, UFABET: 900 },
      50,
    ],
    [
      'is not lost by what the bonus loses elsewhere',
      { games: { PG: 50 } },
      [into(1, 'UFABET', 100)],
      [bet(2, 3, 100, 0, 'UFABET')],
      { PG: 50 },
      50,
    ],
    [
      'has the win of a bet from before',
      { staked: { PG: 400 } },
      [],
      [bet(-10, 3, 400, 900)],
      { wallet: 100, PG: 900 },
      900,
    ],
    [
      'has lost a bet from before',
      { wallet: 10, staked: { PG: 400 } },
      [],
      [bet(-10, 3, 400, 0)],
      { wallet: 110 },
      10,
    ],
    [
      'was staked before, as far as nobody says when',
      { staked: { PG: 40 } },
      [into(1, 'PG', 100)],
      [bet(null, 3, 100, 1000)],
      { PG: 1040 },
      400,
    ],
    [
      'is on bets that are not reported yet',
      { games: { PG: 300 } },
      [into(1, 'PG', 100)],
      [],
      { PG: 200 },
      100,
    ],
    ['is not staked twice', { games: { PG: 30 } }, [into(1, 'PG', 100)], [], { PG: 50 }, 0],
    [
      'is what a game has more than was reported',
      { games: { PG: 30 } },
      [into(1, 'PG', 100)],
      [],
      { PG: 1130 },
      1030,
    ],
    [
      'is not what a game has more while something is on its way',
      { games: { UFABET: 30 } },
      [into(1, 'UFABET', 100)],
      [],
      { UFABET: 1130 },
      30,
    ],
    [
      'was lost before, and is not read yet',
      { games: { PG: 300 }, staked: { PG: -100 } },
      [],
      [],
      { wallet: 100, PG: 200 },
      200,
    ],
    [
      'is taken back beyond what is in the wallet',
      { wallet: 100 },
      [into(1, 'PG', 100), flow(2, -100)],
      [],
      { PG: 100 },
      0,
    ],
    [
      'of a transfer that failed comes back',
      { wallet: 100 },
      [into(1, 'PG', 100), home(2, 'PG', 100)],
      [],
      { wallet: 200 },
      100,
    ],
    [
      'is not won with the bonus, where the stake is dated behind its transfer home',
      {},
      [into(1, 'PG', 100), home(2, 'PG', 200)],
      [bet(4, 5, 100, 200)],
      { wallet: 200 },
      0,
    ],
    [
      'is won, where the stake is dated behind its transfer home',
      { wallet: 100 },
      [into(1, 'PG', 100), home(2, 'PG', 200)],
      [bet(4, 5, 100, 200)],
      { wallet: 300 },
      200,
    ],
    [
      'is won, where the stake is dated before its transfer',
      { wallet: 100 },
      [into(5, 'PG', 100)],
      [bet(2, 3, 100, 200)],
      { wallet: 100, PG: 200 },
      200,
    ],
    [
      'is not won with the bonus, where the stake is dated before its transfer',
      {},
      [into(5, 'PG', 100)],
      [bet(2, 3, 100, 200)],
      { PG: 200 },
      0,
    ],
    [
      'of a bet without a stake is by what is there',
      { games: { PG: 50 } },
      [into(1, 'PG', 100)],
      [bet(2, 3, 0, 30)],
      { PG: 180 },
      60,
    ],
    [
      'of an unreported win is by what is there',
      { games: { HUAYHD: 50 } },
      [into(1, 'HUAYHD', 100), silent(2, 30)],
      [],
      { HUAYHD: 180 },
      60,
    ],
    [
      'comes back from unreported losses',
      { games: { HUAYHD: 50 } },
      [silent(1, -50), silent(2, 30)],
      [],
      { wallet: 100, HUAYHD: 30 },
      30,
    ],
    [
      'wins by unreported losses',
      { games: { HUAYHD: 50 } },
      [silent(1, -50), into(2, 'HUAYHD', 100), silent(3, 400)],
      [],
      { HUAYHD: 500 },
      400,
    ],
    [
      'shares a win with the bonus by unreported losses',
      { games: { HUAYHD: 50 } },
      [into(1, 'HUAYHD', 100), silent(2, -150), silent(3, 600)],
      [],
      { HUAYHD: 600 },
      200,
    ],
    [
      'is lost once the hours are over',
      { games: { HUAYHD: 50 } },
      [silent(1, -50), into(2, 'HUAYHD', 100), silent(3700, 400)],
      [],
      { HUAYHD: 500 },
      0,
    ],
    [
      'from before comes back from unreported losses',
      { losses: [{ game: 'HUAYHD', minor: 80, dueAt: at(9) }] },
      [silent(2, 500)],
      [],
      { wallet: 100, HUAYHD: 500 },
      500,
    ],
  ])('%s', (_, start, moves, bets, balances, own) => {
    expect(ownOf(start, moves, bets, balances)).toBe(own)
  })
})

/** A life as it was: what was staked and won of which purse, at the moment of the bet. */
const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('into', 'home'),
    game: fc.constantFrom('PG', 'UFABET'),
    part: fc.integer({ min: 1, max: 100 }),
  }),
  fc.record({
    do: fc.constant('bet'),
    game: fc.constantFrom('PG', 'UFABET'),
    part: fc.integer({ min: 1, max: 100 }),
    win: fc.constantFrom(0, 0, 50, 100, 150, 300, 900),
    /** Steps until it is settled; null: at once, and its provider does not say when it was placed. */
    lasts: fc.option(fc.integer({ min: 0, max: 5 })),
  }),
  fc.record({ do: fc.constant('deposit'), minor: fc.integer({ min: 1, max: 500 }) }),
)
const life = fc.record({
  wallet: fc.integer({ min: 0, max: 500 }),
  bonus: fc.integer({ min: 1, max: 500 }),
  steps: fc.array(step, { maxLength: 30 }),
})

const runs = byDepth({ usual: 300, deep: 10_000 })
const seed = Number(process.env.PURSES_SEED ?? randomInt(2 ** 31))

test(`${runs} lives: no order of reports, and no pause on the way, changes what is own (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      life,
      fc.integer({ min: 0, max: 30 }),
      fc.infiniteStream(fc.nat(1000)),
      (lived, pause, noise) => {
        type Two = { own: number; bonus: number }
        const places: Record<string, Two> = { wallet: { own: lived.wallet, bonus: lived.bonus } }
        const placeAt = (name: string): Two => {
          places[name] ??= { own: 0, bonus: 0 }
          return places[name]
        }
        const take = (name: string, minor: number): Two => {
          const place = placeAt(name)
          const own = Math.min(minor, place.own)
          place.own -= own
          place.bonus -= minor - own
          return { own, bonus: minor - own }
        }
        const totalAt = (name: string) => placeAt(name).own + placeAt(name).bonus
        const moves: PurseEvent[] = []
        const bets: FinalBet[] = []
        const open: (Two & { until: number; game: string })[] = []
        const settle = (until: number) => {
          for (const placed of open.splice(0)) {
            if (placed.until > until) open.push(placed)
            else {
              placeAt(placed.game).own += placed.own
              placeAt(placed.game).bonus += placed.bonus
            }
          }
        }
        lived.steps.forEach((given, i) => {
          const second = (i + 1) * 10
          settle(i - 1)
          if ('minor' in given) {
            placeAt('wallet').own += given.minor
            moves.push(flow(second, given.minor))
          } else if ('win' in given) {
            const stake = Math.floor((totalAt(given.game) * given.part) / 100)
            const win = Math.floor((stake * given.win) / 100)
            const staked = take(given.game, stake)
            const own = stake === 0 ? 0 : Math.ceil((win * staked.own) / stake)
            const lasts = given.lasts ?? 0
            open.push({ until: i + lasts, game: given.game, own, bonus: win - own })
            const settled = second + lasts * 10 + 3
            bets.push(bet(given.lasts === null ? null : second, settled, stake, win, given.game, `b${i}`))
          } else {
            const [from, to] = given.do === 'into' ? ['wallet', given.game] : [given.game, 'wallet']
            const minor = Math.floor((totalAt(from) * given.part) / 100)
            if (minor === 0) return
            const moved = take(from, minor)
            placeAt(to).own += moved.own
            placeAt(to).bonus += moved.bonus
            moves.push(
              given.do === 'into' ? into(second, given.game, minor) : home(second, given.game, minor),
            )
          }
        })
        settle(Number.POSITIVE_INFINITY)
        const balances = Object.fromEntries(Object.keys(places).map((name) => [name, totalAt(name)]))
        const own = Object.values(places).reduce((sum, place) => sum + place.own, 0)
        const order = new Map(bets.map((reported) => [reported, noise.next().value]))
        const shuffled = [...bets].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
        const events = inOrder(moves, eventsOfBets(shuffled, creditedAt))
        const opened = openPurses({
          balances: { wallet: lived.wallet + lived.bonus },
          bonusMinor: lived.bonus,
          staked: {},
          losses: [],
        })
        expect(ownMoney(follow(opened, events), balances, known)).toBe(own)
        // What is stored on the way is JSON.
        const until = at(pause * 10)
        const stored = JSON.parse(
          JSON.stringify(
            follow(
              opened,
              events.filter((event) => event.at <= until),
            ),
          ),
        )
        expect(
          ownMoney(
            follow(
              stored,
              events.filter((event) => event.at > until),
            ),
            balances,
            known,
          ),
        ).toBe(own)
      },
    ),
    { numRuns: runs, seed },
  )
})
