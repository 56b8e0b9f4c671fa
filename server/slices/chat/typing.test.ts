import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientEvents, chatRoom, consoleRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp, testConfig } from '../../testing/app.ts'
import { startNode, type TestNode } from '../../testing/node.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { asMember, newGuest, type Writer, write } from './testing.ts'

/** Each side of a chat is notified while the other one types, across two nodes (rules.md §12.7). */

const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

let app: TestApp
let there: TestNode
const operators: Record<string, TestOperator> = {}
beforeAll(async () => {
  app = await testApp({ config: { REDIS_URL: redis } })
  there = await startNode({
    config: {
      ...testConfig(app.sandbox),
      DATABASE_URL: app.database.url,
      REDIS_URL: redis,
    },
  })
  for (const role of ['support', 'cashier', 'auditor'] as const)
    operators[role] = await newOperator(app, role)
})
afterAll(async () => {
  await there.stop()
  await app.close()
})

type Line = Socket<ServerEvents, ClientEvents> & { heard: unknown[][] }

/** A socket in a room, and what it hears of the chat. */
async function listening(address: string, room: string, proof: Writer['join'] | undefined): Promise<Line> {
  const socket = io(address, { transports: ['websocket'], forceNew: true }) as unknown as Line
  socket.heard = []
  for (const event of ['staff-typing', 'chat-typing', 'messages-read'] as const) {
    socket.on(event, (...args: unknown[]) => void socket.heard.push([event, ...args]))
  }
  if (proof) await socket.emitWithAck('join', { room, ...proof })
  return socket
}
const ofOperator = (address: string, role: string) =>
  listening(address, consoleRoom, { token: operators[role]?.token ?? '' })

async function conversation(): Promise<{ writer: Writer; id: string }> {
  const writer = (await newGuest(app)) as Writer
  await write(app, writer, 'agent please')
  const [row] = await app.database.query<{ id: string }>(
    'select id from chat_conversations where guest_id = $1',
    [writer.id],
  )
  return { writer, id: row?.id ?? '' }
}

it('a customer’s reaches the operators of every node, once in a second, and no customer', async () => {
  const { writer, id } = await conversation()
  const other = await conversation()
  const customer = await listening(app.address, chatRoom(writer.id), writer.join)
  const another = await listening(app.address, chatRoom(other.writer.id), other.writer.join)
  const staff = await ofOperator(there.address, 'support')
  for (let i = 0; i < 20; i++) customer.emit('typing', { conversationId: other.id })
  await expect.poll(() => staff.heard).toEqual([['chat-typing', id, null]])
  await sleep(1050)
  customer.emit('typing', {})
  await expect.poll(() => staff.heard.length).toBe(2)
  expect([...customer.heard, ...another.heard]).toEqual([])
  for (const socket of [customer, another, staff]) socket.disconnect()
})

it('an operator’s reaches that customer and the colleagues with the name, and so does what was read', async () => {
  const { writer, id } = await conversation()
  const other = await conversation()
  const customer = await listening(there.address, chatRoom(writer.id), writer.join)
  const another = await listening(there.address, chatRoom(other.writer.id), other.writer.join)
  const staff = await ofOperator(app.address, 'support')
  const colleague = await ofOperator(there.address, 'cashier')
  staff.emit('typing', { conversationId: id })
  const { id: _id, name } = operators.support as TestOperator
  await expect.poll(() => customer.heard).toEqual([['staff-typing', name]])
  await expect.poll(() => colleague.heard).toEqual([['chat-typing', id, { _id, name }]])
  await app.call('PUT /api/console/chats/:id/read', {
    token: operators.support?.token ?? '',
    params: { id },
    body: { upTo: 1 },
  })
  await expect.poll(() => customer.heard).toContainEqual(['messages-read', 1])
  expect(another.heard).toEqual([])
  for (const socket of [customer, another, staff, colleague]) socket.disconnect()
})

it('nobody else’s is passed on, and nothing that is sent can harm', async () => {
  const { writer, id } = await conversation()
  const customer = await listening(app.address, chatRoom(writer.id), writer.join)
  const auditor = await ofOperator(app.address, 'auditor')
  const support = await ofOperator(app.address, 'support')
  const member = asMember(await app.registerMember())
  const intruder = await listening(app.address, consoleRoom, member.join)
  const outside = await listening(app.address, '', undefined)
  auditor.emit('typing', { conversationId: id })
  for (const socket of [intruder, outside]) socket.emit('typing', { conversationId: id })
  for (const about of [null, 'x', { conversationId: `${id}\0` }, { conversationId: { id } }, 7]) {
    const sender = await ofOperator(app.address, 'support')
    sender.emit('typing', about as never)
    await sleep(30)
    sender.disconnect()
  }
  await sleep(300)
  expect([...customer.heard, ...support.heard, ...intruder.heard, ...outside.heard]).toEqual([])
  for (const socket of [customer, auditor, support, intruder, outside]) socket.disconnect()
})
