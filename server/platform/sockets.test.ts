import { once } from 'node:events'
import { memberRoom } from '@krapao/contract/events.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../slices/account/public.ts'
import { endSessions, setMemberActive } from '../slices/account/testing.ts'
import { type TestApp, type TestMember, testApp } from '../testing/app.ts'
import { type Gate, openGate } from '../testing/gate.ts'

/*
 * Two nodes with separate connections to one Redis. Each has a database of its own, so that only Redis can
 * pass an event from one to the other.
 */
let near: TestApp
let far: TestApp
let gates: Gate[]
const open: Socket[] = []

beforeAll(async () => {
  const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
  gates = [await openGate(redis), await openGate(redis)]
  const config = (at: number) => ({ REDIS_URL: gates[at]?.url, ORIGINS: ['https://m.example.com'] })
  near = await testApp({ engine: 'postgres', config: config(0) })
  far = await testApp({ engine: 'postgres', config: config(1), sandbox: near.sandbox })
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
  for (const gate of gates) gate.heal()
})
afterAll(async () => {
  await far?.close()
  await near?.close()
  for (const gate of gates ?? []) await gate.close()
})

function connect(app: TestApp, headers: Record<string, string> = {}): Socket {
  const socket = io(app.address, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { 'x-forwarded-for': '10.1.2.3', ...headers },
  })
  open.push(socket)
  return socket
}

async function join(app: TestApp, member: TestMember, headers?: Record<string, string>): Promise<Socket> {
  const socket = connect(app, headers)
  const answer = await socket.emitWithAck('join', { room: memberRoom(member.id), token: member.token })
  expect(answer).toEqual({ ok: true })
  return socket
}

/** Waits for an event of a socket; the time-out is long enough for a slow machine. */
const hears = (socket: Socket, event: string) =>
  once(socket as never, event, { signal: AbortSignal.timeout(15_000) })

const loggedIn = async (app: TestApp, member: TestMember): Promise<TestMember> => {
  const { body } = await app.call('POST /api/login', {
    body: { username: member.username, password: member.password },
  })
  return { ...member, token: body.token }
}

test('a socket is disconnected by the logout of its session', async () => {
  const member = await near.registerMember()
  const other = await loggedIn(near, member)
  const [mine, elsewhere] = [await join(near, member), await join(near, other)]
  const informed = hears(mine, 'session-ended')
  const gone = hears(mine, 'disconnect')
  await near.call('POST /api/logout', { token: member.token })
  await Promise.all([informed, gone])
  expect(elsewhere.connected).toBe(true)
})

test('a new password disconnects the member’s sockets except those of the session that set it', async () => {
  const member = await near.registerMember()
  const other = await loggedIn(near, member)
  const [mine, elsewhere] = [await join(near, member), await join(near, other)]
  const gone = hears(elsewhere, 'disconnect')
  const { status } = await near.call('PUT /api/account/changepwd', {
    token: member.token,
    body: { oldPassword: member.password, newPassword: 'quite-another-7' },
  })
  expect(status).toBe(200)
  await gone
  expect(mine.connected).toBe(true)
})

test('a socket is disconnected when its member is deactivated or its session expires', async () => {
  const [off, late] = [await near.registerMember(), await near.registerMember()]
  const [first, second] = [await join(near, off), await join(near, late)]
  const gone = [hears(first, 'disconnect'), hears(second, 'disconnect')]
  await setMemberActive(near.database, off.id, false)
  await endSessions(near.database, late.id)
  await Promise.all(gone)
  for (const { id, token } of [off, late]) {
    const answer = await connect(near).emitWithAck('join', { room: memberRoom(id), token })
    expect(answer).toEqual({ ok: false, message: 'invalid-token' })
  }
})

test('a session that ends on one node disconnects its sockets on the other', async () => {
  const member = await far.registerMember()
  const socket = await join(far, member)
  const gone = hears(socket, 'disconnect')
  // This node's database does not have the session, so only its message can end it on the other node.
  near.context.sockets.endSession(hashToken(member.token))
  await gone
})

test('pages of foreign origins cannot connect; own and configured origins and programs can', async () => {
  const member = await near.registerMember()
  const { host, port } = new URL(near.address)
  for (const origin of [
    'https://evil.example',
    `http://evil-${host}`,
    `http://${host}.evil.example:${port}`,
    `http://localhost:${Number(port) + 1}`,
    'https://m.example.com.evil.example',
    'null',
  ])
    await hears(connect(near, { origin }), 'connect_error')
  for (const origin of [near.address, 'https://m.example.com']) await join(near, member, { origin })
  await join(near, member)
})

test('an address may open fifty sockets that join no room, and other addresses are not affected', async () => {
  const member = await near.registerMember()
  const from = { 'x-forwarded-for': '203.0.113.7' }
  const silent = Array.from({ length: 80 }, () => connect(near, from))
  const opened = await Promise.all(
    silent.map((socket) =>
      Promise.race([hears(socket, 'connect').then(() => 1), hears(socket, 'connect_error').then(() => 0)]),
    ),
  )
  expect(opened.reduce<number>((sum, count) => sum + count, 0)).toBe(50)
  await join(near, member)
  // Sockets that have joined no room within ten seconds are closed.
  await Promise.all(silent.map((socket) => socket.connected && hears(socket, 'disconnect')))
  await join(near, member, from)
})

test('a client that tries to join many rooms of other members is disconnected', async () => {
  const [first, second] = [await near.registerMember(), await near.registerMember()]
  const socket = connect(near, { 'x-forwarded-for': '203.0.113.8' })
  const gone = hears(socket, 'disconnect')
  for (let tries = 0; tries < 30; tries++)
    socket.emit('join', { room: memberRoom(second.id), token: first.token }, () => {})
  await gone
})

test('an event on one node reaches clients of the other', async () => {
  const member = await far.registerMember()
  const heard = hears(await join(far, member), 'wallet-changed')
  near.context.sockets.emit(memberRoom(member.id), 'wallet-changed')
  await heard
})

test('without Redis a node informs its own clients; when Redis is back, all clients fetch again', async () => {
  const [here, there] = [await near.registerMember(), await far.registerMember()]
  const [mine, theirs] = [await join(near, here), await join(far, there)]
  gates[0]?.cut()
  const heard = hears(mine, 'wallet-changed')
  await near.fund(here.id, 1)
  await heard
  near.context.sockets.emit(memberRoom(there.id), 'wallet-changed')
  const again = [hears(mine, 'changed'), hears(theirs, 'changed')]
  gates[0]?.heal()
  await Promise.all(again)
  const across = hears(theirs, 'wallet-changed')
  near.context.sockets.emit(memberRoom(there.id), 'wallet-changed')
  await across
})

test('a connection to Redis that falls silent is replaced', async () => {
  const there = await far.registerMember()
  const theirs = await join(far, there)
  gates[0]?.swallow()
  const again = hears(theirs, 'changed')
  near.context.sockets.emit(memberRoom(there.id), 'wallet-changed')
  await again
})

test('a node that stops leaves clients of other nodes alone, and its own clients may reconnect', async () => {
  const third = await testApp({ engine: 'postgres', config: { REDIS_URL: gates[0]?.url } })
  const [here, there] = [await third.registerMember(), await far.registerMember()]
  const [leaving, staying] = [await join(third, here), await join(far, there)]
  const gone = hears(leaving, 'disconnect')
  gates[0]?.cut()
  await third.close()
  const [reason] = await gone
  // After `io server disconnect` a client does not reconnect by itself.
  expect(reason).not.toBe('io server disconnect')
  expect(staying.connected).toBe(true)
})
