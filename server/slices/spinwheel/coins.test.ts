import type { Currency } from '@krapao/contract/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { bet } from '../bonus/testing.ts'
import { creditDeposit, depositPosting, reverseDeposit } from '../deposit/posting.ts'
import { creditPlayed } from './coins.ts'
import { coinPrice, coinsOf as coinsFor } from './rules.ts'
import { coinsOf, giveCoins, setup, stakeUnseen } from './testing.ts'

/** Coins of deposits that were played with (rules.md §11.1). */

/** 23:50 in Bangkok. */
const start = new Date('2026-03-10T16:50:00Z')
let app: TestApp

beforeAll(async () => {
  app = await testApp({ clock: travellingClock(start) })
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let keys = 0
/** Credits a deposit. @returns its key */
async function deposit(
  { id }: Pick<TestMember, 'id'>,
  amount: number,
  { key = `bank:1:${++keys}`, currency = 'THB' }: { key?: string; currency?: Currency } = {},
): Promise<string> {
  const amountMinor = Math.round(amount * 100)
  const sources = [{ house: 'bank:1' as const, amountMinor }]
  const posting = depositPosting({ key, memberId: id, currency, sources, meta: {} })
  await transaction(app.context.db, (tx) => creditDeposit(app.context, tx, posting))
  return key
}
/** A bet of this stake that a provider has reported, settled now. */
const play = (member: Pick<TestMember, 'id'>, stake: number, more: Partial<BetMade> = {}) =>
  bet(app, member, stake, more)
type BetMade = NonNullable<Parameters<typeof bet>[3]>
/** A member who has staked so much today that every deposit was played with. */
async function playing(currency: Currency = 'THB'): Promise<TestMember> {
  const member = await app.registerMember({ currency })
  await play(member, 1_000_000, { currency })
  return member
}
const reverse = (key: string) =>
  transaction(app.context.db, (tx) => reverseDeposit(app.context, tx, key, 'was another’s'))
async function spend({ id }: Pick<TestMember, 'id'>, coins: number): Promise<void> {
  await giveCoins(app, { id }, -coins)
}

describe('whole coins of a day', () => {
  it.each([
    // deposits, valid stakes, price → coins
    [0, 10_000, 10_000, 0],
    [9_999, 10_000, 10_000, 0],
    [10_000, 10_000, 10_000, 1],
    [10_000, 9_999, 10_000, 0],
    [19_999, 50_000, 10_000, 1],
    [50_000, 19_999, 10_000, 1],
    [50_000, 20_000, 10_000, 2],
    [50_000, -20_000, 10_000, 0],
    [99_999_999_999, 99_999_999_999, 10_000, 9_999_999],
    [50_000, 50_000, 0, 0],
  ])('%i deposited and %i staked at %i each are %i', (sumMinor, validMinor, priceMinor, coins) =>
    expect(coinsFor({ sumMinor, validMinor, priceMinor })).toBe(coins),
  )
})

describe('play', () => {
  it('is needed as much as a deposit, in whatever order they come', async () => {
    const member = await app.registerMember()
    await deposit(member, 350)
    expect(await setup(app, member)).toMatchObject({
      userCoin: 0,
      coinsToday: 0,
      depositedToday: 350,
      stakedToday: 0,
    })
    await play(member, 99.99)
    expect(await coinsOf(app, member)).toBe(0)
    await play(member, 150.01)
    await expect.poll(() => coinsOf(app, member)).toBe(2)
    await play(member, 500)
    await expect.poll(() => coinsOf(app, member)).toBe(3)
    await deposit(member, 150)
    expect(await coinsOf(app, member)).toBe(5)
    expect(await setup(app, member)).toMatchObject({ coinsToday: 5, depositedToday: 500, stakedToday: 750 })
  })

  it('is what was at risk: a draw and a void bet bring nothing', async () => {
    const member = await app.registerMember()
    await deposit(member, 300)
    await play(member, 300, { product: 'sport', win: 300 })
    await play(member, 100, { product: 'sport' })
    await expect.poll(() => coinsOf(app, member)).toBe(1)
    expect(await setup(app, member)).toMatchObject({ stakedToday: 100 })
  })

  it('without a deposit brings nothing, and deposits that are taken out without play neither', async () => {
    const member = await app.registerMember()
    await play(member, 5000)
    for (let turn = 0; turn < 5; turn++) await reverse(await deposit(member, 1000))
    const other = await app.registerMember()
    for (let turn = 0; turn < 5; turn++) await deposit(other, 1000)
    expect([await coinsOf(app, member), await coinsOf(app, other)]).toEqual([0, 0])
  })

  it('that is reported by many at once brings what it brings one after the other', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => app.registerMember()))
    await Promise.all(
      members.flatMap((member) =>
        Array.from({ length: 10 }, (_, turn) => (turn % 2 ? deposit(member, 110) : play(member, 110))),
      ),
    )
    for (const member of members) await expect.poll(() => coinsOf(app, member)).toBe(5)
  })

  it('is credited by the sweep where the node died after the bet', async () => {
    const member = await app.registerMember()
    await deposit(member, 300)
    await stakeUnseen(app.database, member.id, 25_000)
    expect(await coinsOf(app, member)).toBe(0)
    const sweeps = Array.from({ length: 5 }, () => creditPlayed(app.context, new AbortController().signal))
    await Promise.all(sweeps)
    expect(await coinsOf(app, member)).toBe(2)
  })

  it('is credited by the sweep, though an earlier day cannot be', async () => {
    const [stuck, member] = [await app.registerMember(), await app.registerMember()]
    for (const { id } of [stuck, member]) {
      await deposit({ id }, 300)
      await stakeUnseen(app.database, id, 25_000)
    }
    await app.database.query('update coin_days set day = day - 1 where member_id = $1', [stuck.id])
    await app.database.query(`
      create function refuse_coins() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse_coins before update on coin_days for each row
        when (new.member_id = '${stuck.id}') execute function refuse_coins()`)
    const sweep = () => creditPlayed(app.context, new AbortController().signal)
    await sweep()
    expect([await coinsOf(app, stuck), await coinsOf(app, member)]).toEqual([0, 2])
    await app.database.query('drop trigger refuse_coins on coin_days; drop function refuse_coins')
    await sweep()
    expect(await coinsOf(app, stuck)).toBe(2)
  })

  it('that is reported when its day is closed counts towards the next', async () => {
    const member = await app.registerMember()
    await deposit(member, 100)
    app.clock.advance(86_400)
    await deposit(member, 100)
    await play(member, 100, { settledAt: new Date(app.clock.now().getTime() - 86_400_000) })
    // Its day is open still.
    expect(await setup(app, member)).toMatchObject({ coinsToday: 0, stakedToday: 0 })
    await expect.poll(() => coinsOf(app, member)).toBe(1)
    app.clock.advance(-86_400)
  })
})

