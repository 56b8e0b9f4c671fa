import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { type DemoMoney, postHistory } from './demo-history.ts'

describe.each<DemoMoney>([
  { currency: 'THB', rate: 1, bank: 'KBANK', house: '0000000011', gateway: 'WW' },
  { currency: 'LAK', rate: 500, bank: 'BCEL', house: '010110027319001', gateway: 'LAOQR' },
])('the demo member’s year in $currency', (money) => {
  let app: TestApp
  const memberId = 'demo'
  beforeAll(async () => {
    app = await testApp()
    await postHistory(app.context, memberId, money)
  })
  afterAll(() => app.close())

  const journals = () =>
    app.database.query<{ phase: string; postedAt: Date }>(
      'select phase, posted_at as "postedAt" from journals order by id',
    )

  it('leaves nothing behind but the story', async () => {
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

  it('happened over a year, in order, and ended before today', async () => {
    const times = (await journals()).map(({ postedAt }) => postedAt.getTime())
    const age = (time = 0) => (app.clock.now().getTime() - time) / 86_400_000
    expect(times.length).toBeGreaterThan(300)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(age(times[0])).toBeGreaterThan(350)
    expect(age(times[0])).toBeLessThan(365)
    expect(age(times.at(-1))).toBeGreaterThan(1)
  })

  it('has some that failed', async () => {
    const failed = (await journals()).filter(({ phase }) => phase === 'voided').length
    expect(failed).toBeGreaterThan(5)
    expect(failed).toBeLessThan(30)
  })

  it('is told once, however often', async () => {
    const before = (await journals()).length
    await postHistory(app.context, memberId, money)
    expect((await journals()).length).toBe(before)
  })
})
