import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrongFacts } from '../../journals/facts.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { journalsOf, legsOf } from '../../ledger/testing/asked.ts'
import { storedOf, waitingLosses, wrongSums } from '../../slices/game/bets/testing/bets.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type DemoMoney, type Past, postHistory } from './history.ts'

describe.each<DemoMoney>([
  { currency: 'THB', rate: 1, bank: 'KBANK', house: '0000000011', gateway: 'WW' },
  { currency: 'LAK', rate: 500, bank: 'BCEL', house: '010110027319001', gateway: 'LAOQR' },
])('the demo member’s year in $currency', (money) => {
  let app: TestApp
  const memberId = 'demo'
  const past: Past = {
    memberId,
    firstDay: 358,
    lastDay: 3,
    account: { accountNo: '0123456789', accountName: 'SOMCHAI' },
    seed: 20_251_120,
    lastLoss: 1000,
  }
  beforeAll(async () => {
    app = await testApp()
    await postHistory(app.context, [past], money)
  })
  afterAll(() => app.close())

  const journals = () => journalsOf(app.database, {})

  it('leaves the balances as they were', async () => {
    const balances = await app.context.ledger.balances(memberId)
    expect([...balances.values()].map(({ amountMinor }) => amountMinor)).toEqual(
      Array.from({ length: balances.size }, () => 0),
    )
    const { defects, openHolds } = await verifyBooks(app.database, { factsOf: wrongFacts })
    expect(defects).toEqual([])
    expect(openHolds).toBe(0)
    expect([...balances.values()].map(({ asset }) => asset)).toEqual(
      Array.from({ length: balances.size }, () => money.currency),
    )
  })

  it('covers a year, in order, and ends before today', async () => {
    const times = (await journals()).map(({ posted_at }) => posted_at.getTime())
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

  it('has bets that agree with every play result, or the losses that wait yet', async () => {
    await app.context.ledger.seal()
    // The play results of two games are read by the server's own sweep, when it is due.
    app.clock.advance(31)
    const days = async () => (await storedOf(app, { id: memberId })).days
    const games = async () => [...new Set((await days()).map(({ game }) => game))]
    await expect.poll(games, { timeout: 20_000 }).toHaveLength(6)
    const all = await days()
    expect(all.reduce((sum, { bets }) => sum + bets, 0)).toBeGreaterThan(300)
    expect(new Set(all.map(({ day }) => day)).size).toBeGreaterThan(80)
    // The sums of the days are those of their bets.
    expect(await wrongSums(app)).toEqual([])
    const minor = (amount: number) => Math.round(amount * 100)
    const won = async () => {
      const sums = new Map<unknown, number>()
      const add = (game: string, amountMinor: number) => sums.set(game, (sums.get(game) ?? 0) + amountMinor)
      for (const { game, stake, win } of await days()) add(game, minor(win) - minor(stake))
      for (const { game, lost } of await waitingLosses(app, { id: memberId })) add(game, -minor(lost))
      return sums
    }
    const played = new Map<unknown, number>()
    for (const { meta, member_id, amount_minor } of await legsOf(app.database, { kind: 'play' })) {
      if (member_id === memberId) played.set(meta.code, (played.get(meta.code) ?? 0) + amount_minor)
    }
    expect(played.size).toBe(6)
    await expect.poll(won, { timeout: 20_000 }).toEqual(played)
    // Each round was possible: what is staked in a session was brought in.
    const { bets } = await storedOf(app, { id: memberId })
    expect(bets.filter(({ stake, win }) => stake === 0 && win === 0)).toEqual([])
  })

  it('is posted once, however often it is run', async () => {
    const count = async () => [(await journals()).length, await storedOf(app, { id: memberId })]
    const before = await count()
    await postHistory(app.context, [past], money)
    expect(await count()).toEqual(before)
  })
})