describe('the deposits of a Bangkok day', () => {
  it.each([
    ['below the price', [99.99], 0],
    ['the price', [100], 1],
    ['floored over the day and not each', [150, 150], 3],
    ['many small ones', [33.33, 33.33, 33.33, 0.01], 1],
    ['a large one and the rest of it', [1_099.99, 0.01], 11],
  ])('%s: %j brings %i', async (_what, amounts, coins) => {
    const member = await playing()
    for (const amount of amounts) await deposit(member, amount)
    expect(await coinsOf(app, member)).toBe(coins)
    expect(await setup(app, member)).toMatchObject({ userCoin: coins, coinsToday: coins, coinPrice: 100 })
  })

  it('count once when the same deposit is credited twice', async () => {
    const member = await playing()
    const key = await deposit(member, 500)
    await deposit(member, 500, { key })
    expect(await coinsOf(app, member)).toBe(5)
  })

  it('bring kip members coins at the price in kip', async () => {
    const member = await playing('LAK')
    await deposit(member, 119_999, { currency: 'LAK' })
    expect(await coinsOf(app, member)).toBe(1)
    expect(await setup(app, member)).toMatchObject({ coinPrice: 60_000 })
  })

  it('at once bring what they bring one after the other', async () => {
    const member = await playing()
    await Promise.all(Array.from({ length: 20 }, () => deposit(member, 55)))
    expect(await coinsOf(app, member)).toBe(11)
  })

  it('with a key as long as a key can be are counted', async () => {
    const member = await playing()
    const key = 'bank:'.padEnd(200, '7')
    await deposit(member, 200, { key })
    expect(await coinsOf(app, member)).toBe(2)
    await reverse(key)
    expect(await coinsOf(app, member)).toBe(0)
  })
})

