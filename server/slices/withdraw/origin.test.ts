import type { AnswerOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { storeJournals } from '../../ledger/testing/asked.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { plansOf } from '../../testing/plans.ts'
import { statementsOf } from '../../testing/statements.ts'
import { manyMembers, setInviter, setMemberActive, shareBirthDate, storeMembers } from '../account/testing.ts'
import { storeBonuses } from '../bonus/testing.ts'
import { storeBets } from '../game/testing.ts'
import { newOperator } from '../operator/testing.ts'
import { judgeAll } from './origin.ts'
import { turnoverOf } from './origin-rules.ts'
import { honestMember, pastOf, withdraw } from './testing.ts'

/**
 * What the desk calls a withdrawal (rules.md §17.12), by rows as the slices store them, through the real
 * desk.
 */

type Item = AnswerOf<'GET /api/console/desk/:queue'>['items'][number]
type Origin = NonNullable<AnswerOf<'GET /api/console/desk/:queue/:id/evidence'>['origin']>
type Past = ReturnType<typeof pastOf>

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp({
    settings: { 'withdraw.autoLimit': 0, 'withdraw.dailyCount': 1000, 'withdraw.dailySum': 999_999_999 },
  })
  token = (await newOperator(app, 'cashier')).token
})
afterAll(() => app.close())

/** The amount of every withdrawal here. */
const amount = 1000

interface Scene {
  member: TestMember
  past: Past
  /** Another member, who may be suspended. */
  other(isActive?: boolean): Promise<{ id: string; past: Past }>
}

/** Registered 100 days ago with that bank account. */
async function old({ past }: Scene): Promise<void> {
  await past.registered(100)
  await past.bankAccount(100)
}
/** A device that two people log in by. */
async function share(member: Past, other: Past, device: string): Promise<void> {
  await member.login(30, { device })
  await other.login(29, { device })
}

