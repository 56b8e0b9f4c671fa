import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { votesOn } from '../../desk/testing.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { bangkokMidnight } from '../../platform/clock.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { settingNamed } from '../../platform/settings.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { byDepth } from '../../testing/depth.ts'
import { forgetDevices } from '../account/public.ts'
import {
  bankAccountOf,
  changeBankAccount,
  setInviter,
  setMemberActive,
  shareBirthDate,
  storeLogins,
} from '../account/testing.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { storeCredited } from '../deposit/testing/stored.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { usesOf } from '../promotion/testing.ts'
import { player, transfer } from '../wallet/testing.ts'
import {
  activate,
  bonusesOf,
  budgetOf,
  campaigns,
  check,
  clear,
  free,
  newCode,
  offersOf,
  outcomeOf,
  reviews,
  shareDevice,
  tally,
  usePromotion,
  walletOf,
  withdrawReview,
} from './testing.ts'

/** One person, one free credit, through the real app (rules.md §7.5). */

let app: TestApp
let make: ReturnType<typeof campaigns>
let cashier: TestOperator
let owner: TestOperator
beforeAll(async () => {
  app = await testApp({ settings: { 'promotion.searchesPerMinute': 100_000 } })
  await app.context.jobs.stop()
  make = campaigns(app)
})
beforeEach(async () => {
  // A travelling clock ends sessions.
  cashier = await newOperator(app, 'cashier')
  owner = await newOperator(app, 'owner')
})
afterEach(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
})
afterAll(() => app.close())

type Kind = 'bonus' | 'promotion'
const kinds: Kind[] = ['bonus', 'promotion']
const take = (kind: Kind, member: TestMember, code: string, key?: string) =>
  kind === 'bonus' ? activate(app, member, code, key) : usePromotion(app, member, code, key)
const offer = (kind: Kind, uses = 100) =>
  kind === 'bonus'
    ? make.bonus({ credit: free(50), budget: 50 * uses })
    : make.promotion({ amount: 50, uses, usesPerDay: uses })
/** Places that are taken, by credits that were given and by those that wait. */
async function placesOf(kind: Kind, code: string): Promise<number> {
  if (kind === 'bonus') {
    const { given, reserved } = await budgetOf(app, code)
    return (given + reserved) / 50
  }
  const { uses, days } = await usesOf(app.database, code)
  expect(days.reduce((sum, day) => sum + day, 0)).toBe(uses)
  return uses
}
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.registerMember())) as Promise<
    [TestMember, TestMember, TestMember, ...TestMember[]]
  >
