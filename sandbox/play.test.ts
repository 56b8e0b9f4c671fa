import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesByDepth } from '../server/testing/database.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

describe.each(enginesByDepth)('play on %s', (engine) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await testWorld(engine)
  })
  afterAll(() => world.close())

  const play = (username: string, stake: unknown, win: unknown, code = 'PG') =>
    world.call('POST', `/api/games/${code}/play`, { username, stake, win })

  it('settles a bet of given stake and win', async () => {
    await world.account('PG', 'winner', 100)
    expect(await play('winner', 10, 35.5)).toMatchObject({ status: 200, body: { balance: 125.5 } })
    expect(await play('winner', 125.5, 0)).toMatchObject({ status: 200, body: { balance: 0 } })
    expect((await world.call('GET', '/api/games/PG/accounts/winner')).body).toEqual({
      username: 'winner',
      balance: 0,
      currency: 'THB',
      bets: [
        { product: 'slot', stake: 125.5, win: 0, createdAt: expect.stringMatching(/Z$/) },
        { product: 'slot', stake: 10, win: 35.5, createdAt: expect.stringMatching(/Z$/) },
      ],
    })
  })

  it('refuses a stake beyond the balance, whatever it would win', async () => {
    await world.account('PG', 'broke', 5)
    expect(await play('broke', 5.01, 1000)).toMatchObject({
      status: 422,
      body: { message: 'INSUFFICIENT', balance: 5 },
    })
    expect((await world.call('GET', '/api/games/PG/accounts/broke')).body).toMatchObject({
      balance: 5,
      bets: [],
    })
  })

  it('refuses malformed amounts, unknown accounts and unknown games', async () => {
    await world.account('PG', 'odd', 5)
    for (const [stake, win] of [
      [-1, 0],
      [1, -1],
      ['1', 0],
      [1.001, 0],
      [undefined, 0],
    ]) {
      expect(await play('odd', stake, win)).toMatchObject({ status: 400 })
    }
    expect(await play('nobody', 1, 0)).toMatchObject({ status: 404, body: { message: 'NO_ACCOUNT' } })
    expect(await play('odd', 1, 0, 'NONE')).toMatchObject({ status: 404, body: { message: 'NO_GAME' } })
    expect(await world.balance('PG', 'odd')).toBe(5)
  })

  it('keeps the balance at zero or above when 50 bets come at once', async () => {
    await world.account('PG', 'storm', 100)
    const answers = await Promise.all(Array.from({ length: 50 }, () => play('storm', 9, 0)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(39)
    const account = (await world.call('GET', '/api/games/PG/accounts/storm')).body
    expect(account?.balance).toBe(1)
    expect(account?.bets).toHaveLength(11)
  })

  describe('rounds of the playable games', () => {
    async function enter(code: string, username: string, baht: number) {
      await world.account(code, username, baht)
      const answer = await world.call('POST', `/api/games/${code}/tickets`, { username })
      expect(answer).toMatchObject({ status: 200 })
      const link = String(answer.body?.link)
      expect(link).toMatch(new RegExp(`^/sandbox/play/${code}\\?ticket=[\\w-]{43}$`))
      const headers = { authorization: `Bearer ${link.split('ticket=')[1]}` }
      return (stake: unknown, choice?: unknown) =>
        world.call('POST', `/api/games/${code}/rounds`, { stake, choice }, headers)
    }

    it.each([
      ['PG', undefined, { game: 'slot', reels: expect.any(Array) }],
      [
        'SEXYGAME',
        'draw',
        { game: 'sport', end: expect.stringMatching(/^(home|draw|away)$/), score: expect.any(Array) },
      ],
      ['HUAYHD', '07', { game: 'lotto', drawn: expect.stringMatching(/^\d\d$/) }],
    ])('%s: the balance changes by the stake and win that the round shows', async (code, choice, show) => {
      const round = await enter(code, 'rounds', 1000)
      let balance = 1000
      for (let played = 0; played < 20; played++) {
        const { status, body } = await round(10, choice)
        expect(status).toBe(200)
        expect(body).toMatchObject({ show, stake: 10 })
        balance = Math.round((balance - 10 + Number(body?.win)) * 100) / 100
        expect(body?.balance).toBe(balance)
      }
      expect(await world.balance(code, 'rounds')).toBe(balance)
    })

    it('refuse a stake beyond the balance and an invalid choice', async () => {
      const match = await enter('UFABET', 'chooser', 10)
      expect(await match(11, 'home')).toMatchObject({ status: 422, body: { message: 'INSUFFICIENT' } })
      expect(await match(0, 'home')).toMatchObject({ status: 400 })
      expect(await match(1, 'nobody')).toMatchObject({ status: 400, body: { field: 'choice' } })
      const draw = await enter('HUAYHD', 'chooser', 10)
      expect(await draw(1, '7')).toMatchObject({ status: 400, body: { field: 'choice' } })
      expect(await world.balance('UFABET', 'chooser')).toBe(10)
    })

    it('need a valid ticket', async () => {
      await world.account('PG', 'locked', 10)
      const stranger = { authorization: `Bearer ${'A'.repeat(43)}` }
      for (const headers of [{}, stranger]) {
        const answer = await world.call('POST', '/api/games/PG/rounds', { stake: 1 }, headers)
        expect(answer).toMatchObject({ status: 401, body: { message: 'TICKET_INVALID' } })
      }
      expect(await world.call('POST', '/api/games/PG/tickets', { username: 'nobody' })).toMatchObject({
        status: 404,
      })
    })
  })

  it('lists all sixteen games with their category and latest accounts for the lobby', async () => {
    await world.account('JOKER', 'first', 1)
    await world.account('JOKER', 'second', 2)
    const games = (await world.call('GET', '/api/games')).body as unknown as Record<string, unknown>[]
    expect(games).toHaveLength(16)
    expect(games.find(({ code }) => code === 'JOKER')).toEqual({
      code: 'JOKER',
      category: 'slot',
      accounts: 2,
      latest: [
        { username: 'second', balance: 2, currency: 'THB' },
        { username: 'first', balance: 1, currency: 'THB' },
      ],
    })
    expect(games.find(({ code }) => code === 'JOKER2')).toMatchObject({ accounts: 0, latest: [] })
  })
})
