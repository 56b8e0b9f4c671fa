import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientEvents, chatRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import { io, type Socket } from 'socket.io-client'
import type { BenchMember } from '../ledger/http-server.ts'
import { createTally, type Outcome } from './tally.ts'

/**
 * The customers of `bench:chat`, in a process of their own: each has a socket in the room of the own
 * conversation and an address of its own, as behind a proxy. The orders come from the process that measures.
 */

export type Order =
  | { order: 'open'; port: number; customers: BenchMember[] }
  | { order: 'send'; perSecond: number; seconds: number; warmUp: number }
  | { order: 'end'; stored: number }

export type Reply = { opened: number } | { isSent: true } | Outcome

/**
 * How many customers join at the same time: few enough for the limits of the server and the pool of its
 * database.
 */
const joiningAtOnce = 40
/** The longest wait for messages that are stored and have not come, ms. */
const patience = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const tally = createTally()
const customers: (BenchMember & { address: string })[] = []
let port = 0

async function open(added: BenchMember[]): Promise<void> {
  const left = added.map((member) => {
    const n = customers.length
    const customer = { ...member, address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
    customers.push(customer)
    return customer
  })
  const join = async () => {
    for (let customer = left.pop(); customer; customer = left.pop()) await joinRoom(customer)
  }
  await Promise.all(Array.from({ length: joiningAtOnce }, join))
}

async function joinRoom({ id, token, address }: BenchMember & { address: string }): Promise<void> {
  const socket: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': address },
  })
  socket.on('messaging', ({ clientId, number }) =>
    tally.heard({ customer: id, clientId, number }, performance.now()),
  )
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const { ok, message } = await socket.timeout(10_000).emitWithAck('join', { room: chatRoom(id), token })
  if (!ok) throw new Error(`a customer may not join: ${message}`)
  // What a socket that has gone would have received is counted as lost.
  socket.on('disconnect', (reason) => process.stderr.write(`a socket was closed: ${reason}\n`))
}

/** @returns whether the server has accepted the message */
function send({ token, address }: BenchMember & { address: string }, clientId: string): Promise<boolean> {
  const body = JSON.stringify({
    clientId,
    message: { message_type: 'text', payload: { message: 'When does my deposit arrive?' } },
  })
  return new Promise((resolve) => {
    const call = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/chat/send-message',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-requested-with': requestedWith,
          'x-forwarded-for': address,
          authorization: `Bearer ${token}`,
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode === 200))
      },
    )
    call.once('error', () => resolve(false))
    call.end(body)
  })
}

/**
 * Sends at a fixed rate, each message in the next customer's conversation, however slow the answers are. The
 * time of a message counts from when it was due, so that one that had to wait for the sender is not measured
 * as quick.
 */
async function sendAll(order: { perSecond: number; seconds: number; warmUp: number }): Promise<void> {
  const began = performance.now()
  const count = Math.round(order.perSecond * (order.warmUp + order.seconds))
  const calls: Promise<void>[] = []
  while (calls.length < count) {
    const due = began + (calls.length * 1000) / order.perSecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    const customer = customers[calls.length % customers.length]
    if (!customer) throw new Error('nobody has joined')
    const clientId = randomUUID()
    tally.sent(clientId, due < began + order.warmUp * 1000 ? Number.NaN : due, performance.now())
    calls.push(
      send(customer, clientId).then((isAccepted) => (isAccepted ? tally.accepted(clientId) : tally.failed())),
    )
  }
  await Promise.all(calls)
}

async function follow(order: Order): Promise<Reply> {
  if (order.order === 'open') {
    port = order.port
    await open(order.customers)
    return { opened: customers.length }
  }
  if (order.order === 'send') {
    await sendAll(order)
    return { isSent: true }
  }
  for (const end = performance.now() + patience; performance.now() < end; await sleep(20))
    if (tally.received >= order.stored) break
  return tally.outcome(order.stored)
}

process.on('message', async (order: Order) => void process.send?.(await follow(order)))
process.on('disconnect', () => process.exit(0))
