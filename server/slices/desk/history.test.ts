import type { QueryOf } from '@krapao/contract/client.ts'
import { dayAfter } from '@krapao/contract/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import { plansOf } from '../../testing/plans.ts'
import { type DecidedSearch, searchDecided, sumDecided, sumSearched } from '../operator/public.ts'
import { eventsOf, newOperator, storeEvents, storeOperator, type TestOperator } from '../operator/testing.ts'
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
  })
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

  describe('of every queue', () => {
    type Asked = QueryOf<'GET /api/console/decided'>
    const find = async (query: Asked, by = cashier) =>
      (await app.call('GET /api/console/decided', { token: by.token, query })).body
    const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Bangkok' }).format(app.clock.now())

    it('in pages, each once, with the sums of all that is found on the first', async () => {
      const found: string[] = []
      const first = await find({})
      expect(first.sums).toEqual([
        { end: 'approve', currency: 'THB', count: 22, sum: 506 },
        { end: 'refuse', currency: 'THB', count: 23, sum: 529 },
      ])
      for (let page = first; ; page = await find({ before: page.next })) {
        found.push(...page.decisions.map(({ id }) => id))
        if (page.next === null) {
          expect(page.sums).toBeNull()
          break
        }
      }
      expect(found).toEqual(ids)
    })

    it.each<[string, () => Asked, () => string[]]>([
      [
        'a person',
        () => ({ operatorId: former.id }),
        () => ids.filter((_, at) => at > 2 && (44 - at) % 3 === 0),
      ],
      ['a day', () => ({ from: today(), to: today() }), () => ids.slice(0, 3)],
      ['until the day before', () => ({ to: dayAfter(today(), -1) }), () => ids.slice(3)],
      ['a queue', () => ({ queue: 'slip' }), () => ids],
      ['another queue', () => ({ queue: 'payout' }), () => []],
      ['an amount', () => ({ min: '7', max: '7' }), () => ids.slice(38, 39)],
      ['amounts', () => ({ min: '43' }), () => ids.slice(0, 3)],
      ['a result', () => ({ end: 'refuse', min: '43' }), () => [ids[0], ids[2]].map(String)],
      ['the id of an item', () => ({ search: ids[9]?.toUpperCase() ?? '' }), () => ids.slice(9, 10)],
      ['an amount as it is typed', () => ({ search: '฿7.00' }), () => ids.slice(38, 39)],
      [
        'a day as it is typed',
        () => ({ search: today().split('-').reverse().join('/') }),
        () => ids.slice(0, 3),
      ],
      ['what is nowhere', () => ({ search: 'nothing' }), () => []],
      ['another member', () => ({ memberId: 'aaaaaaaaaaaa' }), () => []],
    ])('by %s', async (_, asked, expected) => {
      const all: string[] = []
      for (let page = await find(asked()); ; page = await find({ ...asked(), before: page.next })) {
        all.push(...page.decisions.map(({ id }) => id))
        if (page.next === null) break
      }
      expect(all).toEqual(expected())
    })

    it('by a member, who was looked at', async () => {
      const [row] = (await find({})).decisions
      const looker = await newOperator(app, 'support')
      const asked = { memberId: row?.member?._id ?? '' }
      expect((await find(asked, looker)).decisions).toHaveLength(20)
      const looks = await eventsOf(app.database, {
        operatorId: looker.id,
        subject: `member:${asked.memberId}`,
      })
      expect(looks).toHaveLength(1)
    })

    it('beside what waits, by what a caller says', async () => {
      const { body } = await app.call('GET /api/console/items', {
        token: cashier.token,
        query: { search: '7.00' },
      })
      expect(body.decided.map(({ id }) => id)).toEqual(ids.slice(38, 39))
      expect(body.hasMoreDecided).toBe(false)
      const day = await app.call('GET /api/console/items', {
        token: cashier.token,
        query: { search: dayAfter(today(), -1) },
      })
      expect(day.body.decided).toHaveLength(5)
      expect(day.body.hasMoreDecided).toBe(true)
      const blank = await app.call('GET /api/console/items', {
        token: cashier.token,
        query: { search: '   ' },
      })
      expect(blank.body).toMatchObject({ decided: [], hasMoreDecided: false })
    })

    it('as a file: all of it, audited with what it was narrowed by, and so many in an hour', async () => {
      const auditor = await newOperator(app, 'auditor')
      const take = (body: Asked) =>
        app.call('POST /api/console/decided/export', { token: auditor.token, body })
      const { body } = await take({ end: 'approve' })
      expect(Object.keys(body.decisions[0]?.member ?? {}).sort()).toEqual(['_id', 'name'])
      expect(body.decisions).toHaveLength(22)
      expect(body.complete).toBe(true)
      const events = await eventsOf(app.database, { operatorId: auditor.id, actions: 'export.decisions' })
      expect(events.map(({ details }) => details)).toEqual([{ filter: { end: 'approve' }, count: 22 }])
      for (let n = 1; n < 20; n++) expect((await take({ search: 'nothing' })).status).toBe(200)
      expect((await take({})).error?.message).toBe('REQUEST_LIMIT')
    })

    it('support reads it, and takes no file', async () => {
      const { token } = await newOperator(app, 'support')
      expect((await find({}, await newOperator(app, 'support'))).decisions).toHaveLength(20)
      const { error } = await app.call('POST /api/console/decided/export', { token, body: {} })
      expect(error?.message).toBe('FORBIDDEN')
    })
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
    for (let n = 0; n <= 10; n++) await storeOperator(database, `op-${n}`, 'cashier')
    await storeEvents(
      database,
      Array.from({ length: 200_000 }, (_, i) => eventOf(i + 1)),
    )
    await database.query('vacuum analyze')
  }, 120_000)
  afterAll(() => database.drop())

  /** Of four events two are decisions; few are of the rare queue, or by the operator who decides seldom. */
  function eventOf(n: number) {
    const isDecision = n % 4 < 2
    const queue = n % 1000 === 0 ? 'prize' : isDecision ? 'slip' : 'member'
    const evidence = [{ label: 'reference', value: `REF${n}` }]
    return {
      ago: n * 20,
      operator_id: `op-${n % 5000 === 0 ? 10 : n % 10}`,
      action: ['desk.approve', 'desk.refuse'][n % 4] ?? 'look.member',
      subject: `${queue}:${n}`,
      details: isDecision ? { memberId: `mb${n}`, amountMinor: n * 100, currency: 'THB', evidence } : {},
    }
  }
  const day = { from: new Date(Date.now() - 86_400_000), to: new Date() }
  const before = { at: new Date(Date.now() - 3_600_000), id: 5 }
  const text = { references: ['REF77'], subjects: ['slip:77', 'prize:77'], amountMinor: 7700 }
  it.each<[string, DecidedSearch, RegExp, typeof before?]>([
    ['all', {}, /audit_log_decided_at/],
    ['a queue', { queue: 'slip' }, /audit_log_decided /],
    ['a rare queue, a later page', { queue: 'prize' }, /audit_log_decided /, before],
    ['an operator who decides seldom', { operatorId: 'op-10' }, /audit_log_decided_of/, before],
    ['an operator in a queue', { queue: 'slip', operatorId: 'op-4' }, /audit_log_decided_in/],
    ['an operator in a queue on a day', { queue: 'slip', operatorId: 'op-4', ...day }, /audit_log_decided/],
    ['a day', day, /audit_log_decided_at/],
    ['a member, a later page', { memberId: 'mb77' }, /audit_log_decided_member/, before],
    ['an amount', { minMinor: 7700, maxMinor: 7700 }, /audit_log_decided_amount/],
    ['a result of a day', { action: 'desk.refuse', ...day }, /audit_log_decided_at/],
    ['a reference, an item or an amount', { text }, /audit_log_subject[\s\S]*audit_log_decided_details/],
  ])('%s: by an index', async (_, search, index, place) => {
    const plan = await plansOf(database, (db) => searchDecided(db, search, { limit: 21, before: place }))
    expect(plan).toMatch(index)
    // What few have may be sorted; a list without end never is.
    expect(plan).not.toMatch(
      search.text || search.from || search.operatorId
        ? /Seq Scan on audit_log/
        : /Seq Scan on audit_log|Sort/,
    )
  })
  it('the sum of a day: by an index', async () => {
    const plan = await plansOf(database, (db) => sumSearched(db, { ...day, operatorId: 'op-4' }))
    expect(plan).toMatch(/audit_log_decided/)
    expect(plan).not.toMatch(/Seq Scan on audit_log/)
  })
  it('more than may be added up is not', async () => {
    expect(await sumSearched(database.db, {})).toBeUndefined()
    const few = await sumSearched(database.db, { memberId: 'mb4' })
    expect(few).toEqual([{ action: 'desk.approve', currency: 'THB', count: 1, sumMinor: 400 }])
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
