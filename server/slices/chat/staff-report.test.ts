import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { travellingClock } from '../../testing/clock.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { reportStatement } from './session-store.ts'
import { newGuest, text, type Writer, write } from './testing.ts'

/** How soon the staff answered, from real conversations. */

let app: TestApp
let first: TestOperator
let other: TestOperator
let owner: TestOperator
// At noon in Bangkok, so that no midnight falls between two conversations.
const clock = travellingClock(new Date(`${new Date().toISOString().slice(0, 10)}T05:00:00Z`))
const day = (): string => new Date(clock.now().getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
beforeAll(async () => {
  app = await testApp({ clock, settings: { 'chat.messagesPerMinute': 600 } })
  first = await newOperator(app, 'support')
  other = await newOperator(app, 'cashier')
  owner = await newOperator(app, 'owner')
})
afterAll(() => app.close())

const report = (from: string, to: string, { token } = owner) =>
  app.call('GET /api/console/chats/report', { token, query: { from, to } })

async function asks(): Promise<{ guest: Writer; id: string }> {
  const guest = await newGuest(app)
  await write(app, guest, 'agent please')
  const query = { view: 'all' as const }
  const { chats } = (await app.call('GET /api/console/chats', { token: first.token, query })).body
  return { guest, id: chats.find(({ guestId }) => guestId === guest.id)?._id ?? '' }
}
const answer = (id: string, { token }: TestOperator) =>
  app.call('POST /api/console/chats/:id/messages', {
    token,
    params: { id },
    body: { clientId: randomUUID(), message: text('yes') as never },
  })
async function end(id: string): Promise<void> {
  const params = { id }
  const { body } = await app.call('GET /api/console/chats/:id', { token: first.token, params })
  const session = { session_id: body.chat.session_id }
  await app.call('POST /api/console/chats/:id/end', { token: first.token, params, body: session })
}

it('counts from the asking to the first answer, and to the end', async () => {
  // The bot's own conversation is none of the staff's.
  await write(app, await newGuest(app), 'deposit')
  for (const [seconds, operator] of [
    [10, first],
    [20, first],
    [300, other],
  ] as const) {
    const { guest, id } = await asks()
    clock.advance(seconds)
    await answer(id, operator)
    await write(app, guest, 'and then?')
    clock.advance(60)
    await answer(id, owner)
    await end(id)
  }
  await asks()
  const { body } = await report(day(), day())
  const near = (value: number) => expect.closeTo(value, -1)
  expect(body.total).toMatchObject({ conversations: 4, answered: 3, ended: 3, firstAnswerMedian: near(20) })
  const byId = new Map(body.operators.map((row) => [row.operator?._id ?? 'nobody', row]))
  expect(byId.get(first.id)).toMatchObject({
    conversations: 2,
    firstAnswerMedian: near(15),
    resolutionMedian: near(75),
  })
  expect(byId.get(other.id)).toMatchObject({ conversations: 1, firstAnswerP90: near(300) })
  expect(byId.get('nobody')).toMatchObject({ conversations: 1, answered: 0, firstAnswerMedian: null })
  expect(byId.has(owner.id)).toBe(false)
  expect(body.days.map((row) => row.day)).toEqual([day(), day(), day()])
})

it('has nothing of another day', async () =>
  expect((await report('2020-01-01', '2020-03-01')).body).toMatchObject({
    total: { conversations: 0 },
    days: [],
  }))

it.each([
  ['2026-02-02', '2026-02-01'],
  ['2026-01-01', '2026-12-31'],
])('from %s to %s is no time', async (from, to) =>
  expect((await report(from, to)).error).toMatchObject({ message: 'INVALID_REQUEST' }),
)

it('a cashier may not read it', async () => expect((await report(day(), day(), other)).status).toBe(403))

it('is read by an index', async () => {
  await app.database.query(
    `insert into chat_sessions (id, conversation_id, began_at, asked_at)
     select 'plan' || n, (select min(id) from chat_conversations), t, t
     from generate_series(1, 20000) n, lateral (select now() - n * interval '1 hour' as t) x`,
  )
  await app.database.query('vacuum analyze chat_sessions')
  const plan = await app.database.query(`explain ${reportStatement}`, [
    new Date(Date.now() - 86_400_000),
    new Date(),
  ])
  const words = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(words).toContain('chat_sessions_staffed')
  expect(words).not.toContain('Seq Scan')
})