const people: [who: string, story: (scene: Scene) => Promise<unknown>, signs: string, score: number][] = [
  // Honest.
  [
    'paid in and played it once',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 2000)
    },
    '',
    0,
  ],
  [
    'played it three times over',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      for (const at of [2, 1.5, 1]) await s.past.bet(at, 1000, 900)
    },
    '',
    0,
  ],
  [
    'lost an old deposit unplayed, years ago',
    async (s) => {
      await old(s)
      await s.past.deposit(90, 50_000)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1500)
    },
    '',
    0,
  ],
  [
    'paid in twice and played all of it',
    async (s) => {
      await old(s)
      await s.past.deposit(4, 500)
      await s.past.bet(3.5, 500, 400)
      await s.past.deposit(3, 600)
      await s.past.bet(2, 600, 1800)
    },
    '',
    0,
  ],
  [
    'plays football',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1900, 'sport')
    },
    '',
    0,
  ],
  [
    'a slot that paid the stake back',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1000, 'slot')
    },
    '',
    0,
  ],
  [
    'had a bonus a month ago',
    async (s) => {
      await old(s)
      await s.past.bonus('bonus', 40, 30)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
    },
    '',
    0,
  ],
  [
    'eight days old',
    async (s) => {
      await s.past.registered(8)
      await s.past.bankAccount(8)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
    },
    '',
    0,
  ],
  [
    'logged in on a new phone last week',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.login(6, { isNew: true })
    },
    '',
    0,
  ],
  [
    'said on the old phone that the new one is theirs',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.login(0.2, { isNew: true, answered: true })
    },
    '',
    0,
  ],
  [
    'pays in again while it waits',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.deposit(-1, 5000)
    },
    '',
    0,
  ],
  [
    'invited a friend',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      const { id } = await s.other()
      await setInviter(app.database, id, s.member.id)
    },
    '',
    0,
  ],
  [
    'in one network with others',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      const { past } = await s.other()
      await s.past.login(9, { address: '10.9.8.x' })
      await past.login(9.01, { address: '10.9.8.x' })
    },
    '',
    0,
  ],
  [
    'in one network with somebody suspended',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      const { past } = await s.other(false)
      await s.past.login(9, { address: '10.9.7.x' })
      await past.login(9.01, { address: '10.9.7.x' })
    },
    '',
    0,
  ],
  [
    'a family with one phone',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await share(s.past, (await s.other()).past, 'family')
    },
    'TIED',
    10,
  ],
  [
    'a wife whose husband pays',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.paidFrom('5550001112')
      await (await s.other()).past.paidFrom('5550001112')
    },
    'TIED',
    10,
  ],
  // New, and not yet known.
  [
    'paid in and played on the first day',
    async (s) => {
      await s.past.deposit(0.3, 1000)
      await s.past.bet(0.2, 1000, 2000)
    },
    'NEW_BANK_ACCOUNT NEW_MEMBER',
    35,
  ],
  [
    'six days old',
    async (s) => {
      await s.past.registered(6)
      await s.past.bankAccount(6)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1500)
    },
    'NEW_BANK_ACCOUNT NEW_MEMBER',
    35,
  ],
  [
    'another bank account since yesterday',
    async (s) => {
      await s.past.registered(100)
      await s.past.bankAccount(1)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1500)
    },
    'NEW_BANK_ACCOUNT',
    20,
  ],
  // Bonus hunters.
  [
    'free credit, no deposit ever, one bet of ten',
    async (s) => {
      await s.past.bonus('promotion', 1, 0.1, 50_000)
      await s.past.bet(0.5, 10, 20)
    },
    'NO_DEPOSIT BONUS_MONEY NEW_BANK_ACCOUNT NEW_MEMBER',
    100,
  ],
  [
    'an old member with a code and no deposit',
    async (s) => {
      await old(s)
      await s.past.bonus('promotion', 2, 1)
      await s.past.bet(1.5, 5000, 5100)
    },
    'NO_DEPOSIT BONUS_MONEY',
    65,
  ],
  [
    'a deposit bonus that was met yesterday',
    async (s) => {
      await old(s)
      await s.past.deposit(20, 1000)
      await s.past.bonus('bonus', 20, 1)
      await s.past.bet(2, 20_000, 21_000)
    },
    'BONUS_MONEY',
    25,
  ],
  [
    'a prize of the wheel',
    async (s) => {
      await old(s)
      await s.past.deposit(9, 1000)
      await s.past.bet(8, 1000, 900)
      await s.past.bonus('luckydraw', 5, 4)
    },
    'BONUS_MONEY',
    25,
  ],
  [
    'cashback and nothing else',
    async (s) => {
      await old(s)
      await s.past.deposit(60, 1000)
      await s.past.bet(59, 1000, 0)
      await s.past.bonus('refund', 3, 2)
    },
    'BONUS_MONEY',
    25,
  ],
  [
    'three accounts on one phone, each with the code',
    async (s) => {
      await s.past.bonus('promotion', 2, 1)
      await share(s.past, (await s.other()).past, 'hunter')
    },
    'NO_DEPOSIT BONUS_MONEY NEW_BANK_ACCOUNT NEW_MEMBER TIED',
    100,
  ],
  // Money that only passes through.
  [
    'paid in 7,000 and never played',
    async (s) => {
      await old(s)
      await s.past.deposit(0.01, 7000)
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'played half of it',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 2000)
      await s.past.bet(2, 999.99, 1500)
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'a small played deposit behind a large unplayed one',
    async (s) => {
      await old(s)
      await s.past.deposit(1, 7000)
      await s.past.deposit(0.5, 1)
      await s.past.bet(0.4, 1, 0)
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'played before paying in',
    async (s) => {
      await old(s)
      await s.past.bet(4, 9000, 9100)
      await s.past.deposit(3, 1000)
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'only void bets',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 5000, 5000, 'sport')
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'both sides of a match come to nothing',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      for (const at of [2, 1.9]) await s.past.bet(at, 400, 400, 'casino')
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'in ten parts, the last of them played',
    async (s) => {
      await old(s)
      for (let n = 0; n < 10; n++) await s.past.deposit(2 - n / 10, 100)
      await s.past.bet(0.5, 100, 90)
    },
    'NOT_PLAYED',
    40,
  ],
  [
    'whose only deposit was taken back',
    async (s) => {
      await old(s)
      await s.past.takeBack(await s.past.deposit(3, 1000))
      await s.past.bet(2, 1000, 2000)
    },
    'NO_DEPOSIT',
    40,
  ],
  [
    'new, unplayed',
    async (s) => {
      await s.past.deposit(0.01, 7000)
    },
    'NOT_PLAYED NEW_BANK_ACCOUNT NEW_MEMBER',
    75,
  ],
  // Rings.
  [
    'the phone of somebody suspended',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await share(s.past, (await s.other(false)).past, 'ring')
    },
    'TIED_TO_BLOCKED',
    50,
  ],
  [
    'paid by who paid for somebody suspended',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.paidFrom('5550009998')
      await (await s.other(false)).past.paidFrom('555-000999-8')
    },
    'TIED_TO_BLOCKED',
    50,
  ],
  [
    'invited by somebody suspended',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await setInviter(app.database, s.member.id, (await s.other(false)).id)
    },
    'TIED_TO_BLOCKED',
    50,
  ],
  [
    'suspended under another phone',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      const { id } = await s.other(false)
      await shareBirthDate(app.database, id, s.member.id)
    },
    'TIED_TO_BLOCKED',
    50,
  ],
  // A stolen phone.
  [
    'a new password an hour ago',
    async (s) => {
      await old(s)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.login(0.04, { way: 'reset' })
    },
    'NEW_LOGIN',
    35,
  ],
  [
    'a new device, a new password, another bank account',
    async (s) => {
      await s.past.registered(100)
      await s.past.bankAccount(0.05)
      await s.past.deposit(3, 1000)
      await s.past.bet(2, 1000, 1200)
      await s.past.login(0.06, { way: 'reset', isNew: true })
    },
    'NEW_LOGIN NEW_BANK_ACCOUNT',
    55,
  ],
]

