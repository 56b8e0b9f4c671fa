import { afterAll, beforeAll, expect, it } from 'vitest'
import { anotherNode, type TestApp, testApp } from '../../testing/app.ts'
import { auditLooks } from '../operator/public.ts'
import { eventsOf, newOperator, type TestOperator, withoutLooks } from '../operator/testing.ts'
import { testQueue } from './testing.ts'

/** Operators' looks at members and pictures are audited and limited. */
let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  parcels = await testQueue(app)
})
afterAll(() => app.close())

const search = (by: TestOperator, text: string) =>
  app.call('GET /api/console/members', { token: by.token, query: { search: text } })
const list = (by: TestOperator) =>
  app.call('GET /api/console/desk/:queue', { token: by.token, params: { queue: 'slip' } })
const open = (by: TestOperator, id: string) =>
  app.call('GET /api/console/desk/:queue/:id', { token: by.token, params: { queue: 'slip', id } })

/** The audited looks of an operator, in order. */
const looks = async (by: TestOperator): Promise<string[]> =>
  (await eventsOf(app.database, { operatorId: by.id, actions: 'look.%' }))
    .filter(({ action }) => action === 'look.member' || action === 'look.picture')
    .map(({ action, subject, details }) => [action, subject, details.memberId].filter(Boolean).join(' '))

it('a search is audited with each member that it showed, once an hour for an operator', async () => {
  const [first, second] = [await newOperator(app, 'support'), await newOperator(app, 'support')]
  const member = await app.registerMember()
  await Promise.all([
    search(first, member.username),
    search(first, member.id),
    search(first, member.username),
  ])
  await search(second, member.username)
  await search(second, '0000000009')
  expect(await looks(first)).toEqual([`look.member member:${member.id}`])
  expect(await looks(second)).toEqual([`look.member member:${member.id}`])
  app.clock.advance(3590)
  await search(first, member.username)
  expect(await looks(first)).toHaveLength(1)
  app.clock.advance(20)
  await search(first, member.username)
  expect(await looks(first)).toHaveLength(2)
})

it('a page that polls is one look at each member and picture', async () => {
  const by = await newOperator(app, 'auditor')
  const [first, second] = [await app.registerMember(), await app.registerMember()]
  const ids = [
    await parcels.put({ memberId: first.id, amount: 10 }),
    await parcels.put({ memberId: second.id, amount: 10 }),
  ]
  for (let polls = 0; polls < 5; polls++) await list(by)
  await open(by, ids[0] ?? '')
  const expected = [
    `look.member member:${first.id}`,
    `look.member member:${second.id}`,
    `look.picture picture:slip:${ids[0]} ${first.id}`,
    `look.picture picture:slip:${ids[1]} ${second.id}`,
  ]
  expect((await looks(by)).sort()).toEqual(expected.sort())
})

it('what another node has audited is not audited again', async () => {
  const by = await newOperator(app, 'support')
  const member = await app.registerMember()
  await auditLooks(app.context, { ...by, operatorId: by.id, sessionHash: '' }, [{ memberId: member.id }])
  await auditLooks(anotherNode(app.context), { ...by, operatorId: by.id, sessionHash: '' }, [
    { memberId: member.id },
  ])
  expect(await looks(by)).toHaveLength(1)
})

it('an item by its address is a look, decided or not', async () => {
  const [by, reader] = [await newOperator(app, 'owner'), await newOperator(app, 'auditor')]
  const member = await app.registerMember()
  const id = await parcels.put({ memberId: member.id, amount: 10 })
  await app.call('POST /api/console/desk/:queue/:id/approve', {
    token: by.token,
    params: { queue: 'slip', id },
    body: { reason: 'looked at it' },
  })
  expect((await open(reader, id)).body.state).toBe('DECIDED')
  expect(await looks(reader)).toEqual([`look.member member:${member.id}`])
})

it('nothing is shown that cannot be audited', async () => {
  const by = await newOperator(app, 'support')
  const member = await app.registerMember()
  const { status, error } = await withoutLooks(app.database, () => search(by, member.username))
  expect([status, JSON.stringify(error)]).toEqual([500, expect.not.stringContaining(member.id)])
})

it('forty searches and six hundred looks a minute are permitted', async () => {
  const [busy, calm] = [await newOperator(app, 'support'), await newOperator(app, 'support')]
  const outcomes = await Promise.all(Array.from({ length: 60 }, () => search(busy, 'somebody')))
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(40)
  const refused = outcomes.find(({ status }) => status === 429)
  expect(refused?.error).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
  expect(refused?.headers.get('retry-after')).toBe(String(refused?.error?.retryAfter))
  expect((await search(calm, 'somebody')).status).toBe(200)
  // After too many searches the desk stays open, because its pages poll by themselves.
  const asked = await Promise.all(Array.from({ length: 601 }, () => open(busy, '0')))
  expect(asked.filter(({ status }) => status === 404)).toHaveLength(600)
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
  app.clock.advance(61)
  expect((await search(busy, 'somebody')).status).toBe(200)
})
