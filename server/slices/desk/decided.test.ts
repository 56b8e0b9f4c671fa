import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { buildMember, withdraw } from '../withdraw/testing.ts'
import { testQueue } from './testing.ts'

/**
 * Each item by its address, the answer to an operator who decides too late, and lost answers (rules.md §17.1,
 * §17.2).
 */
let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let owner: TestOperator
let cashier: TestOperator
let support: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  const queues = app.context.desk.queues()
  parcels = await testQueue(app)
  for (const queue of queues) if (queue.name !== 'slip') app.context.desk.add(queue)
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
  support = await newOperator(app, 'support')
  member = await app.registerMember()
})
afterAll(() => app.close())

type Queue =
  | 'slip'
  | 'withdrawal'
  | 'payout'
  | 'bank-transfer'
  | 'bank-twin'
  | 'qr-payment'
  | 'transfer'
  | 'gift'
const say = (
  choice: 'approve' | 'refuse',
  by: TestOperator,
  id: string,
  { key, queue = 'slip', ...body }: { key?: string; queue?: Queue; reason?: string } = {},
) =>
  app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    params: { queue, id },
    body: { reason: 'looked at it', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const look = (id: string, queue: Queue = 'slip') =>
  app.call('GET /api/console/desk/:queue/:id', { token: support.token, params: { queue, id } })

describe('an item by its address', () => {
  it('waits as in the list, wherever in the queue it is', async () => {
    for (let n = 0; n < 25; n++) await parcels.put({ memberId: member.id, amount: 1 })
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    await say('approve', cashier, id)
    const { body } = await look(id)
    expect(body).toMatchObject({
      state: 'WAITING',
      item: {
        id,
        amount: 30_000,
        member: { _id: member.id },
        votes: [{ name: cashier.name, counts: true }],
      },
      decision: null,
    })
    await parcels.change(`state = 'gone'`)
  })

  it('shows who decided it, when, how and why', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    await say('approve', cashier, id)
    await say('approve', owner, id, { reason: 'seen in the bank account' })
    expect((await look(id)).body).toEqual({
      state: 'DECIDED',
      item: null,
      decision: {
        choice: 'approve',
        decidedBy: { _id: owner.id, name: owner.name },
        at: expect.any(String),
        reason: 'seen in the bank account',
        reasonCode: null,
        superseded: null,
        reference: null,
        before: [{ _id: cashier.id, name: cashier.name }],
        member: expect.objectContaining({ _id: member.id }),
        amount: 30_000,
        currency: 'THB',
        why: 'NAME_UNCLEAR',
        evidence: [{ label: 'fromName', value: 'SOMYING J' }],
        reversible: false,
        reversal: null,
      },
    })
  })

  it('shows what an approval named', async () => {
    const id = await parcels.put({})
    await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: cashier.token,
      params: { queue: 'slip', id },
      body: { reason: 'told on the phone', memberId: member.id, amount: 12.5 },
    })
    expect((await look(id)).body.decision).toMatchObject({ member: { _id: member.id }, amount: 12.5 })
  })

  it('shows that the system settled it', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    await parcels.change(`state = 'settled'`, `id = ${id}`)
    expect((await look(id)).body).toMatchObject({
      state: 'DECIDED',
      decision: { choice: 'approve', decidedBy: null, at: expect.any(String), reason: '', amount: 5 },
    })
  })

  it.each(['0', '00', '+', ' '])('has one id: %j before it is another, that never existed', async (alias) => {
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect((await look(`${alias}${id}`)).error?.message).toBe('NO_DATA')
    expect((await say('approve', cashier, `${alias}${id}`)).error?.message).toBe('NO_DATA')
    expect((await look(id)).body.item?.votes).toEqual([])
  })

  it.each([
    ['slip', '99999999'],
    ['bank-transfer', '99999999'],
    ['bank-transfer', 'x'],
    ['bank-twin', '1-2'],
    ['bank-twin', '1'],
    ['qr-payment', '7'],
    ['withdrawal', 'wd00'],
    ['payout', 'wd00'],
    ['transfer', 'transfer:none:none'],
    ['gift', 'gf'],
  ] as const)('of %s that never was: %s', async (queue, id) => {
    expect((await look(id, queue)).error?.message).toBe('NO_DATA')
    expect((await say('refuse', owner, id, { queue })).error?.message).toBe('NO_DATA')
  })

  it('a withdrawal that was paid automatically says so, and never was a payout in review', async () => {
    const saved = await buildMember(app, 1000)
    const { body } = await withdraw(app, saved, 100)
    expect((await look(body.withdrawalId, 'withdrawal')).body.decision).toMatchObject({
      choice: 'approve',
      decidedBy: null,
      amount: 100,
      member: { _id: saved.id },
    })
  })
})

