import { randomUUID } from 'node:crypto'
import { requestedWith } from '@krapao/contract/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { Customer } from '../../platform/http.ts'
import { type TestApp, testApp, testConfig } from '../../testing/app.ts'
import { flatPng, framesGif } from '../../testing/bombs.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { startNode } from '../../testing/node.ts'
import { chatWidget } from '../lookup/rules.ts'
import { firstBot } from './first-bot.ts'
import { visitorMegabytes, visitorsMegabytes } from './rules.ts'
import { deleteVisitorFiles, lockConversations } from './store.ts'
import {
  asMember,
  historyOf,
  listen,
  newGuest,
  text,
  textsOf,
  uploadFile,
  type Writer,
  write,
} from './testing.ts'

/** The chat as customers use it (rules.md §12), through the real app. */

const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    settings: { 'chat.messagesPerMinute': 600, 'chat.uploadsPerMinute': 60 },
    config: { REDIS_URL: redis },
  })
})
afterAll(() => app.close())

const newMember = async (): Promise<Writer> => asMember(await app.registerMember())

/** A token that differs in one letter of its middle: letters at its end may carry bits that nobody reads. */
const forgedFrom = (token: string): string => {
  const middle = Math.floor(token.length / 2)
  return `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`
}

describe('a message', () => {
  it('is numbered, answered by the bot, and in the history, newest first', async () => {
    const member = await newMember()
    const { status, body } = await write(app, member, 'withdraw please')
    expect([status, body.number]).toEqual([200, 1])
    const history = await historyOf(app, member)
    expect(history.map(({ number, sender }) => [number, sender])).toEqual([
      [2, 'bot'],
      [1, 'customer'],
    ])
    expect(history[1]).toMatchObject({
      userId: member.id,
      guestId: null,
      message: text('withdraw please'),
      createdAt: body.createdAt,
      session_id: body.session_id,
    })
  })

  it('of a visitor is answered in the visitor’s language', async () => {
    const guest = await newGuest(app)
    const en = { ...guest, headers: { ...guest.headers, cookie: 'lang=EN' } }
    await write(app, en, { message_type: 'postback', payload: { title: 'Talk', payload: 'agent' } })
    expect(textsOf(await historyOf(app, en))[0]).toBe(firstBot.handedOver.en)
  })

  it('is added once, however often it is sent, also at once', async () => {
    const member = await newMember()
    const id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(app, member, 'bonus?', id)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.number}`))).toEqual(new Set(['200 1']))
    expect(await historyOf(app, member)).toHaveLength(2)
    expect((await write(app, member, 'another', id)).error).toMatchObject({ message: 'IDEMPOTENCY_CONFLICT' })
  })

  it('gets the next number, without a gap, however many are sent at once', async () => {
    const member = await newMember()
    const sent = await Promise.all(Array.from({ length: 60 }, (_, i) => write(app, member, `agent ${i}`)))
    expect(sent.every(({ status }) => status === 200)).toBe(true)
    const numbers: number[] = []
    for (let skip = 0; ; skip += 50) {
      const page = await historyOf(app, member, { skip })
      if (page.length === 0) break
      numbers.push(...page.map(({ number }) => number))
    }
    expect(numbers).toEqual(numbers.map((_, i) => numbers.length - i))
    expect(numbers).toHaveLength(61)
  })

  it('stays with its customer, when those of many are stored together, and a refused one refuses no other', async () => {
    const [members, visitors] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, newMember)),
      Promise.all(Array.from({ length: 6 }, () => newGuest(app))),
    ])
    const writers: Writer[] = [...members, ...visitors]
    const used = randomUUID()
    for (const writer of writers) expect((await write(app, writer, 'agent first', used)).status).toBe(200)

    const calls = writers.flatMap((writer) => [
      write(app, writer, `of ${writer.id}`),
      write(app, writer, 'agent first', used),
      write(app, writer, 'another', used),
      write(app, writer, `again of ${writer.id}`),
    ])
    const outcomes = (await Promise.all(calls)).map(({ status, error }) => error?.message ?? status)
    expect(outcomes).toEqual(writers.flatMap(() => [200, 200, 'IDEMPOTENCY_CONFLICT', 200]))
    for (const writer of writers) {
      const history = await historyOf(app, writer)
      expect(history.map(({ number }) => number)).toEqual(history.map((_, i) => history.length - i))
      const own = history.filter(({ sender }) => sender === 'customer')
      expect(textsOf(own).sort()).toEqual([`again of ${writer.id}`, 'agent first', `of ${writer.id}`])
    }
  })

  it.each([
    ['no text', { message_type: 'text', payload: { message: '' } }],
    ['a text of blanks', { message_type: 'text', payload: { message: ' \n ' } }],
    ['a text that nobody sees', { message_type: 'text', payload: { message: '\u200b \ufeff' } }],
    ['a text of 2001 characters', { message_type: 'text', payload: { message: 'x'.repeat(2001) } }],
    ['a kind that only the bot has', { message_type: 'generic', payloads: [] }],
    ['a zero byte', { message_type: 'text', payload: { message: 'a\u0000b' } }],
    ['an unknown kind', { message_type: 'magic', payload: {} }],
  ])('with %s is refused', async (_, message) => {
    const { error } = await write(app, await newMember(), message as never)
    expect(error).toMatchObject({ message: 'INVALID_REQUEST' })
  })

  it('of 2000 Lao letters is taken', async () => {
    const member = await newMember()
    expect((await write(app, member, 'ກ'.repeat(2000))).status).toBe(200)
  })

  it('of a visitor is refused in the name of a member, and of another visitor', async () => {
    const guest = await newGuest(app)
    for (const body of [{ userId: 'someone' }, { guestId: 'guother' }]) {
      const { error } = await app.call('POST /api/chat/history', {
        headers: guest.headers,
        body: { limit: 10, skip: 0, ...body },
      })
      expect(error).toMatchObject({ message: 'FORBIDDEN' })
    }
  })
})

it('while the chat is off nothing can be written, and what was written can be read', async () => {
  const [member, guest] = [await newMember(), await newGuest(app)]
  await write(app, member, 'agent, before')
  await app.context.settings.set(chatWidget, false)
  try {
    const picture = { bytes: Buffer.from('x'), name: 'x.png' }
    const refused = [
      (await write(app, member, 'after')).error?.message,
      (await write(app, guest, 'after')).error?.message,
      (await app.call('POST /api/chat/guest')).error?.message,
      (
        await app.call('POST /api/chat/adopt', {
          headers: member.headers,
          body: { guestToken: guest.guestToken },
        })
      ).error?.message,
      (await uploadFile(app, member, 'image', picture)).body.message,
      (await uploadFile(app, guest, 'video', { ...picture, name: 'x.mp4' })).body.message,
    ]
    expect(refused).toEqual(refused.map(() => 'CHAT_CLOSED'))
    expect(textsOf(await historyOf(app, member)).at(-1)).toBe('agent, before')
  } finally {
    await app.context.settings.set(chatWidget, true)
  }
})

describe('a session', () => {
  it('goes on for 24 hours of silence, and then another begins with the bot', async () => {
    const guest = await newGuest(app)
    const first = await write(app, guest, 'agent')
    app.clock.advance(23 * 3600)
    const same = await write(app, guest, 'still there?')
    expect(same.body.session_id).toBe(first.body.session_id)
    app.clock.advance(24 * 3600 + 1)
    const next = await write(app, guest, 'deposit')
    expect(next.body.session_id).not.toBe(first.body.session_id)
    const [reply] = await historyOf(app, guest)
    expect(reply).toMatchObject({ sender: 'bot', session_id: next.body.session_id })
  })
})

describe('what was missed', () => {
  it('is answered after a number, oldest first, and nothing else', async () => {
    const member = await newMember()
    for (let i = 0; i < 4; i++) await write(app, member, `agent ${i}`)
    const after = async (number: number) =>
      (
        await app.call('GET /api/chat/messages', {
          headers: member.headers,
          query: { after: String(number) },
        })
      ).body
    const all = await after(0)
    expect(all.last).toBe(5)
    expect(all.messages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
    expect((await after(4)).messages.map(({ number }) => number)).toEqual([5])
    expect((await after(9)).messages).toEqual([])
  })
})

describe('a room', () => {
  it('brings each message to the customer’s own sockets, on every node', async () => {
    const member = await newMember()
    const node = await startNode({
      config: {
        ...testConfig(app.sandbox),
        DATABASE_URL: app.database.url,
        REDIS_URL: redis,
      },
    })
    try {
      const here = await listen(app.address, member)
      const there = await listen(node.address, member)
      expect([here.joined, there.joined]).toEqual([true, true])
      await write(app, member, 'deposit')
      await expect.poll(() => here.received.map(({ number }) => number)).toEqual([1, 2])
      await expect.poll(() => there.received.map(({ number }) => number)).toEqual([1, 2])
      await write(node, member, 'agent')
      for (const { received } of [here, there])
        await expect.poll(() => received.map(({ number }) => number)).toEqual([1, 2, 3, 4])
      here.socket.disconnect()
      there.socket.disconnect()
    } finally {
      await node.stop()
    }
  })

  it('lets nobody else in', async () => {
    const [owner, other] = [await newMember(), await newMember()]
    const guest = await newGuest(app)
    const stranger = await newGuest(app)
    const forged = forgedFrom(guest.guestToken)
    const tries: Pick<Writer, 'id' | 'join'>[] = [
      { id: owner.id, join: other.join },
      { id: owner.id, join: stranger.join },
      { id: guest.id, join: other.join },
      { id: guest.id, join: stranger.join },
      { id: guest.id, join: { guestToken: forged } },
      { id: guest.id, join: { guestToken: guest.id } },
      { id: '', join: owner.join },
    ]
    const sockets = await Promise.all(tries.map((attempt) => listen(app.address, attempt)))
    expect(sockets.map(({ joined }) => joined)).toEqual(tries.map(() => false))
    const own = [await listen(app.address, owner), await listen(app.address, guest)]
    await write(app, owner, 'a secret')
    await write(app, guest, 'another secret')
    for (const { received } of own) await expect.poll(() => received.length).toBeGreaterThan(0)
    for (const { received, socket } of sockets) {
      expect(received).toEqual([])
      socket.disconnect()
    }
    for (const { socket } of own) socket.disconnect()
  })

  it('is left within a second after the session ended', async () => {
    const member = await newMember()
    const { socket, received } = await listen(app.address, member)
    const ended = new Promise((resolve) => socket.once('disconnect', resolve))
    const from = performance.now()
    await app.call('POST /api/logout', { headers: member.headers })
    await ended
    expect(performance.now() - from).toBeLessThan(1000)
    expect(received).toEqual([])
    socket.disconnect()
  })
})

describe('a picture', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c02040' } })

  it('is sent by what the upload answered, re-encoded, and opened by a link that ends', async () => {
    const member = await newMember()
    const bytes = await picture(2000, 1000)
      .withExif({ IFD0: { Copyright: 'my house' } })
      .jpeg()
      .toBuffer()
    const { body } = await uploadFile(app, member, 'image', { bytes, name: '../me.JPG' })
    expect(
      (await write(app, member, { message_type: 'media', payload: { filePath: body.path } })).status,
    ).toBe(200)
    const sent = (await historyOf(app, member)).at(-1)?.message
    if (sent?.message_type !== 'media') throw new Error('no media')
    expect(sent.payload).toMatchObject({ fileType: 'image', name: 'me.JPG', width: 1600, height: 800 })
    const answer = await fetch(app.address + sent.payload.filePath)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await answer.arrayBuffer()).includes('my house')).toBe(false)
    expect((await fetch(`${app.address}${sent.payload.filePath.split('?')[0]}`)).status).toBe(404)
    app.clock.advance(601)
    expect((await fetch(app.address + sent.payload.filePath)).status).toBe(404)
  })

  it('that moves still moves', async () => {
    const member = await newMember()
    const two = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
    const bytes = await sharp(two, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { body } = await uploadFile(app, member, 'image', { bytes, name: 'a.gif' })
    await write(app, member, { message_type: 'media', payload: { filePath: body.path } })
    const sent = (await historyOf(app, member)).at(-1)?.message
    if (sent?.message_type !== 'media') throw new Error('no media')
    expect(sent.payload).toMatchObject({ width: 20, height: 20 })
    const kept = Buffer.from(await (await fetch(app.address + sent.payload.filePath)).arrayBuffer())
    expect(await sharp(kept, { animated: true }).metadata()).toMatchObject({ format: 'webp', pages: 2 })
  })

  it('of a visitor shows its first picture only', async () => {
    const guest = await newGuest(app)
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
    const { body } = await uploadFile(app, guest, 'image', { bytes: framesGif(3), name: 'a.gif' })
    await write(app, guest, { message_type: 'media', payload: { filePath: body.path } })
    const sent = (await historyOf(app, guest)).find(({ sender }) => sender === 'customer')?.message
    if (sent?.message_type !== 'media') throw new Error('no media')
    const kept = Buffer.from(await (await fetch(app.address + sent.payload.filePath)).arrayBuffer())
    const { format, pages } = await sharp(kept, { animated: true }).metadata()
    expect([format, pages ?? 1]).toEqual(['webp', 1])
  })

  it('may have 200 pictures, and what has more is refused before it is decoded', async () => {
    const [member, guest] = [await newMember(), await newGuest(app)]
    const send = async (who: Writer, frames: number) =>
      (await uploadFile(app, who, 'image', { bytes: framesGif(frames), name: 'a.gif' })).status
    expect(await send(member, 200)).toBe(200)
    expect(await send(member, 201)).toBe(415)
    const [pid] = app.context.pictures.pids()
    expect([await send(member, 80_000), await send(guest, 80_000)]).toEqual([415, 415])
    // No budget was used up: the process is the same.
    expect(app.context.pictures.pids()).toContain(pid)
  })

  it('that nobody waits for any more is not decoded to its end', async () => {
    const member = await newMember()
    const large = { bytes: flatPng(7000, 7000), name: 'a.png' }
    await uploadFile(app, member, 'image', large)
    const pids = app.context.pictures.pids()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(large.bytes)]), large.name)
    /** Hangs up after so many milliseconds. @returns the processes of before that have been ended */
    async function leaveAfter(milliseconds: number): Promise<number[]> {
      await fetch(`${app.address}/api/chat/upload-image`, {
        method: 'POST',
        body: form,
        headers: { 'x-requested-with': requestedWith, ...member.headers },
        signal: AbortSignal.timeout(milliseconds),
      }).catch(() => undefined)
      return pids.filter((pid) => !app.context.pictures.pids().includes(pid))
    }
    // How long it takes until the picture is at work differs from machine to machine.
    let tries = 0
    await expect.poll(() => leaveAfter(100 * (1 + (tries++ % 10))), { timeout: 60_000 }).not.toEqual([])
  })

  it('of visitors takes so many megabytes a day and no more, of an address and of all', async () => {
    const { settings } = app.context
    app.clock.advance(2 * 86_400)
    const video = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(700_000)])
    const send = async (address: string) => {
      const guest = await newGuest(app)
      const at = { ...guest, headers: { ...guest.headers, 'x-forwarded-for': address } }
      return (await uploadFile(app, at, 'video', { bytes: video, name: 'a.mp4' })).status
    }
    await settings.set(visitorMegabytes, 1)
    await settings.set(visitorsMegabytes, 2)
    expect([await send('10.1.1.1'), await send('10.1.1.1'), await send('10.1.1.2')]).toEqual([200, 429, 200])
    expect(await send('10.1.1.3')).toBe(429)
    // Members are no visitors.
    expect((await uploadFile(app, await newMember(), 'video', { bytes: video, name: 'a.mp4' })).status).toBe(
      200,
    )
    app.clock.advance(86_400)
    expect(await send('10.1.1.3')).toBe(200)
    await settings.set(visitorMegabytes, 100)
    await settings.set(visitorsMegabytes, 2000)
  })

  it('of a visitor is forgotten after 90 days, and a member’s is not', async () => {
    const [guest, member] = [await newGuest(app), await newMember()]
    for (const who of [guest, member]) {
      const { body } = await uploadFile(app, who, 'image', { bytes: framesGif(2), name: 'a.gif' })
      await write(app, who, { message_type: 'media', payload: { filePath: body.path } })
    }
    const left = async () => {
      await deleteVisitorFiles(app.context.db, addSeconds(app.clock.now(), -86_400 * 90))
      const rows = await app.database.query<{ owner: string }>(
        'select owner from chat_files where owner = any($1) order by owner',
        [[`guest:${guest.id}`, `member:${member.id}`]],
      )
      return rows.map(({ owner }) => owner)
    }
    app.clock.advance(89 * 86_400)
    expect(await left()).toEqual([`guest:${guest.id}`, `member:${member.id}`])
    app.clock.advance(2 * 86_400)
    expect(await left()).toEqual([`member:${member.id}`])
  })

  it.each([
    ['a script that is called a picture', 'image', 'x.png', Buffer.from('<svg onload="alert(1)"/>')],
    ['a name without an ending', 'image', 'picture', undefined],
    ['a picture that is called a script', 'image', 'x.svg', undefined],
    ['a picture that is called a video', 'video', 'x.mp4', undefined],
  ] as const)('%s is refused', async (_, kind, name, bytes) => {
    const member = await newMember()
    const given = bytes ?? (await picture(100, 100).png().toBuffer())
    const { status, body } = await uploadFile(app, member, kind, { bytes: given, name })
    expect([status, body.message]).toEqual([415, 'CHAT_FILE_UNSUPPORTED'])
  })

  it('above 10 MB is refused', async () => {
    const member = await newMember()
    const bytes = Buffer.alloc(10 * 1024 * 1024 + 1)
    expect((await uploadFile(app, member, 'image', { bytes, name: 'x.png' })).status).toBe(413)
  })

  it('that another customer uploaded cannot be sent', async () => {
    const [owner, thief] = [await newMember(), await newGuest(app)]
    const bytes = await picture(50, 50).png().toBuffer()
    const { body } = await uploadFile(app, owner, 'image', { bytes, name: 'x.png' })
    const { error } = await write(app, thief, { message_type: 'media', payload: { filePath: body.path } })
    expect(error).toMatchObject({ message: 'CHAT_FILE_UNKNOWN' })
    expect(await historyOf(app, thief)).toEqual([])
  })
})

describe('a video', () => {
  it('is served in parts, as players ask for it', async () => {
    const member = await newMember()
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)])
    const { status, body } = await uploadFile(app, member, 'video', { bytes, name: 'clip.MOV' })
    expect(status).toBe(200)
    await write(app, member, { message_type: 'media', payload: { filePath: body.path } })
    const sent = (await historyOf(app, member)).at(-1)?.message
    if (sent?.message_type !== 'media') throw new Error('no media')
    expect(sent.payload).toMatchObject({ fileType: 'video', size: bytes.length })
    const part = await fetch(app.address + sent.payload.filePath, { headers: { range: 'bytes=4-11' } })
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
      206,
      'video/mp4',
      'ftypmp42',
    ])
  })
})

describe('a visitor who becomes a member', () => {
  it('keeps the conversation', async () => {
    const guest = await newGuest(app)
    await write(app, guest, 'agent, I am new')
    const member = await newMember()
    await app.call('POST /api/chat/adopt', {
      headers: member.headers,
      body: { guestToken: guest.guestToken },
    })
    expect(textsOf(await historyOf(app, member)).at(-1)).toBe('agent, I am new')
    expect(await historyOf(app, guest)).toEqual([])
  })

  it('has it after the own one, once', async () => {
    const [guest, member] = [await newGuest(app), await newMember()]
    await write(app, member, 'agent one')
    await write(app, guest, 'agent two')
    const call = () =>
      app.call('POST /api/chat/adopt', { headers: member.headers, body: { guestToken: guest.guestToken } })
    expect((await Promise.all([call(), call(), call()])).map(({ status }) => status)).toEqual([200, 200, 200])
    const history = await historyOf(app, member)
    expect(history.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(textsOf(history).filter((text) => text.startsWith('agent'))).toEqual(['agent two', 'agent one'])
  })

  it('has it, also if the first own message is being written at that moment', async () => {
    const [guest, member] = [await newGuest(app), await newMember()]
    await write(app, guest, 'agent as a visitor')
    const adopted = await transaction(app.context.db, async (tx) => {
      const customer = { memberId: member.id, guestId: null }
      await lockConversations(tx, [{ customer, language: 'th' }], app.clock.now())
      const call = app.call('POST /api/chat/adopt', {
        headers: member.headers,
        body: { guestToken: guest.guestToken },
      })
      await expect.poll(() => waitingForLocks(app.database)).toBe(1)
      return { call }
    })
    expect((await adopted.call).status).toBe(200)
    expect(textsOf(await historyOf(app, member)).at(-1)).toBe('agent as a visitor')
  })

  it('has it, also if messages of both that are being stored have locked the other one of the two first', async () => {
    const [guest, member] = [await newGuest(app), await newMember()]
    await write(app, guest, 'agent as a visitor')
    await write(app, member, 'agent as a member')
    const adopted = await transaction(app.context.db, async (tx) => {
      const lock = (customer: Customer) =>
        lockConversations(tx, [{ customer, language: 'th' }], app.clock.now())
      await lock({ memberId: member.id, guestId: null })
      const call = app.call('POST /api/chat/adopt', {
        headers: member.headers,
        body: { guestToken: guest.guestToken },
      })
      await expect.poll(() => waitingForLocks(app.database)).toBe(1)
      await lock({ memberId: null, guestId: guest.id })
      return { call }
    })
    expect((await adopted.call).status).toBe(200)
    expect(await historyOf(app, member)).toHaveLength(4)
  })

  it('loses and doubles nothing while many visitors and members write at the moment of their login', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => ({ guest: await newGuest(app), member: await newMember() })),
    )
    await Promise.all(
      pairs.flatMap(({ guest, member }) => [
        write(app, guest, 'agent as a visitor'),
        write(app, member, 'agent as a member'),
      ]),
    )
    const calls = pairs.flatMap(({ guest, member }) => [
      write(app, member, 'now as a member'),
      app.call('POST /api/chat/adopt', {
        headers: member.headers,
        body: { guestToken: guest.guestToken },
      }),
      write(app, guest, 'now as a visitor'),
    ])
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200))
    for (const { guest, member } of pairs) {
      const all = [...(await historyOf(app, member)), ...(await historyOf(app, guest))]
      const own = textsOf(all.filter(({ sender }) => sender === 'customer')).sort()
      expect(own).toEqual(['agent as a member', 'agent as a visitor', 'now as a member', 'now as a visitor'])
    }
  })

  it('cannot take another visitor’s by a token that was made up', async () => {
    const [guest, member] = [await newGuest(app), await newMember()]
    await write(app, guest, 'agent mine')
    const guestToken = forgedFrom(guest.guestToken)
    await app.call('POST /api/chat/adopt', { headers: member.headers, body: { guestToken } })
    expect(await historyOf(app, member)).toEqual([])
    expect(await historyOf(app, guest)).toHaveLength(2)
  })
})
