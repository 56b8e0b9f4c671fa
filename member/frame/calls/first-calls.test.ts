import { afterEach, expect, it } from 'vitest'
import { areAnswered, takeFirstCall } from './first-calls.ts'

const { signal } = new AbortController()
const begun = (answer = Promise.resolve(new Response('{}'))) =>
  new Map([['/api/wallet', { answer, abort: new AbortController() }]])

afterEach(() => {
  globalThis.firstCalls = undefined
})

it('an answer is taken once', async () => {
  globalThis.firstCalls = { token: 'mine', calls: begun() }
  expect(await takeFirstCall('/api/wallet', 'mine', signal)).toBeInstanceOf(Response)
  expect(await takeFirstCall('/api/wallet', 'mine', signal)).toBeUndefined()
  expect(await takeFirstCall('/api/wallet/pending', 'mine', signal)).toBeUndefined()
})

it('the answer to another session is not shown to this one', async () => {
  globalThis.firstCalls = { token: 'theirs', calls: begun() }
  expect(await takeFirstCall('/api/wallet', 'mine', signal)).toBeUndefined()
  expect(await takeFirstCall('/api/wallet', undefined, signal)).toBeUndefined()
})

it('a call that was lost is made again by the app', async () => {
  const lost = Promise.reject(new Error('lost'))
  globalThis.firstCalls = { token: 'mine', calls: begun(lost) }
  expect(await takeFirstCall('/api/wallet', 'mine', signal)).toBeUndefined()
})

it('is ended with the call that takes it, also when it hangs', async () => {
  const calls = begun()
  const { abort } = calls.get('/api/wallet') ?? {}
  globalThis.firstCalls = { token: 'mine', calls }
  const call = new AbortController()
  await takeFirstCall('/api/wallet', 'mine', call.signal)
  expect(abort?.signal.aborted).toBe(false)
  call.abort()
  expect(abort?.signal.aborted).toBe(true)
})

it.each([
  ['an answer', () => Promise.resolve(new Response('{}')), 'mine', true],
  ['an error', () => Promise.resolve(new Response('{}', { status: 401 })), 'mine', false],
  ['a lost call', () => Promise.reject(new Error('lost')), 'mine', false],
  ['another session’s answer', () => Promise.resolve(new Response('{}')), 'theirs', false],
])('the dashboard begins with %s only if it has its figures', async (_, answer, token, isIt) => {
  globalThis.firstCalls = { token, calls: begun(answer()) }
  expect(await areAnswered(['/api/wallet'], 'mine')).toBe(isIt)
  expect(await areAnswered(['/api/wallet', '/api/wallet/pending'], 'mine')).toBe(false)
})

it('a page without such calls has none', () => {
  expect(takeFirstCall('/api/wallet', 'mine', signal)).toBeUndefined()
})
