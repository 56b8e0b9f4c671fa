import { randomUUID } from 'node:crypto'
import type { CallName, ExpectedOf } from '@krapao/contract/client.ts'
import type { ErrorBody } from '@krapao/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { house, verifyBooks } from '../ledger/public.ts'
import {
  campaigns,
  catchUp,
  clear,
  deposit,
  free,
  offersOf,
  shownOfClear,
  walletOf,
} from '../slices/bonus/testing.ts'
import { approved, campaignPeople, testContent } from '../slices/campaign/testing.ts'
import { usernameOf } from '../slices/game/rules.ts'
import { calculateCashback } from '../slices/refund/daily.ts'
import { accountsOf, appAtNoon, bet, nextDay } from '../slices/refund/testing.ts'
import { couponOf, giveCoins, publisher, wheelWith } from '../slices/spinwheel/testing.ts'
import { onGamesRead } from '../slices/wallet/public.ts'
import { holdings, play, player, refresh, transfer } from '../slices/wallet/testing.ts'
import type { TestApp, TestMember } from '../testing/app.ts'
import { anyLedger } from '../testing/app.ts'

/**
 * What a member was shown is what moves, or nothing does (rules.md §1.8): every call that moves what the
 * server works out, with figures that changed between question and answer.
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
  anyLedger(app.context).post({
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

/** What the total has to reach with an amount at 200 %: what wallet and games have, and twice the amount. */
const reaching = async (member: TestMember, amount: number) => {
  const { wallet, slots } = await get('GET /api/wallet', member)
  return slots.reduce((sum, slot) => sum + slot.amount, wallet.amount) + 2 * amount
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
      shown: async () => ({ version: 1, amount: 30, required: await reaching(member, 30) }),
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
        const offer = (await offersOf(app, member)).find((listed) => listed.code === code)
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
        return { version: body.version, amount: body.amount, required: await reaching(member, body.amount) }
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
        return { version: version ?? 0, amount, required: await reaching(member, amount) }
      },
      change: () => bring(member, 'invite', 5),
    })
  },
  async 'cashback that is claimed'() {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 300 })
    await nextDay(app)
    await calculateCashback(app.context)
    return moveOf({
      name: 'GET /api/refund/receive',
      member,
      shown: async () => ({ amount: (await get('GET /api/refund/check', member)).claimable }),
      async change() {
        await bet(app, member, { stake: 100 })
        await nextDay(app)
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
        return { version: version ?? 0, amount: refundAmount, required: await reaching(member, refundAmount) }
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
        const [coupon] = await get('GET /api/spinwheel/coupon', member)
        const amount = coupon?.under?.amount ?? 0
        return { version: coupon?.under?.version ?? 0, amount, required: await reaching(member, amount) }
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

describe('a bonus whose money is in games', () => {
  /** What is played when a member's games have been read for the first time, the second time … */
  const plays = new Map<string, (() => Promise<unknown>)[]>()
  beforeAll(() => {
    onGamesRead(app.context, async (memberId) => void (await plays.get(memberId)?.shift()?.()))
  })

  /** Has 40 of their own and 50 of a bonus: so much in each game, the rest in the wallet. */
  async function inGames(inGame: Partial<Record<'PG' | 'JOKER', number>>) {
    const member = await player(app, 40, 'PG', 'JOKER')
    const code = await make.bonus({ credit: free(50) })
    await app.call('GET /api/bonus/activate/:code', { token: member.token, params: { code } })
    for (const [game, amount] of Object.entries(inGame)) await transfer(app, member, 'WALLET', game, amount)
    const expected = await shownOfClear(app, member)
    expect(expected).toMatchObject({ returned: 50, kept: 40 })
    const won = { ...expected, kept: 40, returned: 60 }
    return { member, expected, won, win: (game: 'PG' | 'JOKER') => () => winTen(member, game) }
  }
  const winTen = (member: TestMember, game: 'PG' | 'JOKER') => play(app, member, game, { stake: 1, win: 11 })
  const nothing = async () => {}
  const at = async (member: TestMember) => {
    const [pg, joker] = [await holdings(app, member, 'PG'), await holdings(app, member, 'JOKER')]
    expect([pg.inTransit, joker.inTransit]).toEqual([0, 0])
    return { wallet: pg.wallet, PG: pg.game, JOKER: joker.game }
  }

  test('is given back as shown, and comes home for that', async () => {
    const { member, expected } = await inGames({ PG: 70 })
    expect((await clear(app, member, 'k1', expected)).body).toMatchObject({ returned: 50, kept: 40 })
    expect(await at(member)).toEqual({ wallet: 0, PG: 40, JOKER: 0 })
  })

  test.each([
    ['when the games were read and before they are read again', 0],
    ['when they were read again and before the money is held', 1],
  ])('stays there when it is played %s', async (_, reading) => {
    const { member, expected, win } = await inGames({ PG: 70 })
    plays.set(member.id, [...Array.from({ length: reading }, () => nothing), win('PG')])
    const { error } = await clear(app, member, 'k1', expected)
    // All own money is at that game, so it has won.
    const wonByOwn = { ...expected, kept: 50, returned: 50 }
    expect(error).toMatchObject({ message: 'FIGURES_CHANGED', present: wonByOwn })
    expect(error).not.toHaveProperty('home')
    expect(await at(member)).toEqual({ wallet: 20, PG: 80, JOKER: 0 })
    expect((await clear(app, member, 'k1', wonByOwn)).body).toMatchObject({ returned: 50, kept: 50 })
  })

  test.each([
    ['another game of the same move', 'hold'],
    ['the other game, while the money moves', 'transfer'],
  ])('is in the wallet, and the refusal says whose, when %s is played', async (_, when) => {
    const { member, expected, won, win } = await inGames({ PG: 46, JOKER: 44 })
    const { games } = app.context
    const send = games.transfer
    if (when === 'hold') plays.set(member.id, [nothing, win('JOKER')])
    else {
      games.transfer = async (provider, order) => {
        const answer = await send(provider, order)
        if (order.direction === 'out' && games.transfer !== send) {
          games.transfer = send
          await win('JOKER')()
        }
        return answer
      }
    }
    const { error } = await clear(app, member, 'k1', expected)
    games.transfer = send
    expect(error).toMatchObject({ message: 'FIGURES_CHANGED', present: won })
    expect(error?.home).toContain('PG')
    const places = await at(member)
    expect(places.PG).toBe(0)
    expect(places.wallet + places.JOKER).toBe(100)
    // Asked again with the old figures nothing moves any more, and nothing is said to have.
    const again = await clear(app, member, 'k1', expected)
    expect(again.error).toMatchObject({ message: 'FIGURES_CHANGED', present: won })
    expect(again.error).not.toHaveProperty('home')
    expect(await at(member)).toEqual(places)
    expect((await clear(app, member, 'k1', won)).body).toMatchObject({ returned: 60, kept: 40 })
    expect((await clear(app, member, 'k1', expected)).body).toMatchObject({ returned: 60, kept: 40 })
    const { wallet, JOKER } = await at(member)
    expect(wallet + JOKER).toBe(40)
  })

  test('is in the wallet, and the refusal says whose, when another game refuses', async () => {
    const { member, expected } = await inGames({ PG: 46, JOKER: 44 })
    await app.sandbox.setFault('JOKER', 'refuse', 1, 'transfer')
    const refused = { message: 'GAME_PENDING', games: ['JOKER'], home: ['PG'] }
    expect((await clear(app, member, 'k1', expected)).error).toMatchObject(refused)
    expect(await at(member)).toEqual({ wallet: 46, PG: 0, JOKER: 44 })
    expect((await clear(app, member, 'k2', expected)).body).toMatchObject({ returned: 50, kept: 40 })
  })

  test('is in the wallet, and the refusal says whose, when the bonus has ended meanwhile', async () => {
    const { member, expected } = await inGames({ PG: 70 })
    const other = async () => expect((await clear(app, member, 'k2')).status).toBe(200)
    plays.set(member.id, [nothing, nothing, other])
    const { error } = await clear(app, member, 'k1', expected)
    expect(error).toMatchObject({ message: 'NO_DATA', home: ['PG'] })
    expect(await at(member)).toEqual({ wallet: 0, PG: 40, JOKER: 0 })
  })

  test('asked twice at once, under one key or two, comes home once', async () => {
    for (const keys of [
      ['k1', 'k1'],
      ['k1', 'k2'],
    ]) {
      const { member, expected } = await inGames({ PG: 70 })
      const answers = await Promise.all(keys.map((key) => clear(app, member, key, expected)))
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      const { wallet, PG } = await at(member)
      expect(wallet + PG).toBe(40)
    }
  })
})

describe('a bonus that ends by itself while the member gives it back', () => {
  /** Has lost nearly all of a bonus, which nobody but the game knows. */
  async function nearlyLost() {
    const member = await player(app, 0, 'PG')
    const code = await make.bonus({ credit: free(50) })
    await app.call('GET /api/bonus/activate/:code', { token: member.token, params: { code } })
    await transfer(app, member, 'WALLET', 'PG', 50)
    const expected = await shownOfClear(app, member)
    await play(app, member, 'PG', { stake: 49, win: 0 })
    // The bet is known to be lost, and the balance at the game is not read yet.
    await catchUp(app)
    return { member, expected }
  }
  const lines = async ({ token }: TestMember) =>
    (await app.call('GET /api/outcomes', { token })).body.outcomes.map(({ kind, result, isRead }) => ({
      kind,
      result,
      isRead,
    }))

  test('is not given back: the answer says that it is over, and one line how', async () => {
    const { member, expected } = await nearlyLost()
    for (let time = 0; time < 2; time++) {
      const { status, error } = await clear(app, member, 'k1', expected)
      expect([status, error?.message]).toEqual([404, 'NO_DATA'])
      expect(await lines(member)).toEqual([{ kind: 'bonus-end', result: 'FAILED', isRead: false }])
    }
  })

  test('is the answer of a client that says nothing of figures, and no news to it', async () => {
    const { member } = await nearlyLost()
    for (let time = 0; time < 2; time++) {
      expect((await clear(app, member, 'k1')).body).toEqual({ message: 'BONUS_CLEAR', returned: 0, kept: 1 })
      expect(await lines(member)).toEqual([{ kind: 'bonus-end', result: 'FAILED', isRead: true }])
    }
  })

  test('is one line, and one answer, whatever comes at once', async () => {
    const { member, expected } = await nearlyLost()
    await Promise.all([
      clear(app, member, 'k1', expected),
      clear(app, member, 'k2', expected),
      app.call('GET /api/wallet/refresh/slot', { token: member.token }),
    ])
    expect((await clear(app, member, 'k1', expected)).status).not.toBe(200)
    expect(await lines(member)).toHaveLength(1)
  })
})

test('what was won in a game meanwhile is part of the figures, although the page has not read it', async () => {
  const member = await player(app, 100, 'PG')
  await transfer(app, member, 'WALLET', 'PG', 60)
  await bring(member, 'refund', 15)
  const { version } = await get('GET /api/refund/check', member)
  const required = await reaching(member, 15)
  await play(app, member, 'PG', { stake: 10, win: 25 })
  const { error } = await app.call('GET /api/refund/addWallet', {
    token: member.token,
    expected: { version: version ?? 0, amount: 15, required },
  })
  expect(error).toMatchObject({
    message: 'FIGURES_CHANGED',
    present: { amount: 15, required: required + 15 },
  })
})

test('what is staked on open bets is no part of the figures, as no balance shows it', async () => {
  const member = await player(app, 100, 'PG')
  await transfer(app, member, 'WALLET', 'PG', 60)
  await app.sandbox.openBet('PG', usernameOf(member.id), { stake: 50 })
  await refresh(app, member)
  await bring(member, 'refund', 15)
  const { version } = await get('GET /api/refund/check', member)
  const { status } = await app.call('GET /api/refund/addWallet', {
    token: member.token,
    expected: { version: version ?? 0, amount: 15, required: 50 + 2 * 15 },
  })
  expect(status).toBe(200)
  const { bonus } = await get('GET /api/bonus/check/active', member)
  expect(bonus?.progress).toMatchObject({ total: 65, base: 115, required: 130 })
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
