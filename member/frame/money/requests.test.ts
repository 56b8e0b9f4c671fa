import { delays } from '@krapao/contract/limits.ts'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { MoneyCall } from './requests.ts'

const hour = 3_600_000
const idOf = (values: { amount: number }) => JSON.stringify(values)
const placeOf = (memberId: string, amount: number, call: MoneyCall = 'withdrawal') => ({
  memberId,
  call,
  id: idOf({ amount }),
})
const place = placeOf('m1', 500)
const sent = { amount: 500 }

let memory: Map<string, string>
/** Whether the stubbed storage can be written and read. */
let storage: 'works' | 'is full' | 'is blocked'

/** The module in the state of a page that has just been opened. */
async function openPage() {
  vi.resetModules()
  const { requests } = await import('./requests.ts')
  return {
    ...requests,
    tryOf: requests.take,
    /** The request that is sent, or waited for. */
    take: async (...[at, values]: Parameters<typeof requests.take>) =>
      (await requests.take(at, values)).request,
    openOf: (memberId: string, call: MoneyCall = 'withdrawal') => requests.open(memberId, call, idOf),
  }
}

function stubStorage(): void {
  const blocked = () => {
    if (storage === 'is blocked') throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', {
    get length() {
      blocked()
      return memory.size
    },
    key: (at: number) => [...memory.keys()][at] ?? null,
    getItem(name: string) {
      blocked()
      return memory.get(name) ?? null
    },
    setItem(name: string, value: string) {
      blocked()
      if (storage === 'is full') throw new DOMException('full', 'QuotaExceededError')
      memory.set(name, value)
    },
    removeItem(name: string) {
      blocked()
      memory.delete(name)
    },
  })
}

beforeEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  memory = new Map()
  storage = 'works'
  stubStorage()
})

describe('the key of a request', () => {
  it('stays the same until the outcome is known, however many times it is sent', async () => {
    const page = await openPage()
    const first = await page.take(place, sent)
    expect(first).toMatchObject({ values: sent, tries: 1, lost: false })
    page.lose(place, first.key)
    expect(await page.take(place, sent)).toMatchObject({ key: first.key, values: sent, tries: 2 })
    expect(page.end(place, first.key)).toBe(true)
    expect((await page.take(place, sent)).key).not.toBe(first.key)
  })

  it('differs for other values, another call and another member', async () => {
    const page = await openPage()
    const places = [place, placeOf('m1', 70), placeOf('m1', 500, 'announcement'), placeOf('m2', 500)]
    const keys = await Promise.all(places.map(async (one) => (await page.take(one, sent)).key))
    expect(new Set(keys).size).toBe(4)
  })

  it('is shared by two tabs, also when both begin at once: one of them sends, the others are told that it does', async () => {
    const tabs = [await openPage(), await openPage()]
    const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => tabs[i % 2]?.tryOf(place, sent)))
    expect(new Set(taken.map((one) => one?.request.key)).size).toBe(1)
    expect(taken.filter((one) => one?.isUnderWay === false)).toHaveLength(1)
  })

  it('is under way until its answer is lost or known, or no call waits so long', async () => {
    const [page, other] = [await openPage(), await openPage()]
    const { request } = await page.tryOf(place, sent)
    expect(await other.tryOf(place, sent)).toMatchObject({ isUnderWay: true, request: { tries: 1 } })
    page.lose(place, request.key)
    expect(await other.tryOf(place, sent)).toMatchObject({ isUnderWay: false, request: { tries: 2 } })
    page.end(place, request.key)

    const { request: next } = await page.tryOf(place, sent)
    vi.useFakeTimers({ now: Date.now() + delays.call, toFake: ['Date'] })
    expect(await other.tryOf(place, sent)).toMatchObject({ isUnderWay: false, request: { key: next.key } })
  })

  it('is made by one tab at a time', async () => {
    const [one, other] = [await openPage(), await openPage()]
    let free = () => {}
    const held = navigator.locks.request(
      'money-requests',
      () => new Promise<void>((resolve) => (free = resolve)),
    )
    const both = Promise.all([one.take(place, sent), other.take(place, sent)])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(memory.size).toBe(0)
    free()
    await held
    const [a, b] = await both
    expect(a.key).toBe(b.key)
  })
})

