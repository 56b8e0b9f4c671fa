import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawQuery } from '../server/platform/database.ts'
import { enginesByDepth, waitingForLocks } from '../server/testing/database.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

interface Page {
  bets: { id: string; username: string }[]
  cursor: string
  hasMore: boolean
}

describe.each(enginesByDepth)('settled bets on %s', (engine) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await testWorld(engine)
  })
  afterAll(() => world.close())

  const play = (code: string, username: string, stake: number, win: number) =>
    world.call('POST', `/api/games/${code}/play`, { username, stake, win })
  const ask = (code: string, after: string, limit = 100) =>
    world.signedCall(`/games/${code}/bets`, { after, limit })
  const page = async (code: string, after: string, limit?: number) =>
    (await ask(code, after, limit)).body as unknown as Page

  it('are returned in their order after the cursor, page by page', async () => {
    await world.account('PG', 'one', 100)
    await world.account('PG', 'other', 100)
    await world.account('JOKER', 'one', 100)
    expect(await page('PG', '')).toEqual({ bets: [], cursor: '', hasMore: false })
    await play('PG', 'one', 10, 40.37)
    await play('JOKER', 'one', 5, 0)
    await play('PG', 'other', 0.25, 0)
    await play('PG', 'one', 1, 0)
    const first = await page('PG', '', 2)
    expect(first).toMatchObject({
      bets: [
        { username: 'one', product: 'slot', currency: 'THB', stake: 10, win: 40.37 },
        { username: 'other', stake: 0.25 },
      ],
      hasMore: true,
    })
    const second = await page('PG', first.cursor, 2)
    expect(second).toMatchObject({ bets: [{ username: 'one', stake: 1 }], hasMore: false })
    expect(await page('PG', second.cursor)).toEqual({ bets: [], cursor: second.cursor, hasMore: false })
  })

  it('that nobody played are in the books, and no balance moves', async () => {
    await world.account('SLOTXO', 'one', 100)
    const claim = (body: object, code = 'SLOTXO') => world.call('POST', `/api/games/${code}/bets`, body)
    const settledAt = '2001-01-01T00:00:00.000Z'
    expect(await claim({ username: 'one', stake: 250_000, win: 0, settledAt })).toMatchObject({ status: 200 })
    expect(await page('SLOTXO', '')).toMatchObject({
      bets: [{ username: 'one', product: 'slot', stake: 250_000, win: 0, settledAt }],
    })
    expect(await world.balance('SLOTXO', 'one')).toBe(100)
    expect(await claim({ username: 'nobody', stake: 1, win: 0 })).toMatchObject({ status: 404 })
    for (const odd of [{ stake: -1 }, { win: 'x' }, { settledAt: 'yesterday' }, { username: '' }]) {
      expect(await claim({ username: 'one', stake: 1, win: 0, ...odd })).toMatchObject({ status: 400 })
    }
  })

  it('are placed first, and settled, void or corrected later', async () => {
    await world.account('ASKMEBET', 'one', 100)
    const placedAt = '2026-01-01T00:00:00.000Z'
    const open = async (stake: number) =>
      (await world.call('PUT', '/api/games/ASKMEBET/bets', { username: 'one', stake, placedAt })).body as {
        id: string
      }
    const end = (id: string, status: string, win?: number) =>
      world.call('POST', `/api/games/ASKMEBET/bets/${id}`, { status, ...(win !== undefined && { win }) })
    const [first, second] = [await open(60), await open(30)]
    expect(await world.balance('ASKMEBET', 'one')).toBe(10)
    expect((await page('ASKMEBET', '')).bets).toEqual([])
    expect(await world.call('PUT', '/api/games/ASKMEBET/bets', { username: 'one', stake: 11 })).toMatchObject(
      { status: 422 },
    )
    expect(await end(second.id, 'void')).toMatchObject({ status: 200 })
    expect(await end(first.id, 'settled', 120)).toMatchObject({ status: 200 })
    expect(await end(first.id, 'settled', 500)).toMatchObject({ status: 409 })
    expect(await world.balance('ASKMEBET', 'one')).toBe(160)
    expect(await end(first.id, 'corrected', 0)).toMatchObject({ status: 200 })
    expect(await end(first.id, 'corrected', 90)).toMatchObject({ status: 200 })
    expect(await world.balance('ASKMEBET', 'one')).toBe(130)
    expect(await end('nothing', 'void')).toMatchObject({ status: 404 })
    expect((await page('ASKMEBET', '')).bets).toMatchObject([
      { id: second.id, stake: 30, win: 30, status: 'void', placedAt },
      { id: first.id, stake: 60, win: 120, status: 'settled', placedAt },
      { stake: 60, win: 0, status: 'corrected', corrects: first.id },
      { stake: 60, win: 90, status: 'corrected', corrects: first.id },
    ])
    // What would leave less than nothing is refused.
    await world.call('POST', '/api/games/ASKMEBET/play', { username: 'one', stake: 130, win: 0 })
    expect(await end(first.id, 'corrected', 0)).toMatchObject({ status: 422 })
  })

  it('are refused by games that report no bets', async () => {
    for (const code of ['HUAYHD', 'SEXYGAME']) {
      expect(await ask(code, '')).toMatchObject({
        status: 422,
        body: { status: 'REFUSED', reason: 'NO_BETS' },
      })
    }
  })

  it.each([
    ['x', 1],
    ['-1', 1],
    ['', 0],
    ['', 501],
    ['', 1.5],
  ])('cannot be queried with the cursor %j and the limit %d', async (after, limit) => {
    expect(await ask('PG', after, limit)).toMatchObject({ status: 400 })
  })

  it('are queried without using up a fault that is set for any call', async () => {
    const set = (fault: string, call?: string) => world.call('PUT', '/api/faults/IMI', { fault, call })
    await world.account('IMI', 'faulty', 1)
    await set('error')
    expect(await ask('IMI', '')).toMatchObject({ status: 500 })
    expect(await ask('IMI', '')).toMatchObject({ status: 500 })
    expect(await world.signedCall('/games/IMI/balance', { username: 'faulty' })).toMatchObject({
      status: 500,
    })
    expect(await ask('IMI', '')).toMatchObject({ status: 200 })
    await set('error', 'bets')
    expect(await ask('IMI', '')).toMatchObject({ status: 500 })
    expect(await ask('IMI', '')).toMatchObject({ status: 200 })
  })

  it.runIf(engine === 'postgres')(
    'get their ids in the order of their commits, so that a cursor misses none',
    async () => {
      await world.account('UFABET', 'slow', 10)
      await world.account('UFABET', 'quick', 10)
      let quick: Promise<unknown> | undefined
      await world.database.db.transaction().execute(async (tx) => {
        const settle = `select sandbox.settle_bet('UFABET', 'slow', 'sport', 100, 0, now())`
        await rawQuery(tx, settle)
        quick = play('UFABET', 'quick', 1, 0)
        await expect.poll(() => waitingForLocks(world.database)).toBe(1)
        expect((await page('UFABET', '')).bets).toEqual([])
      })
      await quick
      expect((await page('UFABET', '')).bets).toMatchObject([{ username: 'slow' }, { username: 'quick' }])
    },
  )
})
