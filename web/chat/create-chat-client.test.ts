import type { Conversation, SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import type { ChatCalls, ChatLine } from './chat-client.ts'
import { createChatClient } from './create-chat-client.ts'

/**
 * One side of a conversation against a server that numbers messages, loses answers and events, or refuses.
 */

type Events = Parameters<ChatLine['open']>[0]

function world({ before = 0 }: { before?: number } = {}) {
  const messages: Conversation[] = []
  const faults = { lost: 0, unheard: 0, refused: false, silent: false, full: false }
  let events: Events | undefined
  let kept: string | null = null
  let readUpTo = 0
  const reported = { typing: 0 }

  function add(
    sender: Conversation['sender'],
    clientId: string,
    message: Conversation['message'],
  ): Conversation {
    const known = messages.find((one) => one.sender === sender && one.clientId === clientId)
    if (known) return known
    const number = messages.length + 1
    const createdAt = new Date().toISOString()
    const one = {
      sender,
      message,
      userId: null,
      guestId: 'g',
      name: '',
      clientId,
      number,
      session_id: 's',
      createdAt,
    }
    messages.push(one)
    if (!faults.silent) events?.message(one)
    return one
  }
  const text = (words: string) => ({ message_type: 'text' as const, payload: { message: words } })
  for (let i = 0; i < before; i++) add('operator', `before-${i}`, text(`b${i}`))
  const page = (found: Conversation[]) => ({
    messages: found,
    last: messages.length,
    readByOwn: readUpTo,
    readByOther: 0,
  })
  const calls: ChatCalls = {
    before: async (number) =>
      page(
        messages
          .filter((one) => one.number < (number ?? 1e9))
          .slice(-10)
          .reverse(),
      ),
    after: async (number) => page(messages.filter((one) => one.number > number).slice(0, 100)),
    async send(clientId, message: SentMessage) {
      if (faults.unheard > 0) {
        faults.unheard--
        throw new ApiError('NETWORK', 0)
      }
      if (faults.refused) throw new ApiError('REQUEST_LIMIT_1MIN', 429)
      const { createdAt, number, session_id } = add('customer', clientId, message as Conversation['message'])
      if (faults.lost > 0) {
        faults.lost--
        throw new ApiError('NETWORK', 0)
      }
      return { createdAt, number, session_id }
    },
    upload: async () => ({ path: 'file' }),
    read: async (upTo) => {
      readUpTo = upTo
    },
  }
  const line: ChatLine = {
    open(given) {
      events = given
      return () => {
        events = undefined
      }
    },
    typing() {
      reported.typing++
    },
  }
  const write = (value: string | null): void => {
    if (faults.full) throw new DOMException('full', 'QuotaExceededError')
    kept = value
  }
  const storage = { read: () => kept, write }
  const client = createChatClient({ own: 'customer', calls, line, storage })
  const shown = () =>
    client
      .getState()
      .entries.map(({ message }) =>
        'payload' in message && 'message' in message.payload ? message.payload.message : '',
      )
  return {
    client,
    calls,
    messages,
    faults,
    reported,
    shown,
    say: (words: string) => add('operator', crypto.randomUUID(), text(words)),
    again: () => createChatClient({ own: 'customer', calls, line, storage }),
    events: () => events,
    kept: () => kept,
    read: () => readUpTo,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('a message', () => {
  it('is shown at once, sent after half a second, and appears once', async () => {
    const { client, messages, shown } = world()
    client.start()
    await pass(0)
    client.sendText('hello')
    expect(client.getState().entries).toMatchObject([{ number: null, deliver: { status: 'sending' } }])
    await pass(400)
    expect(messages).toHaveLength(0)
    await pass(200)
    expect(shown()).toEqual(['hello'])
    expect(client.getState().entries).toMatchObject([{ number: 1, deliver: { status: 'succeed' } }])
  })

  it.each([
    ['whose answer is lost', { lost: 3 }],
    ['that does not arrive', { unheard: 3 }],
    ['whose answer and event are lost', { lost: 2, silent: true }],
  ])('%s is sent again and appears once, in order', async (_, fault) => {
    const { client, faults, messages, shown } = world()
    client.start()
    await pass(0)
    Object.assign(faults, fault)
    // Not even for a moment.
    client.subscribe(() => expect(new Set(shown()).size).toBe(shown().length))
    for (const words of ['one', 'two', 'three']) client.sendText(words)
    await pass(60_000)
    expect(shown()).toEqual(['one', 'two', 'three'])
    expect(messages.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(client.getState().entries.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  it('that is refused says so, and can be sent again or taken back; the next one is not held up', async () => {
    const { client, faults, shown } = world()
    client.start()
    await pass(0)
    faults.refused = true
    client.sendText('refused')
    await pass(1000)
    faults.refused = false
    client.sendText('next')
    await pass(1000)
    expect(client.getState().entries.map(({ deliver }) => deliver.status)).toEqual(['succeed', 'failed'])
    const failed = client.getState().entries.find(({ deliver }) => deliver.status === 'failed')
    client.resend(failed?.key ?? '')
    await pass(1000)
    expect(shown()).toEqual(['next', 'refused'])
  })

  it('that is not sent survives a reload', async () => {
    const { client, faults, shown, kept, again } = world()
    const stop = client.start()
    await pass(0)
    faults.unheard = 1000
    client.sendText('kept')
    await pass(5000)
    stop()
    expect(kept()).toContain('kept')
    faults.unheard = 0
    const next = again()
    next.start()
    await pass(2000)
    expect(next.getState().entries).toMatchObject([{ number: 1 }])
    expect(kept()).toBeNull()
    expect(shown()).toEqual(['kept'])
  })

  it('of blanks is none', async () => {
    const { client } = world()
    client.sendText(' \n ')
    expect(client.getState().entries).toEqual([])
  })
})

describe('the other side’s messages', () => {
  it('that were missed are asked for when a later one comes', async () => {
    const { client, faults, say, shown } = world()
    client.start()
    await pass(0)
    faults.silent = true
    say('one')
    say('two')
    faults.silent = false
    say('three')
    await pass(0)
    expect(shown()).toEqual(['one', 'two', 'three'])
  })

  it('are asked for every few seconds while the line is down, and when it is back', async () => {
    const { client, events, faults, say, shown } = world()
    client.start()
    events()?.joined()
    await pass(0)
    events()?.lost()
    faults.silent = true
    say('while away')
    expect(shown()).toEqual([])
    await pass(5100)
    expect(shown()).toEqual(['while away'])
    say('again')
    events()?.joined()
    await pass(0)
    expect(shown()).toEqual(['while away', 'again'])
    expect(client.getState().isLive).toBe(true)
  })

  it('are unread until they are seen, and that is reported once in a second', async () => {
    const { client, say, read } = world({ before: 3 })
    client.start()
    await pass(0)
    say('new')
    expect(client.getState().unread).toBe(4)
    client.markRead()
    client.markRead()
    expect(client.getState().unread).toBe(0)
    await pass(1100)
    expect(read()).toBe(4)
  })
})

it('a file that the server has forgotten is uploaded anew when it is sent again', async () => {
  const { client, calls } = world()
  client.start()
  await pass(0)
  const { send } = calls
  const known = new Set<string>()
  let uploads = 0
  let isDown = true
  calls.upload = async () => {
    uploads++
    known.add(`file-${uploads}`)
    return { path: `file-${uploads}` }
  }
  calls.send = async (clientId, message) => {
    if (isDown) throw new ApiError('REQUEST_LIMIT_1MIN', 429)
    if (message.message_type === 'media' && !known.has(message.payload.filePath))
      throw new ApiError('CHAT_FILE_UNKNOWN', 422)
    return send(clientId, message)
  }
  client.sendFile(new File(['x'], 'slip.png', { type: 'image/png' }))
  await pass(1000)
  const [failed] = client.getState().entries
  expect(failed?.deliver.status).toBe('failed')
  // A day later.
  isDown = false
  known.clear()
  client.resend(failed?.key ?? '')
  await pass(1000)
  expect(uploads).toBe(2)
  expect(client.getState().entries).toMatchObject([{ number: 1, deliver: { status: 'succeed' } }])

  // A server that knows none is not asked again and again.
  calls.send = async () => {
    throw new ApiError('CHAT_FILE_UNKNOWN', 422)
  }
  client.sendFile(new File(['x'], 'slip.png', { type: 'image/png' }))
  await pass(60_000)
  expect(uploads).toBe(3)
  expect(client.getState().entries[1]?.deliver.status).toBe('failed')
})

it('a file gets a fresh link when its own has ended', async () => {
  const { client, calls, messages } = world({ before: 2 })
  const file = (filePath: string) => ({
    message_type: 'media' as const,
    payload: {
      message: '',
      url: true,
      fileType: 'image' as const,
      filePath,
      name: 'slip.png',
      size: 1,
      width: null,
      height: null,
    },
  })
  if (messages[0]) messages[0].message = file('old')
  client.start()
  await pass(0)
  const link = () => {
    const message = client.getState().entries[0]?.message
    return message?.message_type === 'media' && message.payload.filePath
  }
  expect(link()).toBe('old')
  const { before } = calls
  let asked = 0
  calls.before = (number) => {
    asked++
    return before(number)
  }
  messages[0] = { ...(messages[0] as Conversation), message: file('fresh') }
  const key = client.getState().entries[0]?.key ?? ''
  client.renewFile(key)
  client.renewFile(key)
  await pass(0)
  expect(link()).toBe('fresh')
  expect(asked).toBe(1)
  expect(client.getState().entries.map(({ number }) => number)).toEqual([1, 2])
})

it('a call that hangs when the line comes back is not waited for', async () => {
  const { client, calls, events, faults, say, shown } = world()
  client.start()
  await pass(0)
  const { after } = calls
  calls.after = () => new Promise(() => {})
  events()?.changed()
  faults.silent = true
  say('one')
  calls.after = after
  events()?.joined()
  await pass(0)
  expect(shown()).toEqual(['one'])
})

it('numbers that begin again are another conversation, which is shown from its beginning', async () => {
  const { client, events, messages, say, shown } = world({ before: 5 })
  client.start()
  await pass(0)
  messages.splice(0)
  say('new')
  events()?.joined()
  await pass(0)
  expect(shown()).toEqual(['new'])
})

it('older messages are put in front, page by page, without a gap', async () => {
  const { client, shown } = world({ before: 25 })
  client.start()
  await pass(0)
  expect(client.getState()).toMatchObject({ hasOlder: true })
  while (client.getState().hasOlder) {
    client.loadOlder()
    await pass(0)
  }
  expect(shown()).toEqual(Array.from({ length: 25 }, (_, i) => `b${i}`))
})

it('a browser that keeps nothing sends all the same', async () => {
  const { client, messages, faults } = world()
  faults.full = true
  client.start()
  await pass(0)
  client.sendText('one')
  client.sendText('two')
  await pass(1500)
  expect(messages).toHaveLength(2)
  expect(client.getState().entries).toMatchObject([{ number: 1 }, { number: 2 }])
})

it('who writes is shown for five seconds, or until the message comes', async () => {
  const { client, events, say } = world()
  client.start()
  await pass(0)
  events()?.typing('Ploy')
  expect(client.getState().typing).toEqual({ name: 'Ploy' })
  await pass(5100)
  expect(client.getState().typing).toBeNull()
  events()?.typing('Ploy')
  say('here')
  expect(client.getState().typing).toBeNull()
})

it('writing is reported every three seconds, and at once after a message', async () => {
  const { client, reported } = world()
  client.start()
  await pass(0)
  client.typed()
  client.typed()
  expect(reported.typing).toBe(1)
  await pass(3000)
  client.typed()
  expect(reported.typing).toBe(2)
  client.sendText('here')
  await pass(600)
  client.typed()
  expect(reported.typing).toBe(3)
})

it.each([
  ['slip.exe', 'application/x-msdownload', 10, 'CHAT_FILE_UNSUPPORTED'],
  ['slip.png', 'image/png', 11 * 1024 * 1024, 'PAYLOAD_TOO_LARGE'],
])('a file that cannot be sent is refused at once: %s', (name, type, size, code) => {
  const { client } = world()
  const file = Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
  expect(() => client.sendFile(file)).toThrow(code)
})
