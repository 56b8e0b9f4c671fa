import { chatRoom, consoleRoom } from '@krapao/contract/events.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { endSessions } from '../account/testing.ts'
import { newOperator, shutOut } from '../operator/testing.ts'
import { asMember, historyOf, listen, newGuest, textsOf, uploadFile, type Writer, write } from './testing.ts'

/** The chat as an attacker tries it (rules.md §12), through the real app. */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'chat.messagesPerMinute': 600, 'chat.uploadsPerMinute': 60 } })
})
afterAll(() => app.close())

const newMember = async (): Promise<Writer> => asMember(await app.registerMember())
const evil = 'https://evil.example'

describe('a stranger', () => {
  it('reads and writes nothing by a guest id, a changed token, or a token of something else', async () => {
    const [guest, member] = [await newGuest(app), await newMember()]
    await write(app, guest, 'agent, a secret')
    const { guestToken } = guest
    const middle = guestToken.length >> 1
    const changed = `${guestToken.slice(0, middle)}${guestToken[middle] === 'A' ? 'B' : 'A'}${guestToken.slice(middle + 1)}`
    const memberToken = member.headers.authorization?.slice(7) ?? ''
    for (const token of [guest.id, changed, guestToken.slice(1), `${guestToken}A`, memberToken, '']) {
      const headers = { 'x-guest-token': token }
      const tries = [
        await app.call('POST /api/chat/history', { headers, body: { limit: 10, skip: 0 } }),
        await app.call('GET /api/chat/messages', { headers }),
        await write(app, { ...guest, headers }, 'me'),
        await app.call('PUT /api/chat/read-customer/', { headers, body: {} }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401])
      expect(JSON.stringify(tries)).not.toContain('a secret')
    }
    expect(textsOf(await historyOf(app, guest))).not.toContain('me')
  })

  it('with an own right gets the own conversation only, whatever id is named', async () => {
    const [owner, guest] = [await newMember(), await newGuest(app)]
    await write(app, owner, 'agent, a secret')
    await write(app, guest, 'agent, another secret')
    for (const thief of [await newMember(), await newGuest(app)]) {
      for (const body of [{ userId: owner.id }, { guestId: guest.id }]) {
        const answer = await app.call('POST /api/chat/history', {
          headers: thief.headers,
          body: { limit: 10, skip: 0, ...body },
        })
        expect(JSON.stringify(answer)).not.toContain('secret')
      }
      expect(await historyOf(app, thief)).toEqual([])
    }
  })

  it('with both tokens is the member, and a member’s bad token does not fall back to the visitor', async () => {
    const [member, guest] = [await newMember(), await newGuest(app)]
    await write(app, guest, 'agent, as a visitor')
    const both = { ...guest.headers, ...member.headers }
    expect(await historyOf(app, { ...member, headers: both })).toEqual([])
    const bad = { ...guest.headers, authorization: 'Bearer nobody' }
    const { status } = await app.call('GET /api/chat/messages', { headers: bad })
    expect([401, 403]).toContain(status)
  })

  it('guesses no room', async () => {
    const [owner, thief] = [await newMember(), await newGuest(app)]
    const socket = io(app.address, { transports: ['websocket'], forceNew: true })
    const heard: unknown[] = []
    socket.onAny((event, ...args) => heard.push([event, ...args]))
    const token = 'guestToken' in thief.join ? thief.join.guestToken : ''
    for (const room of [
      chatRoom(owner.id),
      owner.id,
      `member-${owner.id}`,
      consoleRoom,
      `${chatRoom(thief.id)} `,
      `session ${owner.id}`,
      '*',
    ])
      expect([room, await socket.emitWithAck('join', { room, token })]).toEqual([
        room,
        { ok: false, message: 'invalid-token' },
      ])
    await write(app, owner, 'agent, a secret')
    expect(heard).toEqual([])
    socket.disconnect()
  })
})