describe('an operator who decides too late', () => {
  it('reads who decided what and when, also if it was the same operator', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    await say('refuse', cashier, id)
    for (const by of [owner, cashier]) {
      const { status, error } = await say('approve', by, id)
      expect([status, error]).toEqual([
        409,
        {
          message: 'ALREADY_DECIDED',
          choice: 'refuse',
          decidedBy: { _id: cashier.id, name: cashier.name },
          at: expect.any(String),
        },
      ])
    }
  })

  it('reads that it was the system', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    await parcels.change(`state = 'settled'`, `id = ${id}`)
    expect((await say('approve', cashier, id)).error).toMatchObject({
      message: 'ALREADY_DECIDED',
      choice: 'approve',
      decidedBy: null,
    })
  })
})

describe('a decision with an Idempotency-Key', () => {
  it('returns the first answer, whatever happened to the item since', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect((await say('approve', cashier, id, { key: 'k1' })).body.status).toBe('SECOND_OPERATOR_NEEDED')
    expect((await say('approve', cashier, id, { key: 'k1' })).body.status).toBe('SECOND_OPERATOR_NEEDED')
    expect((await say('approve', cashier, id, { key: 'k2' })).error?.message).toBe('SECOND_OPERATOR')
    // A key belongs to one operator.
    expect((await say('approve', owner, id, { key: 'k1' })).body.status).toBe('DONE')
    expect((await say('approve', owner, id, { key: 'k1' })).body.status).toBe('DONE')
    expect((await say('approve', cashier, id, { key: 'k1' })).body.status).toBe('SECOND_OPERATOR_NEEDED')
    expect(await parcels.auditEvents(id)).toHaveLength(2)
    expect(await parcels.outcome(id)).toMatchObject({ effects: 1 })
  })

  it('cannot be used for something else', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    const other = await parcels.put({ memberId: member.id, amount: 5 })
    expect((await say('approve', cashier, id, { key: 'k3' })).body.status).toBe('DONE')
    for (const again of [
      say('refuse', cashier, id, { key: 'k3' }),
      say('approve', cashier, other, { key: 'k3' }),
      say('approve', cashier, id, { key: 'k3', reason: 'another reason' }),
    ]) {
      expect((await again).error?.message).toBe('IDEMPOTENCY_CONFLICT')
    }
    expect(await parcels.outcome(other)).toMatchObject({ state: 'waiting' })
  })

  it('many times at once is one decision with one answer', async () => {
    for (const [amount, status] of [
      [5, 'DONE'],
      [30_000, 'SECOND_OPERATOR_NEEDED'],
    ] as const) {
      const id = await parcels.put({ memberId: member.id, amount })
      const key = `many-${amount}`
      const answers = await Promise.all(Array.from({ length: 8 }, () => say('approve', cashier, id, { key })))
      expect(answers.map(({ body, error }) => error?.message ?? body.status)).toEqual(Array(8).fill(status))
      expect(await parcels.auditEvents(id)).toHaveLength(1)
    }
  })

  it('that closed the item without effect says so again', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    parcels.supersede('CREDITED')
    const first = await say('approve', cashier, id, { key: 'k4' })
    parcels.supersede(undefined)
    expect(first.error).toMatchObject({ message: 'ALREADY_DECIDED', superseded: 'CREDITED' })
    expect((await say('approve', cashier, id, { key: 'k4' })).error).toEqual(first.error)
  })
})

describe('a fact about the outside', () => {
  it('is proved by the other side’s reference, which the audit log and the item show', async () => {
    const queue = app.context.desk.queues().find(({ name }) => name === 'slip')
    if (!queue) throw new Error('no queue')
    queue.referenceNeeded = true
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    const prove = (reference?: string) =>
      app.call('POST /api/console/desk/:queue/:id/approve', {
        token: cashier.token,
        params: { queue: 'slip', id },
        body: { reason: 'looked it up there', ...(reference !== undefined && { reference }) },
      })
    try {
      expect((await look(id)).body.item?.referenceNeeded).toBe(true)
      for (const missing of [undefined, '', '  a ', '\u200b\u200b\u200b']) {
        expect((await prove(missing)).error?.message).toBe('INVALID_REQUEST')
      }
      expect((await prove(' FT-2291 ')).body.status).toBe('DONE')
    } finally {
      queue.referenceNeeded = false
    }
    expect((await look(id)).body.decision).toMatchObject({ reference: 'FT-2291' })
    expect((await parcels.auditEvents(id))[0]?.details).toMatchObject({ reference: 'FT-2291' })
  })
})
