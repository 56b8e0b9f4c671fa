import { afterEach, expect, it, vi } from 'vitest'

/** A browser's storage; `room`: how many letters it takes. */
function browser(entries: Record<string, string> = {}, room = 1000) {
  const kept = new Map(Object.entries(entries))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(name, text)
    },
    removeItem: (name: string) => kept.delete(name),
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
  })
  return kept
}
/** A page of its own, with nothing in its memory. */
const page = async () => {
  vi.resetModules()
  return (await import('./stored.ts')).local
}
afterEach(() => vi.unstubAllGlobals())

it('an entry is in the browser', async () => {
  const kept = browser({ first: '1' })
  const local = await page()
  expect(local.read('first')).toBe('1')
  expect(local.keep('second', '2')).toBe(true)
  expect(local.names()).toEqual(['first', 'second'])
  local.remove('first')
  expect([...kept]).toEqual([['second', '2']])
  expect(local.read('first')).toBeNull()
})

it('a browser that refuses storage keeps it for the page', async () => {
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  try {
    const local = await page()
    expect([local.read('name'), local.names()]).toEqual([null, []])
    expect(local.keep('name', 'text')).toBe(false)
    expect([local.read('name'), local.names()]).toEqual(['text', ['name']])
    local.remove('name')
    expect([local.read('name'), local.names()]).toEqual([null, []])
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage')
  }
})

it('what does not fit is there for the page, and the one before it never again', async () => {
  browser({ name: 'old' }, 3)
  const local = await page()
  expect(local.keep('name', 'longer')).toBe(false)
  expect([local.read('name'), local.names()]).toEqual(['longer', ['name']])
  expect((await page()).read('name')).toBeNull()
  expect(local.keep('name', 'new')).toBe(true)
  expect((await page()).read('name')).toBe('new')
})
