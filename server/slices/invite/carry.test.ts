import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { anotherNode, type TestApp, type TestMember } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { openSession } from '../account/public.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { wrongSums } from '../game/bets/testing/bets.ts'
import { calculateCashback } from '../refund/daily.ts'
import { accountsOf, appAtNoon, bet, carriedDays, endBonus, giveBonus, nextDay } from '../refund/testing.ts'
import { open, player } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/**
 * Wins of a day are set against losses of later days of its month, of invites and of cashback alike (rules.md
 * §9.1, §10.1). Both give 5 %, at least 1 baht.
 */
let app: TestApp
let inviter: TestMember
let friend: TestMember

async function start(at: string): Promise<void> {
  app = await appAtNoon({ clock: travellingClock(new Date(at)) })
  const staff = await campaignPeople(app)
  await approved(app, staff, testContent.invite)
  await approved(app, staff, testContent.refund)
}
async function end(): Promise<void> {
  expect(await wrongSums(app)).toEqual([])
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
}
async function people(): Promise<void> {
  inviter = await player(app, 0)
  friend = await app.registerMember({ invitedBy: inviter.id })
  await open(app, friend, 'PG')
}
const run = async () => {
  await payInviters(app.context)
  await calculateCashback(app.context)
}
/** The friend stakes and wins so much on each of the next days; null: no play. @returns these days */
async function play(...sums: ([stake: number, win: number] | null)[]): Promise<string[]> {
  const days: string[] = []
  for (const sum of sums) {
    if (sum) await bet(app, friend, { stake: sum[0], win: sum[1] })
    days.push(await nextDay(app))
  }
  return days
}
/** Rows of the friend's days, of invites and of cashback. */
const rows = async () => ({
  invite: await app.database.query(
    `select day::text, carried_minor / 100.0::float8 as carried, wins_left_minor / 100.0::float8 as left,
       amount_minor / 100.0::float8 as amount
     from invite_days where invitee_id = $1 order by day`,
    [friend.id],
  ),
  refund: await carriedDays(app.database, friend.id),
})
type Row = [day: string | undefined, carried: number, left: number, amount: number]
/** The same rows of both. */
function both(...expected: Row[]) {
  const days = expected.map(([day, carried, left, amount]) => ({ day, carried, left, amount }))
  return { invite: days, refund: days }
}
/** What the two see of it. */
async function shown() {
  const [ofInviter, ofFriend] = [
    await openSession(app.context, inviter.id, true),
    await openSession(app.context, friend.id, true),
  ]
  const { body } = await app.call('POST /api/invite', { token: ofInviter, body: { page: 1, limit: 10 } })
  const { days, claimable } = (await app.call('GET /api/refund/check', { token: ofFriend })).body
  for (const { lines, loss } of days) {
    const minor = lines.reduce((sum: number, line: { loss: number }) => sum + Math.round(line.loss * 100), 0)
    expect(minor).toBe(Math.round(loss * 100))
  }
  return { invites: body.invites, days, claimable, waiting: (await accountsOf(app, inviter)).invite }
}

