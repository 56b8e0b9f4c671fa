import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../../desk/items.ts'
import { listsItem } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { type TestApp, testApp, testConfig } from '../../../testing/app.ts'
import { dieAt, type Point } from '../../../testing/node.ts'
import { expectTied } from '../../../testing/tie-out.ts'
import { eventsOf, newOperator, storesEvent, type TestOperator } from '../../operator/testing.ts'
import { outcomesOf } from '../../outcome/testing.ts'
import { askCode, deskOf, openAccounts, pay } from '../testing/money-in.ts'
import { newReference, reportBySlip } from '../testing/reports.ts'

/**
 * kill -9 of a node between every two steps of a return that a person records (rules.md §18): of a transfer,
 * and of a QR payment. What must hold afterwards: the money is in suspense and waits to be recorded, or it is
 * recorded and gone; never both, never neither, and nobody records it twice. A slip that is the transfer's
 * money ends with it.
 */

const event = storesEvent
const lock = 'pg_advisory_xact_lock'
const listing = listsItem
const points = (row: string, marked: string): [string, boolean, Point][] => [
  ['before the item is locked', false, { query: lock, when: 'before' }],
  ['when its row is held', false, { query: row, when: 'after' }],
  ['before it is marked', false, { query: marked, when: 'before' }],
  ['when it is marked', false, { query: marked, when: 'after' }],
  ['before the money', false, { call: 'ledger.postIn', when: 'before' }],
  ['after the money', false, { call: 'ledger.postIn', when: 'after' }],
  ['when what waited for it is found', false, { query: 'from open_links l join', when: 'after' }],
  ['when it is audited', false, { query: event, when: 'after' }],
  ['before it leaves the desk', false, { query: listing, when: 'before' }],
  ['when it has left the desk', false, { query: listing, when: 'after' }],
  ['before the commit', false, { query: lock, when: 'before-commit' }],
  ['after the commit', true, { query: lock, when: 'after-commit' }],
  ['before the operator is answered', true, { answer: true }],
]
const flows = [
  ...points('for update of t', 'update deposit_reports set state').map(
    (point) => ['bank', ...point] as const,
  ),
  ['bank', 'when its slip has ended', false, { query: 'update slips set status', when: 'after' }] as const,
  ...points('for update of t', 'update deposit_reports set state').map((point) => ['qr', ...point] as const),
]
const house = '0000000011'
/** By place among the flows. */
const items: { id: string; slipId?: string; returnReference: string; operator: TestOperator }[] = []
let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  for (const [i, [kind]] of flows.entries()) {
    items.push({
      ...(await (kind === 'bank' ? returnedTransfer(amountOf(i)) : returnedPayment(amountOf(i)))),
      operator: await newOperator(app, 'cashier'),
    })
  }
  await dieAt(
    { ...testConfig(app.sandbox), DATABASE_URL: app.database.url },
    flows.map(([, , , at], i) => {
      const item = items[i] as (typeof items)[number]
      return { of: item.returnReference, at, begin: (node) => record(node, item) }
    }),
  )
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
}, 240_000)
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** Baht: each its own, because money of one amount waits for each other. */
const amountOf = (i: number): number => 110 + i

async function returnedTransfer(amount: number) {
  const accountNo = String(randomInt(1_000_000_000, 9_999_999_999))
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'KBANK',
    fromAccountNo: accountNo,
    fromName: 'NOBODY KNOWN',
    toBank: 'SCB',
    toAccountNo: house,
    amount,
    feed: true,
  })
  const [row] = await app.database.query<{ id: number; paid_at: Date }>(
    'select id, paid_at from deposit_reports where reference = $1',
    [reference],
  )
  if (!row) throw new Error('the bank reported nothing')
  await deskOf(app, 'bank-transfer').decide(String(row.id), 'refuse')
  const member = await app.registerMember()
  const slip = { reference: newReference(), at: row.paid_at, amount, fromName: 'NOBODY KNOWN' }
  const slipId = await reportBySlip(app, { id: member.id, accountNo }, slip)
  const same = (await deskOf(app, 'bank-twin').all()).find((item) => item.amount === amount)
  await deskOf(app, 'bank-twin').decide(same?.id ?? '', 'refuse')
  return { id: String(row.id), slipId, ...(await sendBack({ reference })) }
}

async function returnedPayment(amount: number) {
  const member = await app.registerMember()
  const { qrcodeId } = (await askCode(app, member, 'WW', amount + 100)).body
  const { eventId } = await pay(app, { qrcodeId, amount })
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [eventId],
  )
  await deskOf(app, 'qr-payment').decide(String(row?.id), 'refuse')
  return { id: String(row?.id), ...(await sendBack({ eventId })) }
}

const sendBack = (of: object) => app.sandbox.call<{ returnReference: string }>('POST', 'bank/returns', of)

/** @returns the answer's status, or the code of its refusal */
async function record(at: Pick<TestApp, 'call'>, item: (typeof items)[number]): Promise<string> {
  const { body, error } = await at.call('POST /api/console/desk/:queue/:id/approve', {
    token: item.operator.token,
    params: { queue: 'return', id: item.id },
    body: { reason: 'sent it back', reference: item.returnReference },
  })
  return error?.message ?? body.status
}

async function stateOf(id: string) {
  const [row] = await app.database.query<{ state: string; in_suspense: boolean }>(
    'select state, in_suspense from deposit_reports where id = $1',
    [id],
  )
  const byBank = await journalsOf(app.database, { key: `return:bank:${id}` })
  const byGateway = await journalsOf(app.database, { key: `return:gateway:${id}` })
  const audited = await eventsOf(app.database, { subject: `return:${id}` })
  return { ...row, posted: byBank.length + byGateway.length, audited: audited.length }
}

/** How the slip of the money has ended, and how often that is said. */
async function slipOf({ slipId }: (typeof items)[number]) {
  if (slipId === undefined) return undefined
  const [row] = await app.database.query('select status, note from slips where id = $1', [slipId])
  return { ...row, ends: (await outcomesOf(app.database, { source: slipId })).length }
}

const ended = { status: 'FAILED', note: 'RETURNED', ends: 1 }
const open = { status: 'PENDING', note: null, ends: 0 }
const sent = { state: 'returned', in_suspense: false, posted: 1, audited: 1 }
const waits = { state: 'returning', in_suspense: true, posted: 0, audited: 0 }

it.each(flows.map(([kind, name, kept], i) => ({ kind, name, kept, i })))(
  'of a $kind payment, killed $name',
  async ({ kept, i }) => {
    const item = items[i] as (typeof items)[number]
    expect(await stateOf(item.id)).toEqual(kept ? sent : waits)
    if (item.slipId !== undefined) expect(await slipOf(item)).toEqual(kept ? ended : open)
    expect((await deskOf(app, 'return').find(item.id)) !== undefined).toBe(!kept)
    expect(await record(app, item)).toBe(kept ? 'ALREADY_DECIDED' : 'DONE')
    expect(await record(app, item)).toBe('ALREADY_DECIDED')
    expect(await stateOf(item.id)).toEqual(sent)
    if (item.slipId !== undefined) expect(await slipOf(item)).toEqual(ended)
  },
)

it('nothing is left in suspense, and the house’s accounts tie to the bank and the gateway', async () => {
  expect(await app.context.ledger.houseBalance(`suspense:${house}`, 'THB')).toBe(0)
  expect(await app.context.ledger.houseBalance('suspense:WW', 'THB')).toBe(0)
  await expectTied(app)
})
