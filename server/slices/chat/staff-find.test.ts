import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../platform/clock.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { inLetters, removeBankAccount, storeMembers } from '../account/testing.ts'
import { eventsOf, newOperator, shutOut, type TestOperator } from '../operator/testing.ts'
import { asMember, newGuest, write } from './testing.ts'

/** How operators find conversations, colleagues and waiting customers, through the real app. */

let app: TestApp
let support: TestOperator
let cashier: TestOperator
beforeAll(async () => {
  app = await testApp({ settings: { 'chat.messagesPerMinute': 600 } })
  support = await newOperator(app, 'support')
  cashier = await newOperator(app, 'cashier')
})
afterAll(() => app.close())

const find = async (search: string, by = cashier): Promise<string[]> =>
  (await app.call('GET /api/console/chats/find', { token: by.token, query: { search } })).body.chats.flatMap(
    ({ member }) => member?._id ?? [],
  )
const count = async () => (await app.call('GET /api/console/chats/waiting', { token: support.token })).body

describe('a conversation is found', () => {
  const details = { name: 'Chanida Foundable', phone: '0811987654', bankAccountNo: '5550177321' }
  let id: string
  beforeAll(async () => {
    const member = await app.registerMember(details)
    id = member.id
    await write(app, asMember(member), 'hello')
    // Found by the same words, but without a conversation.
    await app.registerMember({ name: 'Chanida Foundable' })
    await write(app, asMember(await app.registerMember({ name: 'Somebody Else' })), 'hello')
  })

  it.each([
    ['the beginning of the phone number', '0811987'],
    ['the name', 'chanida f'],
    ['the surname', 'foundable'],
    ['the beginning of the account number', '555-0177'],
    ['the end of the account number', '7321'],
    ['the end as a slip shows it', 'xxx-x-x7321'],
    ['the end of the phone number', '987654'],
  ])('by %s', async (_, search) => expect(await find(search)).toEqual([id]))

  it.each([
    ['three digits of the end', '321'],
    ['a pattern', '%%%'],
    ['nothing but control characters', '\u0001\u0001\u0001'],
    ['the middle of a word of the name', 'oundable'],
  ])('not by %s', async (_, search) => expect(await find(search)).toEqual([]))

  it('a visitor’s by its own id', async () => {
    const guest = await newGuest(app)
    await write(app, guest, 'hello')
    const [row] = await app.database.query<{ id: string }>(
      'select id from chat_conversations where guest_id = $1',
      [guest.id],
    )
    for (const search of [row?.id ?? '', guest.id]) {
      const { body } = await app.call('GET /api/console/chats/find', {
        token: support.token,
        query: { search },
      })
      expect(body.chats.map(({ _id }) => _id)).toEqual([row?.id])
    }
  })

  it('for whom numbers are masked, by a whole number or the four digits that a mask shows', async () => {
    for (const search of ['0811987654', '5550177321', '7654', '97654', '17654', '7321', 'chanida'])
      expect(await find(search, support), search).toEqual([id])
    for (const search of ['0811987', '081198765', '5550177'])
      expect(await find(search, support), search).toEqual([])
  })

  it('and its member was looked at', async () => {
    const looker = await newOperator(app, 'auditor')
    const query = { search: details.phone }
    await app.call('GET /api/console/chats/find', { token: looker.token, query })
    const looks = await eventsOf(app.database, { operatorId: looker.id, subject: `member:${id}` })
    expect(looks).toHaveLength(1)
  })
})