describe('a page of another site', () => {
  it('is granted no call, and reads no answer', async () => {
    const guest = await newGuest(app)
    for (const [method, path] of [
      ['POST', 'send-message'],
      ['POST', 'history'],
      ['GET', 'messages'],
      ['POST', 'upload-image'],
      ['POST', 'guest'],
    ] as const) {
      const asked = await fetch(`${app.address}/api/chat/${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: evil,
          'access-control-request-method': method,
          'access-control-request-headers': 'x-guest-token, x-requested-with, content-type',
        },
      })
      const answered = await fetch(`${app.address}/api/chat/${path}`, {
        method,
        headers: { origin: evil, 'x-requested-with': requestedWith, ...guest.headers },
      })
      for (const { headers } of [asked, answered]) {
        for (const name of ['origin', 'headers', 'credentials'])
          expect([path, headers.get(`access-control-allow-${name}`)]).toEqual([path, null])
      }
    }
  })

  it('cannot write by a form, which sends no headers of ours', async () => {
    const guest = await newGuest(app)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const { status } = await fetch(`${app.address}/api/chat/send-message`, {
        method: 'POST',
        headers: { origin: evil, 'content-type': type, cookie: `guest-id=${guest.guestToken}` },
        body: JSON.stringify({ clientId: 'x', message: { message_type: 'text', payload: { message: 'x' } } }),
      })
      expect([400, 401, 403, 415]).toContain(status)
    }
    expect(await historyOf(app, guest)).toEqual([])
  })

  it.each([evil, 'null', 'http://localhost.evil.example'])('of %s opens no socket', async (origin) => {
    for (const transports of [['websocket'], ['polling']] as ('websocket' | 'polling')[][]) {
      const socket = io(app.address, {
        transports,
        forceNew: true,
        reconnection: false,
        extraHeaders: { origin },
      })
      const outcome = await new Promise((resolve) => {
        socket.once('connect', () => resolve('connected'))
        socket.once('connect_error', () => resolve('refused'))
      })
      expect(outcome).toBe('refused')
      socket.disconnect()
    }
  })
})

describe('a socket is closed within a second, and hears nothing after', () => {
  it('when the member’s session is revoked in the database', async () => {
    const member = await newMember()
    const { socket, received } = await listen(app.address, member)
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    const from = performance.now()
    await endSessions(app.database, member.id)
    await gone
    expect(performance.now() - from).toBeLessThan(1000)
    app.context.sockets.emit(chatRoom(member.id), 'changed')
    expect([received, socket.connected]).toEqual([[], false])
    socket.disconnect()
  })

  it('when an operator is shut out', async () => {
    const [operator, guest] = [await newOperator(app, 'support'), await newGuest(app)]
    const socket = io(app.address, { transports: ['websocket'], forceNew: true })
    const { ok } = await socket.emitWithAck('join', { room: consoleRoom, token: operator.token })
    expect(ok).toBe(true)
    await write(app, guest, 'agent, before')
    const heard: string[] = []
    const gone = new Promise((resolve) => socket.once('disconnect', resolve))
    const from = performance.now()
    await shutOut(app.database, operator.id)
    await gone
    expect(performance.now() - from).toBeLessThan(1000)
    socket.onAny((event) => heard.push(event))
    await write(app, guest, 'agent, after')
    expect([heard, socket.connected]).toEqual([[], false])
    const again = await app.call('GET /api/console/chats', { token: operator.token, query: { view: 'all' } })
    expect([401, 403]).toContain(again.status)
    socket.disconnect()
  })
})

describe('a file that is two things at once', () => {
  const script = '<script>alert(document.domain)</script><?php system($_GET[0]); ?>'
  const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#c02040' } })

  /** Sends a file and fetches it as a browser would. Undefined: it was refused. */
  async function sent(kind: 'image' | 'video', name: string, bytes: Buffer) {
    const member = await newMember()
    const { status, body } = await uploadFile(app, member, kind, { bytes, name })
    if (status !== 200) return { status, code: body.message }
    await write(app, member, { message_type: 'media', payload: { filePath: body.path } })
    const message = (await historyOf(app, member)).at(-1)?.message
    if (message?.message_type !== 'media') throw new Error('no media')
    const answer = await fetch(app.address + message.payload.filePath)
    return { status, answer, bytes: Buffer.from(await answer.arrayBuffer()), path: message.payload.filePath }
  }

  function expectHarmless(answer: Response | undefined, type: string): void {
    const { headers } = answer as Response
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }

  it.each([
    [
      'a GIF that is a script',
      'a.gif',
      async () => {
        const gif = await picture().gif().toBuffer()
        // Behind the colours a comment of the picture, whose text is the script.
        const text = Buffer.from(`*/=1;${script}`)
        const comment = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])])
        const body = Buffer.concat([
          gif.subarray(0, -1),
          comment,
          gif.subarray(-1),
          Buffer.from(`/*${script}*/`),
        ])
        return body
      },
    ],
    [
      'a PNG with a page behind its end',
      'a.png',
      async () => Buffer.concat([await picture().png().toBuffer(), Buffer.from(script)]),
    ],
    [
      'a JPEG with a script in its EXIF and an archive behind its end',
      'a.jpg',
      async () =>
        Buffer.concat([
          await picture()
            .withExif({ IFD0: { Copyright: script, ImageDescription: script } })
            .jpeg()
            .toBuffer(),
          Buffer.from(`PK\x03\x04${script}PK\x05\x06`, 'latin1'),
        ]),
    ],
  ] as const)('%s loses all but its pixels', async (_, name, make) => {
    const bytes = await make()
    expect(bytes.includes('<script>')).toBe(true)
    const got = await sent('image', name, bytes)
    expect(got.status).toBe(200)
    expectHarmless(got.answer, 'image/webp')
    for (const part of ['script', 'php', 'PK\x03\x04', 'alert'])
      expect([part, got.bytes?.includes(part)]).toEqual([part, false])
    // The server reads no such files; this test has to.
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
    expect(await sharp(got.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  })

  it.each([
    [
      'an SVG that is called a picture',
      'image',
      'a.png',
      `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
    ],
    [
      'an SVG behind a byte order mark',
      'image',
      'a.jpg',
      `\ufeff<?xml version="1.0"?><svg onload="alert(1)"/>`,
    ],
    ['a page that is called a video', 'video', 'a.mp4', `<!doctype html>${script}`],
    ['a page that says it is a video, too late', 'video', 'a.mp4', `<!--ftypmp42-->${script}`],
    ['an unknown brand of video', 'video', 'a.mp4', `\0\0\0\x18ftyphtml${script}`],
    ['the first bytes of a picture alone', 'image', 'a.gif', `GIF89a/*${script}*/`],
    ['a picture of a kind that is not taken', 'image', 'a.png', `%PDF-1.7 ${script}`],
  ] as const)('%s is refused', async (_, kind, name, text) => {
    expect(await sent(kind, name, Buffer.from(text))).toEqual({ status: 415, code: 'CHAT_FILE_UNSUPPORTED' })
  })

  it('a video with a page in it is only ever a video', async () => {
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.from(script)])
    const got = await sent('video', 'a.mp4', bytes)
    expectHarmless(got.answer, 'video/mp4')
  })

  it('is fetched by its own link only', async () => {
    const [first, second] = await Promise.all(
      ['a.png', 'b.png'].map(async (name) => sent('image', name, await picture().png().toBuffer())),
    )
    const [path = '', right = ''] = first?.path?.split('?') ?? []
    const [other = ''] = second?.path?.split('?') ?? []
    const status = async (url: string) => (await fetch(app.address + url)).status
    expect(await status(`${path}?${right}`)).toBe(200)
    const later = right.replace(/expires=(\d+)/, (_, time) => `expires=${Number(time) + 60}`)
    for (const url of [
      `${other}?${right}`,
      `${path}?${later}`,
      `${path}?${right.replace(/signature=./, 'signature=_')}`,
      `${path}?${right}&signature=x`,
      path,
      `${path.replace('/files/chat/', '/files/slip/')}?${right}`,
    ])
      expect([url, await status(url)]).toEqual([url, 404])
  })
})
