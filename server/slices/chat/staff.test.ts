import { randomUUID } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { eventsOf, newOperator, type TestOperator } from '../operator/testing.ts'
import { asMember, historyOf, listen, newGuest, text, textsOf, type Writer, write } from './testing.ts'

/** The chat as the staff use it, through the real app. */

let app: TestApp
let support: TestOperator
let cashier: TestOperator
beforeAll(async () => {
  app = await testApp({ settings: { 'chat.messagesPerMinute': 600 } })
  support = await newOperator(app, 'support')
  cashier = await newOperator(app, 'cashier')
})
afterAll(() => app.close())

type Chats = AnswerOf<'GET /api/console/chats'>
const list = async (view: string, { token }: TestOperator = support, after?: string): Promise<Chats> =>
  (await app.call('GET /api/console/chats', { token, query: { view, ...(after && { after }) } })).body
const read = async (id: string, query: Record<string, string> = {}, { token }: TestOperator = support) =>
  (await app.call('GET /api/console/chats/:id', { token, params: { id }, query })).body
const answer = (
  id: string,
  message: string,
  clientId: string = randomUUID(),
  { token }: TestOperator = support,
) =>
  app.call('POST /api/console/chats/:id/messages', {
    token,
    params: { id },
    body: { clientId, message: text(message) as never },
  })

/** A customer who waits for an answer. */
async function waiting(): Promise<{ customer: Writer; id: string }> {
  const customer = asMember(await app.registerMember())
  app.clock.advance(1)
  await write(app, customer, 'agent please')
  const found = (await all('waiting')).find(({ member }) => member?._id === customer.id)
  if (!found) throw new Error('the conversation is not listed')
  return { customer, id: found._id }
}

async function all(view: string): Promise<Chats['chats']> {
  const found: Chats['chats'] = []
  let after: string | undefined
  for (;;) {
    const page = await list(view, support, after)
    found.push(...page.chats)
    if (page.next === null) return found
    after = page.next
  }
}

describe('the list', () => {
  it('has who waits, the longest waiting first, on pages without a gap or a repetition', async () => {
    for (let i = 0; i < 35; i++) await waiting()
    const found = await all('waiting')
    const times = found.map(({ waitingSince }) => waitingSince ?? '')
    expect(times).toEqual([...times].sort())
    expect(new Set(found.map(({ _id }) => _id)).size).toBe(found.length)
    const { waiting: count, waitingSince } = await list('waiting')
    expect([count, waitingSince]).toEqual([found.length, times[0]])
    expect(found.length).toBeGreaterThan(30)
  })

  it('has nobody whom the bot answers, and everybody under all', async () => {
    const guest = await newGuest(app)
    await write(app, guest, 'deposit')
    const of = (chats: Chats['chats']) => chats.filter(({ guestId }) => guestId === guest.id)
    expect(of(await all('waiting'))).toEqual([])
    expect(of(await all('all'))).toMatchObject([{ state: 'bot', member: null, preview: text('deposit') }])
  })

  it('refuses a place that is none', async () => {
    const { error } = await app.call('GET /api/console/chats', {
      token: support.token,
      query: { view: 'all', after: 'x' },
    })
    expect(error).toMatchObject({ message: 'INVALID_REQUEST' })
  })
})

describe('an answer', () => {
  it('reaches the customer with the name, ends the waiting, and makes it the operator’s own', async () => {
    const { customer, id } = await waiting()
    const { socket, received } = await listen(app.address, customer)
    const { status } = await answer(id, 'How can I help?')
    expect(status).toBe(200)
    await expect
      .poll(() => received)
      .toMatchObject([
        { sender: 'operator', name: support.name, message: text('How can I help?'), number: 3 },
      ])
    expect((await list('mine')).chats.map(({ _id }) => _id)).toContain(id)
    expect((await all('waiting')).map(({ _id }) => _id)).not.toContain(id)
    expect((await read(id)).chat).toMatchObject({ state: 'open', waitingSince: null, readByOperator: 3 })
    socket.disconnect()
  })

  it('is added once, however often it is sent', async () => {
    const { customer, id } = await waiting()
    const key = randomUUID()
    const sent = await Promise.all(Array.from({ length: 10 }, () => answer(id, 'Once', key)))
    expect(new Set(sent.map(({ body }) => body.number))).toEqual(new Set([3]))
    expect(textsOf(await historyOf(app, customer)).filter((text) => text === 'Once')).toHaveLength(1)
    expect((await answer(id, 'Twice', key)).error).toMatchObject({ message: 'IDEMPOTENCY_CONFLICT' })
  })

  it('and the customer’s messages at once: one order on both sides', async () => {
    const { customer, id } = await waiting()
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => [write(app, customer, `c${i}`), answer(id, `o${i}`)]).flat(),
    )
    const mine = (await historyOf(app, customer))
      .map(({ number, clientId }) => `${number} ${clientId}`)
      .reverse()
    const theirs = (await read(id)).messages.map(({ number, clientId }) => `${number} ${clientId}`)
    expect(mine).toEqual(theirs)
    expect(mine).toHaveLength(42)
  })

  it('of who only looks is refused', async () => {
    const { id } = await waiting()
    const auditor = await newOperator(app, 'auditor')
    expect((await answer(id, 'x', randomUUID(), auditor)).error).toMatchObject({ message: 'FORBIDDEN' })
    expect((await read(id, {}, auditor)).messages).toHaveLength(2)
  })

  it('to nobody is refused', async () => {
    expect((await answer('cvaaaaaaaaaaaaaaaa', 'x')).error).toMatchObject({ message: 'NO_DATA' })
  })
})

