import { beforeEach, expect, test, vi } from 'vitest'

const sent = { amount: 500, idempotencyKey: 'key-1' }
let memory: Map<string, string>

/** The module as a page that has just been opened has it. */
async function openPage() {
  vi.resetModules()
  return (await import('./open-withdrawal.ts')).openWithdrawal
}

beforeEach(() => {
  memory = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => memory.get(name) ?? null,
    setItem: (name: string, value: string) => memory.set(name, value),
    removeItem: (name: string) => memory.delete(name),
  })
})

test('what was on its way when the page was reloaded is asked about with the same key', async () => {
  ;(await openPage()).begin('m1', sent)
  const page = await openPage()
  expect(page.of('m1')).toMatchObject({ ...sent, unsure: true, asking: false })
})

test('what was answered is gone, also for the next page', async () => {
  const page = await openPage()
  page.begin('m1', sent)
  page.leave('m1')
  expect(page.of('m1')).toMatchObject({ unsure: true, asking: false })
  page.end('m1')
  expect(page.of('m1')).toBeUndefined()
  expect((await openPage()).of('m1')).toBeUndefined()
})

test('asking again keeps key and amount', async () => {
  const page = await openPage()
  page.begin('m1', sent)
  page.leave('m1')
  page.ask('m1')
  expect(page.of('m1')).toMatchObject({ ...sent, asking: true })
})

test('another member on this device sees nothing of it', async () => {
  const page = await openPage()
  page.begin('m1', sent)
  expect(page.of('m2')).toBeUndefined()
})

test('and has one of their own, beside which the first stays what it was', async () => {
  const page = await openPage()
  page.begin('m1', sent)
  page.leave('m1')
  page.begin('m2', { amount: 70, idempotencyKey: 'key-2' })
  page.end('m2')
  expect((await openPage()).of('m1')).toMatchObject({ ...sent, unsure: true })
  expect(page.of('m2')).toBeUndefined()
})

test('a key is not used when the server may have forgotten it', async () => {
  const page = await openPage()
  page.begin('m1', sent)
  const hour = 3_600_000
  expect(page.of('m1', Date.now() + 22 * hour)).toBeDefined()
  expect(page.of('m1', Date.now() + 24 * hour)).toBeUndefined()
})

test.each(['no memory', 'nonsense in it'])(
  'a browser with %s works, as long as the page lives',
  async (kind) => {
    vi.stubGlobal('localStorage', {
      getItem() {
        if (kind === 'no memory') throw new Error('denied')
        return '{"amount'
      },
      setItem() {
        throw new Error('denied')
      },
      removeItem() {},
    })
    const page = await openPage()
    expect(page.of('m1')).toBeUndefined()
    page.begin('m1', sent)
    expect(page.of('m1')).toMatchObject(sent)
  },
)
