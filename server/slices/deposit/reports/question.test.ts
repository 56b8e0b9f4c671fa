import { afterAll, beforeAll, expect, it } from 'vitest'
import { votesIn } from '../../../desk/testing.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { eventsOf, newOperator, type TestOperator } from '../../operator/testing.ts'
import { house, newSender, type Sender, slipApp } from '../slip/testing/slip.ts'
import { deskOf, takeBack } from '../testing/money-in.ts'
import { newReference, reportByFeed, reportBySlip } from '../testing/reports.ts'

/**
 * A duplicate candidate as operators decide about it: of the candidates that they were shown, and of no
 * others.
 */

let app: TestApp
let owner: TestOperator
let cashier: TestOperator
beforeAll(async () => {
  app = await slipApp({ engine: 'postgres' })
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
})
afterAll(() => app.close())

let seconds = 0
/**
 * A slip was credited, and the feed's report some seconds later may be the same; above what one may approve.
 */
async function doubt(amount: number) {
  const member = await newSender(app)
  const at = addSeconds(app.clock.now(), -300)
  at.setUTCSeconds(27, 0)
  await reportBySlip(app, member, { reference: newReference(), at, amount })
  const reference = newReference()
  expect(await reportByFeed(app, member, { reference, at: addSeconds(at, 12), amount })).toBe('in-doubt')
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return { member, at, amount, id: String(row?.id) }
}
/** Another slip of the member's, which may be what the feed reported as well. */
const anotherSlip = ({ member, at, amount }: { member: Sender; at: Date; amount: number }) =>
  reportBySlip(app, member, { reference: newReference(), at: addSeconds(at, 20 + ++seconds), amount })

const read = async (id: string) =>
  (
    await app.call('GET /api/console/desk/:queue/:id', {
      token: owner.token,
      params: { queue: 'bank-twin', id },
    })
  ).body
const questionOf = async (id: string): Promise<string> => (await read(id)).item?.question ?? ''
const say = async (
  choice: 'approve' | 'refuse',
  by: TestOperator,
  id: string,
  body: { question?: string; memberId?: string },
) => {
  const answer = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    params: { queue: 'bank-twin', id },
    body: { reason: 'looked at it', ...body },
  })
  return answer.error ?? answer.body
}
const wallet = async ({ id }: Sender): Promise<number> =>
  ((await app.context.ledger.balances(id)).get('wallet')?.amountMinor ?? 0) / 100

it('names its candidates, keeps its id when they change, and says so to who decides about others', async () => {
  const doubtful = await doubt(310.25)
  const before = await questionOf(doubtful.id)
  expect(before).toMatch(/^\d+$/)
  await anotherSlip(doubtful)
  const now = await questionOf(doubtful.id)
  expect(now.split(' ')).toHaveLength(2)
  expect(now).toContain(before)
  for (const choice of ['approve', 'refuse'] as const) {
    expect(await say(choice, owner, doubtful.id, { question: before })).toEqual({
      message: 'ALREADY_DECIDED',
      choice: null,
      decidedBy: null,
      at: null,
    })
    expect(await say(choice, owner, doubtful.id, {})).toMatchObject({
      message: 'INVALID_REQUEST',
      fields: [{ field: 'question' }],
    })
  }
  expect(await read(doubtful.id)).toMatchObject({ state: 'WAITING', item: { votes: [] } })
  expect(await wallet(doubtful.member)).toBe(2 * doubtful.amount)
  expect(await say('refuse', owner, doubtful.id, { question: now })).toEqual({ status: 'DONE' })
  expect(await wallet(doubtful.member)).toBe(2 * doubtful.amount)
  const [event] = await eventsOf(app.database, { subject: `bank-twin:${doubtful.id}` })
  expect(event?.details).toMatchObject({ question: now })
})

it('also where it was decided before, and waits once more', async () => {
  const doubtful = await doubt(311.25)
  const question = await questionOf(doubtful.id)
  expect(await say('approve', owner, doubtful.id, { question })).toEqual({ status: 'DONE' })
  await takeBack(app, 'bank-twin', doubtful.id)
  const desk = deskOf(app, 'bank-transfer')
  const number = doubtful.id
  expect(await desk.decide(number, 'approve', { memberId: doubtful.member.id })).toBe('IN_DOUBT')
  await anotherSlip(doubtful)
  expect(await say('refuse', cashier, doubtful.id, { question })).toMatchObject({
    choice: null,
    decidedBy: null,
  })
  expect(await say('refuse', cashier, doubtful.id, { question: await questionOf(doubtful.id) })).toEqual({
    status: 'DONE',
  })
})

it('a question is sent to no other item', async () => {
  const member = await newSender(app)
  expect(await reportByFeed(app, member, { reference: newReference(), at: app.clock.now(), to: house })).toBe(
    'credited',
  )
  const stranger = { ...member, accountNo: '9999999999' }
  await reportByFeed(app, stranger, { reference: newReference(), at: app.clock.now(), amount: 12.5 })
  const [entry] = await deskOf(app, 'bank-transfer').all()
  const answer = await app.call('POST /api/console/desk/:queue/:id/refuse', {
    token: owner.token,
    params: { queue: 'bank-transfer', id: entry?.id ?? '' },
    body: { reason: 'not ours', question: '1' },
  })
  expect(answer.error).toMatchObject({ message: 'INVALID_REQUEST', fields: [{ field: 'question' }] })
})

it('two approvals count together only where they answer the same', async () => {
  const doubtful = await doubt(30_000)
  const before = await questionOf(doubtful.id)
  expect(await say('approve', owner, doubtful.id, { question: before })).toEqual({
    status: 'SECOND_OPERATOR_NEEDED',
  })
  expect((await read(doubtful.id)).item?.votes).toMatchObject([{ name: owner.name, counts: true }])
  await anotherSlip(doubtful)
  const now = await questionOf(doubtful.id)
  expect((await read(doubtful.id)).item?.votes).toMatchObject([{ name: owner.name, counts: false }])
  expect(await say('approve', cashier, doubtful.id, { question: now })).toEqual({
    status: 'SECOND_OPERATOR_NEEDED',
  })
  expect(await wallet(doubtful.member)).toBe(2 * doubtful.amount)
  expect(await say('approve', owner, doubtful.id, { question: now })).toEqual({ status: 'DONE' })
  expect(await wallet(doubtful.member)).toBe(3 * doubtful.amount)
  expect(await votesIn(app.database, 'bank-twin')).toEqual([])
})

it('is found by the address that it had when its id named the candidates', async () => {
  const doubtful = await doubt(312.25)
  const question = await questionOf(doubtful.id)
  const former = `${doubtful.id} ${question}`.replaceAll(' ', '-')
  expect(await read(former)).toMatchObject({ state: 'DECIDED', decision: { choice: null } })
  expect(await say('refuse', owner, former, {})).toMatchObject({ message: 'ALREADY_DECIDED', choice: null })
  await say('approve', owner, doubtful.id, { question })
  for (const id of [former, doubtful.id]) {
    expect(await read(id)).toMatchObject({
      state: 'DECIDED',
      decision: { choice: 'approve', amount: doubtful.amount, reversible: true },
    })
  }
  expect((await read(doubtful.id)).decision?.decidedBy?.name).toBe(owner.name)
})
