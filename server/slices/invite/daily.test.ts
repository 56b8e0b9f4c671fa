import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { addSeconds, bangkokDay } from '../../platform/clock.ts'
import { anotherNode, type TestApp, type TestMember } from '../../testing/app.ts'
import { statementsOf } from '../../testing/statements.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { betOf, report, wrongSums } from '../game/bets/testing/bets.ts'
import { calculateCashback } from '../refund/daily.ts'
import { accountsOf, appAtNoon, bet, cashbackDays, endBonus, giveBonus, nextDay } from '../refund/testing.ts'
import { open, player } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/**
 * The jobs of a day, of invites and of cashback: each member once, on any node and at any time (rules.md §9,
 * §10).
 */
describe('the days that are over', () => {
  let app: TestApp
  let inviter: TestMember
  let friend: TestMember
  beforeAll(async () => {
    app = await appAtNoon()
    const people = await campaignPeople(app)
    await approved(app, people, testContent.invite)
    await approved(app, people, testContent.refund)
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  async function people(): Promise<void> {
    inviter = await player(app, 0)
    friend = await app.registerMember({ invitedBy: inviter.id })
    await open(app, friend, 'PG')
  }
  const run = async () => {
    await payInviters(app.context)
    await calculateCashback(app.context)
  }
  const days = async () => ({
    invite: await app.database.query(
      `select day::text, amount_minor / 100.0::float8 as amount from invite_days where invitee_id = $1 order by day`,
      [friend.id],
    ),
    refund: await cashbackDays(app.database, friend.id),
  })

  it('are calculated once, however often and by however many nodes', async () => {
    await people()
    await bet(app, friend, { stake: 100 })
    const day = await nextDay(app)
    const nodes = Array.from({ length: 4 }, () => anotherNode(app.context))
    await Promise.all(
      [app.context, ...nodes].flatMap((node) => [
        payInviters(node),
        calculateCashback(node),
        payInviters(node),
      ]),
    )
    await run()
    expect(await days()).toEqual({ invite: [{ day, amount: 5 }], refund: [{ day, amount: 5 }] })
    expect((await accountsOf(app, inviter)).invite).toBe(5)
    // No money moves for cashback that nobody claimed.
    expect((await accountsOf(app, friend)).refund).toBe(0)
  })

  it('wait for some minutes after midnight, and for their end', async () => {
    await people()
    await bet(app, friend, { stake: 100 })
    await run()
    expect((await days()).invite).toEqual([])
    const day = await nextDay(app)
    // Nine minutes past.
    app.clock.advance(-3600 + 540)
    await run()
    expect((await days()).invite).toEqual([])
    app.clock.advance(120)
    await run()
    expect((await days()).invite).toEqual([{ day, amount: 5 }])
  })

  it('are caught up one by one after days off', async () => {
    await people()
    const played: string[] = []
    for (const stake of [100, 200, 300]) {
      await bet(app, friend, { stake })
      played.push(await nextDay(app))
    }
    await nextDay(app)
    await run()
    const expected = [5, 10, 15].map((amount, i) => ({ day: played[i], amount }))
    expect(await days()).toEqual({ invite: expected, refund: expected })
    expect((await accountsOf(app, inviter)).invite).toBe(30)
  })

  it('leave out what was lost with a bonus', async () => {
    await people()
    await bet(app, friend, { stake: 100 })
    app.clock.advance(60)
    await giveBonus(app, friend, 5_000)
    app.clock.advance(60)
    await bet(app, friend, { stake: 40, win: 10 })
    await endBonus(app, friend)
    const day = await nextDay(app)
    await run()
    expect(await days()).toEqual({ invite: [{ day, amount: 5 }], refund: [{ day, amount: 5 }] })
    const { body } = await app.call('POST /api/invite', {
      token: inviter.token,
      body: { page: 1, limit: 10 },
    })
    expect(body.invites).toMatchObject([{ amount: 5, stake: 140, win: 10, bonusLoss: 30 }])

    // With the house's money alone nothing is earned.
    await giveBonus(app, friend, 5_000)
    app.clock.advance(60)
    await bet(app, friend, { stake: 45 })
    await endBonus(app, friend)
    await nextDay(app)
    await run()
    expect((await accountsOf(app, inviter)).invite).toBe(5)
  })

  it('leave bets that come late to the next day', async () => {
    await people()
    await bet(app, friend, { stake: 100 })
    const settled = app.clock.now()
    const first = await nextDay(app)
    await run()
    await bet(app, friend, { stake: 40, at: settled })
    await run()
    expect((await days()).invite).toEqual([{ day: first, amount: 5 }])
    const second = await nextDay(app)
    await run()
    const both = [
      { day: first, amount: 5 },
      { day: second, amount: 2 },
    ]
    expect(await days()).toEqual({ invite: both, refund: both })
  })

  it('have the version that was in force at their end, also when they are calculated later', async () => {
    const staff = await campaignPeople(app)
    const change = async (percent: number, basedOn: number, endsAt: string | null = null) =>
      approved(app, staff, { ...testContent.invite, percent }, { basedOn, endsAt })
    await people()
    // The first day ends with 10 %, the second too though 20 % began and ended in it, the third is stopped.
    await bet(app, friend, { stake: 100 })
    expect(await change(10, 1)).toBe(2)
    const first = await nextDay(app)
    await bet(app, friend, { stake: 100 })
    const staffNow = await campaignPeople(app)
    await approved(
      app,
      staffNow,
      { ...testContent.invite, percent: 20 },
      { basedOn: 2, endsAt: addSeconds(app.clock.now(), 3600).toISOString() },
    )
    const second = await nextDay(app)
    await bet(app, friend, { stake: 100 })
    const { token } = (await campaignPeople(app)).second
    const stop = () =>
      app.call('POST /api/console/campaigns/:kind/:code/stop', {
        token,
        params: { kind: 'invite', code: 'THB' },
        body: { reason: 'enough of it' },
      })
    expect((await stop()).status).toBe(200)
    await nextDay(app)
    await bet(app, friend, { stake: 100 })
    const again = await campaignPeople(app)
    await approved(app, again, { ...testContent.invite, percent: 50 }, { basedOn: 3 })
    const fourth = await nextDay(app)
    // A later stop, which the day of the first one must not be forgotten for.
    const last = (await campaignPeople(app)).second
    await app.call('POST /api/console/campaigns/:kind/:code/stop', {
      token: last.token,
      params: { kind: 'invite', code: 'THB' },
      body: { reason: 'enough of it' },
    })
    await payInviters(app.context)
    expect((await days()).invite).toEqual([
      { day: first, amount: 10 },
      { day: second, amount: 10 },
      { day: fourth, amount: 50 },
    ])
    await approved(app, await campaignPeople(app), testContent.invite, { basedOn: 4 })
  })

  it('cost as much with 5,000 bets of a member as with one', async () => {
    async function counted(bets: number): Promise<number> {
      await people()
      for (let sent = 0; sent < bets; sent += 500) {
        const reported = Array.from({ length: Math.min(500, bets - sent) }, () =>
          betOf(friend, { stake: 1, win: 0, settledAt: app.clock.now().toISOString() }),
        )
        expect((await report(app, 'PG', reported))[0]).toBe(200)
      }
      const day = bangkokDay(app.clock.now())
      await nextDay(app)
      const statements = await statementsOf(run)
      expect((await days()).refund).toMatchObject([{ day, amount: bets === 1 ? 0.05 : 250 }])
      expect(statements.filter((text) => /\b(from|join) bets\b/.test(text))).toEqual([])
      return statements.length
    }
    await run()
    const alone = await counted(1)
    expect(await counted(5000)).toBe(alone)
    // Twenty more members of the same page bring not a statement more.
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const other = await app.registerMember({ invitedBy: inviter.id })
        await open(app, other, 'PG')
        return other
      }),
    )
    for (const other of others) await bet(app, other, { stake: 100 })
    expect(await counted(1)).toBe(alone)
  })

  it('are listed by a fixed number of statements', async () => {
    await people()
    const friends = await Promise.all(
      Array.from({ length: 12 }, () => app.registerMember({ invitedBy: inviter.id, name: 'Malee Deejai' })),
    )
    for (const friend of friends) {
      await open(app, friend, 'PG')
      await bet(app, friend, { stake: 100 })
    }
    await nextDay(app)
    await run()
    const listed = async (page: number) =>
      (await app.call('POST /api/invite', { token: inviter.token, body: { page, limit: 10 } })).body
    const [first, second, third] = [await listed(1), await listed(2), await listed(3)]
    const asked = async (page: number) =>
      (await statementsOf(() => listed(page))).filter((text) => /\b(invite_days|members)\b/.test(text)).length
    // Friends, days, their number, and the names of the days together.
    expect(await asked(1)).toBe(await asked(2))
    expect(await asked(1)).toBeLessThanOrEqual(6)
    expect([first.invites.length, second.invites.length, third.invites.length]).toEqual([10, 2, 0])
    expect(first).toMatchObject({ total: 12, friends: 13, amount: 60 })
    expect(new Set([...first.invites, ...second.invites].map(({ _id }) => _id)).size).toBe(12)
  })

  it('are what the console tries a content on', async () => {
    const whatIf = async (kind: 'invite' | 'refund', change: object) => {
      const { author } = await campaignPeople(app)
      const { body } = await app.call('POST /api/console/campaigns/:kind/:code/what-if', {
        token: author.token,
        params: { kind, code: 'THB' },
        body: { content: { ...testContent[kind], ...change } },
      })
      return body
    }
    const [row] = await app.database.query<{ invite: number; inviters: number }>(
      `select sum(least(floor(loss * 0.05), 100000))::float8 / 100 as invite,
         count(distinct inviter_id)::int as inviters
       from invite_days, lateral (select stake_minor - win_minor - bonus_loss_minor - carried_minor as loss) of
       where loss >= 2000`,
    )
    const invite = await whatIf('invite', {})
    // Days without a campaign are among those of the month.
    expect(invite.given).toBeGreaterThanOrEqual(row?.invite ?? 0)
    expect(invite).toMatchObject({ met: 0, failed: 0, open: invite.members, kept: 0 })
    const half = await whatIf('refund', { percent: 50, min: 0.01, max: 1_000_000 })
    const whole = await whatIf('refund', { percent: 100, min: 0.01, max: 1_000_000 })
    expect(whole.given).toBe(half.given * 2)
    expect(half.given).toBeGreaterThan(0)
    expect((await whatIf('refund', { min: 999_999, max: 1_000_000 })).members).toBe(0)
  })
})
