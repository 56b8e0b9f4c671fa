import { afterAll, beforeAll, expect, it } from 'vitest'
import { addSeconds } from '../../../platform/clock.ts'
import type { TestApp } from '../../../testing/app.ts'
import { newOperator, type TestOperator } from '../../operator/testing.ts'
import { house, newSender, type Sender, slipApp } from '../slip/testing/slip.ts'
import { deskOf, takeBack } from '../testing/money-in.ts'
import { newReference, reportByFeed, reportBySlip } from '../testing/reports.ts'

/** A duplicate candidate as operators decide about it: of the candidates that they were shown, and of no others. */

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
/** A slip was credited, and the feed's report some seconds later may be the same; above what one may approve. */
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
  const one = await doubt(310.25)
  const before = await questionOf(one.id)
  expect(before).toMatch(/^\d+$/)
  await anotherSlip(one)
  const now = await questionOf(one.id)
  expect(now.split(' ')).toHaveLength(2)
  expect(now).toContain(before)
  for (const choice of ['approve', 'refuse'] as const) {
    expect(await say(choice, owner, one.id, { question: before })).toEqual({
      message: 'ALREADY_DECIDED',
      choice: null,
      decidedBy: null,
      at: null,
    })
    expect(await say(choice, owner, one.id, {})).toMatchObject({
      message: 'INVALID_REQUEST',
      fields: [{ field: 'question' }],
    })
  }
  expect(await read(one.id)).toMatchObject({ state: 'WAITING', item: { votes: [] } })
  expect(await wallet(one.member)).toBe(2 * one.amount)
  expect(await say('refuse', owner, one.id, { question: now })).toEqual({ status: 'DONE' })
  expect(await wallet(one.member)).toBe(2 * one.amount)
  const [event] = await app.database.query<{ details: object }>(
    'select details from audit_log where subject = $1',
    [`bank-twin:${one.id}`],
  )
  expect(event?.details).toMatchObject({ question: now })
})

it('also where it was decided before, and waits once more', async () => {
  const one = await doubt(311.25)
  const question = await questionOf(one.id)
  expect(await say('approve', owner, one.id, { question })).toEqual({ status: 'DONE' })
  await takeBack(app, 'bank-twin', one.id)
  const desk = deskOf(app, 'bank-transfer')
  const number = one.id
  expect(await desk.decide(number, 'approve', { memberId: one.member.id })).toBe('IN_DOUBT')
  await anotherSlip(one)
  expect(await say('refuse', cashier, one.id, { question })).toMatchObject({ choice: null, decidedBy: null })
  expect(await say('refuse', cashier, one.id, { question: await questionOf(one.id) })).toEqual({
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
  const one = await doubt(30_000)
  const before = await questionOf(one.id)
  expect(await say('approve', owner, one.id, { question: before })).toEqual({
    status: 'SECOND_OPERATOR_NEEDED',
  })
  expect((await read(one.id)).item?.votes).toMatchObject([{ name: owner.name, counts: true }])
  await anotherSlip(one)
  const now = await questionOf(one.id)
  expect((await read(one.id)).item?.votes).toMatchObject([{ name: owner.name, counts: false }])
  expect(await say('approve', cashier, one.id, { question: now })).toEqual({
    status: 'SECOND_OPERATOR_NEEDED',
  })
  expect(await wallet(one.member)).toBe(2 * one.amount)
  expect(await say('approve', owner, one.id, { question: now })).toEqual({ status: 'DONE' })
  expect(await wallet(one.member)).toBe(3 * one.amount)
  expect(await app.database.query(`select from desk_votes where queue = 'bank-twin'`)).toEqual([])
})

it('is found by the address that it had when its id named the candidates', async () => {
  const one = await doubt(312.25)
  const question = await questionOf(one.id)
  const former = `${one.id} ${question}`.replaceAll(' ', '-')
  expect(await read(former)).toMatchObject({ state: 'DECIDED', decision: { choice: null } })
  expect(await say('refuse', owner, former, {})).toMatchObject({ message: 'ALREADY_DECIDED', choice: null })
  await say('approve', owner, one.id, { question })
  for (const id of [former, one.id]) {
    expect(await read(id)).toMatchObject({
      state: 'DECIDED',
      decision: { choice: 'approve', amount: one.amount, reversible: true },
    })
  }
  expect((await read(one.id)).decision?.decidedBy?.name).toBe(owner.name)
})