describe('a conversation', () => {
  it('is paged backwards, and read on from a number', async () => {
    const { customer, id } = await waiting()
    for (let i = 0; i < 60; i++) await write(app, customer, `m${i}`)
    const newest = (await read(id)).messages.map(({ number }) => number)
    expect([newest.at(0), newest.at(-1), newest.length]).toEqual([13, 62, 50])
    expect((await read(id, { before: '13' })).messages.map(({ number }) => number)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
    expect((await read(id, { after: '60' })).messages.map(({ number }) => number)).toEqual([61, 62])
  })

  it('shows both sides how far the other has read', async () => {
    const { customer, id } = await waiting()
    const { socket } = await listen(app.address, customer)
    const seen = new Promise((resolve) => socket.once('messages-read', resolve))
    await app.call('PUT /api/console/chats/:id/read', {
      token: support.token,
      params: { id },
      body: { upTo: 99 },
    })
    expect(await seen).toBe(2)
    await answer(id, 'Hello')
    expect((await read(id)).chat.readByCustomer).toBe(1)
    await app.call('PUT /api/chat/read-customer/', { headers: customer.headers, body: {} })
    expect((await read(id)).chat.readByCustomer).toBe(3)
    socket.disconnect()
  })

  it('is given to a colleague who may answer, and to nobody else', async () => {
    const { id } = await waiting()
    const give = async (operatorId: string | null) =>
      app.call('PUT /api/console/chats/:id/operator', {
        token: support.token,
        params: { id },
        body: { operatorId },
      })
    expect((await give(cashier.id)).body.operator).toEqual({ _id: cashier.id, name: cashier.name })
    expect((await list('mine', cashier)).chats.map(({ _id }) => _id)).toContain(id)
    const auditor = await newOperator(app, 'auditor')
    expect((await give(auditor.id)).error).toMatchObject({ message: 'INACTIVE_USER' })
    expect((await give('op-nobody')).error).toMatchObject({ message: 'INACTIVE_USER' })
    expect((await give(null)).body.operator).toBeNull()
  })

  it('is begun with a member who never wrote, who reads it and answers there', async () => {
    const member = await app.registerMember()
    const begin = (id: string) =>
      app.call('POST /api/console/members/:id/chat', { token: support.token, params: { id } })
    // Twice at once, as by two tabs.
    const both = await Promise.all([begin(member.id), begin(member.id)])
    const [id, again] = both.map(({ body }) => body.id)
    expect(again).toBe(id)
    expect((await all('waiting')).map(({ _id }) => _id)).not.toContain(id)
    await answer(id ?? '', 'please send us your slip')
    const customer = asMember(member)
    expect(textsOf(await historyOf(app, customer))).toContain('please send us your slip')
    await write(app, customer, 'here it is')
    expect((await read(id ?? '')).chat).toMatchObject({ state: 'open', operator: { _id: support.id } })
    expect((await begin('aaaaaaaaaaaa')).error?.message).toBe('NO_DATA')
  })

  it('that was ended begins again with the bot, and only the session that was looked at ends', async () => {
    const { customer, id } = await waiting()
    await answer(id, 'Solved')
    const { session_id } = (await read(id)).chat
    const end = async (session: string) =>
      (
        await app.call('POST /api/console/chats/:id/end', {
          token: support.token,
          params: { id },
          body: { session_id: session },
        })
      ).body
    expect((await end('another')).state).toBe('open')
    expect((await end(session_id)).state).toBe('ended')
    const { body } = await write(app, customer, 'deposit')
    expect(body.session_id).not.toBe(session_id)
    expect((await read(id)).chat).toMatchObject({ state: 'bot', operator: null, waitingSince: null })
    expect((await end(session_id)).state).toBe('bot')
  })

  it('of a member is a look that is audited', async () => {
    const { customer, id } = await waiting()
    const looker = await newOperator(app, 'support')
    await read(id, {}, looker)
    const looks = await eventsOf(app.database, { operatorId: looker.id, subject: `member:${customer.id}` })
    expect(looks).toHaveLength(1)
  })
})