describe('wins of earlier days', () => {
  beforeAll(() => start('2026-03-10T12:00:00+07:00'))
  afterAll(end)

  it('are set against later losses, and what is shown adds up', async () => {
    await people()
    const [first, second, third] = await play([0, 100], [60, 0], [90.5, 20])
    await run()
    expect(await rows()).toEqual(both([first, 0, 100, 0], [second, 60, 40, 0], [third, 40, 0, 1.52]))
    const { invites, days, claimable, waiting } = await shown()
    expect(invites).toMatchObject([
      { day: third, amount: 1.52, stake: 90.5, win: 20, bonusLoss: 0, carried: 40, percent: 5 },
    ])
    expect(days).toMatchObject([{ day: third, loss: 30.5, percent: 5, amount: 1.52 }])
    expect(days[0]?.lines).toEqual([
      { kind: 'product', product: 'slot', stake: 90.5, win: 20, loss: 70.5 },
      { kind: 'carried', product: '', stake: 0, win: 40, loss: -40 },
    ])
    expect([claimable, waiting]).toEqual([1.52, 1.52])
  })

  it('take nothing back of what a loss before them brought', async () => {
    await people()
    const [first, second, third, fourth] = await play([80, 0], [0, 50], [30, 0], [60, 0])
    await run()
    expect(await rows()).toEqual(
      both([first, 0, 0, 4], [second, 0, 50, 0], [third, 30, 20, 0], [fourth, 20, 0, 2]),
    )
    expect(await shown()).toMatchObject({ claimable: 6, waiting: 6 })
  })

  it('are carried over days without play and days off, once, by any number of nodes', async () => {
    await people()
    const [first, , , fourth, fifth] = await play([0, 100], null, null, [40, 0], [100, 0])
    const nodes = Array.from({ length: 4 }, () => anotherNode(app.context))
    await Promise.all(
      [app.context, ...nodes].flatMap((node) => [
        payInviters(node),
        calculateCashback(node),
        payInviters(node),
        calculateCashback(node),
      ]),
    )
    await run()
    expect(await rows()).toEqual(both([first, 0, 100, 0], [fourth, 40, 60, 0], [fifth, 60, 0, 2]))
    expect(await shown()).toMatchObject({ claimable: 2, waiting: 2 })
  })

  it('are those of the friend alone', async () => {
    await people()
    const other = await app.registerMember({ invitedBy: inviter.id })
    await open(app, other, 'PG')
    await bet(app, other, { win: 500 })
    const [first, second] = await play([100, 0], [100, 0])
    await run()
    expect(await rows()).toEqual(both([first, 0, 0, 5], [second, 0, 0, 5]))
  })

  it('leave out what was lost with a bonus, on both days', async () => {
    await people()
    /** Own money is staked and won, then money of a bonus is lost. */
    async function mixed(own: [stake: number, win: number], lost: number): Promise<string | undefined> {
      await bet(app, friend, { stake: own[0], win: own[1] })
      app.clock.advance(60)
      await giveBonus(app, friend, 5_000)
      app.clock.advance(60)
      await bet(app, friend, { stake: lost })
      await endBonus(app, friend)
      return await nextDay(app)
    }
    const first = await mixed([50, 100], 60)
    const second = await mixed([80, 0], 20)
    await run()
    expect(await rows()).toEqual(both([first, 0, 50, 0], [second, 50, 0, 1.5]))
    const { invites, days } = await shown()
    expect(invites).toMatchObject([{ stake: 100, win: 0, bonusLoss: 20, carried: 50, amount: 1.5 }])
    expect(days[0]?.lines).toMatchObject([
      { kind: 'product', loss: 100 },
      { kind: 'bonus-funded', loss: -20 },
      { kind: 'carried', loss: -50 },
    ])
  })

  it('stay as they are on days without a campaign', async () => {
    await people()
    const [first] = await play([0, 100])
    for (const kind of ['invite', 'refund'] as const) {
      const { token } = (await campaignPeople(app)).second
      const { status } = await app.call('POST /api/console/campaigns/:kind/:code/stop', {
        token,
        params: { kind, code: 'THB' },
        body: { reason: 'enough of it' },
      })
      expect(status).toBe(200)
    }
    await play([0, 50], [30, 0])
    const staff = await campaignPeople(app)
    await approved(app, staff, testContent.invite, { basedOn: 1 })
    await approved(app, staff, testContent.refund, { basedOn: 1 })
    const [last] = await play([130, 0])
    await run()
    expect(await rows()).toEqual(both([first, 0, 100, 0], [last, 100, 0, 1.5]))
  })
})

describe('a month', () => {
  beforeAll(() => start('2026-03-30T12:00:00+07:00'))
  afterAll(end)

  it('begins with nothing, also where the console tries a content on its days', async () => {
    await people()
    const days = await play([0, 100], [40, 0], [60, 0], [0, 10], [50, 0])
    expect(days[2]).toBe('2026-04-01')
    await run()
    const [first, second, third, fourth, fifth] = days
    expect(await rows()).toEqual(
      both([first, 0, 100, 0], [second, 40, 60, 0], [third, 0, 0, 3], [fourth, 0, 10, 0], [fifth, 10, 0, 2]),
    )
    for (const kind of ['invite', 'refund'] as const) {
      const { body } = await app.call('POST /api/console/campaigns/:kind/:code/what-if', {
        token: (await campaignPeople(app)).author.token,
        params: { kind, code: 'THB' },
        body: { content: testContent[kind] },
      })
      expect(body).toMatchObject({ given: 5, members: 1 })
    }
  })
})
