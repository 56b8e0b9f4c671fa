import { type AddressInfo, connect, createServer, type Socket as NetSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientEvents, consoleRoom, type ServerEvents } from '@krapao/contract/events.ts'
import { ApiError, type ContractCalls, createClient } from '@krapao/web/api/client.ts'
import type { ChatCalls, ChatClient, ChatLine } from '@krapao/web/chat/chat-client.ts'
import { createChatClient } from '@krapao/web/chat/create-chat-client.ts'
import { customerLine } from '@krapao/web/chat/socket.ts'
import { keepJoined } from '@krapao/web/live/join-room.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp, testConfig } from '../../testing/app.ts'
import { startNode, type TestNode } from '../../testing/node.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { asMember, newGuest, type Writer, write } from './testing.ts'

/**
 * Both sides of conversations on a line that is cut a thousand times, sockets and calls alike, while the node
 * is also killed: nothing is lost, nothing doubled, and the order is one (rules.md §12.2).
 */

const cuts = 1000
/** Milliseconds between two cuts: some sockets and calls get through, others do not. */
const pace = 18
const conversations = 8
/** Hands the conversation over to the staff. */
const first = 'agent please'
/** Messages that each side writes in each conversation. */
const written = 25

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await testApp({
    settings: {
      'chat.messagesPerMinute': 600,
      'operator.looksPerMinute': 10_000,
    },
  })
  operator = await newOperator(app, 'support')
})
afterAll(() => app.close())
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  vi.unstubAllGlobals()
})

const newNode = (): Promise<TestNode> =>
  startNode({ config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url } } as never)

