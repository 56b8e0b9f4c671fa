import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetAnswers } from '../../platform/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { engines } from '../../testing/database.ts'
import { usernameOf } from '../game/rules.ts'
import { setProviders } from '../game/testing.ts'
import { atProvider, holdings, open, player, transfer } from './testing.ts'

let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await testApp()
  await setProviders(app.database, { timeoutSeconds: 1 })
})
afterAll(() => app.close())

describe('idempotency (rules.md §1.5)', () => {
  const forget = () => forgetAnswers(app.database)

  beforeEach(async () => {
    member = await player(app, 1000, 'PG', 'JOKER')
  })

  test('the same key and body returns the first answer', async () => {
    const first = await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    expect((await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).body).toEqual(first.body)
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test('the same key with another body is IDEMPOTENCY_CONFLICT', async () => {
    await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    for (const answer of [
      await transfer(app, member, 'WALLET', 'PG', 101, 'k1'),
      await transfer(app, member, 'WALLET', 'JOKER', 100, 'k1'),
      await transfer(app, member, 'PG', 'WALLET', 100, 'k1'),
    ]) {
      expect(answer).toMatchObject({ status: 422, error: { message: 'IDEMPOTENCY_CONFLICT' } })
    }
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test('the same if the first answer was never stored', async () => {
    const first = await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    await forget()
    expect((await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).body).toEqual(first.body)
    await forget()
    expect((await transfer(app, member, 'WALLET', 'PG', 101, 'k1')).error?.message).toBe(
      'IDEMPOTENCY_CONFLICT',
    )
    await forget()
    expect((await transfer(app, member, 'WALLET', 'JOKER', 100, 'k1')).error?.message).toBe(
      'IDEMPOTENCY_CONFLICT',
    )
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test('the same while nothing may be begun at the provider; a transfer that the key began is continued', async () => {
    await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    const { games } = app.context
    const { mayBegin } = games
    games.mayBegin = () => false
    try {
      for (const [amount, to, word] of [
        [101, 'PG', 'IDEMPOTENCY_CONFLICT'],
        [100, 'PG', undefined],
      ] as const) {
        await forget()
        expect((await transfer(app, member, 'WALLET', to, amount, 'k1')).error?.message).toBe(word)
      }
    } finally {
      games.mayBegin = mayBegin
    }
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  })

  test('after a crash between the halves of game to game, the second half is carried out and the first is not repeated', async () => {
    await transfer(app, member, 'WALLET', 'PG', 300)
    await app.sandbox.setFault('JOKER', 'error', 1, 'transfer')
    expect((await transfer(app, member, 'PG', 'JOKER', 100, 'k1')).body.status).toBe('PENDING')
    await forget()
    // The provider has never received the second half, and it is recent, so it is sent again under the same
    // id.
    expect((await transfer(app, member, 'PG', 'JOKER', 100, 'k1')).body.status).toBe('SUCCESS')
    await forget()
    expect((await transfer(app, member, 'PG', 'UFABET', 100, 'k1')).error?.message).toBe('SLOT_NO_ACCOUNT')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 700, game: 200, inTransit: 0 })
    expect(await holdings(app, member, 'JOKER')).toEqual({ wallet: 700, game: 100, inTransit: 0 })
    expect(await atProvider(app, member, 'JOKER')).toBe(100)
  })

  test('a first half of one transfer is not the first half of another', async () => {
    await open(app, member, 'UFABET')
    await transfer(app, member, 'WALLET', 'PG', 300)
    expect((await transfer(app, member, 'PG', 'JOKER', 100, 'k1')).body.status).toBe('SUCCESS')
    await forget()
    for (const to of ['UFABET', 'WALLET']) {
      expect((await transfer(app, member, 'PG', to, 100, 'k1')).error?.message).toBe('IDEMPOTENCY_CONFLICT')
    }
  })

  test('an unanswered transfer is continued by the same key: it is asked about, not sent twice', async () => {
    await app.sandbox.setFault('PG', 'timeout-applied', 1, 'transfer')
    expect((await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).body.status).toBe('PENDING')
    await forget()
    expect((await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).body.status).toBe('SUCCESS')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
    expect(await atProvider(app, member, 'PG')).toBe(100)
  })

  test('a refused one answers TRANSFER_FAIL again', async () => {
    await app.sandbox.setFault('PG', 'refuse', 1, 'transfer')
    const first = await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    const transferId = first.error?.transferId
    const fail = { status: 502, error: { message: 'TRANSFER_FAIL', transferId, returnedTo: 'WALLET' } }
    expect(await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).toMatchObject(fail)
    await forget()
    expect(await transfer(app, member, 'WALLET', 'PG', 100, 'k1')).toMatchObject(fail)
  })

  test('another member’s equal key is a request of its own', async () => {
    const other = await player(app, 100, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 100, 'k1')
    expect((await transfer(app, other, 'WALLET', 'PG', 50, 'k1')).body.status).toBe('SUCCESS')
  })
})

describe('an open circuit', () => {
  afterEach(() => app.clock.advance(11))

  test('refuses a new transfer before any money is held, and lets begun ones continue', async () => {
    member = await player(app, 1000, 'USUN', 'PG')
    await app.sandbox.setFault('USUN', 'timeout-applied', 1, 'transfer')
    expect((await transfer(app, member, 'WALLET', 'USUN', 10, 'begun')).body.status).toBe('PENDING')
    await app.sandbox.setFault('USUN', 'error', 4, 'transfer')
    for (let i = 0; i < 4; i++) await transfer(app, member, 'WALLET', 'USUN', 10)
    const before = await holdings(app, member, 'USUN')
    expect(before).toEqual({ wallet: 950, game: 0, inTransit: 50 })
    for (const [from, to] of [
      ['WALLET', 'USUN'],
      ['USUN', 'WALLET'],
    ] as const) {
      expect(await transfer(app, member, from, to, 10)).toMatchObject({
        status: 502,
        error: { message: 'TRANSFER_FAIL', returnedTo: from },
      })
    }
    expect(await holdings(app, member, 'USUN')).toEqual(before)
    // The other providers are not affected.
    expect((await transfer(app, member, 'WALLET', 'PG', 10)).body.status).toBe('SUCCESS')
    await forgetAnswers(app.database)
    expect((await transfer(app, member, 'WALLET', 'USUN', 10, 'begun')).body.status).toBe('SUCCESS')
  })

  test('after its rest a question for the balance tries the provider, and money follows', async () => {
    member = await player(app, 1000, 'HUAYHD')
    await app.sandbox.setFault('HUAYHD', 'error', 6, 'balance')
    for (let i = 0; i < 5; i++) await transfer(app, member, 'HUAYHD', 'WALLET', 10)
    expect((await transfer(app, member, 'WALLET', 'HUAYHD', 10)).error?.message).toBe('TRANSFER_FAIL')
    app.clock.advance(10.5)
    // The provider is still down: the question fails, and no money is sent after it.
    expect((await transfer(app, member, 'WALLET', 'HUAYHD', 10)).error?.message).toBe('TRANSFER_FAIL')
    expect(await holdings(app, member, 'HUAYHD')).toEqual({ wallet: 1000, game: 0, inTransit: 0 })
    app.clock.advance(10.5)
    expect((await transfer(app, member, 'WALLET', 'HUAYHD', 10)).body.status).toBe('SUCCESS')
  })
})

describe.each(engines)('fifty at once on %s', (engine) => {
  let crowd: TestApp
  beforeAll(async () => {
    crowd = await testApp({ engine })
    // Fifty at once may keep a busy machine longer than the usual time-out of a provider, so here it is
    // longer.
    await setProviders(crowd.database, { timeoutSeconds: 60 })
  })
  afterAll(() => crowd.close())

  test('identical: one effect, fifty equal answers', async () => {
    const member = await player(crowd, 100, 'PG')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => transfer(crowd, member, 'WALLET', 'PG', 70, 'same')),
    )
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]?.body.status).toBe('SUCCESS')
    expect(await holdings(crowd, member, 'PG')).toEqual({ wallet: 30, game: 70, inTransit: 0 })
    expect(await atProvider(crowd, member, 'PG')).toBe(70)
  })

  test('conflicting, each for the whole wallet: one effect, and the others are MONEY_NOT_ENOUGH', async () => {
    const member = await player(crowd, 100, 'PG', 'JOKER')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        transfer(crowd, member, 'WALLET', i % 2 ? 'PG' : 'JOKER', 100, `k${i}`),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.message === 'MONEY_NOT_ENOUGH')).toHaveLength(49)
    const [pg, joker] = [await holdings(crowd, member, 'PG'), await holdings(crowd, member, 'JOKER')]
    expect(pg.wallet + pg.game + joker.game).toBe(100)
    expect(pg.game).toBe(await atProvider(crowd, member, 'PG'))
    expect(joker.game).toBe(await atProvider(crowd, member, 'JOKER'))
  })

  test('the same key with fifty bodies: one of them, the others IDEMPOTENCY_CONFLICT', async () => {
    const member = await player(crowd, 10_000, 'PG')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => transfer(crowd, member, 'WALLET', 'PG', 1 + i, 'one key')),
    )
    // A space is not a visible character, so the key itself is refused, whatever the body is.
    expect(answers.every(({ error }) => error?.message === 'INVALID_REQUEST')).toBe(true)
    const again = await Promise.all(
      Array.from({ length: 50 }, (_, i) => transfer(crowd, member, 'WALLET', 'PG', 1 + i, 'one-key')),
    )
    expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(again.filter(({ error }) => error?.message === 'IDEMPOTENCY_CONFLICT')).toHaveLength(49)
    const held = await holdings(crowd, member, 'PG')
    expect(held.wallet + held.game).toBe(10_000)
    expect(held.game).toBe(await atProvider(crowd, member, 'PG'))
  })

  test('in and out in turn: no money is lost or created', async () => {
    const member = await player(crowd, 500, 'PG')
    await transfer(crowd, member, 'WALLET', 'PG', 250)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 ? transfer(crowd, member, 'WALLET', 'PG', 90) : transfer(crowd, member, 'PG', 'WALLET', 70),
      ),
    )
    const held = await holdings(crowd, member, 'PG')
    expect(held.inTransit).toBe(0)
    expect(held.wallet + held.game).toBe(500)
    expect(held.game).toBe(await crowd.sandbox.accountBalance('PG', usernameOf(member.id)))
  })
})
