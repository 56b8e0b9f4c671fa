import type { AnswerOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { enginesByDepth } from '../../../testing/database.ts'
import { asMember, endConversations, write } from '../../chat/testing.ts'
import { eventsOf, newOperator, shutOut, type TestOperator } from '../../operator/testing.ts'
import { testQueue } from '../testing.ts'
import { snoozeMinutes } from './rules.ts'

/** Operators who work together on items and conversations, through the real app (rules.md §17.2, §17.9). */

describe.each(enginesByDepth)('on %s', (engine) => {
  let app: TestApp
  let parcels: Awaited<ReturnType<typeof testQueue>>
  let ploy: TestOperator
  let nok: TestOperator
  let support: TestOperator
  let auditor: TestOperator
  let member: TestMember
  beforeAll(async () => {
    app = await testApp({ engine })
    parcels = await testQueue(app)
    ploy = await newOperator(app, 'cashier')
    nok = await newOperator(app, 'owner')
    support = await newOperator(app, 'support')
    auditor = await newOperator(app, 'auditor')
    member = await app.registerMember()
  })
  afterAll(() => app.close())

  const params = (id: string) => ({ queue: 'slip', id }) as const
  const put = () => parcels.put({ memberId: member.id, amount: 10 })
  const clear = () => parcels.change(`state = 'gone'`, `state = 'waiting'`)
  const claim = async (
    { token }: TestOperator,
    id: string,
    body: { takeOver?: boolean; note?: string } = {},
    queue: 'slip' | 'chat' = 'slip',
  ) => {
    const answer = await app.call('PUT /api/console/desk/:queue/:id/claim', {
      token,
      params: { queue, id },
      body,
    })
    const { error, body: said } = answer
    return error ? error.message : `${said.claim.operator._id} ${said.isYours ? 'own' : 'other'}`
  }
  const release = ({ token }: TestOperator, id: string) =>
    app.call('DELETE /api/console/desk/:queue/:id/claim', { token, params: params(id) })
  const keyed = (key?: string) => key !== undefined && { headers: { 'idempotency-key': key } }
  const next = async ({ token }: TestOperator, queue: 'slip' | 'chat' | 'gift' = 'slip', key?: string) => {
    const given = { token, params: { queue }, ...keyed(key) }
    const { body, error } = await app.call('POST /api/console/desk/:queue/next', given)
    return error ? error.message : body.id
  }
  const snooze = async (
    { token }: TestOperator,
    id: string,
    minutes: number,
    queue: 'slip' | 'chat' = 'slip',
  ) => {
    const until = new Date(app.clock.now().getTime() + minutes * 60_000).toISOString()
    const given = { token, params: { queue, id }, body: { until, reason: 'asked the bank' } }
    const { error } = await app.call('PUT /api/console/desk/:queue/:id/snooze', given)
    return error?.message ?? 'OK'
  }
  const assign = async ({ token }: TestOperator, id: string, operatorId: string | null, note = '') => {
    const given = { token, params: params(id), body: { operatorId, note } }
    const { body, error } = await app.call('PUT /api/console/desk/:queue/:id/assignment', given)
    return error?.message ?? body.operator?._id ?? null
  }
  const note = async (
    { token }: TestOperator,
    id: string,
    text: string,
    mentions: string[] = [],
    queue: 'slip' | 'chat' = 'slip',
    key?: string,
  ) => {
    const given = { token, params: { queue, id }, body: { text, mentions }, ...keyed(key) }
    const { error } = await app.call('POST /api/console/desk/:queue/:id/notes', given)
    return error?.message ?? 'OK'
  }
  const notes = async (id: string, queue: 'slip' | 'chat' = 'slip', before?: string) =>
    (
      await app.call('GET /api/console/desk/:queue/:id/notes', {
        token: auditor.token,
        params: { queue, id },
        ...(before && { query: { before } }),
      })
    ).body
  const mentions = async ({ token }: TestOperator) =>
    (await app.call('GET /api/console/work/mentions', { token })).body.mentions
  const work = async ({ token }: TestOperator) => (await app.call('GET /api/console/work', { token })).body
  const listed = async () => {
    const ids: string[] = []
    let after: string | null = null
    let pages = 0
    do {
      const page: AnswerOf<'GET /api/console/desk/:queue'> = (
        await app.call('GET /api/console/desk/:queue', {
          token: ploy.token,
          params: { queue: 'slip' },
          ...(after && { query: { after } }),
        })
      ).body
      ids.push(...page.items.map(({ id }) => id))
      after = page.next
      pages++
    } while (after)
    const { body } = await app.call('GET /api/console/desk', { token: ploy.token })
    return { ids, pages, count: body.queues[0]?.count }
  }
  const auditOf = async (subject: string) =>
    (await eventsOf(app.database, { subject, actions: 'work.%' })).map(({ action, operator_id }) => [
      action,
      operator_id,
    ])

  describe('a claim', () => {
    it('is the first one’s for 90 s, renewed, released, and free when it has run out', async () => {
      const id = await put()
      expect(await claim(ploy, id)).toBe(`${ploy.id} own`)
      expect(await claim(nok, id)).toBe(`${ploy.id} other`)
      app.clock.advance(60)
      expect(await claim(ploy, id)).toBe(`${ploy.id} own`)
      app.clock.advance(60)
      const { body } = await app.call('GET /api/console/desk/claims', { token: auditor.token })
      const since = new Date(app.clock.now().getTime() - 120_000).getTime()
      expect(body.map((item) => [item.id, item.claim.operator.name])).toEqual([[id, ploy.name]])
      expect(Math.abs(new Date(body[0]?.claim.since ?? '').getTime() - since)).toBeLessThan(5000)
      await release(nok, id)
      expect(await claim(nok, id)).toBe(`${ploy.id} other`)
      await release(ploy, id)
      expect(await claim(nok, id)).toBe(`${nok.id} own`)
      app.clock.advance(91)
      expect(await claim(ploy, id)).toBe(`${ploy.id} own`)
    })

    it('is one operator’s when several claim at once', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await put()
        const said = await Promise.all([ploy, nok, ploy, nok].map((by) => claim(by, id)))
        expect(new Set(said.map((result) => result.split(' ')[0])).size).toBe(1)
        expect(said.filter((result) => result.endsWith('own'))).toHaveLength(2)
      }
    })

    it('is taken over with a note, which the other one has to read', async () => {
      const id = await put()
      await claim(ploy, id)
      const before = (await work(ploy)).mentions
      expect(await claim(nok, id, { takeOver: true, note: 'the member is on the phone' })).toBe(
        `${nok.id} own`,
      )
      expect((await work(ploy)).mentions).toBe(before + 1)
      const [first] = await mentions(ploy)
      expect(first).toMatchObject({
        isRead: false,
        note: { kind: 'taken-over', id, text: 'the member is on the phone', operator: { _id: nok.id } },
      })
      expect(await auditOf(`slip:${id}`)).toEqual([['work.taken-over', nok.id]])
      await app.call('PUT /api/console/work/mentions', {
        token: ploy.token,
        body: { upTo: first?.note._id ?? '' },
      })
      expect((await work(ploy)).mentions).toBe(0)
    })

    it('keeps nobody from deciding', async () => {
      const id = await put()
      await claim(ploy, id)
      const { body } = await app.call('POST /api/console/desk/:queue/:id/refuse', {
        token: nok.token,
        params: params(id),
        body: { reason: 'not ours' },
      })
      expect(body.status).toBe('DONE')
      expect(await claim(ploy, id)).toBe('NO_DATA')
    })

    it('of an item is for those who decide, of a conversation for those who answer', async () => {
      const id = await put()
      expect(await claim(support, id)).toBe('FORBIDDEN')
      expect(await claim(auditor, id)).toBe('FORBIDDEN')
      expect(await snooze(support, id, 5)).toBe('FORBIDDEN')
      expect(await assign(support, id, ploy.id)).toBe('FORBIDDEN')
      expect(await next(support)).toBe('FORBIDDEN')
      expect(await note(auditor, id, 'x')).toBe('FORBIDDEN')
      expect(await note(support, id, 'x')).toBe('OK')
      expect(await claim(ploy, '99999999')).toBe('NO_DATA')
      expect(await next(ploy, 'gift')).toBe('NO_DATA')
      expect(await claim(support, 'cvaaaaaaaaaaaaaaaa', {}, 'chat')).toBe('NO_DATA')
    })
  })

  describe('the next one', () => {
    it('is the oldest that is free', async () => {
      await clear()
      const ids: string[] = []
      for (let n = 0; n < 25; n++) ids.push(await put())
      await claim(nok, ids[0] ?? '')
      await snooze(ploy, ids[1] ?? '', 10)
      await assign(ploy, ids[2] ?? '', nok.id)
      await assign(nok, ids[3] ?? '', ploy.id)
      for (const id of ids.slice(4, 24)) await claim(nok, id)
      expect(await next(ploy)).toBe(ids[3])
      expect(await next(ploy)).toBe(ids[24])
      expect(await next(ploy)).toBeNull()
      app.clock.advance(100)
      expect(await next(ploy)).toBe(ids[0])
    })

    it('is not one that this operator has half approved', async () => {
      await clear()
      const id = await parcels.put({ memberId: member.id, amount: 90_000 })
      await app.call('POST /api/console/desk/:queue/:id/approve', {
        token: ploy.token,
        params: params(id),
        body: { reason: 'seen it' },
      })
      expect(await next(ploy)).toBeNull()
      expect(await next(nok)).toBe(id)
    })

    it('is the same one for the same key while the claim holds, also at once', async () => {
      await clear()
      const ids = [await put(), await put(), await put()]
      const key = crypto.randomUUID()
      const asked = await Promise.all([next(ploy, 'slip', key), next(ploy, 'slip', key)])
      expect(asked).toEqual([ids[0], ids[0]])
      app.clock.advance(60)
      expect(await next(ploy, 'slip', key)).toBe(ids[0])
      // Renewed by that, and of the other ones nothing is claimed.
      app.clock.advance(60)
      expect(await claim(nok, ids[0] ?? '')).toBe(`${ploy.id} other`)
      expect(await next(nok, 'slip', key)).toBe(ids[1])
      expect(await next(ploy, 'chat', key)).toBe('IDEMPOTENCY_CONFLICT')
      // The claim has run out and is somebody else's: there is another one.
      app.clock.advance(100)
      expect(await claim(nok, ids[0] ?? '')).toBe(`${nok.id} own`)
      expect(await next(ploy, 'slip', key)).toBe(ids[1])
      expect(await next(ploy, 'slip', key)).toBe(ids[1])
    })
  })

  describe('what is snoozed', () => {
    it('leaves list and count for everybody, on every page, and comes back at its time', async () => {
      await clear()
      app.clock.advance(100)
      const ids: string[] = []
      for (let n = 0; n < 45; n++) ids.push(await put())
      const away = ids.filter((_, n) => n % 3 === 0)
      for (const id of away) expect(await snooze(ploy, id, 30)).toBe('OK')
      const left = ids.filter((id) => !away.includes(id))
      expect(await listed()).toEqual({ ids: left, pages: 2, count: 30 })
      const { body } = await app.call('GET /api/console/work/items', {
        token: auditor.token,
        query: { view: 'snoozed' },
      })
      expect(body.items).toHaveLength(15)
      expect(body.items[0]).toMatchObject({ note: 'asked the bank', by: { _id: ploy.id }, amount: 10 })

      // One leaves by itself, one is decided, one is brought back.
      const [gone = '', decided = '', woken = ''] = away
      await parcels.change(`state = 'settled'`, `id = ${gone}`)
      await app.call('POST /api/console/desk/:queue/:id/refuse', {
        token: nok.token,
        params: params(decided),
        body: { reason: 'not ours' },
      })
      await app.call('DELETE /api/console/desk/:queue/:id/snooze', {
        token: nok.token,
        params: params(woken),
      })
      expect((await listed()).count).toBe(31)
      app.clock.advance(30 * 60 + 1)
      expect((await listed()).ids).toHaveLength(43)
      expect((await listed()).count).toBe(43)
      expect(await auditOf(`slip:${woken}`)).toEqual([
        ['work.snoozed', ploy.id],
        ['work.woken', nok.id],
      ])
    })

    it('is so until a time that is ahead and not too far', async () => {
      const id = await put()
      expect(await snooze(ploy, id, -1)).toBe('INVALID_REQUEST')
      expect(await snooze(ploy, id, 0)).toBe('INVALID_REQUEST')
      expect(await snooze(ploy, id, 72 * 60 + 2)).toBe('INVALID_REQUEST')
      expect(await snooze(ploy, id, 72 * 60)).toBe('OK')
      expect(await snooze(ploy, '99999999', 5)).toBe('NO_DATA')
      await clear()
    })

    it('is on pages', async () => {
      for (let n = 0; n < 23; n++) await snooze(ploy, await put(), 5 + (n % 2))
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: AnswerOf<'GET /api/console/work/items'> = (
          await app.call('GET /api/console/work/items', {
            token: ploy.token,
            query: { view: 'snoozed', ...(after && { after }) },
          })
        ).body
        seen.push(...page.items.map(({ id }) => id))
        after = page.next
      } while (after)
      expect(seen).toHaveLength(23)
      expect(new Set(seen).size).toBe(23)
      const wrong = { token: ploy.token, query: { view: 'snoozed' as const, after: '["x"]' } }
      expect((await app.call('GET /api/console/work/items', wrong)).error?.message).toBe('INVALID_REQUEST')
      await clear()
    })
  })

  it('an assigned item is under "mine" of its operator, who is notified and has to be one who may decide', async () => {
    const id = await put()
    expect(await assign(ploy, id, nok.id, 'you know this member')).toBe(nok.id)
    expect((await work(nok)).assigned).toBeGreaterThan(0)
    expect((await mentions(nok))[0]?.note).toMatchObject({
      kind: 'assigned',
      id,
      text: 'you know this member',
    })
    const mine = await app.call('GET /api/console/work/items', { token: nok.token, query: { view: 'mine' } })
    expect(mine.body.items.at(-1)).toMatchObject({
      id,
      member: { _id: member.id },
      note: 'you know this member',
    })
    for (const who of [support.id, auditor.id, 'nobody'])
      expect(await assign(ploy, id, who)).toBe('INACTIVE_USER')
    expect(await assign(ploy, id, null)).toBeNull()
    expect(await auditOf(`slip:${id}`)).toEqual([
      ['work.assigned', ploy.id],
      ['work.assigned', ploy.id],
    ])
  })

  describe('notes', () => {
    it('of a member are shown at the member’s other items and conversation, and not at another’s', async () => {
      const other = await app.registerMember()
      const [first, second, foreign, nobodys] = [
        await put(),
        await put(),
        await parcels.put({ memberId: other.id, amount: 5 }),
        await parcels.put({}),
      ]
      await write(app, asMember(member), 'hello')
      const { body } = await app.call('GET /api/console/chats', {
        token: support.token,
        query: { view: 'all' },
      })
      const chat = body.chats.find((row) => row.member?._id === member.id)?._id ?? ''
      expect(await note(support, first, 'calls every day')).toBe('OK')
      expect(await note(support, nobodys, 'whose is it')).toBe('OK')
      expect(await note(support, chat, 'angry', [], 'chat')).toBe('OK')
      const texts = async (id: string, queue: 'slip' | 'chat' = 'slip') =>
        (await notes(id, queue)).notes.map(({ text }) => text)
      expect((await texts(second)).slice(0, 2)).toEqual(['angry', 'calls every day'])
      expect((await texts(chat, 'chat')).slice(0, 2)).toEqual(['angry', 'calls every day'])
      expect(await texts(foreign)).toEqual([])
      expect(await texts(nobodys)).toEqual(['whose is it'])
    })

    it('mention colleagues who are active, each once', async () => {
      const id = await put()
      const before = (await work(nok)).mentions
      expect(await note(ploy, id, 'look please', [nok.id, nok.id])).toBe('OK')
      expect((await work(nok)).mentions).toBe(before + 1)
      expect(await note(ploy, id, 'look please', ['nobody'])).toBe('INACTIVE_USER')
      const left = await newOperator(app, 'support')
      await shutOut(app.database, left.id)
      expect(await note(ploy, id, 'look please', [nok.id, left.id])).toBe('INACTIVE_USER')
      expect((await work(nok)).mentions).toBe(before + 1)
    })

    it('are added once under one key, also at once, and each for its own operator', async () => {
      const id = await parcels.put({})
      const key = crypto.randomUUID()
      const before = (await work(nok)).mentions
      const again = (text = 'once', by = ploy) => note(by, id, text, [nok.id], 'slip', key)
      expect(await Promise.all([again(), again(), again()])).toEqual(['OK', 'OK', 'OK'])
      expect(await again()).toBe('OK')
      expect((await notes(id)).notes.map(({ text }) => text)).toEqual(['once'])
      expect((await work(nok)).mentions).toBe(before + 1)
      expect(await again('another')).toBe('IDEMPOTENCY_CONFLICT')
      expect(await again('once', support)).toBe('OK')
      expect((await notes(id)).notes.map(({ operator }) => operator._id)).toEqual([support.id, ploy.id])
    })

    it('have 1 to 1000 characters and no zero byte, and come in pages', async () => {
      const id = await parcels.put({})
      for (const text of ['', '   ', 'a\u0000b', 'x'.repeat(1001), '\u200b'])
        expect(await note(ploy, id, text)).toBe('INVALID_REQUEST')
      for (let n = 0; n < 25; n++) await note(ploy, id, `n${n}`)
      const first = await notes(id)
      expect(first.notes.map(({ text }) => text)[0]).toBe('n24')
      const second = await notes(id, 'slip', first.next ?? '')
      expect(second.notes.map(({ text }) => text)).toEqual(['n4', 'n3', 'n2', 'n1', 'n0'])
      expect(second.next).toBeNull()
    })
  })

  it('a conversation is claimed, taken as the next one, snoozed, and back with a message', async () => {
    await endConversations(app.database)
    const customers = []
    for (let n = 0; n < 3; n++) {
      const customer = asMember(await app.registerMember())
      app.clock.advance(1)
      await write(app, customer, 'agent please')
      customers.push(customer)
    }
    const waiting = async () => {
      const { body } = await app.call('GET /api/console/chats', {
        token: support.token,
        query: { view: 'waiting' },
      })
      return { ids: body.chats.map(({ _id }) => _id), count: body.waiting }
    }
    const [first = '', second = '', third = ''] = (await waiting()).ids
    expect(await claim(nok, first, {}, 'chat')).toBe(`${nok.id} own`)
    expect(await next(support, 'chat')).toBe(second)
    expect(await snooze(support, third, 60, 'chat')).toBe('OK')
    expect(await waiting()).toEqual({ ids: [first, second], count: 2 })
    expect(await next(ploy, 'chat')).toBeNull()
    app.clock.advance(1)
    if (customers[2]) await write(app, customers[2], 'are you there?')
    expect(await waiting()).toEqual({ ids: [first, second, third], count: 3 })
  })

  it('a shift keeps what was done, gives back what is held and hands its note over', async () => {
    const by = await newOperator(app, 'cashier')
    const { token } = by
    const opened = (await app.call('POST /api/console/shift', { token })).body
    expect((await app.call('POST /api/console/shift', { token })).body._id).toBe(opened._id)
    for (const amount of [100, 50.5]) {
      const id = await parcels.put({ memberId: member.id, amount })
      await app.call('POST /api/console/desk/:queue/:id/approve', {
        token,
        params: params(id),
        body: { reason: 'seen it' },
      })
    }
    const [claimed, given] = [await put(), await put()]
    await claim(by, claimed)
    await assign(nok, given, by.id)
    const { body } = await app.call('GET /api/console/chats', { token, query: { view: 'waiting' } })
    const chat = body.chats[0]?._id ?? ''
    await app.call('POST /api/console/chats/:id/messages', {
      token,
      params: { id: chat },
      body: {
        clientId: 'shift-answer',
        message: { message_type: 'text', payload: { message: 'hi' } } as never,
      },
    })
    const closed = (await app.call('POST /api/console/shift/close', { token, body: { note: 'SCB is slow' } }))
      .body
    expect(closed).toMatchObject({
      _id: opened._id,
      note: 'SCB is slow',
      summary: {
        decisions: [{ queue: 'slip', action: 'desk.approve', currency: 'THB', count: 2, sum: 150.5 }],
        conversations: 1,
        claimed: 1,
        assigned: 1,
        chats: 1,
      },
    })
    expect(await work(by)).toMatchObject({ assigned: 0, chats: 0 })
    expect(await claim(ploy, claimed)).toBe(`${ploy.id} own`)
    const again = await app.call('POST /api/console/shift/close', { token, body: { note: 'x' } })
    expect(again.error?.message).toBe('NO_DATA')
    const seen = (await app.call('GET /api/console/shift', { token: ploy.token })).body
    expect(seen).toMatchObject({ shift: null, last: { note: 'SCB is slow', operator: { _id: by.id } } })
    const all = await app.call('GET /api/console/shifts', { token: auditor.token })
    expect(all.body.shifts[0]?._id).toBe(opened._id)
    expect((await app.call('GET /api/console/shifts', { token })).error?.message).toBe('FORBIDDEN')
  })
})

it.each([
  ['slip', 72 * 60],
  ['chat', 72 * 60],
  ['withdrawal', 60],
  ['payout', 60],
  ['transfer', 60],
])('%s is snoozed for at most %d minutes', (queue, minutes) =>
  expect(snoozeMinutes(queue, { hours: 72, heldMinutes: 60 })).toBe(minutes),
)
