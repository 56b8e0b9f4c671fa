import { createHash, createHmac, hash } from 'node:crypto'
import { draw, type Hmac } from '@krapao/contract/slices/spinwheel/draw.ts'
import { describe, expect, it } from 'vitest'
import { commitmentOf, expectedMoney, hmacOf, slicesNow } from './rules.ts'
import { slice, wheelOf } from './testing.ts'

/** The draw (rules.md §11.2): what anybody can calculate again, and that it favours no slice. */

const seed = 'ab'.repeat(32)
const slices = [
  { code: 'A', weight: 70 },
  { code: 'B', weight: 25 },
  { code: 'C', weight: 5 },
]

describe('known draws', () => {
  it.each([
    ['lucky', 0],
    ['lucky', 1],
    ['~'.repeat(64), 2_147_483_647],
  ])('of %j with nonce %i is the number of the HMAC', async (clientSeed, nonce) => {
    const digest = createHmac('sha256', seed).update(`${clientSeed}:${nonce}:0`).digest()
    const ticket = digest.readUInt32BE(0) % 100
    expect(await draw(hmacOf(seed), { clientSeed, nonce }, slices)).toBe(
      ticket < 70 ? 'A' : ticket < 95 ? 'B' : 'C',
    )
  })

  it('has a vector that other programs can test themselves by', async () => {
    expect(commitmentOf(seed)).toBe('271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a')
    const codes = []
    for (let nonce = 0; nonce < 12; nonce++) {
      codes.push(await draw(hmacOf(seed), { clientSeed: 'krapao', nonce }, slices))
    }
    expect(codes.join('')).toBe('AABAACAAAAAA')
  })
})

describe('rejection sampling', () => {
  /** An HMAC that gives these numbers, eight to a round, and counts the rounds. */
  const numbers = (...given: number[]) => {
    const asked: string[] = []
    const hmac: Hmac = (message) => {
      asked.push(message)
      const bytes = Buffer.alloc(32)
      for (let at = 0; at < 8; at++) bytes.writeUInt32BE(given[(asked.length - 1) * 8 + at] ?? 0, at * 4)
      return bytes
    }
    return { hmac, asked }
  }
  const three = ['A', 'B', 'C'].map((code) => ({ code, weight: 1 }))
  /** The largest multiple of three that 32 bits have; it and what follows would favour A. */
  const limit = 2 ** 32 - (2 ** 32 % 3)

  it.each([
    ['the last number that counts', [limit - 1], 'C', 1],
    ['a number above it is passed over', [limit, 1], 'B', 1],
    ['a whole round is', [...Array(8).fill(limit), 2], 'C', 2],
  ])('%s', async (_what, given, code, rounds) => {
    const { hmac, asked } = numbers(...given)
    expect(await draw(hmac, { clientSeed: 'x', nonce: 5 }, three)).toBe(code)
    expect(asked).toEqual(Array.from({ length: rounds }, (_, round) => `x:5:${round}`))
  })

  it.each([
    ['nothing to draw from', []],
    ['no weight', [{ code: 'A', weight: 0 }]],
    ['more than 32 bits', [{ code: 'A', weight: 2 ** 32 + 1 }]],
  ])('refuses %s', (_what, given) =>
    expect(draw(hmacOf(seed), { clientSeed: 'x', nonce: 0 }, given)).rejects.toThrow(RangeError),
  )
})

