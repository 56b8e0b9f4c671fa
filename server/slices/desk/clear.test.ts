import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { makeTransfer, newSender, slipApp, upload } from '../deposit/slip/testing/slip.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { type Clearness, isClear } from './rules.ts'
import { testQueue } from './testing.ts'

/** Clear items, and approving several of them together (rules.md §17.3). */

const registered = {
  _id: 'aaaaaaaaaaaa',
  name: 'สมชาย ใจดี',
  username: '0812345678',
  bankCode: 'KBANK',
  bankAccountName: 'SOMCHAI JAIDEE',
  bankAccountNo: '1234567890',
}
const late: Clearness = {
  queue: 'qr-payment',
  reason: 'LATE',
  member: registered,
  amount: 100,
  evidence: [],
  votes: [],
  approvalsNeeded: 1,
  referenceNeeded: false,
  doubts: [],
}
const sender = (fromName: string, fromAccountNo: string, fromBank = 'KBANK'): Partial<Clearness> => ({
  evidence: [
    { label: 'fromBank', value: fromBank },
    { label: 'fromAccountNo', value: fromAccountNo },
    { label: 'fromName', value: fromName },
  ],
})

describe('what is clear', () => {
  it.each<[what: string, changed: Partial<Clearness>, clear: boolean]>([
    ['a late payment of a known member', {}, true],
    ['by its own sender', sender('SOMCHAI JAIDEE', '1234567890'), true],
    ['a withdrawal above the limit', { queue: 'withdrawal', reason: 'ABOVE_LIMIT' }, true],
    [
      'a withdrawal to another account than the member has by now',
      {
        queue: 'withdrawal',
        reason: 'ABOVE_LIMIT',
        evidence: [{ label: 'accountNo', value: '1234567891' }],
      },
      false,
    ],
    [
      'a withdrawal that was not earned',
      { queue: 'withdrawal', reason: 'ABOVE_LIMIT', doubts: ['NOT_PLAYED'] },
      false,
    ],
    ['a prize to be handed over', { queue: 'prize', reason: 'PRIZE_REQUESTED', amount: 0 }, true],
    ['a payment of another amount', { reason: 'WRONG_AMOUNT' }, false],
    ['a second payment', { reason: 'PAID_TWICE' }, false],
    ['one whose credit was taken back', { reason: 'REVERSED' }, false],
    ['a slip whose name is unclear', { queue: 'slip', reason: 'NAME_UNCLEAR' }, false],
    ['a slip that the verifier does not know', { queue: 'slip', reason: 'VERIFIER_SILENT' }, false],
    ['a reason of another queue', { reason: 'ABOVE_LIMIT' }, false],
    ['another name', sender('SOMCHAI KONDEE', '1234567890'), false],
    ['another number with the same end', sender('SOMCHAI JAIDEE', '9994567890'), false],
    ['another bank', sender('SOMCHAI JAIDEE', '1234567890', 'SCB'), false],
    ['a name in another script', sender('สมชาย ใจดี', '1234567890'), false],
    ['nobody', { member: null }, false],
    ['an amount that is not known', { amount: null }, false],
    ['two people are needed', { approvalsNeeded: 2 }, false],
    ['somebody has voted', { votes: [{}] as Clearness['votes'] }, false],
    ['a reference has to be named', { referenceNeeded: true }, false],
    ['a transfer has to be chosen', { candidates: [] }, false],
    ['it may be the same money', { counterparts: [{}] as Clearness['counterparts'] & object }, false],
  ])('%s', (_, changed, clear) => expect(isClear({ ...late, ...changed })).toBe(clear))
})

let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let cashier: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  parcels = await testQueue(app, { name: 'withdrawal', reason: 'ABOVE_LIMIT' })
  member = await app.registerMember()
})
// What one may approve alone in a day is counted per person.
beforeEach(async () => {
  cashier = await newOperator(app, 'cashier')
})
afterAll(() => app.close())

const put = (amount: number) => parcels.put({ memberId: member.id, amount })
const shown = (id: string, amount: number, memberId = member.id) => ({ id, amount, memberId })

async function approve(
  items: ReturnType<typeof shown>[],
  { by = cashier, key = randomUUID() }: { by?: TestOperator; key?: string } = {},
) {
  const { body, error } = await app.call('POST /api/console/desk/approve-clear', {
    token: by.token,
    headers: { 'idempotency-key': key },
    body: { queue: 'withdrawal', items, reasonCode: 'PLAY_CHECKED' },
  })
  return error ? error.message : body.results
}
const codes = async (...given: Parameters<typeof approve>) => {
  const results = await approve(...given)
  return typeof results === 'string' ? results : results.map(({ code }) => code)
}

it('the list says what is clear to the asking operator', async () => {
  const [clear, large] = [await put(500), await put(50_000)]
  const { body } = await app.call('GET /api/console/desk/:queue', {
    token: cashier.token,
    params: { queue: 'withdrawal' },
  })
  const clearness = new Map(body.items.map((item) => [item.id, item.isClear]))
  expect([clearness.get(clear), clearness.get(large)]).toEqual([true, false])
})