/** A line to a server whose connections can be cut, also in the middle of a call. */
async function cuttableLine() {
  const open = new Set<NetSocket>()
  let port = 0
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    open.add(near)
    const end = () => {
      open.delete(near)
      near.destroy()
      far.destroy()
    }
    for (const side of [near, far]) side.on('error', end).on('close', end)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (address: string) => {
      port = Number(new URL(address).port)
    },
    /** @returns whether there was a connection to cut */
    cut(): boolean {
      const some = [...open][Math.floor(Math.random() * open.size)]
      some?.destroy()
      return some !== undefined
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

const apiOf = (proof: Writer['join']) =>
  createClient<ContractCalls>({
    token: () => ('token' in proof ? proof.token : undefined),
    guestToken: () => ('guestToken' in proof ? proof.guestToken : undefined),
    refused() {},
    watch: () => ({ answered() {}, lost: () => 'NETWORK' }),
  }).api

const noUpload: ChatCalls['upload'] = () => Promise.reject(new ApiError('NETWORK', 0))

const openSocket = (address: string): Socket<ServerEvents, ClientEvents> =>
  io(address, { forceNew: true, transports: ['websocket'], reconnectionDelay: 20, reconnectionDelayMax: 100 })

function customer(address: string, { id, join }: Writer): ChatClient {
  const api = apiOf(join)
  const read = async (query: { before?: string; after?: string }) => {
    const { messages, last, readByCustomer, readByOperator } = await api('GET /api/chat/messages', { query })
    return { messages, last, readByOwn: readByCustomer, readByOther: readByOperator }
  }
  const calls: ChatCalls = {
    before: (number) => read(number === null ? {} : { before: String(number) }),
    after: (number) => read({ after: String(number) }),
    send: (clientId, message) => api('POST /api/chat/send-message', { clientId, message }),
    upload: noUpload,
    read: (upTo) => api('PUT /api/chat/read-customer/', { upTo }),
  }
  const line = customerLine(id, join, () => openSocket(address))
  return createChatClient({ own: 'customer', calls, line, storage: null })
}

/** The staff's side of a conversation. */
function staff(address: string, id: string): ChatClient {
  const api = apiOf({ token: operator.token })
  const params = { id }
  const read = async (query: { before?: string; after?: string }) => {
    const { chat, messages } = await api('GET /api/console/chats/:id', { params }, { query })
    return {
      messages,
      last: chat.last,
      readByOwn: chat.readByOperator,
      readByOther: chat.readByCustomer,
    }
  }
  const calls: ChatCalls = {
    before: (number) => read(number === null ? {} : { before: String(number) }),
    after: (number) => read({ after: String(number) }),
    send: (clientId, message) => api('POST /api/console/chats/:id/messages', { params, clientId, message }),
    upload: noUpload,
    read: (upTo) => api('PUT /api/console/chats/:id/read', { params, upTo }),
  }
  const line: ChatLine = {
    open({ joined, lost, changed }) {
      const socket = openSocket(address)
      const stop = keepJoined(socket, { room: consoleRoom, token: operator.token }, joined)
      socket.on('disconnect', lost)
      socket.on('chat-changed', (changedId) => changedId === id && changed())
      return () => {
        stop()
        socket.disconnect()
      }
    },
    typing() {},
  }
  return createChatClient({ own: 'operator', calls, line, storage: null })
}

interface Said {
  number: number | null
  sender: string
  words: string
}

const shown = (client: ChatClient): Said[] =>
  client.getState().entries.map(({ number, sender, message }) => ({
    number,
    sender,
    words: message.message_type === 'text' ? message.payload.message : message.message_type,
  }))

const stored = (id: string): Promise<Said[]> =>
  app.database.query<Said>(
    `select number, case when sender in ('customer', 'bot') then sender else 'operator' end as sender,
       case when message ->> 'message_type' = 'text' then message -> 'payload' ->> 'message'
         else message ->> 'message_type' end as words
     from chat_messages where conversation_id = $1 order by number`,
    [id],
  )

const wordsOf = (side: string): string[] => Array.from({ length: written }, (_, i) => `${side} ${i}`)

test('a thousand cuts and a killed node lose nothing, double nothing and change no order', {
  timeout: 120_000,
}, async () => {
  let node = await newNode()
  stops.push(() => node.stop())
  const line = await cuttableLine()
  stops.push(line.close)
  line.to(node.address)
  const direct = fetch
  vi.stubGlobal('fetch', (path: string | URL, init?: RequestInit) =>
    direct(typeof path === 'string' && path.startsWith('/') ? line.address + path : path, init),
  )

  const pairs: { id: string; sides: [ChatClient, ChatClient] }[] = []
  for (let i = 0; i < conversations; i++) {
    const writer = i % 2 === 0 ? asMember(await app.registerMember()) : await newGuest(app)
    await write(app, writer, first)
    const [row] = await app.database.query<{ id: string }>(
      'select id from chat_conversations where member_id = $1 or guest_id = $1',
      [writer.id],
    )
    const sides: [ChatClient, ChatClient] = [
      customer(line.address, writer),
      staff(line.address, row?.id ?? ''),
    ]
    for (const side of sides) stops.push(side.start())
    pairs.push({ id: row?.id ?? '', sides })
  }

  await expect
    .poll(
      () =>
        pairs.every(({ sides }) =>
          sides.every((side) => side.getState().isLive && side.getState().status === 'ready'),
        ),
      { timeout: 20_000 },
    )
    .toBe(true)
  const left = pairs.flatMap(({ sides }) =>
    sides.map((client, i) => ({ client, words: wordsOf(i === 0 ? 'customer' : 'operator') })),
  )
  let restarting: Promise<void> | undefined
  for (let done = 0, turn = 0; done < cuts; turn++) {
    if (line.cut()) done++
    const { client, words } = left[turn % left.length] as (typeof left)[number]
    // About as long as the cutting takes.
    const due = Math.floor((done / cuts) * written)
    while (words.length > 0 && written - words.length <= due) client.sendText(words.shift() ?? '')
    if (done === cuts / 2 && !restarting) {
      await node.kill()
      restarting = newNode().then((next) => {
        node = next
        line.to(next.address)
      })
    }
    await sleep(pace)
  }
  await restarting
  for (const { client, words } of left) for (const word of words) client.sendText(word)

  for (const { id, sides } of pairs) {
    const written = (side: string, all: Said[]): string[] =>
      all.filter(({ sender, words }) => sender === side && words !== first).map(({ words }) => words)
    await expect
      .poll(() => sides.map((side) => shown(side).filter(({ number }) => number === null)), {
        timeout: 40_000,
      })
      .toEqual([[], []])
    const all = await stored(id)
    expect(all.map(({ number }) => number)).toEqual(all.map((_, i) => i + 1))
    for (const side of ['customer', 'operator']) expect(written(side, all)).toEqual(wordsOf(side))
    for (const side of sides) await expect.poll(() => shown(side)).toEqual(all)
  }
})
