import { gameCodes } from '@krapao/contract/game.ts'
import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesByDepth } from '../server/testing/database.ts'
import { gameCalls } from './fault-names.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

/** Milliseconds by which the sandbox's clock is ahead, for tests of expiry. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }

describe.each(enginesByDepth)('protocol on %s', (engine) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await testWorld(engine, clock)
  })
  afterAll(() => world.close())

  const transfer = (transferId: string, username: string, direction: string, amount: unknown, code = 'PG') =>
    world.signedCall(`/games/${code}/transfer`, { transferId, username, direction, amount })

  describe('signature', () => {
    const body = JSON.stringify({ username: 'signed' })
    const calls = ['/sms/messages', ...gameCalls.map((call) => `/games/PG/${call}`)]

    it.each(calls)('%s answers 401 without a signature', async (path) => {
      const answer = await world.call('POST', path, body)
      expect(answer).toMatchObject({ status: 401, body: { message: 'BAD_SIGNATURE' } })
    })

    it.each([
      ['of another secret', () => sign('other', body, clock.now())],
      ['of another body', () => sign('games-secret', `${body} `, clock.now())],
      ['six minutes old', () => sign('games-secret', body, new Date(clock.now().getTime() - 360_000))],
      ['that is malformed', () => 'v1=1'],
    ])('a signature %s is refused', async (_, signature) => {
      const headers = { [signatureHeader]: signature() }
      const answer = await world.call('POST', '/games/PG/open-account', body, headers)
      expect(answer).toMatchObject({ status: 401, body: { message: 'BAD_SIGNATURE' } })
      expect(await world.balance('PG', 'signed')).toBeUndefined()
    })

    it('with the secret of another kind of provider is refused', async () => {
      expect(
        await world.signedCall('/games/PG/balance', { username: 'a' }, { secret: 'sms-secret' }),
      ).toMatchObject({
        status: 401,
      })
    })
  })

  it('accepts text messages and lists them by phone number, newest first', async () => {
    const message = (code: string, phone: string) => ({
      phone,
      text: `รหัส ${code}`,
      otpRef: `R${code}`,
      code,
    })
    expect(await world.signedCall('/sms/messages', message('111111', '0811111111'))).toMatchObject({
      status: 202,
      body: {},
    })
    await world.signedCall('/sms/messages', message('222222', '0811111111'))
    await world.signedCall('/sms/messages', message('333333', '0822222222'))

    const phone = await world.call('GET', '/api/sms?phone=0811111111')
    expect(phone.body).toMatchObject([message('222222', '0811111111'), message('111111', '0811111111')])
    expect(phone.text).toMatch(/"createdAt":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
    const all = (await world.call('GET', '/api/sms')).body as unknown as unknown[]
    expect(all).toHaveLength(3)
  })

  it('opens one account per username at every provider, also for simultaneous calls', async () => {
    for (const code of gameCodes) {
      const answers = await Promise.all(
        Array.from({ length: 3 }, () =>
          world.signedCall(`/games/${code}/open-account`, { username: 'opened' }),
        ),
      )
      expect(answers[0]).toMatchObject({
        status: 200,
        body: { username: 'opened', password: expect.any(String) },
      })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
  })

  it('opens an account in the given currency, by default baht, and does not change it later', async () => {
    await world.signedCall('/games/PG/open-account', { username: 'kip', currency: 'LAK' })
    await world.signedCall('/games/PG/open-account', { username: 'kip' })
    const account = async (username: string) =>
      (await world.call('GET', `/api/games/PG/accounts/${username}`)).body?.currency
    expect([await account('kip'), await account('opened')]).toEqual(['LAK', 'THB'])
    const answer = await world.signedCall('/games/PG/open-account', { username: 'other', currency: 'USD' })
    expect(answer.status).toBe(400)
  })

  it('refuses an unknown provider', async () => {
    const answer = await world.signedCall('/games/NONE/balance', { username: 'opened' })
    expect(answer).toMatchObject({ status: 404, body: { message: 'NO_GAME' } })
  })

  it('accepts only the new password after a reset', async () => {
    const opened = await world.signedCall('/games/JOKER/open-account', { username: 'forgetful' })
    const reset = await world.signedCall('/games/JOKER/reset-password', { username: 'forgetful' })
    expect(reset).toMatchObject({ status: 200, body: { username: 'forgetful' } })
    expect(reset.body?.password).not.toBe(opened.body?.password)
    const login = (password: unknown) =>
      world.signedCall('/games/JOKER/login', { username: 'forgetful', password })
    expect(await login(opened.body?.password)).toMatchObject({
      status: 422,
      body: { reason: 'WRONG_PASSWORD' },
    })
    expect(await login(reset.body?.password)).toMatchObject({ status: 200 })
  })

  it('refuses calls for an unknown account', async () => {
    const refusal = { status: 422, body: { status: 'REFUSED', reason: 'NO_ACCOUNT' } }
    expect(await world.signedCall('/games/PG/balance', { username: 'nobody' })).toMatchObject(refusal)
    expect(await world.signedCall('/games/PG/reset-password', { username: 'nobody' })).toMatchObject(refusal)
    expect(await world.signedCall('/games/PG/login', { username: 'nobody', password: 'x' })).toMatchObject(
      refusal,
    )
    expect(await transfer('t-nobody', 'nobody', 'in', 1)).toMatchObject(refusal)
  })

  it('refuses malformed bodies without any effect', async () => {
    await world.account('PG', 'strict', 10)
    for (const amount of [0, -1, 1.005, '1', null, 1_000_000_000]) {
      expect(await transfer(`bad-${amount}`, 'strict', 'in', amount)).toMatchObject({ status: 400 })
    }
    expect(await transfer('bad-direction', 'strict', 'up', 1)).toMatchObject({
      status: 400,
      body: { field: 'direction' },
    })
    const exponent = '{"transferId":"e","username":"strict","direction":"in","amount":1e2}'
    const headers = { [signatureHeader]: sign('games-secret', exponent, clock.now()) }
    expect(await world.call('POST', '/games/PG/transfer', exponent, headers)).toMatchObject({ status: 400 })
    expect(await world.balance('PG', 'strict')).toBe(10)
    expect(await world.signedCall('/games/PG/transfer-status', { transferId: 'e' })).toMatchObject({
      body: { status: 'UNKNOWN' },
    })
  })

  describe('transfers', () => {
    it('move money in and out, to the satang', async () => {
      await world.account('PG', 'mover', 0)
      expect(await transfer('m1', 'mover', 'in', 100.1)).toMatchObject({
        status: 200,
        body: { status: 'SUCCESS', balance: 100.1 },
      })
      expect(await transfer('m2', 'mover', 'in', 0.2)).toMatchObject({ body: { balance: 100.3 } })
      expect(await transfer('m3', 'mover', 'out', 100.3)).toMatchObject({ body: { balance: 0 } })
      expect(await world.signedCall('/games/PG/balance', { username: 'mover' })).toMatchObject({
        body: { balance: 0 },
      })
    })

    it('repeat the first answer to a known id, also after other transfers', async () => {
      await world.account('PG', 'again', 0)
      const first = await transfer('a1', 'again', 'in', 50)
      await transfer('a2', 'again', 'out', 50)
      expect(await transfer('a1', 'again', 'in', 50)).toEqual(first)
      expect(await world.balance('PG', 'again')).toBe(0)
    })

    it('stay refused under the same id after the balance has become sufficient', async () => {
      await world.account('PG', 'poor', 10)
      const refusal = { status: 422, body: { status: 'REFUSED', reason: 'INSUFFICIENT' } }
      expect(await transfer('p1', 'poor', 'out', 11)).toMatchObject(refusal)
      await transfer('p2', 'poor', 'in', 100)
      expect(await transfer('p1', 'poor', 'out', 11)).toMatchObject(refusal)
      expect(await world.balance('PG', 'poor')).toBe(110)
    })

    it('refuse a known id with other content', async () => {
      await world.account('PG', 'other', 0)
      await world.account('PG', 'else', 0)
      await transfer('o1', 'other', 'in', 5)
      const conflict = { status: 409, body: { status: 'REFUSED', reason: 'CONFLICT' } }
      expect(await transfer('o1', 'other', 'in', 6)).toMatchObject(conflict)
      expect(await transfer('o1', 'other', 'out', 5)).toMatchObject(conflict)
      expect(await transfer('o1', 'else', 'in', 5)).toMatchObject(conflict)
      expect(await world.balance('PG', 'other')).toBe(5)
      expect(await transfer('o1', 'other', 'in', 5)).toMatchObject({ status: 200 })
    })

    it('have a status that is queried by id and provider', async () => {
      await world.account('PG', 'asker', 1)
      await transfer('s1', 'asker', 'in', 5)
      await transfer('s2', 'asker', 'out', 500)
      const status = async (transferId: string, code = 'PG') =>
        (await world.signedCall(`/games/${code}/transfer-status`, { transferId })).body
      expect(await status('s1')).toEqual({ status: 'SUCCESS' })
      expect(await status('s2')).toEqual({ status: 'REFUSED', reason: 'INSUFFICIENT' })
      expect(await status('s3')).toEqual({ status: 'UNKNOWN' })
      expect(await status('s1', 'JOKER')).toEqual({ status: 'UNKNOWN' })
    })

    it('have one effect when 50 with the same id come at once', async () => {
      await world.account('PG', 'crowd', 0)
      const answers = await Promise.all(Array.from({ length: 50 }, () => transfer('c1', 'crowd', 'in', 7)))
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['200 {"status":"SUCCESS","balance":7}']),
      )
      expect(await world.balance('PG', 'crowd')).toBe(7)
    })

    it('take out no more than the balance when 50 with different ids come at once', async () => {
      await world.account('PG', 'run', 100)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => transfer(`r${n}`, 'run', 'out', 9)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(11)
      expect(await world.balance('PG', 'run')).toBe(1)
    })
  })

  describe('login', () => {
    it('returns an absolute link with a ticket for this account only, valid for 12 hours', async () => {
      await world.account('UFABET', 'player', 100)
      const { password } =
        (await world.signedCall('/games/UFABET/open-account', { username: 'player' })).body ?? {}
      const { link } =
        (await world.signedCall('/games/UFABET/login', { username: 'player', password })).body ?? {}
      const url = new URL(String(link))
      expect(url.href.replace(/ticket=.*/, '')).toBe(`${world.url}/play/UFABET?`)

      const headers = { authorization: `Bearer ${url.searchParams.get('ticket')}` }
      const session = (code: string) => world.call('GET', `/api/games/${code}/session`, undefined, headers)
      expect(await session('UFABET')).toMatchObject({
        status: 200,
        body: { category: 'sport', username: 'player', balance: 100, bets: [] },
      })
      expect(await session('PG')).toMatchObject({ status: 401, body: { message: 'TICKET_INVALID' } })
      ahead = 12 * 3600_000 + 1000
      expect(await session('UFABET')).toMatchObject({ status: 401, body: { message: 'TICKET_INVALID' } })
      ahead = 0
    })
  })
})
