import { consoleRoom } from '@krapao/contract/events.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { idleMinutes } from './own-sessions.ts'
import { fromAddress, newOperator, type TestOperator } from './testing.ts'

/**
 * Sessions in which nobody works end, and an operator sees the own ones (rules.md §17.8), through the real
 * app.
 */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'operator.idleMinutes': 20 } })
})
afterAll(() => app.close())

const minute = 60
const unattended = { 'x-unattended': '1' }
const call = async (token: string, headers: Record<string, string> = {}) => {
  const { status, error } = await app.call('GET /api/console/me', { token, headers })
  return status === 200 ? 'OK' : error?.message
}
const list = async (token: string) => (await app.call('GET /api/console/sessions', { token })).body
const logIn = async ({ email, password }: TestOperator, headers: Record<string, string>) =>
  (await app.call('POST /api/console/login', { body: { email, password }, headers })).body.token

it('ends after 20 minutes in which nobody did anything, and not before', async () => {
  const { token } = await newOperator(app, 'cashier')
  app.clock.advance(20 * minute - 5)
  expect(await call(token)).toBe('OK')
  app.clock.advance(20 * minute - 5)
  expect(await call(token)).toBe('OK')
  app.clock.advance(20 * minute + 1)
  expect(await call(token)).toBe('invalid-token')
  // It does not come back by a call.
  expect(await call(token)).toBe('invalid-token')
})

it('calls that a page makes by itself do not keep it open', async () => {
  const { token } = await newOperator(app, 'owner')
  for (let minutes = 0; minutes < 18; minutes += 6) {
    app.clock.advance(6 * minute)
    expect(await call(token, unattended)).toBe('OK')
  }
  app.clock.advance(2 * minute + 1)
  expect(await call(token, unattended)).toBe('invalid-token')
})

it('a use is stored at most once a minute', async () => {
  const { id, token } = await newOperator(app, 'support')
  const stored = async () =>
    (
      await app.database.query<{ at: Date }>(
        'select last_used_at as at from operator_sessions where operator_id = $1',
        [id],
      )
    )[0]?.at.getTime() ?? 0
  const first = await stored()
  app.clock.advance(30)
  await call(token)
  expect(await stored()).toBe(first)
  app.clock.advance(31)
  await Promise.all([call(token), call(token), call(token)])
  expect(await stored()).toBeGreaterThan(first + 60_000)
})

it('its socket ends with it, although it stayed open, and is not joined again', async () => {
  const { token } = await newOperator(app, 'cashier')
  const socket = io(app.address, { transports: ['websocket'], forceNew: true })
  const join = () =>
    new Promise<{ ok: boolean }>((resolve) => socket.emit('join', { room: consoleRoom, token }, resolve))
  expect((await join()).ok).toBe(true)
  const ended = new Promise((resolve) => socket.on('session-ended', () => resolve('ended')))
  app.clock.advance(20 * minute + 1)
  expect(await ended).toBe('ended')
  socket.connect()
  expect((await join()).ok).toBe(false)
  socket.disconnect()
})

it('an operator sees the own sessions that are open: browser, system, network, last use', async () => {
  const person = await newOperator(app, 'cashier')
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1'
  const other = await logIn(person, { 'user-agent': phone, 'x-forwarded-for': '203.0.113.77' })
  const sessions = await list(person.token)
  expect(sessions.map(({ isOwn }) => isOwn)).toEqual([true, false])
  expect(sessions[1]).toMatchObject({ browser: 'Safari', system: 'iPhone', address: '203.0.113.x' })
  expect(JSON.stringify(sessions)).not.toContain('203.0.113.77')
  app.clock.advance(15 * minute)
  await call(person.token)
  app.clock.advance(6 * minute)
  expect(await call(other)).toBe('invalid-token')
  expect(await list(person.token)).toHaveLength(1)
})

it('ends one of them or all others, and nobody else’s', async () => {
  const person = await newOperator(app, 'auditor')
  const stranger = await newOperator(app, 'auditor')
  const others = [await logIn(person, fromAddress()), await logIn(person, fromAddress())] as const
  const [, session] = await list(person.token)
  const params = { id: session?._id ?? '' }
  const end = async (token: string) =>
    (await app.call('DELETE /api/console/sessions/:id', { token, params })).error?.message ?? 'OK'
  expect(await end(stranger.token)).toBe('NO_DATA')
  expect(await Promise.all([end(person.token), end(person.token)])).toEqual(['OK', 'OK'])
  expect((await Promise.all(others.map((token) => call(token)))).sort()).toEqual(['OK', 'invalid-token'])
  expect((await app.call('DELETE /api/console/sessions', { token: person.token })).status).toBe(200)
  expect(await Promise.all(others.map((token) => call(token)))).toEqual(['invalid-token', 'invalid-token'])
  expect([await call(person.token), await call(stranger.token)]).toEqual(['OK', 'OK'])
  const events = await app.database.query(
    `select 1 from audit_log where action = 'operator.sessions-ended' and operator_id = $1`,
    [person.id],
  )
  expect(events).toHaveLength(2)
})

it('the setting holds at once, for sessions that are open too', async () => {
  const { token } = await newOperator(app, 'cashier')
  app.clock.advance(5 * minute)
  await app.context.settings.set(idleMinutes, 3)
  expect(await call(token)).toBe('invalid-token')
  await app.context.settings.set(idleMinutes, 20)
})