it('each is decided by itself, with its own audit', async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => put(n)))
  expect(await codes(ids.map((id, n) => shown(id, n + 1)))).toEqual([null, null, null])
  for (const id of ids) {
    expect(await parcels.outcome(id)).toMatchObject({ state: 'approve', effects: 1 })
    expect(await parcels.auditEvents(id)).toMatchObject([
      { action: 'desk.approve', operator_id: cashier.id, details: { reasonCode: 'PLAY_CHECKED' } },
    ])
  }
})

it('what changed since it was shown is left as it is, and the others are decided', async () => {
  const [first, other, second, good] = [await put(10), await put(20), await put(30), await put(40)]
  const stranger = (await app.registerMember()).id
  const given = [shown(first, 11), shown(other, 20, stranger), shown('999999', 1), shown(good, 40)]
  await app.call('POST /api/console/desk/:queue/:id/refuse', {
    token: (await newOperator(app, 'owner')).token,
    params: { queue: 'withdrawal', id: second },
    body: { reason: 'not this one' },
  })
  expect(await approve([...given, shown(second, 30)])).toMatchObject([
    { code: 'NOT_CLEAR' },
    { code: 'NOT_CLEAR' },
    { code: 'NO_DATA' },
    { code: null },
    { code: 'ALREADY_DECIDED', choice: 'refuse', decidedBy: { _id: expect.any(String) } },
  ])
  for (const id of [first, other]) expect(await parcels.outcome(id)).toMatchObject({ effects: 0 })
  expect(await parcels.auditEvents(first)).toEqual([])
})

it('what takes two people, by its amount or by the day’s sum, gets no vote', async () => {
  const large = await put(50_000)
  expect(await codes([shown(large, 50_000)])).toEqual(['NOT_CLEAR'])
  const ids = await Promise.all(Array.from({ length: 7 }, () => put(15_000)))
  // 100,000 alone in a day: six of 15,000.
  const together = await codes(ids.map((id) => shown(id, 15_000)))
  expect(together).toEqual([null, null, null, null, null, null, 'NOT_CLEAR'])
  for (const id of [large, ids[6] ?? '']) {
    expect(await parcels.outcome(id)).toMatchObject({ effects: 0 })
    expect(await parcels.auditEvents(id)).toEqual([])
  }
})

it('the day’s sum holds when many calls come at once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => put(15_000)))
  const results = await Promise.all(ids.map((id) => codes([shown(id, 15_000)])))
  expect(results.flat().filter((code) => code === null)).toHaveLength(6)
  expect(await app.database.query('select * from desk_votes')).toEqual([])
})

it('the same call again, also at once, doubles nothing and answers the same', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => put(7)))
  const items = ids.map((id) => shown(id, 7))
  const key = randomUUID()
  const all = await Promise.all([1, 2, 3].map(() => codes(items, { key })))
  expect([...all, await codes(items, { key })]).toEqual(Array(4).fill([null, null, null]))
  for (const id of ids) {
    expect(await parcels.outcome(id)).toMatchObject({ effects: 1 })
    expect(await parcels.auditEvents(id)).toHaveLength(1)
  }
})

it('two operators approve the same items at once: each takes effect once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => put(3)))
  const items = ids.map((id) => shown(id, 3))
  const other = await newOperator(app, 'owner')
  const both = (await Promise.all([codes(items), codes(items.toReversed(), { by: other })])).flat()
  expect(both.filter((code) => code === null)).toHaveLength(10)
  expect(both.filter((code) => code === 'ALREADY_DECIDED')).toHaveLength(10)
})

it('who may not decide approves nothing', async () => {
  const id = await put(5)
  for (const role of ['support', 'auditor'] as const) {
    expect(await approve([shown(id, 5)], { by: await newOperator(app, role) })).toBe('FORBIDDEN')
  }
  expect(await approve(Array(51).fill(shown(id, 5)))).toBe('INVALID_REQUEST')
  expect(await parcels.outcome(id)).toMatchObject({ effects: 0 })
})

describe('a slip whose sender two members look like', () => {
  let slips: TestApp
  beforeAll(async () => {
    slips = await slipApp({ engine: 'postgres' })
  })
  afterAll(() => slips.close())

  it('is never clear, and is not approved together with others', async () => {
    // The bank shows the sixth to the ninth digit of both numbers, and as much of both names.
    await newSender(slips, 'SOMYING JAIDEE', '1111188880')
    const thief = await newSender(slips, 'SOMYING JANPEN', '2222288880')
    const { png } = await makeTransfer(slips, { ...thief, accountNo: '1111188880' })
    const { body } = await upload(slips.address, thief.token, png)
    const desk = deskOf(slips, 'slip')
    await expect
      .poll(() => desk.find(body.slipId), { timeout: 15_000 })
      .toMatchObject({
        memberId: thief.id,
        reason: 'NAME_UNCLEAR',
      })
    const { token } = await newOperator(slips, 'cashier')
    const listed = await slips.call('GET /api/console/desk/:queue', { token, params: { queue: 'slip' } })
    const [item] = listed.body.items
    expect(item).toMatchObject({ id: body.slipId, isClear: false })
    const { body: answer } = await slips.call('POST /api/console/desk/approve-clear', {
      token,
      body: {
        queue: 'slip',
        items: [{ id: body.slipId, amount: item?.amount ?? 0, memberId: thief.id }],
        reasonCode: 'NAME_FITS',
      },
    })
    expect(answer.results).toMatchObject([{ code: 'NOT_CLEAR' }])
    expect(await desk.find(body.slipId)).toBeDefined()
  })
})
