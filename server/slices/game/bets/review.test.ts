import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entriesOf } from '../../../desk/queue.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { enginesByDepth } from '../../../testing/database.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { setMemberActive } from '../../account/testing.ts'
import { activate, bonusesOf, campaigns, clear, free, outcomeOf } from '../../bonus/testing.ts'
import { deskOf } from '../../deposit/testing/money-in.ts'
import { newOperator, type TestOperator } from '../../operator/testing.ts'
import { playedUnderBonus } from '../../refund/testing.ts'
import { player } from '../../wallet/testing.ts'
import { usernameOf } from '../rules.ts'
import { closeDay } from './days.ts'
import { insertHeld } from './held-store.ts'
import { settledBet } from './store.ts'
import { betOf, noon, report, storedOf, wrongSums, yesterday } from './testing/bets.ts'

/** Doubtful bets at the desk (rules.md §4.6, §17). Amounts in baht. */

const queue = 'bet-review' as const
const outcome = (change: object = {}) => ({ stored: 0, known: 0, contradicted: 0, unknown: 0, ...change })
/** Above `bets.plausibleStake`; so large that it takes two people. */
const large = 150_000

describe.each(enginesByDepth)('a doubtful bet, on %s', (engine) => {
  let app: TestApp
  let owner: TestOperator
  let cashier: TestOperator
  let support: TestOperator
  let member: TestMember
  /** Ids of bets that listeners were notified of. */
  const heard: string[] = []
  beforeAll(async () => {
    app = await testApp({ engine })
    await app.context.jobs.stop()
    app.context.services.betsStored.add(async (_tx, bets) => void heard.push(...bets.map(({ id }) => id)))
    owner = await newOperator(app, 'owner')
    cashier = await newOperator(app, 'cashier')
    support = await newOperator(app, 'support')
  })
  beforeEach(async () => {
    member = await player(app, 0, 'PG')
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    expect(new Set(heard).size).toBe(heard.length)
    await app.close()
  })

  /** Long ago, so that one person decides about it. */
  const longAgo = () => addSeconds(noon, -30 * 86_400).toISOString()
  const old = (change: object = {}) => betOf(member, { settledAt: longAgo(), ...change })
  /** Reports a bet that is kept aside. @returns the id of its item */
  async function hold(bet: ReturnType<typeof betOf>): Promise<string> {
    expect(await report(app, 'PG', [bet])).toEqual([200, outcome()])
    const [row] = await app.database.query<{ number: string }>(
      `select number::text from held_bets where game = 'PG' and id = $1`,
      [bet.id],
    )
    return row?.number ?? ''
  }
  const say = async (choice: 'approve' | 'refuse', by: TestOperator, id: string) => {
    const { status, body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
      token: by.token,
      params: { queue, id },
      body: { reasonCode: choice === 'approve' ? 'SEEN_AT_PROVIDER' : 'REPORTED_WRONGLY' },
    })
    return status === 200 ? body.status : error
  }
  const look = async (id: string) =>
    (await app.call('GET /api/console/desk/:queue/:id', { token: support.token, params: { queue, id } })).body
  const stored = async (of = member) => (await storedOf(app, of)).bets.map(({ id }) => id)

  it('shows what it is and why it waits, and a large one counts when two people say so', async () => {
    const bet = betOf(member, { stake: large, win: 12.5 })
    const id = await hold(bet)
    const { item } = await look(id)
    expect(item).toMatchObject({
      id,
      queue,
      member: { _id: member.id },
      amount: large,
      currency: 'THB',
      reason: 'STAKE_UNLIKELY',
      approvalsNeeded: 2,
      refusalsNeeded: 1,
      secondBecause: 'AMOUNT',
      referenceNeeded: false,
      isClear: false,
    })
    expect(Object.fromEntries((item?.evidence ?? []).map(({ label, value }) => [label, value]))).toEqual({
      gameCode: 'PG',
      providerUsername: usernameOf(member.id),
      betId: bet.id,
      product: 'slot',
      stakeAmount: String(large),
      winAmount: '12.5',
      settledAt: noon.toISOString(),
      toldBy: 'report',
    })
    const summary = await app.call('GET /api/console/members/:id/summary', {
      token: support.token,
      params: { id: member.id },
    })
    expect(summary.body.waiting).toMatchObject([{ queue, id, amount: large, currency: 'THB' }])

    expect(await say('approve', support, id)).toMatchObject({ message: 'FORBIDDEN' })
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await stored()).toEqual([])
    expect(await say('approve', owner, id)).toBe('DONE')
    expect(await storedOf(app, member)).toMatchObject({
      bets: [{ id: bet.id, stake: large, win: 12.5, source: 'report' }],
      days: [{ day: yesterday, bets: 1, stake: large }],
    })
    expect(heard.filter((id) => id === bet.id)).toHaveLength(1)
    expect(await look(id)).toMatchObject({
      state: 'DECIDED',
      decision: { choice: 'approve', decidedBy: { _id: owner.id }, amount: large, why: 'STAKE_UNLIKELY' },
    })
    // The provider reports it again, or it is asked for.
    expect(await report(app, 'PG', [bet])).toEqual([200, outcome({ known: 1 })])
    expect(await say('approve', cashier, id)).toMatchObject({ message: 'ALREADY_DECIDED' })
  })

  it('that is refused never counts, and does not come back', async () => {
    const bet = old()
    const id = await hold(bet)
    expect((await look(id)).item).toMatchObject({ reason: 'TIME_UNLIKELY', approvalsNeeded: 1 })
    expect(await say('refuse', cashier, id)).toBe('DONE')
    expect(await report(app, 'PG', [bet])).toEqual([200, outcome()])
    // Nor does what is said otherwise under its id, also if nothing is wrong with that: an id is its first
    // report's.
    const usual = { ...bet, settledAt: noon.toISOString() }
    expect(await report(app, 'PG', [usual])).toEqual([200, outcome({ contradicted: 1 })])
    expect(await stored()).toEqual([])
    expect((await deskOf(app, queue).all()).map((entry) => entry.id)).not.toContain(id)
    expect(await look(id)).toMatchObject({ state: 'DECIDED', decision: { choice: 'refuse' } })
    expect(await say('approve', owner, id)).toMatchObject({ message: 'ALREADY_DECIDED', choice: 'refuse' })
  })

  it('that is reported with other content meanwhile stays as it was, and the item says so', async () => {
    const bet = betOf(member, { stake: large })
    const id = await hold(bet)
    expect(await report(app, 'PG', [{ ...bet, stake: 1.5, win: 3 }])).toEqual([
      200,
      outcome({ contradicted: 1 }),
    ])
    // Of the other member who plays there, too.
    const username = usernameOf((await player(app, 0, 'PG')).id)
    expect(await report(app, 'PG', [{ ...bet, username }])).toEqual([200, outcome({ contradicted: 1 })])
    expect(await report(app, 'PG', [{ ...bet, stake: 1.5, win: 3 }])).toEqual([
      200,
      outcome({ contradicted: 1 }),
    ])
    expect(await stored()).toEqual([])
    expect((await look(id)).item?.evidence).toEqual(
      expect.arrayContaining([
        { label: 'stakeAmount', value: String(large) },
        { label: 'otherAt', value: expect.any(String) },
        { label: 'otherStakeAmount', value: '1.5' },
        { label: 'otherWinAmount', value: '3' },
      ]),
    )
    await say('approve', cashier, id)
    expect(await say('approve', owner, id)).toBe('DONE')
    expect((await storedOf(app, member)).bets).toMatchObject([{ id: bet.id, stake: large }])
  })

  it('and another bet of its id in one report: the first one is what was reported', async () => {
    const bet = betOf(member, { stake: large })
    const usual = { ...bet, stake: 5 }
    expect(await report(app, 'PG', [bet, usual])).toEqual([200, outcome({ contradicted: 1 })])
    const other = betOf(member)
    const doubtful = { ...other, stake: large }
    expect(await report(app, 'PG', [other, doubtful])).toEqual([200, outcome({ stored: 1, contradicted: 1 })])
    expect(await stored()).toEqual([other.id])
    expect((await deskOf(app, queue).all()).filter(({ memberId }) => memberId === member.id)).toMatchObject([
      { amount: large },
    ])
  })

  it('is decided once, whoever says what at once', async () => {
    for (let round = 0; round < 4; round++) {
      const bet = old()
      const id = await hold(bet)
      const answers = await Promise.all([
        say('approve', cashier, id),
        say('refuse', owner, id),
        say('approve', owner, id),
        say('refuse', cashier, id),
      ])
      const done = answers.flatMap((answer, i) => (answer === 'DONE' ? [i] : []))
      expect(done).toHaveLength(1)
      expect(answers.filter((answer) => answer !== 'DONE')).toMatchObject(
        Array.from({ length: 3 }, () => ({ message: 'ALREADY_DECIDED' })),
      )
      const isCounted = done[0] === 0 || done[0] === 2
      expect((await stored()).includes(bet.id)).toBe(isCounted)
      expect((await look(id)).decision?.choice).toBe(isCounted ? 'approve' : 'refuse')
    }
  })

  it('that is approved while its report comes again and again counts once', async () => {
    const bets = Array.from({ length: 5 }, () => old())
    const ids = []
    for (const bet of bets) ids.push(await hold(bet))
    const [answers, reports] = await Promise.all([
      Promise.all(ids.map((id) => say('approve', cashier, id))),
      Promise.all(Array.from({ length: 10 }, () => report(app, 'PG', bets))),
    ])
    expect(answers).toEqual(bets.map(() => 'DONE'))
    for (const [status, body] of reports)
      expect([status, body]).toMatchObject([200, { stored: 0, contradicted: 0 }])
    expect((await storedOf(app, member)).days).toMatchObject([{ bets: 5, stake: 50, win: 12.5 }])
    expect(await report(app, 'PG', bets)).toEqual([200, outcome({ known: 5 })])
  })

  it('of a member who is suspended meanwhile counts as their other bets do', async () => {
    const bet = old()
    const id = await hold(bet)
    await setMemberActive(app.database, member.id, false)
    expect(await report(app, 'PG', [betOf(member, { id: 'while-suspended' })])).toEqual([
      200,
      outcome({ stored: 1 }),
    ])
    expect(await say('approve', cashier, id)).toBe('DONE')
    expect((await stored()).sort()).toEqual([bet.id, 'while-suspended'].sort())
  })

  it('that never was has no answer', async () => {
    for (const id of ['0', '99999999', '-1', 'x', '1.5', '01']) {
      expect(await say('approve', owner, id)).toMatchObject({ message: 'NO_DATA' })
    }
  })
})

