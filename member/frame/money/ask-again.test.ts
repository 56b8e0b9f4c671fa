import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchNetwork } from '../calls/connection.ts'
import { answerOf, keepAsking } from './ask-again.ts'

const on = new Map<string, () => void>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  const addEventListener = (name: string, listener: () => void) => on.set(name, listener)
  vi.stubGlobal('addEventListener', addEventListener)
  const removeEventListener = (name: string) => on.delete(name)
  vi.stubGlobal('removeEventListener', removeEventListener)
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener, removeEventListener })
  watchNetwork()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
/** A question that counts how often it is asked and is answered when the test says so. */
function question() {
  const answers: (() => void)[] = []
  return { ask: () => new Promise<void>((resolve) => answers.push(resolve)), answers }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('keepAsking', () => {
  it('asks soon and then less and less often', async () => {
    let asked = 0
    const stop = keepAsking(async () => {
      asked++
    })
    await pass(1.9)
    expect(asked).toBe(0)
    await pass(0.2)
    expect(asked).toBe(1)
    await pass(4)
    expect(asked).toBe(2)
    await pass(600)
    expect(asked).toBeGreaterThan(9)
    expect(asked).toBeLessThan(17)
    stop()
    const before = asked
    await pass(600)
    expect(asked).toBe(before)
  })
  it('asks at once when the server can be reached again, but not while a question is under way', async () => {
    const { ask, answers } = question()
    const stop = keepAsking(ask)
    on.get('offline')?.()
    on.get('online')?.()
    expect(answers).toHaveLength(1)
    on.get('offline')?.()
    on.get('online')?.()
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await pass(4.1)
    expect(answers).toHaveLength(2)
    stop()
    answers[1]?.()
    on.get('offline')?.()
    on.get('online')?.()
    await pass(60)
    expect(answers).toHaveLength(2)
  })
  it('asks at once when the wallet moved', async () => {
    const { ask, answers } = question()
    const stop = keepAsking(ask)
    on.get('wallet-moved')?.()
    expect(answers).toHaveLength(1)
    stop()
    expect(on.has('wallet-moved')).toBe(false)
  })
  it('repeats a question at once if the network came back during it, because it may be lost', async () => {
    const { ask, answers } = question()
    const stop = keepAsking(ask)
    await pass(2.1)
    on.get('offline')?.()
    on.get('online')?.()
    answers[0]?.()
    await pass(0)
    expect(answers).toHaveLength(2)
    answers[1]?.()
    await pass(3.9)
    expect(answers).toHaveLength(2)
    stop()
  })
  it('asks at once when the tab becomes visible, not when it is hidden', async () => {
    let asked = 0
    const stop = keepAsking(async () => {
      asked++
    })
    vi.stubGlobal('document', { ...document, visibilityState: 'hidden' })
    on.get('visibilitychange')?.()
    expect(asked).toBe(0)
    vi.stubGlobal('document', { ...document, visibilityState: 'visible' })
    on.get('visibilitychange')?.()
    expect(asked).toBe(1)
    stop()
    expect(on.has('visibilitychange')).toBe(false)
  })
  it('goes on after a failed question', async () => {
    let asked = 0
    const stop = keepAsking(async () => {
      asked++
      throw new Error('no network')
    })
    await pass(10)
    expect(asked).toBeGreaterThan(1)
    stop()
  })
})

describe('the stored answer of an idempotency key', () => {
  const answers = (status: number, body: unknown) => {
    const calls: [string, string | undefined][] = []
    vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      calls.push([path, init?.method])
      return new Response(JSON.stringify(body), { status })
    })
    return calls
  }
  it('is what the call answered, and the request for it only reads', async () => {
    const body = { transferId: 't1', status: 'SUCCESS' }
    const calls = answers(200, { answered: true, status: 200, body })
    expect(await answerOf('k1')).toEqual(body)
    expect(calls).toEqual([['/api/wallet/answer/k1', 'GET']])
  })
  it('is thrown as an error if the call was refused', async () => {
    answers(200, { answered: true, status: 422, body: { message: 'MONEY_NOT_ENOUGH' } })
    await expect(answerOf('k1')).rejects.toMatchObject({ code: 'MONEY_NOT_ENOUGH', status: 422 })
  })
  it.each([
    [200, { answered: false, status: 0, body: null }],
    [503, { message: 'SERVICE_UNAVAILABLE' }],
  ])('is not known where there is none, or nobody to ask: %s %j', async (status, body) => {
    answers(status, body)
    expect(await answerOf('k1')).toBeUndefined()
  })
})
