import { dayAfter } from '@krapao/contract/dates.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { proveItems } from '../../desk/items.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { anotherNode, type TestApp, type TestMember } from '../../testing/app.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { catchUpBets } from '../game/bets/ask.ts'
import { wrongSums } from '../game/bets/testing/bets.ts'
import { closedWithout, switchProvider } from '../game/testing.ts'
import { newOperator, storeTie, type TestOperator } from '../operator/testing.ts'
import { calculateCashback } from '../refund/daily.ts'
import { appAtNoon, cashbackDays, toNextDay } from '../refund/testing.ts'
import { open, play, player, transfer } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/**
 * A day that waits for a provider is closed without it by two people (rules.md §4.6). Invites and cashback
 * give 5 %.
 */
describe('a day that waits', () => {
  let app: TestApp
  let friend: TestMember
  let [asker, second, third]: TestOperator[] = []
  const hours = 6
  beforeAll(async () => {
    app = await appAtNoon({ settings: { 'bets.waitHours': hours } })
    const staff = await campaignPeople(app)
    await approved(app, staff, testContent.invite)
    await approved(app, staff, testContent.refund)
    for (const code of ['PG', 'JOKER'])
      await app.sandbox.setFault(code, 'timeout-lost', 100_000, 'report-bets')
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })
  beforeEach(async () => {
    const inviter = await player(app, 0)
    friend = await app.registerMember({ invitedBy: inviter.id })
    await app.fund(friend.id, 1000)
    await open(app, friend, 'PG')
    await transfer(app, friend, 'WALLET', 'PG', 900)
    await ask()
    await calculate()
  })
  afterEach(async () => {
    await answers(true)
    expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
  })

  const answers = async (isThere: boolean, code = 'PG') =>
    app.sandbox.setFault(code, isThere ? 'none' : 'error', 1000, 'bets')
  async function ask(): Promise<void> {
    app.clock.advance(31)
    await catchUpBets(app.context)
  }
  async function calculate(node = app.context): Promise<void> {
    await payInviters(node)
    await calculateCashback(node)
  }
  /** The friend has lost 100 at a provider that does not answer, and the day is over. @returns the day */
  async function waitingDay(): Promise<string> {
    await play(app, friend, 'PG', { stake: 100, win: 0 })
    await answers(false)
    const day = toNextDay(app)
    await ask()
    await calculate()
    // Sessions of yesterday have ended.
    ;[asker, second, third] = await Promise.all(
      (['cashier', 'owner', 'cashier'] as const).map((role) => newOperator(app, role)),
    )
    return day
  }
  const by = (operator: TestOperator | undefined) => operator?.token as string
  const days = async (before?: string) => {
    const query: Record<string, string> = before === undefined ? {} : { before }
    const { status, body } = await app.call('GET /api/console/bet-days', { token: by(asker), query })
    expect([status, body]).toEqual([200, body])
    return body
  }
  const shown = async (day: string) => (await days()).days.find((found) => found.day === day)
  const wish = async (day: string, { who = asker, providers = ['PG'], reason = 'it is gone' } = {}) => {
    const { status, body, error } = await app.call('POST /api/console/bet-days/:day/close', {
      token: by(who),
      params: { day },
      body: { reason, providers },
    })
    return error ? `${status} ${error.message}` : body.id
  }
  const say = async (choice: 'approve' | 'refuse', id: string, who = second) => {
    const { status, body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
      token: by(who),
      params: { queue: 'bet-day', id },
      body: { reason: 'I rang them' },
    })
    return error ? `${status} ${error.message}` : body.status
  }
  const ended = async (id: string) =>
    (
      await app.call('GET /api/console/desk/:queue/:id', {
        token: by(second),
        params: { queue: 'bet-day', id },
      })
    ).body.decision
  const waiting = async () =>
    (await app.call('GET /api/console/desk/:queue', { token: by(second), params: { queue: 'bet-day' } })).body
      .items
  const cashback = async () =>
    (await cashbackDays(app.database, friend.id)).map(({ day, amount }) => [day, amount])
  const unaskedOf = async (day: string) =>
    (await closedWithout(app.database)).filter((found) => found.day === day).map(({ unasked }) => unasked)

  it('is shown with the providers, closed by two people, and calculated; later bets count later', async () => {
    const day = await waitingDay()
    expect(await shown(dayAfter(day))).toMatchObject({ state: 'RUNNING', waitsFor: [], mayClose: false })
    expect(await shown(day)).toMatchObject({
      state: 'WAITING',
      closedAt: null,
      waitsFor: [{ code: 'PG', askedAt: expect.any(String) }],
      waitedHours: 0,
      mayClose: true,
      closing: null,
      jobs: [
        { job: 'invite', state: 'NOT_YET', calculatedAt: null, sums: [] },
        { job: 'refund', state: 'NOT_YET', calculatedAt: null, sums: [] },
      ],
    })
    const id = await wish(day)
    expect(await wish(day)).toBe(id)
    expect(await wish(day, { reason: 'another one' })).toBe('409 CLOSING_WAITS')
    expect(await wish(day, { who: third })).toBe('409 CLOSING_WAITS')
    expect(await waiting()).toMatchObject([
      {
        id,
        reason: 'DAY_WAITS',
        member: null,
        amount: 0,
        approvalsNeeded: 1,
        isClear: false,
        evidence: [
          { label: 'day', value: day },
          { label: 'providers', value: 'PG' },
          { label: 'madeBy', value: asker?.name },
          { label: 'madeBecause', value: 'it is gone' },
        ],
      },
    ])
    expect(await shown(day)).toMatchObject({ closing: { _id: id, state: 'WAITING', reason: 'it is gone' } })
    expect(await say('approve', id, asker)).toBe('422 SECOND_OPERATOR')
    expect(await say('approve', id)).toBe('DONE')
    expect(await say('approve', id, third)).toBe('409 ALREADY_DECIDED')
    expect(await unaskedOf(day)).toEqual([['PG']])
    await calculate()
    expect(await shown(day)).toMatchObject({
      state: 'CLOSED',
      closedAt: expect.any(String),
      closedWith: null,
      unasked: ['PG'],
      waitsFor: [],
      mayClose: false,
      closing: { state: 'DONE', madeBy: { _id: asker?.id }, decidedBy: { _id: second?.id } },
      jobs: [
        { job: 'invite', state: 'DONE', sums: [] },
        { job: 'refund', state: 'DONE', sums: [] },
      ],
    })
    expect(await ended(id)).toMatchObject({ choice: 'approve', decidedBy: { _id: second?.id } })
    await answers(true)
    await ask()
    toNextDay(app)
    await ask()
    await calculate()
    expect(await cashback()).toEqual([[dayAfter(day), 5]])
    ;[asker] = [await newOperator(app, 'auditor')]
    const sums = [{ currency: 'THB', members: 1, rewarded: 1, amount: 5 }]
    expect(await shown(dayAfter(day))).toMatchObject({
      state: 'CLOSED',
      unasked: [],
      jobs: [
        { job: 'invite', state: 'DONE', calculatedAt: expect.any(String), sums },
        { job: 'refund', state: 'DONE', sums },
      ],
    })
  })

  it('is asked for by those who decide only, with the providers that they were shown, and in its turn', async () => {
    const day = await waitingDay()
    const auditor = await newOperator(app, 'auditor')
    expect(await wish(day, { who: auditor })).toBe('403 FORBIDDEN')
    expect(await wish(day, { providers: ['JOKER'] })).toBe('409 PROVIDERS_CHANGED')
    expect(await wish(dayAfter(day, -1))).toBe('409 DAY_NOT_WAITING')
    expect(await wish(dayAfter(day))).toBe('409 EARLIER_DAY_WAITS')
    expect(await wish('2026-02-31')).toMatch(/^400/)
    // Another day is over, and waits as well.
    app.clock.advance(20 * 3600)
    const next = toNextDay(app)
    await calculate()
    ;[asker, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'cashier')]
    expect(await shown(next)).toMatchObject({ state: 'WAITING', mayClose: false })
    expect(await wish(next)).toBe('409 EARLIER_DAY_WAITS')
    expect(await shown(day)).toMatchObject({ mayClose: true })
  })

  it('is not closed without a provider that nobody agreed on', async () => {
    const day = await waitingDay()
    const id = await wish(day)
    await answers(false, 'JOKER')
    await open(app, friend, 'JOKER')
    expect(await say('approve', id)).toBe('409 PROVIDERS_CHANGED')
    expect(await shown(day)).toMatchObject({ state: 'WAITING', closing: { state: 'WAITING' } })
    await switchProvider(app.database, 'JOKER', false)
    expect(await say('refuse', id)).toBe('DONE')
    expect(await shown(day)).toMatchObject({ state: 'WAITING', closing: { state: 'REFUSED' } })
    const again = await wish(day)
    await storeTie(app.database, asker?.id ?? '', second?.id ?? '', app.clock.now())
    expect(await say('approve', again)).toBe('422 OPERATORS_TIED')
    expect(await say('approve', again, third)).toBe('DONE')
    expect(await unaskedOf(day)).toEqual([['PG']])
    await switchProvider(app.database, 'JOKER', true)
    await answers(true, 'JOKER')
  })

  it('of two who approve at once one does', async () => {
    const day = await waitingDay()
    const id = await wish(day)
    const said = await Promise.all([second, third, second, third].map((who) => say('approve', id, who)))
    expect(said.filter((answer) => answer === 'DONE')).toHaveLength(1)
    expect(new Set(said)).toEqual(new Set(['DONE', '409 ALREADY_DECIDED']))
    expect(await unaskedOf(day)).toEqual([['PG']])
  })

  it('of two who ask at once one does', async () => {
    const day = await waitingDay()
    const ids = await Promise.all([asker, second, third].map((who) => wish(day, { who })))
    expect(ids.filter((id) => id === '409 CLOSING_WAITS')).toHaveLength(2)
    expect(await waiting()).toHaveLength(1)
  })

  it('whose provider answers meanwhile is closed as always, with its bets', async () => {
    const day = await waitingDay()
    const id = await wish(day)
    await answers(true)
    await ask()
    expect(await say('approve', id)).toBe('409 ALREADY_DECIDED')
    expect(await ended(id)).toMatchObject({ choice: 'approve', superseded: 'DAY_CLOSED' })
    expect(await unaskedOf(day)).toEqual([])
    await calculate()
    expect(await cashback()).toEqual([[day, 5]])
  })

  it('that the calculation closes first leaves nobody anything to decide', async () => {
    const day = await waitingDay()
    const id = await wish(day)
    await answers(true)
    await ask()
    await calculate()
    expect(await waiting()).toEqual([])
    expect(await say('approve', id)).toBe('409 ALREADY_DECIDED')
    expect(await ended(id)).toMatchObject({ choice: 'refuse', decidedBy: null, superseded: 'DAY_CLOSED' })
    expect(await shown(day)).toMatchObject({ state: 'CLOSED', closing: { state: 'LAPSED', decidedBy: null } })
    expect(await cashback()).toEqual([[day, 5]])
  })

  it.each([
    ['while its provider answers', false],
    ['while its hours end', true],
  ])('is closed once, by people and by any number of nodes at the same moment, %s', async (_, isLate) => {
    const day = await waitingDay()
    if (isLate) {
      for (let hour = 1; hour < hours; hour++) {
        app.clock.advance(3600)
        await calculate()
      }
      app.clock.advance(3600)
      ;[asker, second, third] = await Promise.all(
        Array.from({ length: 3 }, () => newOperator(app, 'cashier')),
      )
    }
    const id = await wish(day)
    if (!isLate) await answers(true)
    const nodes = [app.context, anotherNode(app.context), anotherNode(app.context)]
    app.clock.advance(31)
    const [said] = await Promise.all([
      Promise.all([say('approve', id), say('approve', id, third)]),
      ...nodes.map((node) => calculate(node)),
      isLate ? undefined : catchUpBets(app.context),
      ...nodes.map((node) => calculate(node)),
    ])
    await calculate()
    expect(said.filter((answer) => answer === 'DONE').length).toBeLessThanOrEqual(1)
    expect(await waiting()).toEqual([])
    expect(await shown(day)).toMatchObject({ state: 'CLOSED' })
    const { closing, unasked = [] } = (await shown(day)) ?? {}
    expect(said.includes('DONE')).toBe(closing?.state === 'DONE' && unasked.length > 0)
    expect(await cashback()).toEqual(unasked.length > 0 ? [] : [[day, 5]])
  })

  it('and older ones are read in pages, each once', async () => {
    await waitingDay()
    for (let days = 0; days < 20; days++) toNextDay(app)
    asker = await newOperator(app, 'support')
    const read: string[] = []
    for (let before: string | undefined; ; ) {
      const page = await days(before)
      expect(page.days.length).toBeLessThanOrEqual(14)
      read.push(...page.days.map(({ day }) => day))
      if (page.next === null) break
      before = page.next
    }
    expect(read.length).toBeGreaterThan(20)
    expect(read).toEqual([...new Set(read)].sort().reverse())
    // No day between them is missing.
    expect(read.at(-1)).toBe(dayAfter(read[0] as string, 1 - read.length))
  })
})
