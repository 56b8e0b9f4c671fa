import { createHash, createHmac, webcrypto } from 'node:crypto'
import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import { describe, expect, it, test } from 'vitest'
import { checkSpin } from './check-spin.ts'

const subtle = webcrypto.subtle as SubtleCrypto
const serverSeed = 'a3'.repeat(32)
const slices = [
  { code: 'NONE', label: 'Not today', weight: 40 },
  { code: 'C10', label: '10 baht', weight: 25 },
  { code: 'GONE', label: 'T-shirt', weight: 0 },
  { code: 'COIN', label: '1 coin', weight: 15 },
]

/** A spin as an honest server records it; its own way to the hash and the HMAC, not the browser's. */
async function honest(nonce: number, clientSeed = 'mine') {
  const hmac = (message: string) => createHmac('sha256', serverSeed).update(message).digest()
  const code = await draw(hmac, { clientSeed, nonce }, slices)
  return {
    _id: `s${nonce}`,
    createdAt: '2026-11-22T10:00:00.000Z',
    seedId: 'seed',
    serverSeedHash: createHash('sha256').update(serverSeed).digest('hex'),
    serverSeed,
    clientSeed,
    nonce,
    slices,
    code,
    label: slices.find((slice) => slice.code === code)?.label ?? '',
  }
}
type Spin = Awaited<ReturnType<typeof honest>>
const check = (spin: Spin, seen: string | undefined = spin.serverSeedHash) => checkSpin(spin, seen, subtle)

describe('an honest spin', () => {
  it('is right, whichever it is, and shows what it was calculated from', async () => {
    const codes = new Set<string>()
    for (let nonce = 0; nonce < 60; nonce++) {
      const spin = await honest(nonce)
      const found = await check(spin)
      expect(found).toMatchObject({ isRight: true, isHashRight: true, isHashAsSeen: true, isCodeRight: true })
      expect(found.rounds[0]?.message).toBe(`mine:${nonce}:0`)
      expect(found.rounds[0]?.hmac).toBe(
        createHmac('sha256', serverSeed).update(`mine:${nonce}:0`).digest('hex'),
      )
      expect(found.code).toBe(spin.code)
      codes.add(spin.code)
    }
    // A slice whose stock is used up is never drawn; the others all are.
    expect([...codes].sort()).toEqual(['C10', 'COIN', 'NONE'])
  })

  it('is right also where this browser has no fingerprint to compare', async () => {
    const spin = await honest(1)
    expect(await checkSpin(spin, undefined, subtle)).toMatchObject({ isRight: true, isHashAsSeen: undefined })
  })
})

describe('a spin is wrong if somebody changed', () => {
  const other = (spin: Spin) =>
    slices.find(({ code, weight }) => code !== spin.code && weight > 0)?.code ?? ''
  test.each<[string, (spin: Spin) => Partial<Spin>, object]>([
    ['the result', (spin) => ({ code: other(spin) }), { isCodeRight: false, isHashRight: true }],
    ['the seed', () => ({ serverSeed: 'b4'.repeat(32) }), { isHashRight: false }],
    ['the published fingerprint', () => ({ serverSeedHash: 'c5'.repeat(32) }), { isHashRight: false }],
    ['the weights away', () => ({ slices: [] }), { code: undefined, isCodeRight: false }],
    [
      'the weights',
      (spin) => ({ slices: slices.map((slice) => ({ ...slice, weight: slice.code === spin.code ? 0 : 1 })) }),
      { isCodeRight: false },
    ],
  ])('%s', async (_, change, expected) => {
    const spin = await honest(7)
    expect(await check({ ...spin, ...change(spin) }, spin.serverSeedHash)).toMatchObject({
      isRight: false,
      ...expected,
    })
  })

  test('seed and fingerprint together, after this browser was shown another fingerprint', async () => {
    const spin = await honest(7)
    expect(await check(spin, 'd6'.repeat(32))).toMatchObject({
      isRight: false,
      isHashRight: true,
      isHashAsSeen: false,
      isCodeRight: true,
    })
  })

  test('the client seed or the number, for some of the spins: the chances overlap', async () => {
    let found = 0
    for (let nonce = 0; nonce < 40; nonce++) {
      const spin = await honest(nonce)
      if (!(await check({ ...spin, clientSeed: 'theirs' })).isRight) found++
    }
    expect(found).toBeGreaterThan(10)
  })
})