describe('a million draws with one seed', () => {
  /** As `hmacOf`, with the padded key hashed by hand: Node's Hmac objects would take most of the time. */
  function fastHmac(key: string): Hmac {
    const pad = (byte: number) => {
      const block = Buffer.alloc(64, byte)
      for (const [at, letter] of [...Buffer.from(key)].entries()) block[at] = letter ^ byte
      return block
    }
    const inner = Buffer.concat([pad(0x36), Buffer.alloc(200)])
    const outer = Buffer.concat([pad(0x5c), Buffer.alloc(32)])
    return (message) => {
      const length = inner.write(message, 64, 'latin1')
      hash('sha256', inner.subarray(0, 64 + length), 'buffer').copy(outer, 64)
      return hash('sha256', outer, 'buffer')
    }
  }

  it('use the same HMAC', () => {
    for (const message of ['', 'krapao:0:0', 'x'.repeat(150)]) {
      expect(Buffer.from(fastHmac(seed)(message) as Uint8Array)).toEqual(hmacOf(seed)(message))
    }
  })

  it('come out by their weights, and each independent of the one before (99 %)', async () => {
    const many = 1_000_000
    const hmac = fastHmac(createHash('sha256').update('a fixed seed').digest('hex'))
    const weights = [400, 250, 150, 80, 60, 40, 19, 1]
    const wheel = weights.map((weight, at) => ({ code: String(at), weight }))
    const counts = weights.map(() => 0)
    const drawn = new Uint8Array(many)
    for (let nonce = 0; nonce < many; nonce++) {
      const at = Number(await draw(hmac, { clientSeed: 'statistics', nonce }, wheel))
      drawn[nonce] = at
      counts[at] = (counts[at] ?? 0) + 1
    }

    const chiSquare = weights.reduce((sum, weight, at) => {
      const expected = (weight / 1000) * many
      return sum + ((counts[at] ?? 0) - expected) ** 2 / expected
    }, 0)
    // Seven degrees of freedom.
    expect(chiSquare).toBeLessThan(18.475)

    const mean = drawn.reduce((sum, value) => sum + value, 0) / many
    let [together, apart] = [0, 0]
    for (let at = 0; at < many; at++) {
      const here = (drawn[at] ?? 0) - mean
      apart += here * here
      if (at + 1 < many) together += here * ((drawn[at + 1] ?? 0) - mean)
    }
    // A correlation of independent draws is normally distributed around 0 with 1/√n.
    expect(Math.abs(together / apart)).toBeLessThan(2.576 / Math.sqrt(many))
  })
})

describe('what is drawn from', () => {
  const wheel = wheelOf(
    slice('FALL', 40),
    slice('CAR', 5, { stock: 2 }),
    slice('SHIRT', 15, { stock: 10 }),
    slice('COIN', 40),
  )
  it.each([
    ['all there is', {}, [40, 5, 15, 40], [null, 2, 10, null]],
    ['some are won', { CAR: 1, SHIRT: 9 }, [40, 5, 15, 40], [null, 1, 1, null]],
    ['one is used up: its weight is the fallback’s', { CAR: 2 }, [45, 0, 15, 40], [null, 0, 10, null]],
    ['both are', { CAR: 2, SHIRT: 10 }, [60, 0, 0, 40], [null, 0, 0, null]],
    ['more was won than there is', { CAR: 7 }, [45, 0, 15, 40], [null, 0, 10, null]],
  ])('%s', (_what, won, weights, left) => {
    const now = slicesNow(wheel, new Map(Object.entries(won)))
    expect(now.map(({ weight }) => weight)).toEqual(weights)
    expect(now.map((slice) => slice.left)).toEqual(left)
  })
})

describe('what coins would win on average', () => {
  const credit = (amount: number) => ({ kind: 'CREDIT' as const, amount, condition: wheelCondition })
  const wheelCondition = {
    mode: 'balance' as const,
    percentSuccess: 200,
    percentFail: 5,
    maxCashOut: null,
    mayForfeit: true,
    days: 30,
  }
  it.each([
    ['nothing', [slice('A', 1), slice('B', 1)], 100, 0],
    ['half of them ten baht', [slice('A', 1), slice('B', 1, { prize: credit(10) })], 100, 500],
    ['no more than the stock', [slice('A', 1), slice('B', 1, { prize: credit(10), stock: 3 })], 100, 30],
    [
      'what is over falls to the fallback',
      [slice('A', 1, { prize: credit(1) }), slice('B', 1, { prize: credit(10), stock: 3 })],
      100,
      127,
    ],
    // 100 spins win 50 coins, these 25, and so on while there is a whole one.
    [
      'coins are spent, too',
      [slice('A', 1, { prize: credit(1) }), slice('B', 1, { prize: { kind: 'COIN', coins: 1 } })],
      100,
      99.21875,
    ],
    [
      'a wheel that gives back what it takes ends',
      [slice('A', 1, { prize: { kind: 'COIN', coins: 1 } }), slice('B', 1, { prize: credit(1) })],
      0,
      0,
    ],
  ])('%s', (_what, given, coins, money) =>
    expect(expectedMoney(wheelOf(...given), coins)).toBeCloseTo(money, 6),
  )
})
