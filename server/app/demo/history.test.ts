import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type DemoMoney, type Past, postHistory } from './history.ts'

describe.each<DemoMoney>([
  { currency: 'THB', rate: 1, bank: 'KBANK', house: '0000000011', gateway: 'WW' },
  { currency: 'LAK', rate: 500, bank: 'BCEL', house: '010110027319001', gateway: 'LAOQR' },
])('the demo member’s year in $currency', (money) => {
  let app: TestApp
  const memberId = 'demo'
  const past: Past = { memberId, firstDay: 358, lastDay: 3, seed: 20_251_120 }
  beforeAll(async () => {
    app = await testApp()
    await postHistory(app.context, [past], money)
  })
  afterAll(() => app.close())

  const journals = () =>
    app.database.query<{ phase: string; postedAt: Date }>(
      'select phase, posted_at as "postedAt" from journals order by id',
    )

  it('leaves the balances as they were', async () => {
    const balances = await app.context.ledger.balances(memberId)
    expect([...balances.values()].map(({ amountMinor }) => amountMinor)).toEqual(
      Array.from({ length: balances.size }, () => 0),
    )
    expect((await verifyBooks(app.database)).defects).toEqual([])
    expect([...balances.values()].map(({ asset }) => asset)).toEqual(
      Array.from({ length: balances.size }, () => money.currency),
    )
    expect(await app.database.query('select 1 from open_holds')).toEqual([])
  })

  it('covers a year, in order, and ends before today', async () => {
    const times = (await journals()).map(({ postedAt }) => postedAt.getTime())
    const age = (time = 0) => (app.clock.now().getTime() - time) / 86_400_000
    expect(times.length).toBeGreaterThan(300)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(age(times[0])).toBeGreaterThan(350)
    expect(age(times[0])).toBeLessThan(365)
    expect(age(times.at(-1))).toBeGreaterThan(1)
  })

  it('includes failed movements', async () => {
    const failed = (await journals()).filter(({ phase }) => phase === 'voided').length
    expect(failed).toBeGreaterThan(5)
    expect(failed).toBeLessThan(30)
  })

  it('has bets that agree with every play result, or the result itself', async () => {
    await app.context.ledger.seal()
    // The play results of two games are read by the server's own sweep, when it is due.
    app.clock.advance(31)
    await expect
      .poll(() => app.database.query(`select distinct game from bet_days`), { timeout: 20_000 })
      .toHaveLength(6)
    const [all] = await app.database.query<{ bets: number; days: number; games: number }>(
      'select sum(bets)::int as bets, count(distinct day)::int as days, count(distinct game)::int as games from bet_days',
    )
    expect(all).toMatchObject({ games: 6 })
    expect(all?.bets).toBeGreaterThan(300)
    expect(all?.days).toBeGreaterThan(80)
    const sums = await app.database.query<{ code: string; played: number; bet: number }>(
      `select played.code, played.minor as played, bet.minor as bet
       from (
         select j.meta ->> 'code' as code, sum(e.amount_minor)::bigint as minor
         from journals j join entries e on e.journal_id = j.id join accounts a on a.id = e.account_id
         where j.kind = 'play' and a.member_id = $1 group by 1) played
       full join (
         select game as code, sum(win_minor - stake_minor)::bigint as minor from bets where member_id = $1 group by 1) bet
       using (code) order by code`,
      [memberId],
    )
    expect(sums.map(({ bet }) => bet)).toEqual(sums.map(({ played }) => played))
    // Each round was possible: what is staked in a session was brought in.
    expect(await app.database.query('select from bets where stake_minor = 0 and win_minor = 0')).toEqual([])
  })

  it('is posted once, however often it is run', async () => {
    const count = async () => [
      (await journals()).length,
      await app.database.query('select * from bet_days order by member_id, day, game, product'),
    ]
    const before = await count()
    await postHistory(app.context, [past], money)
    expect(await count()).toEqual(before)
  })
})
