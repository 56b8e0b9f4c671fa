import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveItems } from '../../../desk/items.ts'
import { listsItem } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Flow, type Point } from '../../../testing/node.ts'
import { expectTied } from '../../../testing/tie-out.ts'
import { askCode, deskOf, inWallet, openAccounts, pay } from '../testing/money-in.ts'

/**
 * kill -9 of a node between every two steps of a QR payment (rules.md §5.3). What must hold afterwards: what
 * somebody paid is in the wallet or waits for a person, once; and the member can have a code.
 */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ settings: { 'idempotency.leaseSeconds': 1 } })
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const die = async (flows: Flow[]) => {
  await dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, flows)
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
  // From here on the gateways report to the node that is left.
  app.sandbox.server = app.address
}
const waiting = async ({ id }: TestMember) =>
  (await deskOf(app, 'qr-payment').all()).filter(({ memberId }) => memberId === id)

describe('a code is made', () => {
  const points: [string, Point][] = [
    ['before its row', { query: 'insert into "qr_payments"', when: 'before' }],
    ['before the commit of its row', { query: 'insert into "qr_payments"', when: 'before-commit' }],
    ['before the gateway is asked', { call: 'payments.create', when: 'before' }],
    ['while the gateway is asked', { call: 'payments.create', when: 'during' }],
    ['with the gateway’s answer', { call: 'payments.create', when: 'after' }],
    ['when the answer is stored', { query: 'set "payload"', when: 'after' }],
    ['before the member is answered', { answer: true }],
  ]
  const members = new Map<string, TestMember>()
  let paid: TestMember
  let replaced: TestMember
  const ask = ({ token }: TestMember, at: Pick<TestApp, 'call'>) =>
    at.call('POST /api/qrcode/:code', {
      token,
      params: { code: 'WW' },
      body: { amount: 100 },
      headers: { 'idempotency-key': 'one-key' },
    })

  beforeAll(async () => {
    for (const [name] of points) members.set(name, await app.registerMember())
    paid = await app.registerMember()
    replaced = await app.registerMember()
    const flow = (member: TestMember, at: Point): Flow => ({
      of: member.id,
      at,
      begin: (node) => ask(member, node),
    })
    await die([
      ...points.map(([name, at]) => flow(members.get(name) as TestMember, at)),
      flow(paid, { call: 'payments.create', when: 'after' }),
      flow(replaced, { call: 'payments.create', when: 'after' }),
    ])
  })

  it.each(points)('killed %s: the same key finishes that code, and it is paid once', async (name) => {
    const member = members.get(name) as TestMember
    const step = points.findIndex(([other]) => other === name)
    const codes = await codesOf(member)
    expect(codes).toHaveLength(step < 2 ? 0 : 1)

    const { body } = await ask(member, app)
    expect(body).toMatchObject({ hasQrcode: true, amount: 100 })
    // The same key is answered with the code that it made.
    expect(await codesOf(member)).toEqual([body.qrcodeId])
    expect(codes).toEqual(step < 2 ? [] : [body.qrcodeId])
    expect((await pay(app, { qrcodeId: body.qrcodeId })).answer).toBe('credited')
    expect(await inWallet(app, member)).toBe(100)
    expect(await waiting(member)).toEqual([])
  })

  it('one that was paid before the member was answered is credited, and the same key shows no second one', async () => {
    const [qrcodeId] = await codesOf(paid)
    expect((await pay(app, { qrcodeId })).answer).toBe('credited')
    expect((await ask(paid, app)).body).toMatchObject({ hasQrcode: false, message: 'QR_FAIL' })
    expect(await codesOf(paid)).toEqual([qrcodeId])
    expect(await inWallet(app, paid)).toBe(100)
  })

  it('one that the next replaced and somebody pays waits for a person', async () => {
    const [lost] = await codesOf(replaced)
    expect((await askCode(app, replaced, 'WW', 100)).body.hasQrcode).toBe(true)
    expect((await pay(app, { qrcodeId: lost })).answer).toBe('waiting')
    expect(await inWallet(app, replaced)).toBe(0)
    expect(await waiting(replaced)).toMatchObject([{ amount: 100, reason: 'LATE' }])
  })

  const codesOf = async ({ id }: TestMember) =>
    (await app.database.query<{ id: string }>('select id from qr_payments where member_id = $1', [id])).map(
      (code) => code.id,
    )
})

