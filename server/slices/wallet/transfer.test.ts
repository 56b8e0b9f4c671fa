import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetAnswers } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { setProviders, switchProvider } from '../game/testing.ts'
import { minTransfer } from './rules.ts'
import { atProvider, holdings, play, player, transfer } from './testing.ts'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await testApp()
  await setProviders(app.database, { timeoutSeconds: 1 })
  await switchProvider(app.database, 'IMI', false)
})
afterAll(() => app.close())

describe('wallet and game', () => {
  beforeEach(async () => {
    member = await player(app, 1000, 'PG')
  })

  test('in and out, with equal balances at the provider', async () => {
    const into = await transfer(app, member, 'WALLET', 'PG', 250.75)
    expect(into).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS', from: 'WALLET', to: 'PG', amount: 250.75 },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 749.25, game: 250.75, inTransit: 0 })
    expect(await atProvider(app, member, 'PG')).toBe(250.75)
    expect((await transfer(app, member, 'PG', 'WALLET', 100.5)).body.status).toBe('SUCCESS')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 849.75, game: 150.25, inTransit: 0 })
    expect(await atProvider(app, member, 'PG')).toBe(150.25)
  })

  test('a win can be moved to the wallet without a refresh before', async () => {
    await transfer(app, member, 'WALLET', 'PG', 100)
    await play(app, member, 'PG', { stake: 100, win: 400 })
    expect((await transfer(app, member, 'PG', 'WALLET', 400)).body.status).toBe('SUCCESS')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 1300, game: 0, inTransit: 0 })
  })

  test('lost money cannot be moved to the wallet', async () => {
    await transfer(app, member, 'WALLET', 'PG', 100)
    await play(app, member, 'PG', { stake: 80, win: 0 })
    expect(await transfer(app, member, 'PG', 'WALLET', 100)).toMatchObject({
      status: 422,
      error: { message: 'MONEY_NOT_ENOUGH' },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 20, inTransit: 0 })
  })

  test('refused by the provider: TRANSFER_FAIL, and the money is back where it was', async () => {
    await app.sandbox.setFault('PG', 'refuse', 1, 'transfer')
    expect(await transfer(app, member, 'WALLET', 'PG', 100)).toMatchObject({
      status: 502,
      error: { message: 'TRANSFER_FAIL', returnedTo: 'WALLET' },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 1000, game: 0, inTransit: 0 })
    await transfer(app, member, 'WALLET', 'PG', 100)
    await app.sandbox.setFault('PG', 'refuse', 1, 'transfer')
    expect(await transfer(app, member, 'PG', 'WALLET', 100)).toMatchObject({
      error: { message: 'TRANSFER_FAIL', returnedTo: 'PG' },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test.each(['timeout-applied', 'timeout-lost', 'error', 'garbage'] as const)(
    'fault %s: PENDING, in transit, in neither balance',
    async (fault) => {
      await app.sandbox.setFault('PG', fault, 1, 'transfer')
      expect(await transfer(app, member, 'WALLET', 'PG', 100)).toMatchObject({
        status: 200,
        body: { status: 'PENDING' },
      })
      expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 0, inTransit: 100 })
    },
  )

  test('a fault in any call to the provider still ends in one of the two states', async () => {
    await transfer(app, member, 'WALLET', 'PG', 500)
    for (const fault of [
      'timeout-applied',
      'timeout-lost',
      'error',
      'garbage',
      'refuse',
      'duplicate',
    ] as const) {
      // The first call is the refresh before money is moved to the wallet: it fails, and the transfer goes
      // on.
      await app.sandbox.setFault('PG', fault, 1)
      expect((await transfer(app, member, 'PG', 'WALLET', 50)).body.status).toBe('SUCCESS')
    }
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 800, game: 200, inTransit: 0 })
    expect(await atProvider(app, member, 'PG')).toBe(200)
  })
})