describe('forty members', () => {
  const items = new Map<string, Item>()
  const ids = new Map<string, string>()
  beforeAll(async () => {
    for (const [who, story] of people) {
      const member = await app.registerMember()
      const other = async (isActive = true) => {
        const { id } = await app.registerMember()
        if (!isActive) await setMemberActive(app.database, id, false)
        return { id, past: pastOf(app, id) }
      }
      await story({ member, past: pastOf(app, member.id), other })
      await app.fund(member.id, amount)
      const { body, error } = await withdraw(app, member, amount)
      expect(error, who).toBeUndefined()
      ids.set(who, body.withdrawalId)
    }
    // As the console reads them: page by page.
    for (let after: string | undefined; ; ) {
      const { body } = await app.call('GET /api/console/desk/:queue', {
        token,
        params: { queue: 'withdrawal' },
        query: after === undefined ? {} : { after },
      })
      for (const item of body.items) items.set(item.id, item)
      if (body.next === null) break
      after = body.next
    }
  }, 120_000)

  const originOf = async (id: string): Promise<Origin> => {
    const { body } = await app.call('GET /api/console/desk/:queue/:id/evidence', {
      token,
      params: { queue: 'withdrawal', id },
    })
    return body.origin as Origin
  }

  it('are forty', () => expect(people).toHaveLength(40))

  test.each(people)('%s', async (who, _, signs, score) => {
    const id = ids.get(who) ?? ''
    const origin = await originOf(id)
    expect(origin.signs.map(({ sign }) => sign).join(' ')).toBe(signs)
    expect(origin.score).toBe(score)
    expect(items.get(id)?.isClear).toBe(signs === '' || signs === 'TIED')
  })

  it('what is not clear is approved by one person who looked, and never together with others', async () => {
    const id = ids.get('paid in 7,000 and never played') ?? ''
    const item = items.get(id)
    const cashier = await newOperator(app, 'cashier')
    const { body } = await app.call('POST /api/console/desk/approve-clear', {
      token: cashier.token,
      body: {
        queue: 'withdrawal',
        items: [{ id, amount, memberId: item?.member?._id ?? '' }],
        reasonCode: 'PLAY_CHECKED',
      },
    })
    expect(body.results).toMatchObject([{ code: 'NOT_CLEAR' }])
  })

  it('a member who is suspended after the list was shown makes it no longer clear', async () => {
    const member = await honestMember(app, 2000)
    const friend = await app.registerMember()
    await share(pastOf(app, member.id), pastOf(app, friend.id), 'late')
    const { body: asked } = await withdraw(app, member, amount)
    const approve = (key: string) =>
      app.call('POST /api/console/desk/approve-clear', {
        token,
        headers: { 'idempotency-key': key },
        body: {
          queue: 'withdrawal',
          items: [{ id: asked.withdrawalId, amount, memberId: member.id }],
          reasonCode: 'PLAY_CHECKED',
        },
      })
    await setMemberActive(app.database, friend.id, false)
    expect((await approve(crypto.randomUUID())).body.results).toMatchObject([{ code: 'NOT_CLEAR' }])
    await setMemberActive(app.database, friend.id, true)
    expect((await approve(crypto.randomUUID())).body.results).toMatchObject([{ code: null }])
  })

  it('the opened item shows where the money comes from', async () => {
    const member = await honestMember(app, 2000)
    const past = pastOf(app, member.id)
    await past.bonus('refund', 20, 15, 33)
    const { body } = await withdraw(app, member, amount)
    const origin = await originOf(body.withdrawalId)
    expect(origin).toMatchObject({
      deposits: [{ amount: 2000 }],
      turnover: { staked: 2000, required: 2000 },
      play: [{ game: 'PG', name: expect.any(String), bets: 1, stake: 2000, win: 1000 }],
      bonuses: [],
      ties: [],
      refusals: [],
      ever: { in: 2000, out: 0 },
    })
  })

  it('a page takes as many queries for many as for one', async () => {
    const of = async (asked: { memberId: string; createdAt: Date; currency: 'THB' }[]) =>
      (await statementsOf(() => judgeAll(app.context, asked))).length
    const all = [...items.values()].slice(0, 20).map(({ member, createdAt }) => ({
      memberId: member?._id ?? '',
      createdAt: new Date(createdAt),
      currency: 'THB' as const,
    }))
    const statements = await of(all.slice(0, 1))
    expect(statements).toBeGreaterThan(0)
    expect(await of(all)).toBe(statements)
  })
})