const decide = async (
  choice: 'approve' | 'refuse',
  id: string,
  by: TestOperator = cashier,
  key?: string,
): Promise<string> => {
  const { status, body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    params: { queue: 'bonus-review', id },
    body: { reason: 'looked at it' },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
  return error ? `${status} ${error.message}` : body.status
}
/** A member whose credit waits because a tied one has had it, with its item. */
async function waiting(kind: Kind, code?: string, uses?: number) {
  const of = code ?? (await offer(kind, uses))
  const [first, second] = await people(2)
  await shareDevice(app, [first, second])
  expect(outcomeOf(await take(kind, first, of))).toBe('OK')
  expect(outcomeOf(await take(kind, second, of, 'the-key'))).toBe('422 BONUS_REVIEW')
  const [review] = await reviews(app, second)
  return { kind, code: of, first, second, id: review?._id ?? '' }
}

describe('a tie', () => {
  const device = async (member: TestMember, other: TestMember) => shareDevice(app, [member, other])
  const network = async (...both: TestMember[]) => {
    const address = `198.51.${both[0]?.id}.x`
    await storeLogins(
      app.database,
      both.map(({ id }) => ({ memberId: id, address })),
    )
  }
  const inviter = (member: TestMember, other: TestMember) => setInviter(app.database, member.id, other.id)
  const payer = async (...both: TestMember[]) => {
    const fromAccountNo = `9${both[0]?.username}`
    await storeCredited(app.database, ...both.map(({ id }) => ({ memberId: id, fromAccountNo })))
  }
  const person = (member: TestMember, other: TestMember) => shareBirthDate(app.database, member.id, other.id)
  const account = async (member: TestMember, other: TestMember) => {
    const { bank_code: bankCode = '', account_no = '' } = (await bankAccountOf(app.database, other.id)) ?? {}
    await changeBankAccount(app.database, member.id, {
      bankCode,
      accountNo: `0${account_no}`,
      isOfBefore: true,
    })
  }
  const nothing = async () => {}

  it.each(
    kinds.flatMap((kind) =>
      (
        [
          ['nothing', nothing, 'OK'],
          ['one device', device, '422 BONUS_REVIEW'],
          ['one payer', payer, '422 BONUS_REVIEW'],
          ['one name and birth date', person, '422 BONUS_REVIEW'],
          ['one bank account', account, '422 BONUS_REVIEW'],
          ['an invitation', inviter, 'OK'],
          ['one network within an hour', network, 'OK'],
        ] as const
      ).map(([what, tie, found]) => ({ kind, what, tie, found })),
    ),
  )('by $what with who had the $kind: $found', async ({ kind, tie, found }) => {
    const code = await offer(kind)
    const [first, second] = await people(2)
    await tie(first, second)
    expect(outcomeOf(await take(kind, first, code))).toBe('OK')
    expect(outcomeOf(await take(kind, second, code))).toBe(found)
    expect(await walletOf(app, second)).toBe(found === 'OK' ? 50 : 0)
    expect(await reviews(app, second)).toHaveLength(found === 'OK' ? 0 : 1)
    expect(await placesOf(kind, code)).toBe(2)
  })

  it.each(kinds)('with somebody who had another %s, or none, is none', async (kind) => {
    const [code, other] = [await offer(kind), await offer(kind)]
    const [first, second, third] = await people(3)
    await shareDevice(app, [first, second, third])
    expect(outcomeOf(await take(kind, first, code))).toBe('OK')
    expect(outcomeOf(await take(kind, second, other))).toBe('OK')
    expect(outcomeOf(await take(kind, third, await offer(kind)))).toBe('OK')
  })

  it('with somebody whose own one waits counts, and no more once it is refused', async () => {
    const { code, second, id } = await waiting('promotion')
    const [third, fourth] = await people(2)
    for (const tied of [third, fourth]) await shareDevice(app, [second, tied])
    expect(outcomeOf(await usePromotion(app, third, code))).toBe('422 BONUS_REVIEW')
    expect(await decide('refuse', id)).toBe('DONE')
    expect(outcomeOf(await usePromotion(app, fourth, code))).toBe('OK')
  })

  it('with who had a daily bonus yesterday is none today', async () => {
    const code = await make.bonus({ credit: free(50), type: 'day' })
    const [first, second, third] = await people(3)
    await shareDevice(app, [first, second])
    await shareDevice(app, [first, third])
    expect(outcomeOf(await activate(app, first, code))).toBe('OK')
    expect(outcomeOf(await activate(app, third, code))).toBe('422 BONUS_REVIEW')
    app.clock.advance(86_400)
    expect(outcomeOf(await activate(app, second, code))).toBe('OK')
  })

  it('holds no bonus back that a deposit brings', async () => {
    const code = await make.bonus()
    const [first, second] = await people(2)
    await shareDevice(app, [first, second])
    expect(outcomeOf(await activate(app, first, code))).toBe('OK')
    expect(outcomeOf(await activate(app, second, code))).toBe('OK')
  })
})

describe.each(kinds)('a %s that waits', (kind) => {
  it('is shown with since when, and nothing is credited', async () => {
    const { second, code, id } = await waiting(kind)
    expect(await reviews(app, second)).toMatchObject([
      { _id: id, source: kind, code, amount: 50, currency: 'THB', state: 'WAITING', refusedAt: null },
    ])
    expect(await check(app, second)).toMatchObject({ status: false, bonus: null })
    expect(await walletOf(app, second)).toBe(0)
  })

  it('is answered alike when it is asked for again, by any key, also after a crash', async () => {
    const { second, code, id } = await waiting(kind)
    await forgetAnswers(app.database, second.id)
    for (const key of ['the-key', undefined, 'another']) {
      expect(outcomeOf(await take(kind, second, code, key))).toBe('422 BONUS_REVIEW')
    }
    expect(await reviews(app, second)).toHaveLength(1)
    expect(await placesOf(kind, code)).toBe(2)
    // What became of it is not what was answered.
    expect(await decide('refuse', id)).toBe('DONE')
    await forgetAnswers(app.database, second.id)
    // Nothing waits any more.
    const decided = { bonus: '422 BONUS_MAX_CLAIMED', promotion: '409 PROMOTION_RECEIVED' }[kind]
    expect(outcomeOf(await take(kind, second, code, 'the-key'))).toBe(decided)
  })

  it('counts like an open bonus until it is withdrawn, which frees its place', async () => {
    const { second, code, id } = await waiting(kind, undefined, 2)
    const [stranger, tied] = await people(2)
    await shareDevice(app, [second, tied])
    expect(outcomeOf(await take(kind, tied, code))).toBe('422 BONUS_FULL')
    const other = await offer('bonus')
    expect(outcomeOf(await activate(app, second, other))).toBe('409 BONUS_ALREADY_ACTIVE')
    expect(outcomeOf(await usePromotion(app, second, await offer('promotion')))).toBe(
      '409 BONUS_ALREADY_ACTIVE',
    )
    expect(outcomeOf(await withdrawReview(app, stranger, id))).toBe('404 NO_DATA')
    expect(await placesOf(kind, code)).toBe(2)
    expect(outcomeOf(await withdrawReview(app, second, id))).toBe('OK')
    expect(outcomeOf(await withdrawReview(app, second, id))).toBe('OK')
    expect(await placesOf(kind, code)).toBe(1)
    expect(await reviews(app, second)).toEqual([])
    expect(await decide('approve', id)).toBe('409 ALREADY_DECIDED')
    expect(outcomeOf(await activate(app, second, other))).toBe('OK')
    expect(outcomeOf(await take(kind, stranger, code))).toBe('OK')
  })

  it('is credited when a person approves it, by the version that was taken, also when the campaign is over', async () => {
    const { second, code, id } = await waiting(kind, undefined, 2)
    await app.call('POST /api/console/campaigns/:kind/:code/stop', {
      token: owner.token,
      params: { kind, code },
      body: { reason: 'the offer is over' },
    })
    expect(outcomeOf(await take(kind, (await people(1))[0], code))).toMatch('404')
    expect(await decide('approve', id)).toBe('DONE')
    expect(await walletOf(app, second)).toBe(50)
    expect((await check(app, second)).bonus).toMatchObject({ _id: id, source: kind, code, state: 'ACTIVE' })
    expect(await reviews(app, second)).toEqual([])
    expect(await placesOf(kind, code)).toBe(2)
    if (kind === 'bonus') expect(await budgetOf(app, code)).toEqual({ given: 100, reserved: 0 })
    else expect((await usesOf(app.database, code)).givenMinor).toBe(10_000)
    expect(await decide('approve', id)).toBe('409 ALREADY_DECIDED')
    expect(outcomeOf(await withdrawReview(app, second, id))).toBe('409 ALREADY_DECIDED')
    expect(await bonusesOf(app, second)).toHaveLength(1)
  })

  it('is not asked for again once it was refused, and the member sees that for seven days', async () => {
    const { second, code, id } = await waiting(kind)
    expect(await decide('refuse', id)).toBe('DONE')
    expect(await reviews(app, second)).toMatchObject([
      { _id: id, state: 'REFUSED', refusedAt: expect.any(String) },
    ])
    expect(await placesOf(kind, code)).toBe(1)
    expect(outcomeOf(await take(kind, second, code))).toBe(
      kind === 'bonus' ? '422 BONUS_MAX_CLAIMED' : '409 PROMOTION_RECEIVED',
    )
    expect(outcomeOf(await withdrawReview(app, second, id))).toBe('409 ALREADY_DECIDED')
    app.clock.advance(7 * 86_400 + 1)
    expect(await reviews(app, second)).toEqual([])
  })

  it('stays where the member has another bonus, too much money, or is suspended', async () => {
    const { second, code, id } = await waiting(kind)
    await app.fund(second.id, 1001)
    expect(await decide('approve', id)).toBe('422 BONUS_REMAINING')
    await app.fund(second.id, -1001)
    await setMemberActive(app.database, second.id, false)
    expect(await decide('approve', id)).toBe('422 MEMBER_SUSPENDED')
    await setMemberActive(app.database, second.id, true)
    // Money of the member's own under a condition is not held back by a waiting credit.
    await app.database.query(
      `insert into member_bonuses (id, member_id, currency, source, campaign, version, description, terms, state, created_at)
       select 'other', member_id, currency, 'refund', 'THB', 1, description, terms, 'ARMED', now()
       from bonus_reviews where id = $1`,
      [id],
    )
    expect(await decide('approve', id)).toBe('409 BONUS_ALREADY_ACTIVE')
    expect(await placesOf(kind, code)).toBe(2)
    await app.database.query(`delete from member_bonuses where id = 'other'`)
    expect(await walletOf(app, second)).toBe(0)
    expect(await decide('approve', id)).toBe('DONE')
    expect(await walletOf(app, second)).toBe(50)
  })

  it('asked for twenty times at once waits once', async () => {
    const code = await offer(kind)
    const [first, second] = await people(2)
    await shareDevice(app, [first, second])
    await take(kind, first, code)
    expect(await tally(Array.from({ length: 20 }, () => take(kind, second, code)))).toEqual({
      '422 BONUS_REVIEW': 20,
    })
    expect(await reviews(app, second)).toHaveLength(1)
    expect(await placesOf(kind, code)).toBe(2)
  })

  it('approved and withdrawn at once is one of both', async () => {
    const { second, code, id } = await waiting(kind)
    const [withdrawn, decided] = await Promise.all([
      withdrawReview(app, second, id).then(outcomeOf),
      decide('approve', id),
    ])
    const isGiven = decided === 'DONE'
    expect(withdrawn).toBe(isGiven ? '409 ALREADY_DECIDED' : 'OK')
    expect(decided).toBe(isGiven ? 'DONE' : '409 ALREADY_DECIDED')
    expect(await walletOf(app, second)).toBe(isGiven ? 50 : 0)
    expect(await placesOf(kind, code)).toBe(isGiven ? 2 : 1)
  })

  it('approved by two operators at once, and by one twice, is credited once', async () => {
    const { second, id } = await waiting(kind)
    const calls = await Promise.all([
      decide('approve', id, cashier, 'twice'),
      decide('approve', id, cashier, 'twice'),
      decide('approve', id, owner),
      decide('refuse', id, owner),
    ])
    const done = calls.filter((call) => call === 'DONE').length
    expect(done + calls.filter((call) => call === '409 ALREADY_DECIDED').length).toBe(4)
    expect(done).toBeGreaterThan(0)
    expect(await bonusesOf(app, second)).toHaveLength((await walletOf(app, second)) / 50)
  })
})

// Both are stopped at the campaign's counts, where a call that asks for ties before that lock finds nobody
// yet.
it.each<[Kind, string]>([
  ['bonus', 'bonus_budgets where campaign'],
  ['promotion', 'promotion_uses where code'],
])('two tied members who take a %s at the same moment: one is credited, one waits', async (kind, row) => {
  const code = await offer(kind)
  const [stranger, ...two] = await people(3)
  await take(kind, stranger, code)
  await shareDevice(app, two)
  const calls = await transaction(app.context.db, async (tx) => {
    await rawQuery(tx, `select from ${row} = $1 for update`, [code])
    const begun = two.map((member) => take(kind, member, code))
    await expect.poll(() => waitingForLocks(app.database), { timeout: 20_000 }).toBe(2)
    return begun
  })
  expect(await tally(calls)).toEqual({ OK: 1, '422 BONUS_REVIEW': 1 })
})

it.each(kinds)('two tied members at once on the last %s: one has it, and none waits', async (kind) => {
  const code = await offer(kind, 1)
  const [first, second] = await people(2)
  await shareDevice(app, [first, second])
  expect(await tally([take(kind, first, code), take(kind, second, code)])).toEqual({
    OK: 1,
    '422 BONUS_FULL': 1,
  })
})

it('of dozens of members of one device nobody is given anything without a person, since not all ties are looked at', async () => {
  const ring = await people(52)
  await shareDevice(app, ring)
  const code = await offer('promotion')
  expect(outcomeOf(await take('promotion', ring[0], code))).toBe('422 BONUS_REVIEW')
  expect(await placesOf('promotion', code)).toBe(1)
})

it.each(kinds)(
  'a %s that a node of the version before has given meanwhile is not given again',
  async (kind) => {
    const { code, second, id } = await waiting(kind)
    const as = (state: string, endedAt: Date | null) =>
      app.database.query('update bonus_reviews set state = $2, ended_at = $3 where id = $1', [
        id,
        state,
        endedAt,
      ])
    // That version knows neither ties nor waiting credits.
    await as('WITHDRAWN', app.clock.now())
    await forgetDevices(app.context.db, `member:${second.username}`)
    expect(outcomeOf(await take(kind, second, code))).toBe('OK')
    expect(outcomeOf(await clear(app, second))).toBe('OK')
    await as('WAITING', null)
    expect(await decide('approve', id)).toBe('409 BONUS_ALREADY_ACTIVE')
    expect(await decide('refuse', id)).toBe('DONE')
  },
)

describe.each(kinds)('a %s whose places are given or wait', (kind) => {
  /** How many of these members have it, each with the money of one. */
  const holders = async (members: readonly TestMember[]) => {
    const wallets = await Promise.all(members.map((member) => walletOf(app, member)))
    expect(wallets.every((amount) => amount === 0 || amount === 50)).toBe(true)
    return wallets.filter((amount) => amount === 50).length
  }

  it('is there for those who need not wait, and given to no more than there are', async () => {
    const code = await offer(kind, 4)
    const ring = await people(6)
    await shareDevice(app, ring)
    const asked = await tally(ring.map((member, i) => take(kind, member, code, `ring-${i}`)))
    expect(asked).toEqual({ OK: 1, '422 BONUS_REVIEW': 3, '422 BONUS_FULL': 2 })
    const waiters = []
    for (const [i, member] of ring.entries()) {
      const [review] = await reviews(app, member)
      if (review) waiters.push({ member, id: review._id, key: `ring-${i}` })
    }
    const strangers = await people(5)
    expect(await tally(strangers.map((member) => take(kind, member, code)))).toEqual({
      OK: 3,
      '422 BONUS_FULL': 2,
    })
    expect(await placesOf(kind, code)).toBe(4)
    for (const { member, id, key } of waiters) {
      expect(await reviews(app, member)).toEqual([])
      expect(await decide('approve', id)).toBe('409 ALREADY_DECIDED')
      const { body } = await app.call('GET /api/console/desk/:queue/:id', {
        token: cashier.token,
        params: { queue: 'bonus-review', id },
      })
      expect(body.decision).toMatchObject({ choice: 'refuse', decidedBy: null, superseded: 'YIELDED' })
      expect(outcomeOf(await withdrawReview(app, member, id))).toBe('409 ALREADY_DECIDED')
      await forgetAnswers(app.database, member.id)
      for (const again of [key, undefined]) {
        expect(outcomeOf(await take(kind, member, code, again))).toBe('422 BONUS_FULL')
      }
    }
    expect(await holders([...ring, ...strangers])).toBe(4)
  })

  it('takes the place of the largest group first, and of nobody while there is another one', async () => {
    const code = await offer(kind, 7)
    const [ring, family] = [await people(4), (await people(2)).slice(0, 2)]
    for (const group of [family, ring]) {
      await shareDevice(app, group)
      for (const member of group) await take(kind, member, code)
    }
    const waits = async () => {
      const all = await Promise.all([...family, ...ring].map((member) => reviews(app, member)))
      return all.map((rows) => rows.length).join('')
    }
    expect(await waits()).toBe('01' + '0111')
    for (const left of ['01' + '0111', '01' + '0110', '01' + '0100']) {
      expect(outcomeOf(await take(kind, (await people(1))[0], code))).toBe('OK')
      expect(await waits()).toBe(left)
    }
    expect(await placesOf(kind, code)).toBe(7)
  })

  it.each(['approved', 'withdrawn'] as const)('taken and %s at once, it is given once', async (how) => {
    for (let i = 0; i < byDepth({ usual: 3, deep: 30 }); i++) {
      const { code, first, second, id } = await waiting(kind, undefined, 2)
      const [stranger] = await people(1)
      const end = how === 'approved' ? decide('approve', id) : withdrawReview(app, second, id).then(outcomeOf)
      const [taken, ended] = await Promise.all([take(kind, stranger, code).then(outcomeOf), end])
      const isTaken = taken === 'OK'
      if (!isTaken) expect(taken).toBe('422 BONUS_FULL')
      const isEnded = ended === (how === 'approved' ? 'DONE' : 'OK')
      if (!isEnded) expect(ended).toBe('409 ALREADY_DECIDED')
      // Who withdraws first frees the place, which is then taken; of a person who approves and one who takes,
      // one has it.
      if (how === 'approved') expect(isTaken).toBe(!isEnded)
      else expect(isTaken || isEnded).toBe(true)
      const given = 1 + (isTaken ? 1 : 0) + (how === 'approved' && isEnded ? 1 : 0)
      expect(await holders([first, second, stranger])).toBe(given)
      expect(await placesOf(kind, code)).toBe(given)
    }
  })

  it('whose limit was lowered below what is given and waits stays full', async () => {
    const code = newCode()
    const pair = await campaignPeople(app)
    const version = (uses: number) =>
      kind === 'bonus'
        ? { ...testContent.bonus, credit: free(50), budget: 50 * uses }
        : { ...testContent.promotion, uses, usesPerDay: null }
    await approved(app, pair, version(3), { code })
    const ring = await people(3)
    await shareDevice(app, ring)
    for (const member of ring) await take(kind, member, code)
    await approved(app, pair, version(1), { code, basedOn: 1 })
    expect(outcomeOf(await take(kind, (await people(1))[0], code))).toBe('422 BONUS_FULL')
    expect(await reviews(app, ring[2])).toHaveLength(1)
  })
})

describe('at midnight in Bangkok', () => {
  /** Five minutes before; members are to be made here, because sessions end. */
  const beforeMidnight = () => {
    const now = app.clock.now()
    app.clock.advance((bangkokMidnight(now).getTime() - now.getTime()) / 1000 + 86_400 - 300)
  }
  const midnight = async () => {
    app.clock.advance(301)
    cashier = await newOperator(app, 'cashier')
  }

  it('a code’s uses of a new day begin, and what was asked for before counts for the day before', async () => {
    beforeMidnight()
    const code = await make.promotion({ uses: 100, usesPerDay: 3 })
    const [first, second, third, ...others] = await people(8)
    await shareDevice(app, [first, second])
    expect(outcomeOf(await usePromotion(app, first, code))).toBe('OK')
    expect(outcomeOf(await usePromotion(app, second, code))).toBe('422 BONUS_REVIEW')
    expect(outcomeOf(await usePromotion(app, third, code))).toBe('OK')
    const [review] = await reviews(app, second)
    await midnight()
    const asked = async (count: number) =>
      tally(others.splice(0, count).map((member) => usePromotion(app, member, code)))
    expect(await asked(2)).toEqual({ OK: 2 })
    expect(await decide('approve', review?._id ?? '')).toBe('DONE')
    expect(await walletOf(app, second)).toBe(50)
    // The approval has taken no place of this day, and what waited of the day before has none to give.
    expect(await asked(3)).toEqual({ OK: 1, '422 BONUS_FULL': 2 })
    expect((await usesOf(app.database, code)).days).toEqual([3, 3])
  })

  it('what waits of the day before gives way to nobody who asks today', async () => {
    beforeMidnight()
    const code = await make.promotion({ uses: 100, usesPerDay: 2 })
    const [first, second, ...others] = await people(5)
    await shareDevice(app, [first, second])
    expect(outcomeOf(await usePromotion(app, first, code))).toBe('OK')
    expect(outcomeOf(await usePromotion(app, second, code))).toBe('422 BONUS_REVIEW')
    await midnight()
    expect(await tally(others.map((member) => usePromotion(app, member, code)))).toEqual({
      OK: 2,
      '422 BONUS_FULL': 1,
    })
    expect(await reviews(app, second)).toHaveLength(1)
  })

  it('a daily bonus that is approved afterwards was received on the day before', async () => {
    beforeMidnight()
    const code = await make.bonus({ credit: free(50), type: 'day' })
    const [first, second, third] = await people(3)
    await shareDevice(app, [first, second])
    await shareDevice(app, [second, third])
    expect(outcomeOf(await activate(app, first, code))).toBe('OK')
    expect(outcomeOf(await activate(app, second, code))).toBe('422 BONUS_REVIEW')
    const [review] = await reviews(app, second)
    await midnight()
    expect(await decide('approve', review?._id ?? '')).toBe('DONE')
    expect(outcomeOf(await clear(app, second))).toBe('OK')
    // Tied to somebody who has had the one of yesterday, not of today.
    expect(outcomeOf(await activate(app, third, code))).toBe('OK')
    const offers = await offersOf(app, second)
    expect(offers.find((listed) => listed.code === code)).toMatchObject({ isReceived: false })
    // The day's own one; somebody tied has had it now.
    expect(outcomeOf(await activate(app, second, code))).toBe('422 BONUS_REVIEW')
    const [again] = await reviews(app, second)
    expect(await decide('approve', again?._id ?? '')).toBe('DONE')
    expect(outcomeOf(await clear(app, second))).toBe('OK')
    expect(outcomeOf(await activate(app, second, code))).toBe('422 BONUS_MAX_CLAIMED')
  })
})

it('of six members of one device who take one code at once one is credited, and five wait', async () => {
  const code = await offer('promotion')
  const six = await people(6)
  await shareDevice(app, six)
  expect(await tally(six.map((member) => usePromotion(app, member, code)))).toEqual({
    OK: 1,
    '422 BONUS_REVIEW': 5,
  })
})

describe('at the desk', () => {
  it('an item shows what is asked for, who has had it and when, and by what they are tied', async () => {
    const { code, first, second, id } = await waiting('promotion')
    const { token } = cashier
    const params = { queue: 'bonus-review' as const, id }
    const { body } = await app.call('GET /api/console/desk/:queue/:id', { token, params })
    expect(body.item).toMatchObject({
      queue: 'bonus-review',
      amount: 50,
      currency: 'THB',
      reason: 'TIED_RECEIVED',
      member: { _id: second.id },
      approvalsNeeded: 1,
      isClear: false,
      evidence: [
        { label: 'offer', value: 'promotion' },
        { label: 'offerCode', value: code },
        { label: 'offerTitle', value: expect.any(String) },
        { label: 'receivers', value: '1' },
      ],
    })
    const [friend] = await people(1)
    await setInviter(app.database, friend.id, second.id)
    // A tie that is gone since was still what it waits for.
    await forgetDevices(app.context.db, `member:${second.username}`)
    const evidence = await app.call('GET /api/console/desk/:queue/:id/evidence', { token, params })
    expect(evidence.body.sharers).toMatchObject([
      {
        member: { _id: first.id },
        isActive: true,
        reasons: ['DEVICE'],
        received: { at: expect.any(String), isWaiting: false },
      },
      { member: { _id: friend.id }, reasons: ['INVITER'], received: null },
    ])
    const summary = await app.call('GET /api/console/members/:id/summary', {
      token,
      params: { id: second.id },
    })
    expect(summary.body.waiting).toMatchObject([{ queue: 'bonus-review', id, amount: 50 }])
  })

  it('an amount above the limit of one person takes two, and a withdrawn one needs no second', async () => {
    const limit = settingNamed('desk.secondOperatorFrom')
    const before = await app.context.settings.get(limit)
    await app.context.settings.set(limit, 20)
    try {
      const { second, id } = await waiting('bonus')
      expect(await decide('approve', id)).toBe('SECOND_OPERATOR_NEEDED')
      expect(await walletOf(app, second)).toBe(0)
      expect(await decide('approve', id, owner)).toBe('DONE')
      expect(await walletOf(app, second)).toBe(50)
      const other = await waiting('bonus')
      expect(await decide('approve', other.id)).toBe('SECOND_OPERATOR_NEEDED')
      expect(outcomeOf(await withdrawReview(app, other.second, other.id))).toBe('OK')
      expect(await votesOn(app.database, other.id)).toEqual([])
    } finally {
      await app.context.settings.set(limit, before)
    }
  })

  it('the games are read before it is credited, so that what is played from then on is played with it', async () => {
    const code = await offer('bonus')
    const [first, second] = [await app.registerMember(), await player(app, 20, 'PG')]
    await transfer(app, second, 'WALLET', 'PG', 10)
    await shareDevice(app, [first, second])
    await activate(app, first, code)
    await activate(app, second, code)
    const [review] = await reviews(app, second)
    expect(await decide('approve', review?._id ?? '')).toBe('DONE')
    expect(
      await app.database.query('select game_versions as unread from member_bonuses where id = $1', [
        review?._id,
      ]),
    ).toEqual([{ unread: {} }])
  })

  it('who is credited gives it back like any other, and it is theirs once', async () => {
    const { second, code, id } = await waiting('promotion')
    await decide('approve', id)
    await clear(app, second)
    expect(await walletOf(app, second)).toBe(0)
    expect(outcomeOf(await usePromotion(app, second, code))).toBe('409 PROMOTION_RECEIVED')
  })

  it('a newer version changes nothing for what waits', async () => {
    const pair = await campaignPeople(app)
    const content = { ...testContent.bonus, credit: free(50) }
    await approved(app, pair, content, { code: 'TWOVERSIONS' })
    const { second, id } = await waiting('bonus', 'TWOVERSIONS')
    await approved(app, pair, { ...content, credit: free(20) }, { code: 'TWOVERSIONS', basedOn: 1 })
    expect(await decide('approve', id)).toBe('DONE')
    expect(await walletOf(app, second)).toBe(50)
  })
})
