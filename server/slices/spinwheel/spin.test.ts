import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { campaignPeople } from '../campaign/testing.ts'
import { commitmentOf, hmacOf } from './rules.ts'
import {
  coinsOf,
  coupons,
  memberWithCoins,
  publisher,
  rotate,
  setup,
  slice,
  spin,
  spins,
  wheelOf,
  won,
} from './testing.ts'

/** Spins through the real app (rules.md §11). */

let app: TestApp
let publish: ReturnType<typeof publisher>
let version: number

const content = wheelOf(
  slice('NONE', 3),
  slice('CASH', 2, { prize: { kind: 'COIN', coins: 2 } }),
  slice('SHIRT', 5, { prize: { kind: 'ITEM' }, stock: 2 }),
)

beforeAll(async () => {
  app = await testApp()
  publish = publisher(app, await campaignPeople(app))
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

describe('without a wheel', () => {
  it('nothing is active, nothing is spun, no coin is taken', async () => {
    const member = await memberWithCoins(app, 3)
    expect((await app.call('GET /api/spinwheel/active', { token: member.token })).body).toEqual({
      isActive: false,
    })
    expect(await setup(app, member)).toEqual({
      activeSpinwheel: null,
      userCoin: 3,
      coinsToday: 0,
      depositedToday: 0,
      stakedToday: 0,
      coinPrice: 100,
      seed: null,
      nextSeed: null,
    })
    expect(await spin(app, member)).toMatchObject({
      status: 200,
      body: { success: false, error: 'NO_WHEEL' },
    })
    expect(await coinsOf(app, member)).toBe(3)
    expect((await rotate(app, member)).error?.message).toBe('NO_DATA')
  })
})

describe('a wheel', () => {
  beforeAll(async () => {
    version = await publish(content)
  })

  it('is shown with weights, stock, texts of the caller’s language, and a commitment', async () => {
    const member = await memberWithCoins(app, 1)
    const shown = await setup(app, member, 'lo')
    expect(shown.activeSpinwheel).toMatchObject({
      code: 'THB',
      version,
      name: 'Wheel ລາວ',
      fallback: 'NONE',
      currency: 'THB',
      couponDays: 30,
    })
    expect(
      shown.activeSpinwheel?.slices.map(({ code, label, weight, stock, prize }) => [
        code,
        label,
        weight,
        stock,
        prize,
      ]),
    ).toEqual([
      ['NONE', 'NONE ລາວ', 3, null, 'NONE'],
      ['CASH', 'CASH ລາວ', 2, null, 'COIN'],
      ['SHIRT', 'SHIRT ລາວ', 5, 2, 'ITEM'],
    ])
    expect(shown.seed).toMatchObject({ nonce: 0, serverSeedHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    // The same until it is rotated.
    expect((await setup(app, member)).seed).toEqual(shown.seed)
    expect((await app.call('GET /api/spinwheel/active', { token: member.token })).body).toEqual({
      isActive: true,
    })
  })

  it('takes a coin for each spin, counts the nonce, and gives a coupon for each prize', async () => {
    const member = await memberWithCoins(app, 6)
    const { seed } = await setup(app, member)
    const results = []
    for (let n = 0; n < 6; n++) results.push(await won(app, member, { clientSeed: `mine-${n}` }))
    expect(results.map(({ remainingCoin }) => remainingCoin)).toEqual([5, 4, 3, 2, 1, 0])
    expect(results.map(({ nonce, clientSeed }) => [nonce, clientSeed])).toEqual(
      results.map((_, n) => [n, `mine-${n}`]),
    )
    expect(results.map((result) => result.seed)).toEqual(results.map((_, n) => ({ ...seed, nonce: n + 1 })))
    const prizes = results.filter(({ prize }) => prize !== 'NONE')
    expect((await coupons(app, member)).map(({ prize }) => prize.slice)).toEqual(
      prizes.map(({ code }) => code).reverse(),
    )
    expect((await spin(app, member)).body).toEqual({ success: false, error: 'NO_COIN' })
    expect((await spins(app, member)).total).toBe(6)
  })

  it('whose version the member does not see takes no coin', async () => {
    const member = await memberWithCoins(app, 1)
    expect((await spin(app, member, { version: version + 1 })).body).toEqual({
      success: false,
      error: 'WHEEL_CHANGED',
    })
    expect(await coinsOf(app, member)).toBe(1)
    expect((await spin(app, member, { version })).body.success).toBe(true)
  })

  it('can be calculated again once the seed is revealed, and not before', async () => {
    const member = await memberWithCoins(app, 4)
    const { seed } = await setup(app, member)
    for (let n = 0; n < 3; n++) await won(app, member)
    expect((await spins(app, member)).spins.map(({ serverSeed }) => serverSeed)).toEqual([null, null, null])
    const stored = () =>
      app.database.query<{ row: string }>(
        'select to_jsonb(d)::text as row from spin_seeds d where member_id = $1 order by created_at',
        [member.id],
      )
    const [sealed] = await stored()
    const { body } = await rotate(app, member)
    expect(body.revealed).toMatchObject({ _id: seed?._id, serverSeedHash: seed?.serverSeedHash })
    expect(commitmentOf(body.revealed.serverSeed)).toBe(seed?.serverSeedHash)
    expect(sealed?.row).not.toContain(body.revealed.serverSeed)
    expect((await stored())[0]?.row).toContain(body.revealed.serverSeed)
    expect(body.seed).toMatchObject({ nonce: 0 })
    expect(body.seed._id).not.toBe(seed?._id)
    await won(app, member)
    const { total, spins: all } = await spins(app, member)
    expect([total, (await spins(app, member, 2, 2)).spins]).toEqual([4, all.slice(2)])
    expect(all.map(({ serverSeed }) => serverSeed)).toEqual([
      null,
      ...Array(3).fill(body.revealed.serverSeed),
    ])
    for (const { serverSeed, clientSeed, nonce, slices, code } of all.slice(1)) {
      expect(await draw(hmacOf(serverSeed ?? ''), { clientSeed, nonce }, slices)).toBe(code)
    }
  })

  it('uses, after a rotation, the seed whose hash was shown before it', async () => {
    const member = await memberWithCoins(app, 2)
    let { seed, nextSeed } = await setup(app, member)
    for (let turn = 0; turn < 3; turn++) {
      expect(nextSeed?._id).not.toBe(seed?._id)
      // The same however often it is asked for.
      expect((await setup(app, member)).nextSeed).toEqual(nextSeed)
      const { body } = await rotate(app, member)
      expect(body.seed).toEqual({ ...nextSeed, nonce: 0 })
      expect([body.nextSeed._id, body.nextSeed.serverSeedHash]).not.toContain(nextSeed?._id)
      seed = body.seed
      nextSeed = body.nextSeed
      expect(await setup(app, member)).toMatchObject({ seed, nextSeed })
    }
    const { seedId, serverSeedHash } =
      (await won(app, member).then(async () => (await spins(app, member)).spins[0])) ?? {}
    expect({ _id: seedId, serverSeedHash, nonce: 0 }).toEqual(seed)
    await rotate(app, member)
    const [spun] = (await spins(app, member)).spins
    expect(commitmentOf(spun?.serverSeed ?? '')).toBe(seed?.serverSeedHash)
  })

  it('has one next seed, however many ask and rotate at once', async () => {
    const member = await memberWithCoins(app, 0)
    const asked = await Promise.all(Array.from({ length: 10 }, () => setup(app, member)))
    expect(new Set(asked.map(({ seed, nextSeed }) => `${seed?._id} ${nextSeed?._id}`)).size).toBe(1)
    const rotated = await Promise.all(Array.from({ length: 8 }, () => rotate(app, member)))
    // Each put in force what the one before had committed to.
    const committed = [asked[0]?.nextSeed, ...rotated.map(({ body }) => body.nextSeed)].map(
      (seed) => seed?._id,
    )
    const inForce = rotated.map(({ body }) => body.seed._id)
    expect(new Set(inForce).size).toBe(8)
    expect(committed).toEqual(expect.arrayContaining(inForce))
  })

  it('answers the same key with the same spin', async () => {
    const member = await memberWithCoins(app, 3)
    const first = await spin(app, member, { clientSeed: 'a' }, 'k1')
    expect((await spin(app, member, { clientSeed: 'a' }, 'k1')).body).toEqual(first.body)
    expect((await spin(app, member, { clientSeed: 'b' }, 'k1')).error?.message).toBe('IDEMPOTENCY_CONFLICT')
    // The stored answer is gone, as after a crash before it was written.
    await forgetAnswers(app.database, member.id)
    expect((await spin(app, member, { clientSeed: 'a' }, 'k1')).body).toEqual(first.body)
    expect((await spin(app, member, { clientSeed: 'b' }, 'k1')).error?.message).toBe('IDEMPOTENCY_CONFLICT')
    expect(await coinsOf(app, member)).toBe(2)
  })
})
