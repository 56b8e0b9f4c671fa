import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { testCondition } from '../campaign/testing.ts'
import { player } from '../wallet/testing.ts'
import { sweepBonuses } from './sweep.ts'
import { activate, bet, campaigns, clear, deposit, free, lapseBonuses, takeBack } from './testing.ts'

/** Bonuses that have ended, as their member reads them (rules.md §7.3). */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  // So that a test decides when a bonus is looked at.
  await app.context.jobs.stop()
  make = campaigns(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const past = async ({ token }: TestMember, page = 1, limit = 10) =>
  (await app.call('POST /api/bonus/past', { token, body: { page, limit } })).body
const turnover = {
  mode: 'turnover' as const,
  multiplePercent: 500,
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: 20,
  mayForfeit: true,
  days: 30,
}
/** A bonus by a deposit: 50 % of it. */
const byDeposit = { kind: 'deposit' as const, minDeposit: 100, percent: 50, maxBonus: 500 }

it('that were given back have the figures of that moment, those that never began have none', async () => {
  const member = await player(app, 100)
  expect(await past(member)).toEqual({ total: 0, bonuses: [] })
  const code = await make.bonus({ credit: free(50), maxTotal: 1000 })
  const taken = await activate(app, member, code)
  // What is open has not ended.
  expect(await past(member)).toEqual({ total: 0, bonuses: [] })
  await clear(app, member)
  expect(await past(member)).toEqual({
    total: 1,
    bonuses: [
      {
        _id: taken.body._id,
        source: 'bonus',
        code,
        title: taken.body.title,
        end: 'FORFEITED',
        creditedAt: expect.any(String),
        endedAt: expect.any(String),
        condition: taken.body.condition,
        deposit: 0,
        bonus: 50,
        figures: { current: 150, required: 200, total: 150, returned: 50 },
        currency: 'THB',
      },
    ],
  })

  await activate(app, member, await make.bonus({ credit: byDeposit, maxTotal: 1000 }))
  await clear(app, member)
  const waiting = await make.bonus({ credit: byDeposit, maxTotal: 1000 })
  await activate(app, member, waiting)
  await lapseBonuses(app.database, member.id)
  await sweepBonuses(app.context)
  const { total, bonuses } = await past(member)
  expect(total).toBe(3)
  expect(bonuses.map(({ end, creditedAt, figures }) => [end, creditedAt === null, figures === null])).toEqual(
    [
      ['LAPSED', true, true],
      ['CANCELLED', true, true],
      ['FORFEITED', false, false],
    ],
  )
  // Nobody else reads them.
  expect(await past(await player(app, 0))).toEqual({ total: 0, bonuses: [] })
  // By pages.
  expect((await past(member, 2, 2)).bonuses.map(({ end }) => end)).toEqual(['FORFEITED'])
})

it('that were met say what was above the limit', async () => {
  const member = await player(app, 0)
  await activate(app, member, await make.bonus({ credit: free(50), condition: turnover }))
  app.clock.advance(1)
  await bet(app, member, 250)
  await sweepBonuses(app.context)
  const { bonuses } = await past(member)
  expect(bonuses).toMatchObject([
    { end: 'FINISHED', bonus: 50, figures: { current: 250, required: 250, total: 50, returned: 30 } },
  ])
})

it('whose deposit was taken back, or whose days were over', async () => {
  const member = await player(app, 0)
  const condition = { ...testCondition, maxCashOut: null }
  await activate(app, member, await make.bonus({ credit: byDeposit, condition }))
  const key = await deposit(app, member, 200)
  await takeBack(app, key)
  await activate(app, member, await make.bonus({ credit: free(40), condition, maxTotal: 1000 }))
  await lapseBonuses(app.database, member.id)
  await sweepBonuses(app.context)
  const { bonuses } = await past(member)
  expect(bonuses).toMatchObject([
    { end: 'EXPIRED', bonus: 40, deposit: 0, figures: { returned: 40 } },
    { end: 'REVERSED', bonus: 100, deposit: 200, figures: { returned: 100 } },
  ])
})
