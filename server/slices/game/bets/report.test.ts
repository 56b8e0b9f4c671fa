import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { enginesByDepth } from '../../../testing/database.ts'
import { deskOf } from '../../deposit/testing/money-in.ts'
import { player } from '../../wallet/testing.ts'
import type { BetListeners } from './listeners.ts'

type BetListener = Parameters<BetListeners['add']>[0]

import type { StoredBet } from './store.ts'
import { betOf, noon, report, storedOf, wrongSums } from './testing/bets.ts'

describe.each(enginesByDepth)('a report of settled bets, on %s', (engine) => {
  let app: TestApp
  let member: TestMember
  const heard: StoredBet[][] = []
  let listen: BetListener = async (_tx, bets) => void heard.push(bets)
  beforeAll(async () => {
    app = await testApp({ engine })
    app.context.services.betsStored.add((tx, bets) => listen(tx, bets))
  })
  afterAll(async () => {
    expect(await wrongSums(app)).toEqual([])
    await app.close()
  })
  const fresh = async () => {
    member = await player(app, 0, 'PG')
    heard.length = 0
  }
  const outcome = (change: object = {}) => ({ stored: 0, known: 0, contradicted: 0, unknown: 0, ...change })

  it('is stored, with the sums of the day', async () => {
    await fresh()
    const bets = [
      betOf(member, { id: 'a', stake: 10, win: 2.5 }),
      betOf(member, { id: 'b', stake: 0.25, win: 40.37 }),
      betOf(member, { id: 'c', product: 'fishing', stake: 7, win: 0 }),
    ]
    expect(await report(app, 'PG', bets)).toEqual([200, outcome({ stored: 3 })])
    const { bets: stored, days } = await storedOf(app, member)
    expect(stored).toMatchObject([
      { id: 'a', stake: 10, win: 2.5, source: 'report' },
      { id: 'b', stake: 0.25, win: 40.37 },
      { id: 'c', stake: 7, win: 0 },
    ])
    expect(days).toMatchObject([
      { game: 'PG', bets: 1, stake: 7, win: 0 },
      { game: 'PG', bets: 2, stake: 10.25, win: 42.87 },
    ])
    expect(heard).toMatchObject([[{ memberId: member.id }, { currency: 'THB' }, { game: 'PG' }]])
  })

  it('twice, and in pieces in another order, is stored once, and listeners are notified once', async () => {
    await fresh()
    const bets = Array.from({ length: 6 }, () => betOf(member))
    expect(await report(app, 'PG', bets.slice(2, 5))).toEqual([200, outcome({ stored: 3 })])
    expect(await report(app, 'PG', bets.toReversed())).toEqual([200, outcome({ stored: 3, known: 3 })])
    expect(await report(app, 'PG', bets)).toEqual([200, outcome({ known: 6 })])
    // Also within one report.
    const twin = betOf(member)
    expect(await report(app, 'PG', [twin, twin])).toEqual([200, outcome({ stored: 1, known: 1 })])
    expect((await storedOf(app, member)).days).toMatchObject([{ bets: 7, stake: 70, win: 17.5 }])
    expect(heard.flat()).toHaveLength(7)
    expect(heard).toHaveLength(3)
  })

  it('twenty times at once, each in another order, is stored once', async () => {
    await fresh()
    const other = await player(app, 0, 'PG')
    const bets = Array.from({ length: 40 }, (_, i) => betOf(i % 2 ? member : other))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        report(app, 'PG', [...bets.slice(2 * i), ...bets.slice(0, 2 * i)]),
      ),
    )
    expect(answers.map(([status]) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(answers.reduce((sum, [, { stored }]) => sum + Number(stored), 0)).toBe(40)
    expect(answers.reduce((sum, [, { known }]) => sum + Number(known), 0)).toBe(760)
    for (const owner of [member, other])
      expect((await storedOf(app, owner)).days).toMatchObject([{ bets: 20, stake: 200, win: 50 }])
    expect(heard.flat()).toHaveLength(40)
  })

  it('with a stake or a time that no honest report has counts when a person has let it, once', async () => {
    await fresh()
    const days = (count: number) => addSeconds(app.clock.now(), count * 86_400).toISOString()
    const usual = [
      betOf(member, { id: 'u1', stake: 100_000 }),
      betOf(member, { id: 'u2', settledAt: days(-6.9) }),
      betOf(member, { id: 'u3', settledAt: days(6.9) }),
    ]
    const odd = [
      betOf(member, { id: 'o1', stake: 100_000.01 }),
      betOf(member, { id: 'o2', stake: 999_999_999.99 }),
      betOf(member, { id: 'o3', settledAt: days(-7.1) }),
      betOf(member, { id: 'o4', settledAt: '2001-01-01T00:00:00Z' }),
      betOf(member, { id: 'o5', settledAt: days(400) }),
    ]
    const held = () =>
      app.database.query(
        `select id, reason from held_bets where member_id = $1 and state = 'waiting' order by id`,
        [member.id],
      )
    expect(await report(app, 'PG', [...odd, ...usual])).toEqual([200, outcome({ stored: 3 })])
    expect(await report(app, 'PG', odd)).toEqual([200, outcome()])
    const waiting = [
      { id: 'o1', reason: 'stake' },
      { id: 'o2', reason: 'stake' },
      { id: 'o3', reason: 'time' },
      { id: 'o4', reason: 'time' },
      { id: 'o5', reason: 'time' },
    ]
    expect(await held()).toEqual(waiting)
    expect((await storedOf(app, member)).bets.map(({ id }) => id)).toEqual(['u1', 'u2', 'u3'])

    // Two people at once.
    const desk = deskOf(app, 'bet-review')
    const [first] = await app.database.query<{ number: string }>(
      `select number::text from held_bets where game = 'PG' and id = 'o1'`,
    )
    const decide = () => desk.decide(first?.number ?? '', 'approve')
    const [decided, other] = await Promise.allSettled([decide(), decide()])
    expect([decided.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(await held()).toEqual(waiting.slice(1))
    expect((await storedOf(app, member)).bets.map(({ id }) => id)).toEqual(['o1', 'u1', 'u2', 'u3'])
    // Reported once more it is one that is known, and waits no second time.
    expect(await report(app, 'PG', odd)).toEqual([200, outcome({ known: 1 })])
    expect(await held()).toEqual(waiting.slice(1))
  })

  it('is signed by the secret of its provider, and by none of another’s', async () => {
    await fresh()
    const own = 'a-secret-of-PG-alone'
    const guarded = await testApp({
      engine,
      config: { GAMES_SECRETS: { PG: own } },
      sandbox: app.sandbox,
    })
    const player1 = await player(guarded, 0, 'JOKER')
    const say = async (code: string, secret: string, path = code) =>
      (await report(guarded, code, [betOf(player1)], { secret, path }))[0]
    expect(await say('PG', own)).toBe(200)
    expect(await say('PG', app.sandbox.secrets.games)).toBe(401)
    expect(await say('JOKER', own)).toBe(401)
    expect(await say('PG', own, 'JOKER')).toBe(401)
    expect(await say('JOKER', own, 'PG')).toBe(422)
    expect(await say('JOKER', app.sandbox.secrets.games)).toBe(200)
    for (const path of ['__proto__', 'constructor', '%50G'])
      expect([401, 422], path).toContain(await say('PG', app.sandbox.secrets.games, path))
    await guarded.close()
  })

  it('with other content stays as it was reported first', async () => {
    await fresh()
    const bet = betOf(member, { stake: 10, win: 0 })
    await report(app, 'PG', [bet])
    for (const change of [
      { stake: 11 },
      { win: 0.01 },
      { product: 'sport' },
      { settledAt: addSeconds(noon, -60).toISOString() },
      { username: betOf(await player(app, 0, 'PG')).username },
    ]) {
      const answer = await report(app, 'PG', [{ ...bet, ...change }, betOf(member)])
      expect(answer).toEqual([200, outcome({ stored: 1, contradicted: 1 })])
    }
    expect((await storedOf(app, member)).bets.find(({ id }) => id === bet.id)).toMatchObject({
      stake: 10,
      win: 0,
    })
    expect((await storedOf(app, member)).days).toMatchObject([{ bets: 6, stake: 60, win: 12.5 }])
    // The same id at another provider is another bet.
    const both = await player(app, 0, 'PG', 'JOKER')
    const shared = betOf(both)
    expect(await report(app, 'PG', [shared])).toEqual([200, outcome({ stored: 1 })])
    expect(await report(app, 'JOKER', [{ ...shared, win: 9 }])).toEqual([200, outcome({ stored: 1 })])
  })

  it('of a username that has no account there, or one in another currency, holds the others up not', async () => {
    await fresh()
    const bets = [
      betOf(member, { username: 'nobody' }),
      betOf(member, { currency: 'LAK' }),
      betOf(member, { currency: 'THB' }),
    ]
    expect(await report(app, 'PG', bets)).toEqual([200, outcome({ stored: 1, unknown: 2 })])
    // The name is the same at every provider; the account is not.
    expect(await report(app, 'JOKER', [betOf(member)])).toEqual([200, outcome({ unknown: 1 })])
    expect((await storedOf(app, member)).bets).toHaveLength(1)
  })

  it('is not believed without the providers’ signature', async () => {
    await fresh()
    for (const secret of ['other', app.sandbox.secrets.payments, app.sandbox.secrets.bank]) {
      expect(await report(app, 'PG', [betOf(member)], { secret })).toEqual([
        401,
        { message: 'invalid-token' },
      ])
    }
    expect((await storedOf(app, member)).bets).toEqual([])
  })

  it('comes from the provider that it names, one that is known and whose play results do not count', async () => {
    await fresh()
    const bets = [betOf(member)]
    expect(await report(app, 'JOKER', bets, { path: 'PG' })).toMatchObject([
      422,
      { message: 'DEST_ACC_INVALID' },
    ])
    expect(await report(app, 'NONE', bets)).toMatchObject([404, { message: 'NO_DATA' }])
    const guest = await player(app, 0, 'HUAYHD')
    expect(await report(app, 'HUAYHD', [betOf(guest)])).toMatchObject([403, { message: 'FORBIDDEN' }])
    expect((await storedOf(app, member)).bets).toEqual([])
    expect((await storedOf(app, guest)).bets).toEqual([])
  })

  it.each<[string, object]>([
    ['a negative stake', { stake: -1 }],
    ['three decimals', { win: 1.001 }],
    ['a text for an amount', { stake: '1' }],
    ['an amount beyond the largest', { win: 1_000_000_000 }],
    ['no stake', { stake: undefined }],
    ['an empty id', { id: '' }],
    ['a blank in the id', { id: 'a b' }],
    ['a product in capitals', { product: 'SLOT' }],
    ['another currency', { currency: 'USD' }],
    ['no instant', { settledAt: 'yesterday' }],
    ['a day that is none', { settledAt: '2026-02-31T25:00:00Z' }],
    ['an instant long ago', { settledAt: '0001-01-01T00:00:00Z' }],
  ])('with %s is refused, and nothing of it is stored', async (_what, change) => {
    await fresh()
    const [status, body] = await report(app, 'PG', [betOf(member), { ...betOf(member), ...change }])
    expect([status, body.message]).toEqual([400, 'INVALID_REQUEST'])
    expect((await storedOf(app, member)).bets).toEqual([])
  })

  it('has 1 to 500 bets', async () => {
    await fresh()
    const bets = Array.from({ length: 501 }, (_, i) =>
      betOf(member, { id: `${i}-`.padEnd(100, 'x'), currency: 'THB' }),
    )
    expect((await report(app, 'PG', bets))[0]).toBe(400)
    expect((await report(app, 'PG', []))[0]).toBe(400)
    expect(await report(app, 'PG', bets.slice(1))).toEqual([200, outcome({ stored: 500 })])
    expect(heard).toMatchObject([{ length: 500 }])
    // Another call takes no such body.
    const [status] = await report(app, 'PG', bets, { path: '../bank/0000000011' })
    expect(status).toBe(413)
  })

  it('is stored whole or not at all when somebody who acts on it fails', async () => {
    await fresh()
    const bets = [betOf(member), betOf(member)]
    const usual = listen
    listen = async () => Promise.reject(new Error('not now'))
    expect((await report(app, 'PG', bets))[0]).toBe(500)
    expect(await storedOf(app, member)).toEqual({ bets: [], days: [] })
    listen = usual
    expect(await report(app, 'PG', bets)).toEqual([200, outcome({ stored: 2 })])
  })

  it('stays: the database changes and deletes none', async () => {
    for (const statement of ['update bets set win_minor = 0', 'delete from bets', 'truncate bets'])
      await expect(app.database.query(statement)).rejects.toThrow(/append-only/)
  })
})