describe('a doubtful bet that is let late', () => {
  let app: TestApp
  let owner: TestOperator
  let cashier: TestOperator
  beforeAll(async () => {
    app = await testApp()
    owner = await newOperator(app, 'owner')
    cashier = await newOperator(app, 'cashier')
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    await app.close()
  })
  async function hold(bet: ReturnType<typeof betOf>): Promise<string> {
    expect(await report(app, 'PG', [bet])).toEqual([200, outcome()])
    const [row] = await app.database.query<{ number: string }>(
      `select number::text from held_bets where game = 'PG' and id = $1`,
      [bet.id],
    )
    return row?.number ?? ''
  }
  async function approve(id: string): Promise<string | undefined> {
    for (const { token } of [cashier, owner]) {
      const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
        token,
        params: { queue, id },
        body: { reason: 'asked the provider' },
      })
      if (error) return error.message
      if (body.status === 'DONE') return 'DONE'
    }
    return undefined
  }
  const turnover = {
    mode: 'turnover' as const,
    multiplePercent: 500,
    weights: {},
    otherWeight: 100,
    percentFail: 5,
    maxCashOut: null,
    mayForfeit: true,
    days: 30,
  }
  const offer = () => campaigns(app).bonus({ credit: free(50), condition: turnover })
  const now = () => app.clock.now().toISOString()

  it('counts for the bonus with which it was played, while that is active', async () => {
    const member = await player(app, 0, 'PG')
    expect(outcomeOf(await activate(app, member, await offer()))).toBe('OK')
    const id = await hold(betOf(member, { stake: large, settledAt: now() }))
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE', turnover: 0 }])
    expect(await approve(id)).toBe('DONE')
    await expect.poll(() => bonusesOf(app, member)).toMatchObject([{ state: 'FINISHED', turnover: large }])
  })

  it('counts for no bonus that has ended, and for none that was credited later', async () => {
    const member = await player(app, 0, 'PG')
    expect(outcomeOf(await activate(app, member, await offer()))).toBe('OK')
    const bet = betOf(member, { stake: large, settledAt: now() })
    const id = await hold(bet)
    expect(outcomeOf(await clear(app, member))).toBe('OK')
    app.clock.advance(60)
    expect(outcomeOf(await activate(app, member, await offer()))).toBe('OK')
    expect(await approve(id)).toBe('DONE')
    expect(await bonusesOf(app, member)).toMatchObject([
      { state: 'ACTIVE', turnover: 0 },
      { state: 'FORFEITED', turnover: 0 },
    ])
    // It was played with the first one, so cashback leaves it out.
    expect(await playedUnderBonus(app.database, member.id)).toBe(large)
    expect((await storedOf(app, member)).bets).toMatchObject([{ id: bet.id }])
  })

  it('counts towards the first day that is not calculated yet', async () => {
    const member = await player(app, 0, 'PG')
    const id = await hold(betOf(member, { stake: large }))
    const ahead = await hold(
      betOf(member, { settledAt: addSeconds(app.clock.now(), 400 * 86_400).toISOString() }),
    )
    await transaction(app.context.db, (tx) => closeDay(app.context, tx, yesterday))
    const today = addSeconds(noon, 86_400).toISOString().slice(0, 10)
    expect(await approve(id)).toBe('DONE')
    expect(await approve(ahead)).toBe('DONE')
    const { days } = await storedOf(app, member)
    expect(days[0]?.day).toBe(today)
    expect(days.reduce((sum, { stake }) => sum + stake, 0)).toBe(large + 10)
  })

  it('and whose id another report has taken at the same moment is closed without effect', async () => {
    const member = await player(app, 0, 'PG')
    const bet = betOf(member)
    await transaction(app.context.db, async (tx) => {
      await insertHeld(
        app.context.desk,
        tx,
        [
          {
            ...settledBet({
              game: 'PG',
              id: bet.id,
              memberId: member.id,
              product: 'slot',
              currency: 'THB',
              stakeMinor: large * 100,
              winMinor: 0,
              settledAt: noon,
            }),
            reason: 'stake',
          },
        ],
        'report',
        app.clock.now(),
      )
      expect(await report(app, 'PG', [bet])).toEqual([200, outcome({ stored: 1 })])
    })
    const [entry] = (await deskOf(app, queue).all()).filter(({ memberId }) => memberId === member.id)
    expect(await approve(entry?.id ?? '')).toBe('ALREADY_DECIDED')
    expect((await storedOf(app, member)).days).toMatchObject([{ bets: 1, stake: 10 }])
    const { body } = await app.call('GET /api/console/desk/:queue/:id', {
      token: owner.token,
      params: { queue, id: entry?.id ?? '' },
    })
    expect(body).toMatchObject({ state: 'DECIDED', decision: { superseded: 'CREDITED' } })
  })
})

