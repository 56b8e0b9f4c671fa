import { once } from 'node:events'
import { consoleRoom, memberRoom } from '@krapao/contract/events.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { make, testContent } from '../campaign/testing.ts'
import { byTwoOwners, newOperator, shutOut, type TestOperator } from '../operator/testing.ts'
import { buildMember, withdraw } from '../withdraw/testing.ts'

/** Live updates of the console (rules.md §17.6), through real sockets, on PostgreSQL. */
let app: TestApp
let owner: TestOperator
const open: Socket[] = []
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  owner = await newOperator(app, 'owner')
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => app.close())

function connect(): Socket {
  const socket = io(app.address, { transports: ['websocket'], reconnection: false, forceNew: true })
  open.push(socket)
  return socket
}
const ask = (room: string, token: string) => connect().emitWithAck('join', { room, token })
async function join({ token }: Pick<TestOperator, 'token'>): Promise<Socket> {
  const socket = connect()
  expect(await socket.emitWithAck('join', { room: consoleRoom, token })).toEqual({ ok: true })
  return socket
}
const hears = (socket: Socket, event: string) =>
  once(socket as never, event, { signal: AbortSignal.timeout(15_000) })

it.each(['cashier', 'support', 'auditor'] as const)(
  '%s is notified of new items, from wherever they come',
  async (role) => {
    const socket = await join(await newOperator(app, role))
    const notice = hears(socket, 'desk-changed')
    await withdraw(app, await buildMember(app, 6000), 6000)
    // Which queue it is: a console asks for nothing else.
    expect(await notice).toEqual([['withdrawal']])
  },
)

it('is notified of what leaves by itself as of what comes', async () => {
  const socket = await join(owner)
  const came = hears(socket, 'desk-changed')
  await make(app, owner, testContent.bonus, { code: 'HEARD' })
  expect(await came).toEqual([['campaign']])
  const left = hears(socket, 'desk-changed')
  await app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: owner.token,
    params: { kind: 'bonus', code: 'HEARD' },
    body: { reason: 'too dear' },
  })
  expect(await left).toEqual([['campaign']])
})

it('is notified of other operators’ votes, also of the first of two', async () => {
  const { withdrawalId } = (await withdraw(app, await buildMember(app, 30_000), 30_000)).body
  const socket = await join(owner)
  for (const role of ['cashier', 'owner'] as const) {
    const by = await newOperator(app, role)
    const notice = hears(socket, 'desk-changed')
    const answer = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: by.token,
      params: { queue: 'withdrawal', id: withdrawalId },
      body: { reason: 'looked at it' },
    })
    expect(answer.status).toBe(200)
    expect(await notice).toEqual([['withdrawal']])
  }
})

it('nobody else is notified: no member, no stranger, nobody with a one-time password; and operators get no member’s events', async () => {
  const member = await app.registerMember()
  const body = { email: 'one-time@test.test', name: 'Nok', role: 'cashier' } as const
  const owners = [owner, await newOperator(app, 'owner')] as const
  const { oneTime } = await byTwoOwners(app, owners, (token) =>
    app.call('POST /api/console/staff', { token, body }),
  )
  const login = await app.call('POST /api/console/login', {
    body: { email: 'one-time@test.test', password: oneTime?.password ?? '' },
  })
  const refused = { ok: false, message: 'invalid-token' }
  for (const token of [member.token, 'x'.repeat(43), '', login.body.token])
    expect(await ask(consoleRoom, token)).toEqual(refused)
  expect(await ask(memberRoom(member.id), owner.token)).toEqual(refused)
})

it('is notified of what leaves by itself, and of nothing that only passes by', async () => {
  const member = await buildMember(app, 9000)
  const { withdrawalId } = (await withdraw(app, member, 6000)).body
  const socket = await join(owner)
  const heard: unknown[] = []
  socket.on('desk-changed', (queues) => heard.push(queues))
  // Paid at once, so that nobody has to decide.
  await withdraw(app, member, 500)
  const left = hears(socket, 'desk-changed')
  await app.call('POST /api/console/desk/:queue/:id/refuse', {
    token: owner.token,
    params: { queue: 'withdrawal', id: withdrawalId },
    body: { reason: 'looked at it' },
  })
  await left
  expect(heard[0]).toEqual(['withdrawal'])
})

it('ends within a second with the session: suspension, new password, logout', async () => {
  const second = await newOperator(app, 'owner')
  const ends = [
    (operator: TestOperator) =>
      app.call('PUT /api/console/staff/:id', {
        token: owner.token,
        params: { id: operator.id },
        body: { isActive: false },
      }),
    (operator: TestOperator) =>
      byTwoOwners(app, [owner, second], (token) =>
        app.call('POST /api/console/staff/:id/password', { token, params: { id: operator.id } }),
      ),
    (operator: TestOperator) => app.call('POST /api/console/logout', { token: operator.token }),
    (operator: TestOperator) => shutOut(app.database, operator.id),
  ]
  for (const end of ends) {
    const operator = await newOperator(app, 'cashier')
    const socket = await join(operator)
    const gone = Promise.all([hears(socket, 'session-ended'), hears(socket, 'disconnect')])
    await end(operator)
    await gone
  }
})
