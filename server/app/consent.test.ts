import { randomUUID } from 'node:crypto'
import type { CallName, ExpectedOf } from '@krapao/contract/client.ts'
import type { ErrorBody } from '@krapao/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { house, verifyBooks } from '../ledger/public.ts'
import { campaigns, deposit, free, walletOf } from '../slices/bonus/testing.ts'
import { approved, campaignPeople, testContent } from '../slices/campaign/testing.ts'
import { calculateCashback } from '../slices/refund/daily.ts'
import { accountsOf, appAtNoon, bet, nextDay } from '../slices/refund/testing.ts'
import { couponOf, giveCoins, publisher, wheelWith } from '../slices/spinwheel/testing.ts'
import { play, player, transfer } from '../slices/wallet/testing.ts'
import type { TestApp, TestMember } from '../testing/app.ts'

/**
 * What a member was shown is what moves, or nothing does (rules.md §1.8): every call that moves what the server works out, with
 * figures that changed between question and answer.
 */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await appAtNoon()
  make = campaigns(app)
  await approved(app, await campaignPeople(app), testContent.invite)
  await approved(app, await campaignPeople(app), testContent.refund)
  const { condition } = testContent.refund
  await publisher(app, await campaignPeople(app))(wheelWith({ kind: 'CREDIT', amount: 10, condition }))
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** Money of the house on an account of a member, as a calculated day brings it. */
const bring = (member: TestMember, name: 'invite' | 'refund', amount: number) =>
  app.context.ledger.post({
    key: `test:${randomUUID()}`,
    kind: name,
    memberId: member.id,
    legs: [
      { account: { house: house.bonus }, asset: 'THB', amountMinor: -amount * 100 },
      { account: { member: member.id, name }, asset: 'THB', amountMinor: amount * 100 },
    ],
  })

/** One kind of move as a member meets it. */
interface Move<N extends CallName = CallName> {
  name: N
  member: TestMember
  input?: { params?: object; body?: object }
  /** What the app shows, by what its calls answer. */
  shown(): Promise<ExpectedOf<N>>
  /** Changes what the call would do. */
  change(): Promise<unknown>
}
const moveOf = <N extends CallName>(move: Move<N>): Move => move as unknown as Move

