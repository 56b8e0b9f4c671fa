import type { Endpoint } from '@krapao/contract/endpoint.ts'
import * as contract from '@krapao/contract/endpoints.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import { type Role, roles } from '@krapao/contract/slices/operator/roles.ts'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listedItems } from '../desk/testing.ts'
import { leaveWorkToReview } from '../outside/testing.ts'
import { maskOf } from '../platform/masking.ts'
import { asMember, write } from '../slices/chat/testing.ts'
import { house, slipApp } from '../slices/deposit/slip/testing/slip.ts'
import { announce } from '../slices/deposit/testing/money-in.ts'
import { newReference, type Paid, reportByFeed } from '../slices/deposit/testing/reports.ts'
import { reportIdOf, storeSlips } from '../slices/deposit/testing/stored.ts'
import { newOperator, type TestOperator } from '../slices/operator/testing.ts'
import { changeWithdrawal, withdraw } from '../slices/withdraw/testing.ts'
import type { TestApp, TestMember } from '../testing/app.ts'

/**
 * Numbers of members and senders are planted wherever the console may show them. Then each call of the
 * console that reads is made in each role, and what support and auditor are answered is searched for the
 * digits (rules.md §17.8).
 */

const own = { phone: '0867530914', accountNo: '7719283465' }
const friend = { phone: '0853197264', accountNo: '4402917368' }
const senders = {
  waiting: '9648203957',
  remembered: '9351748206',
  returned: '9287461530',
  onSlip: '9176350482',
  receiver: '9065241873',
  announced: '8954130762',
  wallet: '0845129637',
}
const planted: string[] = [...Object.values(own), ...Object.values(friend), ...Object.values(senders)]

type Asked = { params?: Record<string, string>; query?: Record<string, string>; body?: object }

let app: TestApp
let member: TestMember
let staff: Record<Role, TestOperator>
let second: TestOperator
let reference = ''
/**
 * The walked calls by name, with all that is asked of each; those that are not here are asked once, of
 * nothing.
 */
let asked: Record<string, Asked[]>
const heard: string[] = []
const sockets: Socket[] = []

/** What reads, and what answers such numbers after it has done something. */
const walked: Endpoint[] = Object.values(contract).filter(
  ({ access, method, answer }: Endpoint) =>
    access === 'operator' && (method === 'GET' || maskOf(answer) !== undefined),
)
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

beforeAll(async () => {
  app = await slipApp({
    settings: { 'deposit.min': 20, 'deposit.manual': true, 'operator.searchesPerMinute': 1000 },
  })
  // The server's own jobs would settle what is to wait.
  await app.context.jobs.stop()
  const people = await Promise.all(roles.map((role) => newOperator(app, role)))
  staff = Object.fromEntries(people.map((person) => [person.role, person])) as typeof staff
  second = await newOperator(app, 'cashier')
  for (const role of ['support', 'auditor'] as const) await listenAs(staff[role])
  await plant()
}, 300_000)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app.close()
})

