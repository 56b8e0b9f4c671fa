import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'

let memory: Map<string, string>
let isBlocked: boolean

/** The module in the state of a page that has just been opened. */
async function openPage() {
  vi.resetModules()
  return import('./seeds.ts')
}

beforeEach(() => {
  memory = new Map()
  isBlocked = false
  const guard = () => {
    if (isBlocked) throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', {
    getItem(name: string) {
      guard()
      return memory.get(name) ?? null
    },
    setItem(name: string, value: string) {
      guard()
      memory.set(name, value)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['mine', true],
  ['a'.repeat(64), true],
  ['~!@#$%^&*()-_=+', true],
  ['', false],
  ['a'.repeat(65), false],
  ['with space', false],
  ['with:colon', false],
  ['ของฉัน', false],
])('%j as a client seed: %s', async (text, fits) => expect((await openPage()).isSeed(text)).toBe(fits))

describe('the client seed', () => {
  it('is random at first and then stays, also after a reload', async () => {
    const first = (await openPage()).clientSeed()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect((await openPage()).clientSeed()).toBe(first)
  })
  it('is the one that the member wrote', async () => {
    ;(await openPage()).keepClientSeed('mine')
    expect((await openPage()).clientSeed()).toBe('mine')
  })
  it('is replaced if what is kept would be refused', async () => {
    memory.set('spin-seed', 'not valid')
    expect((await openPage()).clientSeed()).toMatch(/^[0-9a-f]{32}$/)
  })
  it('stays during a visit without storage', async () => {
    isBlocked = true
    const page = await openPage()
    expect(page.clientSeed()).toBe(page.clientSeed())
  })
})

describe('fingerprints that were shown', () => {
  const seed = (_id: string, serverSeedHash: string, nonce = 0) => ({ _id, serverSeedHash, nonce })
  const spin = (seedId: string, nonce = 0) => ({ seedId, nonce })

  it('are kept by seed, and what was shown first is not replaced', async () => {
    const page = await openPage()
    page.noteFingerprint(seed('s1', 'aa'))
    page.noteFingerprint(seed('s1', 'bb'))
    page.noteFingerprint(seed('s2', 'cc'))
    const { seenFingerprint } = await openPage()
    expect(seenFingerprint(spin('s1'))).toBe('aa')
    expect(seenFingerprint(spin('s2', 9))).toBe('cc')
    expect(seenFingerprint(spin('s3'))).toBeUndefined()
  })
  it('say nothing about a spin before they were shown', async () => {
    const page = await openPage()
    page.noteFingerprint(seed('s1', 'aa', 4))
    expect([3, 4, 5].map((nonce) => page.seenFingerprint(spin('s1', nonce)))).toEqual([undefined, 'aa', 'aa'])
  })
  it('are at most fifty, the latest', async () => {
    const page = await openPage()
    for (let i = 0; i < 60; i++) page.noteFingerprint(seed(`s${i}`, 'aa'))
    expect(page.seenFingerprint(spin('s9'))).toBeUndefined()
    expect(page.seenFingerprint(spin('s10'))).toBe('aa')
  })
  it.each(['not json', '{}', '[1, null]'])('survive a broken entry: %s', async (broken) => {
    memory.set('spin-seeds-seen', broken)
    const page = await openPage()
    expect(page.seenFingerprint(spin('s1'))).toBeUndefined()
    page.noteFingerprint(seed('s1', 'aa'))
    expect(page.seenFingerprint(spin('s1'))).toBe('aa')
  })
})