describe('a PromptPay code is made, and the first gateway gives none', () => {
  const points: [string, string[], Point][] = [
    ['at the first one', ['WW OPEN'], { call: 'payments.create', with: ['"WW"'], when: 'during' }],
    ['before the next one', ['WW FAILED'], { query: '"closed_at" = $2 where "id"', when: 'after' }],
    [
      'with the next one’s answer',
      ['WW FAILED', 'PAYTIMZ OPEN'],
      { call: 'payments.create', with: ['"PAYTIMZ"'], when: 'after' },
    ],
    ['before the member is answered', ['WW FAILED', 'PAYTIMZ OPEN'], { answer: true }],
  ]
  const members = new Map<string, TestMember>()
  const ask = ({ token }: TestMember, at: Pick<TestApp, 'call'>) =>
    at.call('POST /api/qrcode/:code', {
      token,
      params: { code: 'PROMPTPAY' },
      body: { amount: 100 },
      headers: { 'idempotency-key': 'one-key' },
    })
  const codesOf = async ({ id }: TestMember) =>
    (
      await app.database.query<{ gateway: string; state: string }>(
        'select gateway, state from qr_payments where member_id = $1 order by created_at, ctid',
        [id],
      )
    ).map(({ gateway, state }) => `${gateway} ${state}`)

  beforeAll(async () => {
    for (const [name] of points) members.set(name, await app.registerMember())
    await app.sandbox.setFault('WW', 'refuse', points.length, 'create')
    await die(
      points.map(([name, , at]) => {
        const member = members.get(name) as TestMember
        return { of: member.id, at, begin: (node) => ask(member, node) }
      }),
    )
    await app.sandbox.setFault('WW', 'none')
  })

  it.each(points)('killed %s: the same key goes on there, and one code can be paid', async (name, before) => {
    const member = members.get(name) as TestMember
    expect(await codesOf(member)).toEqual(before)
    const { body } = await ask(member, app)
    expect(body).toMatchObject({ hasQrcode: true, amount: 100 })
    // At the first one the gateway is well again by now, and gives that very code.
    const after = before[0] === 'WW OPEN' ? ['WW OPEN'] : ['WW FAILED', 'PAYTIMZ OPEN']
    expect(await codesOf(member)).toEqual(after)
    expect((await pay(app, { qrcodeId: body.qrcodeId })).answer).toBe('credited')
    expect(await inWallet(app, member)).toBe(100)
    expect(await waiting(member)).toEqual([])
  })
})

describe('a payment is reported', () => {
  const row = 'insert into "deposit_reports"'
  const listing = listsItem
  const points: [string, number, Point][] = [
    ['before it is written down', 100, { query: row, when: 'before' }],
    ['when it is written down', 100, { query: row, when: 'after' }],
    ['when its code is looked up', 100, { query: 'from "qr_payments"', when: 'after' }],
    ['before the money', 100, { call: 'ledger.postIn', when: 'before' }],
    ['after the money', 100, { call: 'ledger.postIn', when: 'after' }],
    ['when the code is taken', 100, { query: 'update "qr_payments"', when: 'after' }],
    ['when it is judged', 100, { query: 'update deposit_reports set member_id', when: 'after' }],
    ['after the commit', 100, { query: row, when: 'after-commit' }],
    ['before the gateway is answered', 100, { answer: true }],
    [
      'with a wrong amount: before it is judged',
      99,
      { query: 'update deposit_reports set member_id', when: 'before' },
    ],
    ['with a wrong amount: before its money', 99, { call: 'ledger.postIn', when: 'before' }],
    ['with a wrong amount: after its money', 99, { call: 'ledger.postIn', when: 'after' }],
    ['with a wrong amount: before it is on the desk', 99, { query: listing, when: 'before' }],
    ['with a wrong amount: when it is on the desk', 99, { query: listing, when: 'after' }],
    ['with a wrong amount: before the commit', 99, { query: row, when: 'before-commit' }],
    ['with a wrong amount: after the commit', 99, { query: row, when: 'after-commit' }],
  ]
  const flows = new Map<string, { member: TestMember; qrcodeId: string }>()

  beforeAll(async () => {
    for (const [name] of points) {
      const member = await app.registerMember()
      const { body } = await askCode(app, member, 'WW', 100)
      flows.set(name, { member, qrcodeId: body.qrcodeId as string })
    }
    // The first one makes the house's accounts: those below shall not wait for each other's commit.
    const { body } = await askCode(app, await app.registerMember(), 'WW', 100)
    await pay(app, { qrcodeId: body.qrcodeId, amount: 98 })
    await die(
      points.map(([name, amount, at]) => {
        const { qrcodeId } = flows.get(name) as { qrcodeId: string }
        return {
          of: qrcodeId,
          at,
          begin(node) {
            app.sandbox.server = node.address
            return pay(app, { qrcodeId, amount })
          },
        }
      }),
    )
  })

  it.each(points)(
    'killed %s: the gateway’s next report finds it credited, or waiting, once',
    async (name, amount) => {
      const { member, qrcodeId } = flows.get(name) as { member: TestMember; qrcodeId: string }
      const delivered = async () =>
        (await app.sandbox.call<Code[]>('GET', 'qr')).find((code) => code.qrcodeId === qrcodeId)?.payments
      await expect
        .poll(delivered)
        .toMatchObject([{ delivered: true, answer: amount === 100 ? 'credited' : 'waiting' }])
      expect(await inWallet(app, member)).toBe(amount === 100 ? 100 : 0)
      expect(await waiting(member)).toHaveLength(amount === 100 ? 0 : 1)
    },
  )

  it('suspense is what waits, and the gateway’s account ties to the gateway', async () => {
    const all = await deskOf(app, 'qr-payment').all()
    const waitingMinor = all.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)
    expect(await app.context.ledger.houseBalance('suspense:WW', 'THB')).toBe(waitingMinor)
    await expectTied(app)
  })

  interface Code {
    qrcodeId: string
    payments: { delivered: boolean; answer: string }[]
  }
})