async function listenAs({ token }: TestOperator): Promise<void> {
  const socket = io(app.address, { transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  socket.onAny((...event) => heard.push(JSON.stringify(event)))
  expect(await socket.emitWithAck('join', { room: consoleRoom, token })).toMatchObject({ ok: true })
}

/** A transfer that the bank reports and that is nobody's yet; its item's id. */
async function transfer(from: Partial<Paid> & { fromBank?: string }, amount: number): Promise<string> {
  const sent = { fromName: 'KRITSADA M', ...from, amount, at: app.clock.now(), reference: newReference() }
  expect(await reportByFeed(app, { id: '', accountNo: '' }, sent)).toBe('unmatched')
  return reportIdOf(app.database, { reference: sent.reference })
}

/** Two people decide an item. */
async function decide(
  choice: 'approve' | 'refuse',
  params: { queue: 'bank-transfer' | 'withdrawal'; id: string },
  said: { memberId?: string; rememberPayer?: { note: string } } = {},
): Promise<void> {
  const statuses = []
  for (const { token } of [staff.owner, second]) {
    const reason = 'looked at it'
    const answer =
      choice === 'approve'
        ? await app.call('POST /api/console/desk/:queue/:id/approve', {
            token,
            params,
            body: { reason, ...said },
          })
        : await app.call('POST /api/console/desk/:queue/:id/refuse', { token, params, body: { reason } })
    statuses.push(answer.error?.message ?? answer.body.status)
    if (statuses.at(-1) === 'DONE') break
  }
  expect(statuses.at(-1)).toBe('DONE')
}

async function plant(): Promise<void> {
  const { database } = app
  const named = { name: 'วิไล ทองคำ', bankCode: 'KBANK', bankAccountName: 'WILAI THONGKHAM' }
  member = await app.registerMember({ ...named, phone: own.phone, bankAccountNo: own.accountNo })
  // The withdrawal's evidence names the members whom the member invited.
  const tied = await app.registerMember({
    phone: friend.phone,
    bankAccountNo: friend.accountNo,
    invitedBy: member.id,
  })
  await app.fund(member.id, 50_000)
  const asking = { fromBank: 'KBANK', fromName: 'SOMSRI SUKJAI', fromAccountNo: senders.remembered }
  const credited = await transfer(asking, 311)
  await decide(
    'approve',
    { queue: 'bank-transfer', id: credited },
    { memberId: member.id, rememberPayer: { note: 'the sister' } },
  )
  const again = await transfer(asking, 312)
  const wallet = await transfer({ fromBank: 'EWALLET', fromAccountNo: senders.wallet }, 313)
  const waiting = await transfer({ fromAccountNo: senders.waiting }, 314)
  const sentBack = await transfer({ fromAccountNo: senders.returned }, 315)
  await decide('refuse', { queue: 'bank-transfer', id: sentBack })
  const reversal = await app.call('POST /api/console/desk/:queue/:id/reverse', {
    token: staff.owner.token,
    params: { queue: 'bank-transfer', id: credited },
    body: { reason: 'somebody else’s money' },
  })
  expect(reversal.error).toBeUndefined()

  await announce(app, member, 316)
  await transfer({ fromAccountNo: senders.announced, fromName: 'SOMEBODY ELSE' }, 316)
  await storeSlips(database, {
    id: 'slmasked1',
    memberId: member.id,
    createdAt: app.clock.now(),
    deskReason: 'NAME_UNCLEAR',
    amountMinor: 31_700,
    bankCode: '004',
    reference: newReference(),
    sentAt: app.clock.now(),
    from: { bank: 'KBANK', accountNo: senders.onSlip, name: 'WILAI T' },
    to: { bank: 'SCB', accountNo: senders.receiver, name: 'SOMEBODY' },
  })

  const paid = await withdraw(app, member, 400)
  await leaveWorkToReview(database, 'payout', paid.body.withdrawalId)
  await changeWithdrawal(app, paid.body.withdrawalId, { state: 'UNCERTAIN' })
  const approved = await withdraw(app, member, 6000)
  await decide('approve', { queue: 'withdrawal', id: approved.body.withdrawalId })
  const judged = await withdraw(app, member, 6001)
  const item = { queue: 'withdrawal', id: judged.body.withdrawalId } as const
  await app.call('PUT /api/console/desk/:queue/:id/assignment', {
    token: staff.owner.token,
    params: item,
    body: { operatorId: second.id, note: 'please look' },
  })

  const refused = await withdraw(app, member, 99_999)
  reference = refused.headers.get('x-request-id') ?? ''
  await write(app, asMember(member), 'where is my money?')
  const chats = await app.call('GET /api/console/chats', {
    token: staff.owner.token,
    query: { view: 'all' },
  })
  const { _id: chat = '', session_id = '' } = chats.body.chats[0] ?? {}
  for (const { token } of Object.values(staff).filter(({ role }) => role !== 'auditor')) {
    await app.call('POST /api/console/desk/:queue/:id/notes', {
      token,
      params: item,
      body: { text: 'asked the bank' },
    })
    await app.call('PUT /api/console/desk/:queue/:id/claim', { token, params: item, body: {} })
  }
  const putOff = await withdraw(app, member, 6002)
  await app.call('PUT /api/console/desk/:queue/:id/snooze', {
    token: staff.owner.token,
    params: { queue: 'withdrawal', id: putOff.body.withdrawalId },
    body: { until: new Date(app.clock.now().getTime() + 600_000).toISOString(), reason: 'asks the bank' },
  })

  const queues = app.context.desk.queues().map(({ name }) => name)
  const items: { queue: string; id: string }[] = [
    { queue: 'bank-transfer', id: credited },
    { queue: 'bank-transfer', id: sentBack },
    { queue: 'withdrawal', id: approved.body.withdrawalId },
  ]
  items.push(...((await listedItems(app.database)) as unknown as typeof items))
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([again, wallet, waiting, 'slmasked1']))
  expect(new Set(items.map(({ queue }) => queue))).toEqual(
    new Set(['slip', 'manual-deposit', 'bank-transfer', 'return', 'withdrawal', 'payout', 'reversal']),
  )
  const everyItem = items.map((params) => ({ params }))
  const everyQueue = queues.map((queue) => ({ params: { queue } }))
  const searches = [own.phone, own.accountNo, own.accountNo.slice(-4), member.id, reference].map(
    (search) => ({
      query: { search },
    }),
  )
  const everyMember = [member.id, tied.id].map((id) => ({ params: { id } }))
  const numbers = [own.phone, own.accountNo.slice(-5), senders.waiting.slice(-4)]
  asked = {
    'GET /api/console/audit': ['all', 'looks', 'decisions'].map((kind) => ({ query: { kind } })),
    'GET /api/console/members': searches,
    'GET /api/console/items': searches,
    'GET /api/console/decided': [{}, { query: { memberId: member.id } }],
    'POST /api/console/decided/export': [{ body: {} }],
    'POST /api/console/audit/export': [{ body: { kind: 'all' } }],
    'GET /api/console/campaigns/find': [{ query: { search: 'bonus' } }],
    'GET /api/console/campaigns/ceilings': [{ query: { currency: 'THB' } }],
    'GET /api/console/decisions': [{ query: { day: '2026-01-01' } }],
    'GET /api/console/members/:id/summary': everyMember,
    'GET /api/console/members/:id/payers': everyMember,
    'GET /api/console/members/:id/bonus/end': everyMember,
    'GET /api/console/suspense/:account': [{ params: { account: `suspense:${house}` } }],
    'GET /api/console/campaigns/:kind': [{ params: { kind: 'bonus' } }],
    'GET /api/console/campaigns/:kind/:code': [{ params: { kind: 'bonus', code: 'NONE' } }],
    'GET /api/console/chats': ['waiting', 'mine', 'all'].map((view) => ({ query: { view } })),
    'GET /api/console/chats/find': searches,
    'GET /api/console/chats/:id': [{ params: { id: chat } }],
    'GET /api/console/chats/report': [{ query: { from: '2026-01-01', to: '2026-01-02' } }],
    'PUT /api/console/chats/:id/operator': [{ params: { id: chat }, body: { operatorId: null } }],
    'POST /api/console/chats/:id/end': [{ params: { id: chat }, body: { session_id } }],
    'GET /api/console/desk/:queue': [
      ...everyQueue,
      ...['withdrawal', 'bank-transfer'].flatMap((queue) =>
        numbers.map((q) => ({ params: { queue }, query: { q, sort: 'newest' } })),
      ),
    ],
    'GET /api/console/desk/:queue/banks': everyQueue,
    'GET /api/console/desk/:queue/decided': everyQueue,
    'GET /api/console/desk/:queue/:id': everyItem,
    'GET /api/console/desk/:queue/:id/evidence': everyItem,
    'GET /api/console/desk/:queue/:id/notes': everyItem,
    'GET /api/console/work/items': ['mine', 'snoozed'].map((view) => ({ query: { view } })),
  }
}

/** What a call answers, as it comes over the wire. */
async function ask(
  name: string,
  { token }: TestOperator,
  { params = {}, query = {}, body }: Asked,
): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const url = new URL(filled, app.address)
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
  const answer = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  // Evidence is of waiting items; a campaign is not planted; staff and audit are not for everybody.
  expect([200, 403, 404], `${name} ${JSON.stringify({ params, query })} ${text}`).toContain(answer.status)
  return text
}

