import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Only what it reads is of interest, without a page that shows it.
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }))

/** The device's network, the server behind it, and what the app takes the connection to be. */
const device = { onLine: true }
const events = new Map<string, () => void>()
/** The probes that wait for the server; each is called with whether it is answered. */
let probes: ((isAnswered: boolean) => void)[] = []
let connection: typeof import('./connection.ts')

beforeEach(async () => {
  vi.useFakeTimers()
  device.onLine = true
  probes = []
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('addEventListener', (name: string, act: () => void) => events.set(name, act))
  const probe = () =>
    new Promise((resolve, reject) => {
      probes.push((isAnswered) => (isAnswered ? resolve({ ok: true }) : reject(new TypeError('no network'))))
    })
  vi.stubGlobal('fetch', probe)
  vi.resetModules()
  connection = await import('./connection.ts')
  connection.watchNetwork()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const now = () => connection.useConnection()

function lose(): void {
  device.onLine = false
  events.get('offline')?.()
}
function regain(): void {
  device.onLine = true
  events.get('online')?.()
}
async function answer(isAnswered: boolean): Promise<void> {
  for (const settle of probes.splice(0)) settle(isAnswered)
  await vi.advanceTimersByTimeAsync(0)
}

it('one lost call is no reason for a notice, a lost probe after it is', async () => {
  connection.watchCall().lost()
  expect(now()).toBe('online')
  await answer(true)
  expect(now()).toBe('online')
  connection.watchCall().lost()
  await answer(false)
  expect(now()).toBe('unreachable')
  await vi.advanceTimersByTimeAsync(5000)
  await answer(true)
  expect(now()).toBe('online')
})

it.each(['call', 'probe'])(
  'the answer to a %s that was on its way when the network went changes nothing',
  async (what) => {
    const call = connection.watchCall()
    if (what === 'probe') call.lost()
    lose()
    if (what === 'probe') await answer(true)
    else call.answered()
    expect(now()).toBe('offline')
    regain()
    expect(now()).toBe('online')
  },
)

it('a device that said nothing of its network is found out by the next call', async () => {
  // No event: the page was frozen when the network went.
  device.onLine = false
  expect(connection.watchCall().lost()).toBe('NOT_SENT')
  await answer(false)
  expect(now()).toBe('offline')
  // Nor does one say that it is back.
  device.onLine = true
  await vi.advanceTimersByTimeAsync(5000)
  await answer(true)
  expect(now()).toBe('online')
})

it('an answer shows that there is a network, whatever the device says, until a call is lost', async () => {
  lose()
  connection.watchCall().answered()
  expect(now()).toBe('online')
  expect(connection.watchCall().lost()).toBe('NOT_SENT')
  await answer(false)
  expect(now()).toBe('offline')
})

it('only a call without a network from beginning to end was certainly not sent', async () => {
  const before = connection.watchCall()
  lose()
  expect(before.lost()).toBe('NETWORK')
  const without = connection.watchCall()
  expect(without.lost()).toBe('NOT_SENT')
  const across = connection.watchCall()
  regain()
  lose()
  expect(across.lost()).toBe('NETWORK')
})