describe('500 doubtful bets in one report', () => {
  let app: TestApp
  let owner: TestOperator
  beforeAll(async () => {
    app = await testApp()
    owner = await newOperator(app, 'owner')
  })
  afterAll(async () => {
    await app.close()
  })

  it('are read page by page, each page by as many statements as one of them', async () => {
    const members = [await player(app, 0, 'PG'), await player(app, 0, 'PG')]
    const desk = deskOf(app, queue)
    const pageOf = async () => {
      const ids = (await desk.all()).map(({ id }) => id).slice(0, 21)
      let read = 0
      const statements = await statementsOf(async () => {
        read = (await entriesOf(desk.queue, ids)).length
      })
      return { read, statements: statements.length }
    }
    const bets = Array.from({ length: 500 }, (_, i) =>
      betOf(members[i % 2] as TestMember, { stake: large + i }),
    )
    await report(app, 'PG', bets.slice(0, 1))
    const alone = await pageOf()
    expect(alone.read).toBe(1)
    expect(await report(app, 'PG', bets)).toEqual([200, outcome()])
    const full = await pageOf()
    expect(full.read).toBe(21)
    expect(full.statements).toBe(alone.statements)

    expect(await desk.count()).toBe(500)
    const seen = new Set<string>()
    for (let after: string | undefined, pages = 0; ; pages++) {
      const { body } = await app.call('GET /api/console/desk/:queue', {
        token: owner.token,
        params: { queue },
        query: after === undefined ? {} : { after },
      })
      for (const { id } of body.items) seen.add(id)
      if (body.next === null) {
        expect(pages).toBe(24)
        break
      }
      after = body.next
    }
    expect(seen.size).toBe(500)
    const { body } = await app.call('GET /api/console/desk/:queue', {
      token: owner.token,
      params: { queue },
      query: { sort: 'largest', q: bets[499]?.id ?? '' },
    })
    expect(body.items).toMatchObject([{ amount: large + 499 }])
    expect(body.found).toEqual({ count: 1 })
  })
})