const send = (
  { name, member, input }: Move,
  { expected, key }: { expected?: unknown; key?: string } = {},
): Promise<{ status: number; body: unknown; error: ErrorBody | undefined }> =>
  app.call(name, {
    token: member.token,
    ...(input as object),
    ...(expected !== undefined && { expected: expected as never }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const get = async <N extends CallName>(name: N, { token }: TestMember) =>
  (await app.call(name, { token })).body
/** Everything that a member has, and what the member's bonus is. */
const stateOf = async (member: TestMember) => [
  await accountsOf(app, member),
  (await get('GET /api/bonus/check/active', member)).bonus?._id,
]

/** What wallet and games have together, and what 200 % of it and an amount is. */
const doubled = async (member: TestMember, amount: number) => {
  const { wallet, slots } = await get('GET /api/wallet', member)
  return 2 * (slots.reduce((sum, slot) => sum + slot.amount, wallet.amount) + amount)
}

const moves: Record<string, () => Promise<Move>> = {
  async 'the whole wallet to a game'() {
    const member = await player(app, 100, 'PG')
    return moveOf({
      name: 'POST /api/wallet/transferAll',
      member,
      input: { body: { to: 'PG' } },
      shown: async () => ({ amount: (await get('GET /api/wallet', member)).wallet.amount }),
      change: () => app.fund(member.id, 250.5),
    })
  },
  async 'an active bonus that is given back'() {
    const member = await player(app, 40)
    const code = await make.bonus({ credit: free(50) })
    await app.call('GET /api/bonus/activate/:code', { token: member.token, params: { code } })
    return moveOf({
      name: 'GET /api/bonus/clear',
      member,
      async shown() {
        const { bonus } = await get('GET /api/bonus/check/active', member)
        const { returned, kept } = bonus?.progress?.forfeit ?? { returned: 0, kept: 0 }
        return { bonusId: bonus?._id ?? '', returned, kept }
      },
      change: () => app.fund(member.id, 20),
    })
  },
  async 'an armed bonus that is credited meanwhile'() {
    const member = await app.registerMember()
    const code = await make.bonus()
    await app.call('GET /api/bonus/activate/:code', { token: member.token, params: { code } })
    return moveOf({
      name: 'GET /api/bonus/clear',
      member,
      async shown() {
        const { bonus } = await get('GET /api/bonus/check/active', member)
        if (!bonus?.progress) return { bonusId: bonus?._id ?? '', returned: 0, kept: null }
        return { bonusId: bonus._id, ...bonus.progress.forfeit }
      },
      change: () => deposit(app, member, 500),
    })
  },
  async 'a free bonus'() {
    const member = await player(app, 20)
    const code = await make.bonus({ credit: free(30) })
    return moveOf({
      name: 'GET /api/bonus/activate/:code',
      member,
      input: { params: { code } },
      shown: async () => ({ version: 1, amount: 30, required: await doubled(member, 30) }),
      change: () => app.fund(member.id, 5),
    })
  },
  async 'a bonus that a deposit brings'() {
    const member = await app.registerMember()
    const people = await campaignPeople(app)
    const code = `V${randomUUID().slice(0, 8).toUpperCase()}`
    await approved(app, people, testContent.bonus, { code })
    return moveOf({
      name: 'GET /api/bonus/activate/:code',
      member,
      input: { params: { code } },
      async shown() {
        const offer = (await get('GET /api/bonus', member)).find((one) => one.code === code)
        return { version: offer?.version ?? 0, amount: null, required: null }
      },
      change: () => approved(app, people, { ...testContent.bonus, maxTotal: 49 }, { code, basedOn: 1 }),
    })
  },
  async 'a promotion code'() {
    const member = await player(app, 20)
    const code = await make.promotion()
    return moveOf({
      name: 'GET /api/promotion/activate/:code',
      member,
      input: { params: { code } },
      async shown() {
        const { body } = await app.call('GET /api/promotion/find/:code', {
          token: member.token,
          params: { code },
        })
        return { version: body.version, amount: body.amount, required: await doubled(member, body.amount) }
      },
      change: () => app.fund(member.id, 5),
    })
  },
  async 'invite money'() {
    const member = await player(app, 320)
    await bring(member, 'invite', 10)
    return moveOf({
      name: 'GET /api/invite/bonus',
      member,
      async shown() {
        const { amount, version } = (await get('GET /api/wallet', member)).invite
        return { version: version ?? 0, amount, required: await doubled(member, amount) }
      },
      change: () => bring(member, 'invite', 5),
    })
  },
  async 'cashback that is claimed'() {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 300 })
    nextDay(app)
    await calculateCashback(app.context)
    return moveOf({
      name: 'GET /api/refund/receive',
      member,
      shown: async () => ({ amount: (await get('GET /api/refund/check', member)).claimable }),
      async change() {
        await bet(app, member, { stake: 100 })
        nextDay(app)
        await calculateCashback(app.context)
      },
    })
  },
  async 'cashback that is moved to the wallet'() {
    const member = await player(app, 320)
    await bring(member, 'refund', 15)
    return moveOf({
      name: 'GET /api/refund/addWallet',
      member,
      async shown() {
        const { refundAmount, version } = await get('GET /api/refund/check', member)
        return { version: version ?? 0, amount: refundAmount, required: await doubled(member, refundAmount) }
      },
      change: () => app.fund(member.id, 100),
    })
  },
  async 'a coupon'() {
    const member = await player(app, 320)
    await giveCoins(app, member, 1)
    const coupon = await couponOf(app, member)
    return moveOf({
      name: 'POST /api/spinwheel/coupon/claim',
      member,
      input: { body: { coupon } },
      async shown() {
        const [one] = await get('GET /api/spinwheel/coupon', member)
        const amount = one?.under?.amount ?? 0
        return { version: one?.under?.version ?? 0, amount, required: await doubled(member, amount) }
      },
      change: () => app.fund(member.id, 100),
    })
  },
}

describe.each(Object.keys(moves))('%s', (kind) => {
  const begin = () => (moves[kind] as () => Promise<Move>)()

  test('moves as shown', async () => {
    const move = await begin()
    expect((await send(move, { expected: await move.shown() })).status).toBe(200)
  })

  test('is refused with the present figures when they have changed, and nothing moves', async () => {
    const move = await begin()
    const expected = await move.shown()
    await move.change()
    const before = await stateOf(move.member)
    const { status, error } = await send(move, { expected, key: 'k1' })
    expect([status, error?.message]).toEqual([409, 'FIGURES_CHANGED'])
    expect(error?.present).toEqual(await move.shown())
    expect(error?.present).not.toEqual(expected)
    expect(await stateOf(move.member)).toEqual(before)
    // The refusal blocks nothing: the same key goes on with what it was answered.
    expect((await send(move, { expected: error?.present, key: 'k1' })).status).toBe(200)
    expect(await stateOf(move.member)).not.toEqual(before)
  })

  test('asked twice under one key moves once, and a repetition with newer figures is answered what moved', async () => {
    const move = await begin()
    const expected = await move.shown()
    const [first, second] = await Promise.all([
      send(move, { expected, key: 'k1' }),
      send(move, { expected, key: 'k1' }),
    ])
    expect([first.status, second.body]).toEqual([200, first.body])
    const after = await stateOf(move.member)
    expect(await send(move, { expected: await move.shown(), key: 'k1' })).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect(await stateOf(move.member)).toEqual(after)
  })

  test('asked at once by two presses moves once', async () => {
    const move = await begin()
    const expected = await move.shown()
    const answers = await Promise.all(['k1', 'k2'].map((key) => send(move, { expected, key })))
    expect(answers.filter(({ status, body }) => status === 200 && isDone(body))).toHaveLength(1)
  })

  test('of a client that says nothing of the kind moves as ever', async () => {
    const move = await begin()
    await move.change()
    expect((await send(move)).status).toBe(200)
  })
})

/** A coupon that was claimed already is an answer, too. */
const isDone = (body: unknown): boolean => (body as { success?: boolean }).success !== false

test('the question about one bonus never ends the next one', async () => {
  const member = await app.registerMember()
  const [armed, taken] = [await make.bonus(), await make.bonus({ credit: free(50) })]
  const take = (code: string) =>
    app.call('GET /api/bonus/activate/:code', { token: member.token, params: { code } })
  const { _id: bonusId } = (await take(armed)).body
  await app.call('GET /api/bonus/clear', { token: member.token })
  await take(taken)
  const { error } = await app.call('GET /api/bonus/clear', {
    token: member.token,
    expected: { bonusId, returned: 0, kept: null },
  })
  expect(error?.message).toBe('NO_DATA')
  expect(await walletOf(app, member)).toBe(50)
})

test('what was won in a game meanwhile is part of the figures, although the page has not read it', async () => {
  const member = await player(app, 100, 'PG')
  await transfer(app, member, 'WALLET', 'PG', 60)
  await bring(member, 'refund', 15)
  const { version } = await get('GET /api/refund/check', member)
  const required = await doubled(member, 15)
  await play(app, member, 'PG', { stake: 10, win: 25 })
  const { error } = await app.call('GET /api/refund/addWallet', {
    token: member.token,
    expected: { version: version ?? 0, amount: 15, required },
  })
  expect(error).toMatchObject({
    message: 'FIGURES_CHANGED',
    present: { amount: 15, required: required + 30 },
  })
})

test.each([
  ['no JSON', 'x'],
  ['a part of it', '{"bonusId":"bn1"}'],
  ['another kind', '{"bonusId":1,"returned":"0","kept":null}'],
])('%s is no such figure', async (_, expected) => {
  const { token } = await app.registerMember()
  const { status, error } = await app.call('GET /api/bonus/clear', { token, query: { expected } })
  expect([status, error?.message]).toEqual([400, 'INVALID_REQUEST'])
})
