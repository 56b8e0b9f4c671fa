import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { selectDecided, sumDecided } from '../operator/public.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { testQueue } from './testing.ts'

/** What was decided in a queue (rules.md §17.1). */

describe('over HTTP', () => {
  let app: TestApp
  let parcels: Awaited<ReturnType<typeof testQueue>>
  let owner: TestOperator
  let cashier: TestOperator
  let former: TestOperator
  const ids: string[] = []
  const list = async (query: Record<string, string> = {}, by = cashier) =>
    (
      await app.call('GET /api/console/desk/:queue/decided', {
        token: by.token,
        params: { queue: 'slip' },
        query,
      })
    ).body
  beforeAll(async () => {
    app = await testApp({ engine: 'postgres' })
    parcels = await testQueue(app)
    owner = await newOperator(app, 'owner')
    cashier = await newOperator(app, 'cashier')
    const memberId = (await app.registerMember({ name: 'สมชาย ใจดี' })).id
    for (let n = 0; n < 45; n++) {
      // The last three on the next day, when the logins of the first have ended.
      if (n === 42) {
        former = owner
        app.clock.advance(86_400)
        owner = await newOperator(app, 'owner')
        cashier = await newOperator(app, 'cashier')
      }
      const id = await parcels.put({ memberId, amount: n + 1 })
      ids.unshift(id)
      const choice = n % 2 ? 'approve' : 'refuse'
      await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
        token: (n % 3 ? cashier : owner).token,
        params: { queue: 'slip', id },
        body: { reason: `reason ${n}` },
      })
    }
    // Half decided, and waiting: in no history.
    await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: owner.token,
      params: { queue: 'slip', id: await parcels.put({ memberId, amount: 90_000 }) },
      body: { reason: 'the first of two' },
    })
    await parcels.put({ memberId, amount: 1 })
  }, 60_000)
  afterAll(() => app.close())

  it('newest first, in pages, each once: who, when, what and why', async () => {
    const found: string[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const page = await list(before ? { before } : {})
      found.push(...page.items.map(({ id }) => id))
      before = page.next
    }
    expect(found).toEqual(ids)
    const [last] = (await list()).items
    expect(last).toEqual({
      id: ids[0],
      choice: 'refuse',
      decidedBy: { _id: cashier.id, name: expect.any(String) },
      at: expect.stringMatching(/Z$/),
      reason: 'reason 44',
      reasonCode: null,
      superseded: null,
      amount: 45,
      currency: 'THB',
      member: { _id: expect.any(String), name: 'สมชาย ใจดี', username: expect.any(String) },
    })
  })

  it('of one operator, and of one Bangkok day', async () => {
    const own = await list({ operatorId: former.id })
    expect(own.items).toHaveLength(14)
    expect(new Set(own.items.map(({ decidedBy }) => decidedBy._id))).toEqual(new Set([former.id]))
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' }).format(app.clock.now())
    expect((await list({ day })).items.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect((await list({ day, operatorId: owner.id })).items).toHaveLength(1)
    expect((await list({ day: '2001-01-01' })).items).toEqual([])
  })

  it('a day in number and sum, of everybody or one operator', async () => {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' }).format(app.clock.now())
    const sums = async (query: { day: string; operatorId?: string }) =>
      (await app.call('GET /api/console/decisions', { token: cashier.token, query })).body.sums
    const of = { queue: 'slip', currency: 'THB' }
    expect(await sums({ day })).toEqual([
      { ...of, end: 'approve', count: 1, sum: 44 },
      { ...of, end: 'refuse', count: 2, sum: 88 },
    ])
    expect(await sums({ day, operatorId: owner.id })).toEqual([{ ...of, end: 'refuse', count: 1, sum: 43 }])
    expect(await sums({ day: '2001-01-01' })).toEqual([])
  })

  it('each opens at its address, for every role', async () => {
    for (const role of ['owner', 'cashier', 'support', 'auditor'] as const) {
      const { token } = await newOperator(app, role)
      const { items } = await list({}, await newOperator(app, role))
      const { body } = await app.call('GET /api/console/desk/:queue/:id', {
        token,
        params: { queue: 'slip', id: items[0]?.id ?? '' },
      })
      expect(body).toMatchObject({ state: 'DECIDED', decision: { reason: 'reason 44' } })
    }
  })
})

describe('among 200,000 audit events', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase('postgres', { max: 1 })
    await database.query(`insert into operators (id, email, name, role, password_hash, created_at)
      select 'op-' || n, n || '@test.test', 'Plan', 'cashier', '-', now() from generate_series(0, 9) n`)
    await database.query(
      `insert into audit_log (at, operator_id, action, subject, reason, details)
       select now() - n * interval '20 seconds', 'op-' || n % 10,
         case when n % 4 = 0 then 'desk.approve' when n % 4 = 1 then 'desk.refuse' else 'look.member' end,
         case when n % 1000 = 0 then 'prize:' when n % 4 < 2 then 'slip:' else 'member:' end || n, '', '{}'
       from generate_series(1, 200000) n`,
    )
    await database.query('vacuum analyze audit_log')
  }, 120_000)
  afterAll(() => database.drop())

  const day = { from: new Date(Date.now() - 86_400_000), to: new Date() }
  const before = { at: new Date(Date.now() - 3_600_000), id: 5 }
  it.each<[string, Parameters<typeof selectDecided>[1], Parameters<typeof selectDecided>[2]]>([
    ['a queue', 'slip', { limit: 21 }],
    ['a rare queue, a later page', 'prize', { limit: 21, before }],
    ['a day', 'slip', { limit: 21, ...day }],
    ['an operator', 'slip', { limit: 21, operatorId: 'op-4' }],
    ['an operator on a day, a later page', 'slip', { limit: 21, operatorId: 'op-4', ...day, before }],
  ])('%s: by an index, and only a day is sorted', async (_, queue, page) => {
    const plan = await plansOf(database, (db) => selectDecided(db, queue, page))
    expect(plan).toMatch(/audit_log_decided/)
    expect(plan).not.toMatch(page.from ? /Seq Scan on audit_log/ : /Seq Scan on audit_log|Sort/)
  })
  it.each([
    ['everybody', {}],
    ['an operator', { operatorId: 'op-4' }],
  ])('a day’s sums of %s: by an index', async (_, who) => {
    const plan = await plansOf(database, (db) => sumDecided(db, ['slip', 'prize'], { ...day, ...who }))
    expect(plan).toMatch(/audit_log_decided/)
    expect(plan).not.toMatch(/Seq Scan on audit_log/)
  })
})