const answers = new Map<string, Promise<string[]>>()

/** The answers to all that is asked of a call, which is asked once. */
function all(name: string, by: TestOperator): Promise<string[]> {
  const key = `${by.role} ${name}`
  const texts = answers.get(key) ?? Promise.all((asked[name] ?? [{}]).map((input) => ask(name, by, input)))
  answers.set(key, texts)
  return texts
}

/** Of a planted number more than its last four digits, however it is written. */
const leaksIn = (text: string): string[] => {
  const close = text.replace(/[-\s.]/g, '')
  return planted.filter((number) => close.includes(number.slice(-6)) || close.includes(number.slice(0, 6)))
}

it.each(walked.map((call) => [nameOf(call), call] as const))(
  '%s answers no whole number to support and auditor',
  async (name, call) => {
    if (name.includes(':')) expect(Object.keys(asked)).toContain(name)
    if (name === 'GET /api/console/members') {
      // A refused call is stored a moment after its answer.
      await expect.poll(() => ask(name, staff.owner, { query: { search: reference } })).toContain(member.id)
    }
    for (const role of ['support', 'auditor'] as const)
      for (const text of await all(name, staff[role])) expect(leaksIn(text), `${role}: ${text}`).toEqual([])
    if (!maskOf(call.answer)) return
    // What is to be masked was there: the owner is answered it, and the cashier where the call is for
    // cashiers.
    for (const role of ['owner', 'cashier'] as const) {
      if (call.roles && !call.roles.includes(role)) continue
      const text = (await all(name, staff[role])).join()
      expect(
        planted.filter((number) => text.includes(number)),
        role,
      ).not.toEqual([])
    }
  },
)

it('each planted number is shown whole to the owner, and its end to the auditor', async () => {
  const shown = async (by: TestOperator) => {
    const names = walked.filter(({ method }) => method === 'GET').map(nameOf)
    return (await Promise.all(names.map((name) => all(name, by)))).flat().join()
  }
  const [whole, masked] = [await shown(staff.owner), await shown(staff.auditor)]
  for (const number of planted) {
    expect(whole).toContain(number)
    expect(masked).toContain(`•••••• ${number.slice(-4)}`)
  }
  // The house's account is nobody's.
  expect(masked).toContain(house)
})

it('the socket says that something changed, and no number', () => {
  expect(heard.length).toBeGreaterThan(5)
  expect(heard.flatMap(leaksIn)).toEqual([])
})
