import { type ClientEvents, memberRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { keepJoined } from '@krapao/web/live/join-room.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withoutSessions } from '../slices/account/testing.ts'
import { type TestApp, testApp } from '../testing/app.ts'

/** How the apps stay in their rooms, against the real server. */
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a join that fails inside the server is repeated until it succeeds, and then missed changes are loaded', async () => {
  const { id, token } = await app.registerMember()
  const socket: Socket<ServerEvents, ClientEvents> = io(app.address, { transports: ['websocket'] })
  let joins = 0
  let received = 0
  socket.on('wallet-changed', () => received++)
  const stop = await withoutSessions(app.database, async () => {
    const end = keepJoined(socket, { room: memberRoom(id), token }, () => joins++, { first: 20, max: 200 })
    await expect.poll(() => socket.connected).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(joins).toBe(0)
    return end
  })
  await expect.poll(() => joins).toBe(1)
  await app.fund(id, 10)
  await expect.poll(() => received).toBeGreaterThan(0)

  // The server ends the connection; the next connection joins again.
  socket.io.engine.close()
  await expect.poll(() => joins).toBe(2)
  stop()
  socket.disconnect()
})

test('a connection is made anew at once when the network is back, whether it seems to be there or waits for its next try', async () => {
  const network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  const { id, token } = await app.registerMember()
  const socket: Socket<ServerEvents, ClientEvents> = io(app.address, {
    transports: ['websocket'],
    reconnectionDelay: 600_000,
    reconnectionDelayMax: 600_000,
  })
  let joins = 0
  const stop = keepJoined(socket, { room: memberRoom(id), token }, () => joins++, { first: 20, max: 200 })
  await expect.poll(() => joins).toBe(1)
  network.dispatchEvent(new Event('online'))
  await expect.poll(() => joins).toBe(2)
  socket.io.engine.close()
  await expect.poll(() => socket.connected).toBe(false)
  network.dispatchEvent(new Event('online'))
  await expect.poll(() => joins).toBe(3)

  // A client that has left is not connected again.
  stop()
  socket.disconnect()
  network.dispatchEvent(new Event('online'))
  expect(socket.active).toBe(false)
  vi.unstubAllGlobals()
})

test('an invalid token ends the connection instead of trying for ever', async () => {
  const { id } = await app.registerMember()
  const socket: Socket<ServerEvents, ClientEvents> = io(app.address, { transports: ['websocket'] })
  keepJoined(socket, { room: memberRoom(id), token: 'none' }, () => {}, { first: 20, max: 200 })
  const ended = new Promise((resolve) => socket.once('disconnect', resolve))
  expect(await ended).toBe('io client disconnect')
})