describe('after a reload', () => {
  it('a request under way is open and unsure, with the same key', async () => {
    const { key } = await (await openPage()).take(place, sent)
    const page = await openPage()
    expect(page.openOf('m1')).toMatchObject([{ key, values: sent, isUnsure: true }])
    expect(page.callsOf('m1')).toEqual(['withdrawal'])
    expect((await page.take(place, sent)).key).toBe(key)
  })

  it('an answered request is gone', async () => {
    const page = await openPage()
    const { key } = await page.take(place, sent)
    page.lose(place, key)
    page.end(place, key)
    expect(page.openOf('m1')).toEqual([])
    const next = await openPage()
    expect(next.openOf('m1')).toEqual([])
    expect(next.callsOf('m1')).toEqual([])
  })
})

describe('open requests', () => {
  it('exclude a first try that this page waits for, but include it once its answer is lost', async () => {
    const page = await openPage()
    const { key } = await page.take(place, sent)
    expect(page.openOf('m1')).toEqual([])
    expect(page.callsOf('m1')).toEqual([])
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ isUnsure: true }])
  })

  it('are visible in another tab, and unsure there once the first tab lost the answer', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const { key } = await one.take(place, sent)
    expect(other.openOf('m1')).toMatchObject([{ key, isUnsure: false }])
    one.lose(place, key)
    expect(other.openOf('m1')).toMatchObject([{ key, isUnsure: true }])
  })

  it('end in one tab only, so that one tab shows the answer', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const { key } = await one.take(place, sent)
    expect(other.end(place, key)).toBe(true)
    expect(one.end(place, key)).toBe(false)
    expect(one.openOf('m1')).toEqual([])
  })

  it('are not ended by an answer to an earlier request with the same values', async () => {
    const page = await openPage()
    const { key: earlier } = await page.take(place, sent)
    page.end(place, earlier)
    const { key } = await page.take(place, sent)
    expect(page.end(place, earlier)).toBe(false)
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ key }])
  })

  it('exclude a request that was never sent, unless another try may have sent it', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const { key } = await one.take(place, sent)
    one.drop(place, key)
    expect((await openPage()).openOf('m1')).toEqual([])

    const { key: shared } = await one.take(place, sent)
    one.lose(place, shared)
    await other.take(place, sent)
    one.drop(place, shared)
    expect(other.openOf('m1')).toMatchObject([{ key: shared, isUnsure: true }])
  })

  it('of one member are hidden from another, whose own requests leave them unchanged', async () => {
    const page = await openPage()
    const { key } = await page.take(place, sent)
    page.lose(place, key)
    expect(page.openOf('m2')).toEqual([])
    expect(page.callsOf('m2')).toEqual([])
    const theirs = await page.take(placeOf('m2', 500), sent)
    page.end(placeOf('m2', 500), theirs.key)
    expect((await openPage()).openOf('m1')).toMatchObject([{ key, isUnsure: true }])
  })
})

describe('how long a key is used', () => {
  const at = (milliseconds: number) => vi.useFakeTimers({ now: milliseconds, toFake: ['Date'] })
  const begun = Date.UTC(2026, 10, 22, 12)

  test.each([
    ['at once', 0, true],
    ['before the server may have forgotten it', 22 * hour, true],
    ['when the server may have forgotten it', 23 * hour, false],
    ['days later', 72 * hour, false],
    ['when the clock was set back by an hour', -hour, true],
    ['when the clock was set back by days', -72 * hour, false],
  ])('%s', async (_, passed, isUsed) => {
    at(begun)
    const { key } = await (await openPage()).take(place, sent)
    at(begun + passed)
    const page = await openPage()
    expect(page.openOf('m1')).toHaveLength(isUsed ? 1 : 0)
    expect((await page.take(place, sent)).key === key).toBe(isUsed)
  })

  it('depends on the server’s time, whatever the clock of the device says', async () => {
    at(begun)
    const { key } = await (await openPage()).take(place, sent)
    // The device's clock is three days slow from here on; the server's answers carry the right time.
    at(begun - 72 * hour)
    const page = await openPage()
    const { noteServerTime } = await import('../calls/server-time.ts')
    noteServerTime(new Date(begun + hour).toUTCString())
    expect(page.openOf('m1')).toMatchObject([{ key }])
    noteServerTime(new Date(begun + 24 * hour).toUTCString())
    expect(page.openOf('m1')).toEqual([])
  })

  it('requests that are too old are removed, also those of another member', async () => {
    at(begun)
    await (await openPage()).take(placeOf('m2', 70), { amount: 70 })
    at(begun + 24 * hour)
    await (await openPage()).take(place, sent)
    expect([...memory.keys()]).toEqual(['money-request:m1:withdrawal:{"amount":500}'])
  })
})

