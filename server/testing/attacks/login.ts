import { once } from 'node:events'
import { memberRoom } from '@krapao/contract/events.ts'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import {
  fromAddress,
  logIn,
  register,
  registration,
  setMemberActive,
  storedSessions,
} from '../../slices/account/testing.ts'
import type { TestApp, TestMember } from '../app.ts'
import { type Attack, atOnce, attack, tally } from './attack.ts'

/** Attacks on logins, sessions and sockets. */

const profile = async (app: TestApp, token: string, headers: Record<string, string> = {}) => {
  const { status, error } = await app.call('GET /api/account/profile', { token, headers })
  return error ? `${status} ${error.message}` : 'OK'
}

function connect(app: TestApp, headers: Record<string, string> = {}): Socket {
  return io(app.address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { 'x-forwarded-for': '10.9.8.7', ...headers },
  })
}
const waitFor = (socket: Socket, event: string) =>
  once(socket as never, event, { signal: AbortSignal.timeout(15_000) })
async function join(app: TestApp, { id, token }: TestMember): Promise<Socket> {
  const socket = connect(app)
  expect(await socket.emitWithAck('join', { room: memberRoom(id), token })).toEqual({ ok: true })
  return socket
}

const logins: Attack[] = [
  attack('1', 'only five of twelve simultaneous guesses at a password are checked', async ({ app }) => {
    const { username } = await app.registerMember()
    const headers = fromAddress()
    const tries = await atOnce(12, (n) => logIn(app, username, `a guess ${n}`, headers))
    expect(tally(tries.map(({ refused }) => refused))).toEqual({
      '401 WRONG_CREDENTIAL': 5,
      '429 REQUEST_LIMIT': 7,
    })
  }),
  attack('1', 'the same password tried for many accounts from many addresses is refused', async ({ app }) => {
    const tries: (string | undefined)[] = []
    for (let n = 0; n < 22; n++) tries.push((await logIn(app, `08111${n}0000`, 'one-for-all-1')).refused)
    expect(tally(tries)).toEqual({ '401 WRONG_CREDENTIAL': 20, '429 REQUEST_LIMIT': 2 })
  }),
  attack('2', 'passwords that are easy to guess are refused at registration', async ({ app }) => {
    const { username } = registration()
    for (const password of ['password', '12345678', 'PASSWORD1', 'aaaaaaaa', ' '.repeat(10), username])
      expect(await register(app, registration({ username, password })), password).toBe(
        '422 INVALID_USER_INFO',
      )
  }),
  attack('3', 'every character of a long password counts', async ({ app }) => {
    const password = `${'ยาวมาก'.repeat(21)}ก1`
    expect(password).toHaveLength(128)
    const body = registration({ password })
    expect(await register(app, body)).toBe('OK')
    expect((await logIn(app, body.username, `${password.slice(0, -1)}2`)).refused).toBe(
      '401 WRONG_CREDENTIAL',
    )
    expect((await logIn(app, body.username, password)).token).toBeDefined()
    expect(await register(app, registration({ password: `${password}x` }))).toBe('400 INVALID_REQUEST')
  }),
  attack('11', 'an unknown phone and a wrong password get the same answer', async ({ app }) => {
    const { username, password } = await app.registerMember()
    const answers = [
      await app.call('POST /api/login', { body: { username, password: 'not it 1' }, headers: fromAddress() }),
      await app.call('POST /api/login', {
        body: { username: '0899990000', password },
        headers: fromAddress(),
      }),
    ]
    expect(answers.map(({ status, error }) => [status, error])).toEqual(
      Array(2).fill([401, { message: 'WRONG_CREDENTIAL' }]),
    )
  }),
  attack('12', 'tokens are long, differ for each login, and are not stored', async ({ app }) => {
    const { username, password } = await app.registerMember()
    const tokens = await atOnce(15, async () => (await logIn(app, username, password)).token ?? '')
    expect(new Set(tokens).size).toBe(15)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const stored = JSON.stringify(await storedSessions(app.database))
    expect(tokens.filter((token) => stored.includes(token))).toEqual([])
  }),
  attack('13', 'a logout invalidates the token and disconnects its sockets', async ({ app }) => {
    const member = await app.registerMember()
    const gone = waitFor(await join(app, member), 'disconnect')
    await app.call('POST /api/logout', { token: member.token })
    expect(await profile(app, member.token)).toBe('401 invalid-token')
    await gone
  }),
  attack(
    '14',
    'a new password or a deactivation ends sessions and sockets, and a reactivation does not revive them',
    async ({ app }) => {
      const [first, second] = [await app.registerMember(), await app.registerMember()]
      const { token = '' } = await logIn(app, first.username, first.password)
      const sockets = [await join(app, { ...first, token }), await join(app, second)]
      const gone = sockets.map((socket) => waitFor(socket, 'disconnect'))
      await app.call('PUT /api/account/changepwd', {
        token: first.token,
        body: { oldPassword: first.password, newPassword: 'quite-another-8' },
      })
      await setMemberActive(app.database, second.id, false)
      expect([await profile(app, token), await profile(app, second.token)]).toEqual([
        '401 invalid-token',
        '403 INACTIVE_USER',
      ])
      await Promise.all(gone)
      await setMemberActive(app.database, second.id, true)
      expect(await profile(app, second.token)).toBe('401 invalid-token')
    },
  ),
  attack(
    '15',
    'malformed tokens are refused, and so are operators’ at members’ calls and the reverse',
    async ({ app, owner }) => {
      const member = await app.registerMember()
      const none = `${btoa('{"alg":"none"}')}.${btoa(`{"sub":"${member.id}"}`)}.`
      for (const token of [none, '', 'null', 'undefined', '0'.repeat(43), `${member.token}=`, owner.token])
        expect(await profile(app, token), token).toBe('401 invalid-token')
      for (const token of [none, member.token])
        expect((await app.call('GET /api/console/me', { token })).status, token).toBe(401)
    },
  ),
  attack(
    '16',
    'the only cookie is the device’s, which scripts cannot read and which authenticates no call',
    async ({ app }) => {
      const member = await app.registerMember()
      const { cookie = '' } = await logIn(app, member.username, member.password)
      expect(cookie).toMatch(/^device=[\w-]{43}; Path=\/api\/login; .*HttpOnly; SameSite=Strict/)
      const held = { cookie: cookie.split(';')[0] ?? '' }
      expect(await profile(app, '', held)).toBe('401 invalid-token')
    },
  ),
  attack(
    '20',
    'a socket cannot join another member’s room, nor connect from a page of another site',
    async ({ app }) => {
      const [first, second] = [await app.registerMember(), await app.registerMember()]
      const socket = connect(app)
      for (const request of [
        { room: memberRoom(second.id), token: first.token },
        { room: memberRoom(second.id) },
        { room: memberRoom(second.id), token: [first.token] },
        { room: `session ${second.id}`, token: first.token },
        { room: '', token: first.token },
        null,
      ])
        expect(await socket.emitWithAck('join', request)).toMatchObject({ ok: false })
      socket.close()
      const refused = connect(app, { origin: 'https://evil.example' })
      await waitFor(refused, 'connect_error')
    },
  ),
  attack('B9', 'sockets that join no room, or many wrong ones, are limited', async ({ app }) => {
    const [first, second] = [await app.registerMember(), await app.registerMember()]
    const from = { 'x-forwarded-for': '10.9.8.6' }
    const silent = Array.from({ length: 60 }, () => connect(app, from))
    const opened = await Promise.all(
      silent.map((socket) =>
        Promise.race([
          waitFor(socket, 'connect').then(() => 1),
          waitFor(socket, 'connect_error').then(() => 0),
        ]),
      ),
    )
    expect(opened.filter((count) => count === 1)).toHaveLength(50)
    for (const socket of silent) socket.close()
    const guesser = connect(app, { 'x-forwarded-for': '10.9.8.5' })
    const gone = waitFor(guesser, 'disconnect')
    for (let n = 0; n < 30; n++)
      guesser.emit('join', { room: memberRoom(second.id), token: first.token }, () => {})
    await gone
  }),
  attack('B9', 'no form of a connection id lets a page of another site connect', async ({ app }) => {
    const ask = async (query: string, headers: Record<string, string>) =>
      (await fetch(`${app.address}/socket.io/?EIO=4&transport=polling${query}`, { headers })).status
    const foreign = { origin: 'https://evil.example', 'x-forwarded-for': '10.9.8.4' }
    for (const query of ['', '&sid=', '&sid=x&sid=', '&sid', '&%73id=', '&sid=&x=1', '#&sid=x'])
      expect(await ask(query, foreign), query).toBe(403)
    expect(await ask('&sid=x', foreign)).toBe(400)
    expect(await ask('', { 'x-forwarded-for': '10.9.8.4' })).toBe(200)
    const socket = io(app.address, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      query: { sid: '' },
      extraHeaders: foreign,
    })
    await waitFor(socket, 'connect_error')
    socket.close()
  }),
  attack(
    'B12',
    'wrong guesses of others do not lock out a device that has logged in before',
    async ({ app }) => {
      const { username, password } = await app.registerMember()
      const { cookie = '' } = await logIn(app, username, password)
      for (let n = 0; n < 21; n++) await logIn(app, username, `a stranger’s guess ${n}`)
      expect((await logIn(app, username, password)).refused).toBe('429 REQUEST_LIMIT')
      const device = { ...fromAddress(), cookie: cookie.split(';')[0] ?? '' }
      expect((await logIn(app, username, password, device)).token).toBeDefined()
    },
  ),
]

export default logins