describe('a reversal', () => {
  it.each([
    // what was deposited, which of them is reversed, coins spent before it, coins left
    ['takes back what it brought', [300], 0, 0, 0],
    ['takes what the smaller sum means', [150, 150], 0, 0, 1],
    ['takes nothing where the rest brings as much', [100, 50], 1, 0, 1],
    ['takes at most what is there', [1000], 0, 7, 0],
    ['takes nothing where nothing is left', [1000], 0, 10, 0],
  ])('%s', async (_what, amounts, reversed, spent, left) => {
    const member = await playing()
    const made: string[] = []
    for (const amount of amounts) made.push(await deposit(member, amount))
    if (spent > 0) await spend(member, spent)
    await reverse(made[reversed] ?? '')
    expect(await coinsOf(app, member)).toBe(left)
    expect((await app.context.ledger.balances(member.id)).get('wallet')?.amountMinor).toBe(
      amounts.reduce((sum, amount, at) => sum + (at === reversed ? 0 : amount * 100), 0),
    )
  })

  it('twice takes back once', async () => {
    const member = await playing()
    await deposit(member, 500)
    const key = await deposit(member, 300)
    await reverse(key)
    await reverse(key)
    expect(await coinsOf(app, member)).toBe(5)
  })

  it('of coins that were spent is made up for by later deposits of the day', async () => {
    const member = await playing()
    const key = await deposit(member, 500)
    await spend(member, 4)
    await reverse(key)
    expect(await coinsOf(app, member)).toBe(0)
    await deposit(member, 450)
    expect(await coinsOf(app, member)).toBe(0)
    await deposit(member, 100)
    expect(await coinsOf(app, member)).toBe(1)
  })

  it('is credited again with coins of its own', async () => {
    const member = await playing()
    await reverse(await deposit(member, 300, { key: 'bank:1:again' }))
    await deposit(member, 300, { key: 'again:2:bank:1:again' })
    expect(await coinsOf(app, member)).toBe(3)
  })

  it('is not refused by spins in the same moment, and no coin goes below zero', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await playing()
      const key = await deposit(member, 1000)
      const spent = Promise.allSettled(Array.from({ length: 10 }, () => spend(member, 1)))
      const [done] = await Promise.allSettled([reverse(key)])
      const spins = (await spent).filter(({ status }) => status === 'fulfilled').length
      expect(done).toMatchObject({ status: 'fulfilled' })
      const [row] = await app.database.query<{ coins: number }>(
        'select coins from coin_days where member_id = $1',
        [member.id],
      )
      expect([await coinsOf(app, member), row?.coins]).toEqual([0, spins])
    }
  })
})

describe('days and prices', () => {
  it('begin at midnight in Bangkok, and a reversal counts on the day of its deposit', async () => {
    const member = await playing()
    const before = await deposit(member, 150)
    app.clock.advance(11 * 60)
    expect(await setup(app, member)).toMatchObject({ userCoin: 1, coinsToday: 0 })
    await play(member, 1000)
    await deposit(member, 150)
    // 150 and 150 on one day would have brought three.
    expect(await setup(app, member)).toMatchObject({ userCoin: 2, coinsToday: 1 })
    await reverse(before)
    expect(await setup(app, member)).toMatchObject({ userCoin: 1, coinsToday: 1 })
    app.clock.advance(-11 * 60)
  })

  it('stay for a member’s day, whatever the operator changes meanwhile', async () => {
    const { settings } = app.context
    const member = await playing()
    const first = await deposit(member, 500)
    await settings.set(coinPrice.THB, 50)
    const other = await playing()
    await deposit(member, 100)
    await deposit(other, 100)
    expect([await coinsOf(app, member), await coinsOf(app, other)]).toEqual([6, 2])
    expect([(await setup(app, member)).coinPrice, (await setup(app, other)).coinPrice]).toEqual([100, 50])
    await reverse(first)
    expect(await coinsOf(app, member)).toBe(1)
    await settings.set(coinPrice.THB, 0)
    const third = await playing()
    await deposit(third, 1000)
    expect(await coinsOf(app, third)).toBe(0)
    await settings.set(coinPrice.THB, 100)
  })
})

it('the embedded database counts them, too', async () => {
  const embedded = await testApp({ engine: 'pglite' })
  try {
    const { id } = await embedded.registerMember()
    const { context } = embedded
    await bet(embedded, { id }, 230)
    const sources = [{ house: 'bank:1' as const, amountMinor: 25_000 }]
    const posting = depositPosting({ key: 'bank:1:p', memberId: id, currency: 'THB', sources, meta: {} })
    await transaction(context.db, (tx) => creditDeposit(context, tx, posting))
    expect(await coinsOf(embedded, { id })).toBe(2)
    await bet(embedded, { id }, 30)
    expect(await coinsOf(embedded, { id })).toBe(2)
  } finally {
    await embedded.close()
  }
})
