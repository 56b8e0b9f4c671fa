import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { MoneyCall } from './wishes.ts'

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
/** Whether the storage takes, and gives, anything. */
let storage: 'works' | 'is full' | 'is blocked'

/** The module as a page, or a tab, that has just been opened has it. */
async function openPage() {
  vi.resetModules()
  const { wishes } = await import('./wishes.ts')
  return {
    ...wishes,
    openOf: (memberId: string, call: MoneyCall = 'withdrawal') => wishes.open(memberId, call, idOf),
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

describe('the key of a wish', () => {
  it('stays the same until the server said what became of it, however often it goes out', async () => {
    const page = await openPage()
    const first = await page.take(place, sent)
    expect(first).toMatchObject({ values: sent, tries: 1, lost: false })
    page.lose(place, first.key)
    expect(await page.take(place, sent)).toMatchObject({ key: first.key, values: sent, tries: 2 })
    expect(page.end(place, first.key)).toBe(true)
    expect((await page.take(place, sent)).key).not.toBe(first.key)
  })

  it('is another one for other values, another call and another member', async () => {
    const page = await openPage()
    const places = [place, placeOf('m1', 70), placeOf('m1', 500, 'announcement'), placeOf('m2', 500)]
    const keys = await Promise.all(places.map(async (one) => (await page.take(one, sent)).key))
    expect(new Set(keys).size).toBe(4)
  })

  it('is one for two tabs, also where both begin at once', async () => {
    const tabs = [await openPage(), await openPage()]
    const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => tabs[i % 2]?.take(place, sent)))
    expect(new Set(taken.map((wish) => wish?.key)).size).toBe(1)
    expect(taken.map((wish) => wish?.tries).sort((a = 0, b = 0) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  it('is made in no other tab while one makes it', async () => {
    const [one, other] = [await openPage(), await openPage()]
    let free = () => {}
    const held = navigator.locks.request('wishes', () => new Promise<void>((resolve) => (free = resolve)))
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
  it('what was on its way is open and unsure, under the same key', async () => {
    const { key } = await (await openPage()).take(place, sent)
    const page = await openPage()
    expect(page.openOf('m1')).toMatchObject([{ key, values: sent, isUnsure: true }])
    expect(page.callsOf('m1')).toEqual(['withdrawal'])
    expect((await page.take(place, sent)).key).toBe(key)
  })

  it('what was answered is gone', async () => {
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

describe('what is open', () => {
  it('is not what this page still waits for on its first try, but is what was lost', async () => {
    const page = await openPage()
    const { key } = await page.take(place, sent)
    expect(page.openOf('m1')).toEqual([])
    expect(page.callsOf('m1')).toEqual([])
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ isUnsure: true }])
  })

  it('is open to another tab, and unsure there when the first tab lost it', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const { key } = await one.take(place, sent)
    expect(other.openOf('m1')).toMatchObject([{ key, isUnsure: false }])
    one.lose(place, key)
    expect(other.openOf('m1')).toMatchObject([{ key, isUnsure: true }])
  })

  it('is news to one tab only when it is answered', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const { key } = await one.take(place, sent)
    expect(other.end(place, key)).toBe(true)
    expect(one.end(place, key)).toBe(false)
    expect(one.openOf('m1')).toEqual([])
  })

  it('is not ended by an answer to an earlier wish of the same values', async () => {
    const page = await openPage()
    const { key: earlier } = await page.take(place, sent)
    page.end(place, earlier)
    const { key } = await page.take(place, sent)
    expect(page.end(place, earlier)).toBe(false)
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ key }])
  })

  it('is nothing that never left, but what another try may have carried there', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const { key } = await one.take(place, sent)
    one.drop(place, key)
    expect((await openPage()).openOf('m1')).toEqual([])

    const { key: shared } = await one.take(place, sent)
    await other.take(place, sent)
    one.drop(place, shared)
    expect(other.openOf('m1')).toMatchObject([{ key: shared, isUnsure: true }])
  })

  it('is hidden from another member, whose own wish leaves it what it was', async () => {
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

  it('goes by the server, whatever the clock of the device says', async () => {
    at(begun)
    const { key } = await (await openPage()).take(place, sent)
    // The device's clock is three days slow from here on; the server's answers tell the time.
    at(begun - 72 * hour)
    const page = await openPage()
    const { noteServerTime } = await import('../server-time.ts')
    noteServerTime(new Date(begun + hour).toUTCString())
    expect(page.openOf('m1')).toMatchObject([{ key }])
    noteServerTime(new Date(begun + 24 * hour).toUTCString())
    expect(page.openOf('m1')).toEqual([])
  })

  it('what is too old is removed, whoever it belonged to', async () => {
    at(begun)
    await (await openPage()).take(placeOf('m2', 70), { amount: 70 })
    at(begun + 24 * hour)
    await (await openPage()).take(place, sent)
    expect([...memory.keys()]).toEqual(['wish:m1:withdrawal:{"amount":500}'])
  })
})

describe('a storage that', () => {
  test.each(['is full', 'is blocked'] as const)('%s: wishes live as long as the page', async (state) => {
    storage = state
    const page = await openPage()
    const { key } = await page.take(place, sent)
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ key, isUnsure: true }])
    expect((await page.take(place, sent)).key).toBe(key)
    expect(page.end(place, key)).toBe(true)
    expect(page.openOf('m1')).toEqual([])
  })

  it('is full for a moment keeps what it had, and takes the rest later', async () => {
    const page = await openPage()
    const { key } = await page.take(place, sent)
    storage = 'is full'
    page.lose(place, key)
    expect(page.openOf('m1')).toMatchObject([{ key, lost: true }])
    storage = 'works'
    await page.take(place, sent)
    expect((await openPage()).openOf('m1')).toMatchObject([{ key, lost: true, tries: 2 }])
  })

  it('denies locks as well still has one key', async () => {
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
  ])('has %s in an entry: the other wishes are what they were', async (_, garbage) => {
    const { key } = await (await openPage()).take(placeOf('m1', 70), { amount: 70 })
    memory.set('wish:m1:withdrawal:{"amount":500}', garbage)
    const page = await openPage()
    expect(page.openOf('m1').map((wish) => wish.key)).toEqual([key])
    // Made anew, the wish of that entry is a sound one.
    expect(await page.take(place, sent)).toMatchObject({ values: sent })
    expect((await openPage()).openOf('m1')).toHaveLength(2)
  })
  it('has a sound entry is read: the table above is about what is wrong in it', async () => {
    memory.set('wish:m1:withdrawal:{"amount":500}', JSON.stringify(good))
    expect((await openPage()).openOf('m1')).toMatchObject([good])
  })
})
