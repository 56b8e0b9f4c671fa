import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { tally } from '../../testing/attacks/attack.ts'
import { asMember, historyOf, newGuest, write } from './testing.ts'

/** Messages that are sent again over a bad line, and the limit of messages (rules.md §12.2). */

let app: TestApp
beforeAll(async () => {
  app = await testApp({ settings: { 'chat.messagesPerMinute': 5 } })
})
afterAll(() => app.close())

it.each(['one after the other', 'at once'])('fifty times one message, %s, count once', async (how) => {
  const customer = asMember(await app.registerMember())
  const id = randomUUID()
  const statuses: number[] = []
  const send = async (text: string, clientId: string) =>
    statuses.push((await write(app, customer, text, clientId)).status)
  if (how === 'at once') await Promise.all(Array.from({ length: 50 }, () => send('hello', id)))
  else for (let n = 0; n < 50; n++) await send('hello', id)
  expect(tally(statuses)).toEqual({ 200: 50 })
  const own = (await historyOf(app, customer)).filter(({ sender }) => sender === 'customer')
  expect(own).toHaveLength(1)

  // Four more are left in this minute, and a repetition is taken beyond it too.
  statuses.length = 0
  for (let n = 0; n < 6; n++) await send(`new ${n}`, randomUUID())
  await send('hello', id)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 200])
})

it('the id of another customer makes no message free', async () => {
  const [first, other] = [await newGuest(app), await newGuest(app)]
  const ids = Array.from({ length: 6 }, () => randomUUID())
  for (const id of ids.slice(0, 5)) expect((await write(app, first, 'x', id)).status).toBe(200)
  const statuses = []
  for (const id of ids) statuses.push((await write(app, other, 'x', id)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

it('another message under an id that is taken is refused, and is not counted', async () => {
  const customer = await newGuest(app)
  const id = randomUUID()
  await write(app, customer, 'x', id)
  for (let n = 0; n < 8; n++) {
    expect((await write(app, customer, `other ${n}`, id)).error).toMatchObject({
      message: 'IDEMPOTENCY_CONFLICT',
    })
  }
})