describe('a storage that', () => {
  test.each(['is full', 'is blocked'] as const)('%s: requests live as long as the page', async (state) => {
    storage = state
    const page = await openPage()
    const { key } = await page.take(place, sent)
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ key, isUnsure: true }])
    expect((await page.take(place, sent)).key).toBe(key)
    expect(page.end(place, key)).toBe(true)
    expect(page.openOf('m1')).toEqual([])
  })

  it('is full for a moment keeps the earlier request and accepts the next one', async () => {
    const page = await openPage()
    const { key } = await page.take(place, sent)
    storage = 'is full'
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ key, lost: true }])
    storage = 'works'
    await page.take(place, sent)
    expect((await openPage()).openOf('m1')).toMatchObject([{ key, lost: true, tries: 2 }])
  })

  it('has no locks either still gives one key', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('denied')) } })
    const page = await openPage()
    const { key } = await page.take(place, sent)
    expect((await page.take(place, sent)).key).toBe(key)
  })

  const good = { key: 'a'.repeat(32), values: sent, startedAt: Date.now(), tries: 1, lost: true }
  test.each([
    ['half a text', '{"key":"aaaa'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '7'],
    ['no key', JSON.stringify({ ...good, key: undefined })],
    ['a key that no header takes', JSON.stringify({ ...good, key: 'ก\n' })],
    ['no time', JSON.stringify({ ...good, startedAt: null })],
    ['no count', JSON.stringify({ ...good, tries: '1' })],
    ['other values than it is named after', JSON.stringify({ ...good, values: { amount: 9 } })],
    ['no values', JSON.stringify({ ...good, values: undefined })],
  ])('has %s in an entry: the other requests are what they were', async (what, garbage) => {
    const { key } = await (await openPage()).take(placeOf('m1', 70), { amount: 70 })
    memory.set('money-request:m1:withdrawal:{"amount":500}', garbage)
    const page = await openPage()
    expect(page.openOf('m1').map((request) => request.key)).toEqual([key])
    // One with a key can be asked about, whatever its values are.
    const isKnown = garbage.includes(good.key) && /values/.test(what)
    expect(page.damaged('m1', 'withdrawal', idOf)).toEqual(
      isKnown ? [{ id: place.id, key: good.key, startedAt: good.startedAt }] : [],
    )
    // Sending those values again replaces the broken entry with a sound one.
    expect(await page.take(place, sent)).toMatchObject({ values: sent })
    expect((await openPage()).openOf('m1')).toHaveLength(2)
  })
  it('whose values are damaged is asked about until it has ended or is dropped', async () => {
    const at = { ...place, call: 'coupon' as const }
    memory.set('money-request:m1:coupon:{"amount":500}', JSON.stringify({ ...good, values: null }))
    const page = await openPage()
    expect(page.callsOf('m1')).toEqual(['coupon'])
    expect(page.damaged('m1', 'coupon', idOf)).toHaveLength(1)
    expect(page.damaged('m2', 'coupon', idOf)).toEqual([])
    expect(page.end(at, good.key)).toBe(true)
    expect(page.damaged('m1', 'coupon', idOf)).toEqual([])
    expect(page.callsOf('m1')).toEqual([])
  })
  it('of a call that this version does not know is nobody’s to ask about, and not shown', async () => {
    memory.set('money-request:m1:lottery:{"amount":500}', JSON.stringify(good))
    expect((await openPage()).callsOf('m1')).toEqual([])
  })
  it('has a sound entry is read, so that the table above tests the defects and nothing else', async () => {
    memory.set('money-request:m1:withdrawal:{"amount":500}', JSON.stringify(good))
    expect((await openPage()).openOf('m1')).toMatchObject([good])
  })
})