describe('checks in order (rules.md §4.4)', () => {
  beforeAll(async () => {
    member = await player(app, 50, 'PG')
  })

  test.each<[string, string, number, number, string]>([
    // Each row also breaks a later check, so that the order is seen.
    ['', '', 0, 422, 'NO_WALLET'],
    ['WALLET', '', 0, 422, 'NO_WALLET'],
    ['', 'PG', 0, 422, 'NO_WALLET'],
    ['WALLET', 'NOPE', 0, 422, 'NO_GAME'],
    ['NOPE', 'WALLET', 0, 422, 'NO_GAME'],
    ['WALLET', 'IMI', 0, 422, 'NO_GAME'],
    ['PG', 'PG', 0, 422, 'SAME_ACCOUNT'],
    ['WALLET', 'WALLET', 0, 422, 'SAME_ACCOUNT'],
    ['WALLET', 'JOKER', 0, 422, 'TRANSFER_MINIMUM'],
    ['WALLET', 'JOKER', 0.99, 422, 'TRANSFER_MINIMUM'],
    ['WALLET', 'JOKER', 51, 422, 'SLOT_NO_ACCOUNT'],
    ['JOKER', 'WALLET', 51, 422, 'SLOT_NO_ACCOUNT'],
    ['PG', 'JOKER', 51, 422, 'SLOT_NO_ACCOUNT'],
    ['WALLET', 'PG', 50.01, 422, 'MONEY_NOT_ENOUGH'],
    ['PG', 'WALLET', 1, 422, 'MONEY_NOT_ENOUGH'],
  ])('%j → %j, %s: %s %s', async (from, to, amount, status, message) => {
    expect(await transfer(app, member, from, to, amount)).toMatchObject({ status, error: { message } })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 50, game: 0, inTransit: 0 })
  })

  test.each([
    '{"from":"WALLET","to":"PG","amount":-1}',
    '{"from":"WALLET","to":"PG","amount":1.001}',
    '{"from":"WALLET","to":"PG","amount":1e1}',
    '{"from":"WALLET","to":"PG","amount":1000000000}',
    '{"from":"WALLET","to":"PG","amount":"10"}',
    '{"from":"WALLET","to":"PG","amount":null}',
    '{"from":"WALLET","to":"PG","amount":NaN}',
    '{"from":"WALLET","to":"PG"}',
    '{"from":["WALLET"],"to":"PG","amount":10}',
    '[]',
    '',
  ])('malformed: %s', async (body) => {
    const response = await fetch(`${app.address}/api/wallet/transfer`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'wallet-user',
        authorization: `Bearer ${member.token}`,
      },
      body,
    })
    expect(response.status).toBe(400)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 50, game: 0, inTransit: 0 })
  })

  test('without a token', async () => {
    expect((await transfer(app, { token: '' }, 'WALLET', 'PG', 10)).error?.message).toBe('invalid-token')
  })
})

describe('the minimum transfer', () => {
  afterAll(async () => {
    await app.context.settings.set(minTransfer.THB, 1)
  })

  test.each([
    ['THB', 20, 'PG'],
    ['LAK', 500, 'PG'],
    // The member has no open account, so the currency is read from the member.
    ['LAK', 500, undefined],
  ] as const)('in %s is %s, shown beforehand and with the refusal', async (currency, minimum, opened) => {
    await app.context.settings.set(minTransfer.THB, 20)
    const own = await app.registerMember({ currency })
    if (opened)
      await app.call('GET /api/wallet/activate/:code', { token: own.token, params: { code: opened } })
    const { body } = await app.call('GET /api/wallet', { token: own.token })
    expect(body.transferMinimum).toBe(minimum)
    expect((await transfer(app, own, 'WALLET', 'PG', minimum - 0.01)).error).toMatchObject({
      message: 'TRANSFER_MINIMUM',
      minimum,
      currency,
    })
    expect((await transfer(app, own, 'WALLET', 'PG', minimum)).error?.message).not.toBe('TRANSFER_MINIMUM')
  })
})