it('of more than twenty whose number ends alike the newest are looked at, and it is said that there are more', async () => {
  const members = Array.from({ length: 21 }, (_, n) => ({
    id: `talk${inLetters(n)}`,
    phone: `09${1000 + n}7788`,
    name: 'Talks Alike',
    createdAt: addSeconds(new Date(), n * 60),
    account: { accountNo: `99${1000 + n}6699` },
  }))
  await storeMembers(app.database, members)
  for (const { id } of members) {
    const params = { id }
    await app.call('POST /api/console/members/:id/chat', { token: support.token, params })
  }
  const search = async (end: string) =>
    (await app.call('GET /api/console/chats/find', { token: cashier.token, query: { search: end } })).body
  for (const end of ['7788', '6699']) {
    const { chats, hasMoreEnds } = await search(end)
    expect(hasMoreEnds, end).toBe(true)
    expect(new Set(chats.map(({ member }) => member?._id)), end).toEqual(
      new Set(members.slice(1).map(({ id }) => id)),
    )
  }
  // Of exactly twenty, all are looked at.
  await removeBankAccount(app.database, members[0]?.id ?? '')
  expect((await search('6699')).hasMoreEnds).toBe(false)
})

it('who waits is counted, without a look at anybody', async () => {
  const before = await count()
  const guest = await newGuest(app)
  await write(app, guest, 'deposit')
  expect((await count()).waiting).toBe(before.waiting)
  app.clock.advance(5)
  await write(app, guest, 'agent please')
  const after = await count()
  expect(after).toMatchObject({ waiting: before.waiting + 1, isOpen: true })
  expect(after.lastSince ?? '').toMatch(/^\d{4}-/)
  expect((after.lastSince ?? '') > (before.lastSince ?? '')).toBe(true)
})

it('unread are the customer’s messages of this session, once the staff are asked', async () => {
  const member = asMember(await app.registerMember())
  const unread = async () => {
    const query = { view: 'all' as const }
    const { chats } = (await app.call('GET /api/console/chats', { token: support.token, query })).body
    const found = chats.find((chat) => chat.member?._id === member.id)
    return found && { id: found._id, unread: found.unread, last: found.last }
  }
  await write(app, member, 'deposit')
  expect(await unread()).toMatchObject({ unread: 0 })
  await write(app, member, 'agent please')
  await write(app, member, 'are you there?')
  const shown = await unread()
  expect(shown?.unread).toBe(3)
  await app.call('PUT /api/console/chats/:id/read', {
    token: support.token,
    params: { id: shown?.id ?? '' },
    body: { upTo: shown?.last ?? 0 },
  })
  expect(await unread()).toMatchObject({ unread: 0 })
})

it('only active operators who may answer are offered', async () => {
  const [cashier, auditor, gone] = [
    await newOperator(app, 'cashier'),
    await newOperator(app, 'auditor'),
    await newOperator(app, 'support'),
  ]
  await shutOut(app.database, gone.id)
  const { operators } = (await app.call('GET /api/console/chats/operators', { token: auditor.token })).body
  const ids = operators.map(({ _id }) => _id)
  expect(ids).toContain(cashier.id)
  expect(ids).toContain(support.id)
  expect(ids).not.toContain(auditor.id)
  expect(ids).not.toContain(gone.id)
})

it('a visitor who logs in keeps the conversation, its operator and its address', async () => {
  const guest = await newGuest(app)
  await write(app, guest, 'agent please')
  const listed = (
    await app.call('GET /api/console/chats', { token: support.token, query: { view: 'waiting' } })
  ).body
  const chat = listed.chats.find(({ guestId }) => guestId === guest.id)
  const params = { id: chat?._id ?? '' }
  await app.call('PUT /api/console/chats/:id/operator', {
    token: support.token,
    params,
    body: { operatorId: support.id },
  })
  const member = await app.registerMember()
  await app.call('POST /api/chat/adopt', { token: member.token, body: { guestToken: guest.guestToken } })
  const { body } = await app.call('GET /api/console/chats/:id', { token: support.token, params })
  expect(body.chat).toMatchObject({
    member: { _id: member.id },
    guestId: null,
    operator: { _id: support.id },
    state: 'waiting',
  })
  expect(body.messages[0]?.number).toBe(1)
  // The member writes on in it.
  await write(app, asMember(member), 'it is me')
  const again = await app.call('GET /api/console/chats/:id', { token: support.token, params })
  expect(again.body.chat.last).toBe(body.chat.last + 1)
})