test('each part reads an index among many members, journals and bets', async () => {
  const { database } = app
  const past = manyMembers(20_000).map((member, n) => ({
    ...member,
    birthDate: addSeconds(new Date('1960-01-01'), (n % 9000) * 86_400)
      .toISOString()
      .slice(0, 10),
  }))
  await storeMembers(database, past)
  const ids = past.map(({ id }) => id)
  await storeBets(database, ids)
  await storeJournals(
    database,
    ids.map((id) => ({ key: `past:${id}`, kind: 'deposit', memberId: id })),
  )
  await storeBonuses(
    database,
    ids.map((id) => ({ memberId: id })),
  )
  await database.query('vacuum analyze')
  const member = await honestMember(app, 2000)
  const plan = await plansOf(database, (db) =>
    judgeAll({ ...app.context, db }, [{ memberId: member.id, createdAt: new Date(), currency: 'THB' }]),
  )
  const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table)
  // Small in this test: in a table of some rows an index costs more.
  expect(
    scanned.filter(
      (table) => !['logins', 'known_devices', 'deposit_reports', 'entries', 'accounts'].includes(table ?? ''),
    ),
  ).toEqual([])
})

describe('what has to be played', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n))
  const terms = { turnover: 1, depositDays: 7 }
  const deposit = (at: number, amountMinor: number, stakedMinor: number) => ({
    postedAt: day(at),
    amountMinor,
    stakedMinor,
  })
  test.each([
    // deposits, turnover, since, staked, required
    [[], 1, null],
    [[deposit(20, 100, 100)], 1, [20, 100, 100]],
    [[deposit(20, 100, 250)], 2.5, [20, 250, 250]],
    // The last one counts however long ago it was; the ones before it only within the days.
    [[deposit(2, 900, 0), deposit(3, 100, 100)], 1, [3, 100, 100]],
    [[deposit(18, 900, 0), deposit(19, 100, 100)], 1, [18, 100, 1000]],
    // What was staked too much after the last one makes up for the ones before it.
    [[deposit(18, 900, 0), deposit(19, 100, 1000)], 1, [18, 1000, 1000]],
  ] as const)('%j, %d times: %j', (deposits, turnover, expected) => {
    const found = turnoverOf({ at: day(20.5), deposits: [...deposits] }, { ...terms, turnover })
    expect(found && [found.since.getUTCDate(), found.stakedMinor, found.requiredMinor]).toEqual(expected)
  })
})