describe('from game to game, through the wallet', () => {
  beforeEach(async () => {
    member = await player(app, 500, 'PG', 'JOKER')
    await transfer(app, member, 'WALLET', 'PG', 300)
  })
  afterEach(() => app.sandbox.setFault('JOKER', 'none'))

  test('both halves', async () => {
    expect((await transfer(app, member, 'PG', 'JOKER', 120)).body).toMatchObject({
      status: 'SUCCESS',
      from: 'PG',
      to: 'JOKER',
      amount: 120,
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 200, game: 180, inTransit: 0 })
    expect(await holdings(app, member, 'JOKER')).toEqual({ wallet: 200, game: 120, inTransit: 0 })
    expect(await atProvider(app, member, 'JOKER')).toBe(120)
  })

  test('the first half refused: nothing moved', async () => {
    await app.sandbox.setFault('PG', 'refuse', 1, 'transfer')
    expect(await transfer(app, member, 'PG', 'JOKER', 120)).toMatchObject({
      error: { message: 'TRANSFER_FAIL', returnedTo: 'PG' },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 200, game: 300, inTransit: 0 })
  })

  test('the first half unanswered: the second half does not begin', async () => {
    await app.sandbox.setFault('PG', 'timeout-applied', 1, 'transfer')
    const { body } = await transfer(app, member, 'PG', 'JOKER', 120)
    // The money is on its way to the wallet only, because nothing sends it on automatically.
    expect(body).toMatchObject({ status: 'PENDING', to: 'JOKER', arrivesAt: 'WALLET' })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 200, game: 180, inTransit: 120 })
    expect(await holdings(app, member, 'JOKER')).toMatchObject({ game: 0, inTransit: 0 })
  })

  test('the second half unanswered: the money is on its way to the game', async () => {
    await app.sandbox.setFault('JOKER', 'timeout-applied', 1, 'transfer')
    const { body } = await transfer(app, member, 'PG', 'JOKER', 120)
    expect(body).toMatchObject({ status: 'PENDING', to: 'JOKER', arrivesAt: 'JOKER' })
  })

  test('the second half refused: the money stays in the wallet, and the answer says so', async () => {
    await app.sandbox.setFault('JOKER', 'refuse', 1, 'transfer')
    expect(await transfer(app, member, 'PG', 'JOKER', 120)).toMatchObject({
      error: { message: 'TRANSFER_FAIL', returnedTo: 'WALLET' },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 320, game: 180, inTransit: 0 })
    expect(await holdings(app, member, 'JOKER')).toMatchObject({ game: 0, inTransit: 0 })
  })

  test('the second half without money, because it was spent between the halves: the answer says where the rest is', async () => {
    const { ledger } = app.context
    const { post } = ledger
    ledger.post = async (posting) => {
      const journal = await post(posting)
      if (posting.phase === 'posted') {
        ledger.post = post
        await app.fund(member.id, -250)
      }
      return journal
    }
    try {
      expect(await transfer(app, member, 'PG', 'JOKER', 120)).toMatchObject({
        status: 422,
        error: { message: 'MONEY_NOT_ENOUGH', returnedTo: 'WALLET' },
      })
    } finally {
      ledger.post = post
    }
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 70, game: 180, inTransit: 0 })
  })

  test('the second half unanswered', async () => {
    await app.sandbox.setFault('JOKER', 'error', 1, 'transfer')
    expect((await transfer(app, member, 'PG', 'JOKER', 120)).body.status).toBe('PENDING')
    expect(await holdings(app, member, 'JOKER')).toEqual({ wallet: 200, game: 0, inTransit: 120 })
  })
})

describe('transferAll', () => {
  const all = (to: string, key?: string) =>
    app.call('POST /api/wallet/transferAll', {
      token: member.token,
      body: { to },
      ...(key && { headers: { 'idempotency-key': key } }),
    })

  test('moves the whole wallet; a replay moves what it moved then', async () => {
    member = await player(app, 123.45, 'PG')
    const first = await all('PG', 'everything')
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'SUCCESS', from: 'WALLET', to: 'PG', amount: 123.45 },
    })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 0, game: 123.45, inTransit: 0 })
    await app.fund(member.id, 50)
    expect((await all('PG', 'everything')).body).toEqual(first.body)
    // The stored answer is gone, as if the node had died before storing it; the journal's key still knows the
    // amount.
    await forgetAnswers(app.database)
    expect((await all('PG', 'everything')).body).toEqual(first.body)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 50, game: 123.45, inTransit: 0 })
  })

  test.each([
    ['', 'NO_GAME'],
    ['WALLET', 'NO_GAME'],
    ['NOPE', 'NO_GAME'],
    ['IMI', 'NO_GAME'],
    ['PG', 'TRANSFER_MINIMUM'],
    ['JOKER', 'TRANSFER_MINIMUM'],
  ])('of an empty wallet to %j: %s', async (to, message) => {
    member = await player(app, 0, 'PG')
    expect(await all(to)).toMatchObject({ status: 422, error: { message } })
  })

  test('to a game without an account: SLOT_NO_ACCOUNT', async () => {
    member = await player(app, 10)
    expect((await all('PG')).error?.message).toBe('SLOT_NO_ACCOUNT')
  })
})
