import { randomInt } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetReference } from '../../../desk/testing.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { anyLedger, type TestApp, testApp } from '../../../testing/app.ts'
import { expectTied } from '../../../testing/tie-out.ts'
import { secondOperatorFrom } from '../../desk/rules.ts'
import { newOperator, shutOut, type TestOperator } from '../../operator/testing.ts'
import { deskOf, inWallet, openAccounts } from '../testing/money-in.ts'

/** Bank transfers that nobody is recognised by (rules.md §5.2), and what becomes of their money (§18). */

let app: TestApp
let people: [TestOperator, TestOperator]

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  people = [await newOperator(app, 'owner'), await newOperator(app, 'cashier')]
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await expectTied(app)
  await app.close()
})

const house = '0000000011'
const suspense = () => app.context.ledger.houseBalance(`suspense:${house}`, 'THB')
const bank = () => app.context.ledger.houseBalance(`bank:${house}`, 'THB')

/**
 * The bank reports a transfer, a stranger's unless `from` is given; returns its reference and its row's id.
 */
async function transfer(amount: number, from = { fromAccountNo: '9999999999', fromName: 'NOBODY KNOWN' }) {
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'SCB',
    ...from,
    toBank: 'SCB',
    toAccountNo: house,
    amount,
    feed: true,
  })
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return { reference, id: String(row?.id) }
}

async function decide(
  queue: 'bank-transfer' | 'return',
  choice: 'approve' | 'refuse',
  id: string,
  by: TestOperator,
  said: { memberId?: string; reference?: string } = {},
): Promise<string> {
  const given = { token: by.token, params: { queue, id } }
  const { body, error } =
    choice === 'approve'
      ? await app.call('POST /api/console/desk/:queue/:id/approve', {
          ...given,
          body: { reason: 'looked at it', ...said },
        })
      : await app.call('POST /api/console/desk/:queue/:id/refuse', {
          ...given,
          body: { reason: 'looked at it' },
        })
  return error?.message ?? body.status
}

const sendBack = (reference: string) =>
  app.sandbox.call<{ returnReference: string }>('POST', 'bank/returns', { reference })

const stateOf = async (id: string) =>
  (
    await app.database.query<{ state: string; in_suspense: boolean; return_reference: string | null }>(
      'select state, in_suspense, return_reference from deposit_reports where id = $1',
      [id],
    )
  )[0]

it('is in suspense from the report on, and whose the operator says, credited once under the feed’s own key', async () => {
  const [member, lao] = [await app.registerMember(), await app.registerMember({ currency: 'LAK' })]
  const { reference, id } = await transfer(123.45)
  expect(await suspense()).toBe(12_345)
  expect(await bank()).toBe(-12_345)
  const desk = deskOf(app, 'bank-transfer')
  expect(await desk.count()).toBe(1)
  const [entry] = await desk.all()
  expect(entry).toMatchObject({ id, memberId: null, amount: 123.45, currency: 'THB', reason: 'UNMATCHED' })
  expect(entry?.evidence).toContainEqual({ label: 'fromName', value: 'NOBODY KNOWN' })
  expect(await desk.find(id)).toEqual(entry)
  for (const memberId of [undefined, 'nobody', lao.id]) {
    const named = memberId === undefined ? {} : { memberId }
    await expect(desk.decide(id, 'approve', named)).rejects.toMatchObject({ code: 'NO_USER' })
  }
  const decided = await Promise.allSettled(
    Array.from({ length: 10 }, () => desk.decide(id, 'approve', { memberId: member.id })),
  )
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(desk.decide(id, 'refuse')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  expect(await inWallet(app, member)).toBe(123.45)
  expect(await suspense()).toBe(0)
  expect(await bank()).toBe(-12_345)
  const key = `bank:${house}:${reference}`
  const journals = await journalsOf(app.database, { key })
  expect(journals).toMatchObject([{ kind: 'deposit', member_id: member.id }])
  const [credit] = journals
  expect(await desk.queue.ended(id)).toEqual({
    choice: 'approve',
    at: credit?.posted_at,
    memberId: member.id,
    amountMinor: 12_345,
    currency: 'THB',
  })
})

describe('refused', () => {
  it('waits to be returned, by two people whatever the amount, until the bank has sent it', async () => {
    const before = await bank()
    const { reference, id } = await transfer(1)
    const [first, second] = people
    expect(await decide('bank-transfer', 'refuse', id, first)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await decide('bank-transfer', 'refuse', id, first)).toBe('SECOND_OPERATOR')
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', in_suspense: true })
    expect(await decide('bank-transfer', 'refuse', id, second)).toBe('DONE')
    expect(await stateOf(id)).toMatchObject({ state: 'returning', in_suspense: true })
    expect(await suspense()).toBe(100)
    const owed = await app.call('GET /api/console/suspense', { token: first.token })
    expect(owed.body).toMatchObject([{ account: `suspense:${house}`, currency: 'THB', amount: 1, items: 1 }])
    // Nobody is credited for it any more.
    const member = await app.registerMember()
    expect(await decide('bank-transfer', 'approve', id, first, { memberId: member.id })).toBe(
      'ALREADY_DECIDED',
    )

    const item = String(id)
    expect(await deskOf(app, 'return').all()).toMatchObject([
      { id: item, memberId: null, amount: 1, reason: 'TO_RETURN' },
    ])
    const { returnReference } = await sendBack(reference)
    expect(await decide('return', 'approve', item, first)).toBe('INVALID_REQUEST')
    expect(await decide('return', 'approve', item, first, { memberId: member.id })).toBe('INVALID_REQUEST')
    expect(await decide('return', 'approve', item, first, { reference: returnReference })).toBe('DONE')
    expect(await decide('return', 'approve', item, second, { reference: returnReference })).toBe(
      'ALREADY_DECIDED',
    )
    expect(await stateOf(id)).toEqual({
      state: 'returned',
      in_suspense: false,
      return_reference: returnReference,
    })
    expect(await suspense()).toBe(0)
    expect(await bank()).toBe(before)
  })

  it('by two people who name different references is not recorded, until they agree', async () => {
    await app.context.settings.set(secondOperatorFrom.THB, 5)
    const { reference, id } = await transfer(6)
    const [first, second] = people
    await deskOf(app, 'bank-transfer').decide(id, 'refuse')
    const { returnReference } = await sendBack(reference)
    const item = String(id)
    const record = (by: TestOperator, as: string) => decide('return', 'approve', item, by, { reference: as })
    expect(await record(first, 'RT-999')).toBe('SECOND_OPERATOR_NEEDED')
    const other = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: second.token,
      params: { queue: 'return', id: item },
      body: { reason: 'I sent it, too', reference: returnReference },
    })
    // An operator who sent it a second time reads that it was sent, by which operator, when and under which
    // reference.
    expect([other.status, other.error]).toEqual([
      409,
      {
        message: 'OTHER_REFERENCE',
        reference: 'RT-999',
        decidedBy: { _id: first.id, name: first.name },
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    expect(await stateOf(id)).toMatchObject({ state: 'returning', in_suspense: true })
    // The first had mistyped it: what was said falls away when somebody says the contrary.
    expect(await decide('return', 'refuse', item, second)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await record(first, returnReference)).toBe('SECOND_OPERATOR_NEEDED')
    // Written otherwise, it is the same.
    expect(await record(second, ` ${returnReference.toLowerCase()} `)).toBe('DONE')
    const late = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: first.token,
      params: { queue: 'return', id: item },
      body: { reason: 'I sent it, too', reference: 'RT-1000' },
    })
    expect(late.error).toMatchObject({
      message: 'ALREADY_DECIDED',
      choice: 'approve',
      decidedBy: { _id: second.id, name: second.name },
      at: expect.any(String),
      reference: returnReference.toLowerCase(),
    })
    expect(await stateOf(id)).toMatchObject({ state: 'returned', in_suspense: false })
    expect(await suspense()).toBe(0)
    await app.context.settings.set(secondOperatorFrom.THB, secondOperatorFrom.THB.default)
  })

  it('is recorded by both again where the first one’s reference is not kept', async () => {
    await app.context.settings.set(secondOperatorFrom.THB, 5)
    const { reference, id } = await transfer(7)
    const [first, second] = people
    await deskOf(app, 'bank-transfer').decide(id, 'refuse')
    const { returnReference } = await sendBack(reference)
    const item = String(id)
    const record = (by: TestOperator, as: string) => decide('return', 'approve', item, by, { reference: as })
    expect(await record(first, 'RT-998')).toBe('SECOND_OPERATOR_NEEDED')
    // As the version before stores a vote, which may serve again after this one has.
    await forgetReference(app.database, 'return', item)
    expect(await record(second, returnReference)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await record(first, 'RT-998')).toBe('OTHER_REFERENCE')
    expect(await stateOf(id)).toMatchObject({ state: 'returning', in_suspense: true })
    expect(await record(first, returnReference)).toBe('DONE')
    expect(await stateOf(id)).toMatchObject({ state: 'returned', return_reference: returnReference })
    await app.context.settings.set(secondOperatorFrom.THB, secondOperatorFrom.THB.default)
  })

  it.each(['of one who may no longer decide', 'of the same one'])(
    '%s is compared with as well, where one person suffices by now',
    async (whose) => {
      await app.context.settings.set(secondOperatorFrom.THB, 5)
      const { reference, id } = await transfer(8)
      const before = await newOperator(app, 'cashier')
      const now = whose === 'of the same one' ? before : people[1]
      await deskOf(app, 'bank-transfer').decide(id, 'refuse')
      const { returnReference } = await sendBack(reference)
      const item = String(id)
      const record = (by: TestOperator, as: string) =>
        decide('return', 'approve', item, by, { reference: as })
      expect(await record(before, 'RT-997')).toBe('SECOND_OPERATOR_NEEDED')
      if (now !== before) await shutOut(app.database, before.id)
      await app.context.settings.set(secondOperatorFrom.THB, secondOperatorFrom.THB.default)
      expect(await record(now, returnReference)).toBe('OTHER_REFERENCE')
      expect(await stateOf(id)).toMatchObject({ state: 'returning', in_suspense: true })
      expect(await record(now, 'RT-997')).toBe('DONE')
    },
  )

  it('and not sent waits for a decision again, when two people say so', async () => {
    const { id } = await transfer(2)
    const [first, second] = people
    await deskOf(app, 'bank-transfer').decide(id, 'refuse')
    expect(await decide('return', 'refuse', String(id), first)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await decide('return', 'refuse', String(id), second)).toBe('DONE')
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', in_suspense: true })
    const member = await app.registerMember()
    // The sender differs from what the member registered: two people again.
    const owner = { memberId: member.id }
    expect(await decide('bank-transfer', 'approve', id, first, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await decide('bank-transfer', 'approve', id, second, owner)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(2)
  })

  it('and credited at once does one of both', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, reference } = await transfer(3 + round)
      const member = await app.registerMember()
      const desk = deskOf(app, 'bank-transfer')
      const outcomes = await Promise.allSettled([
        desk.decide(id, 'refuse'),
        desk.decide(id, 'approve', { memberId: member.id }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const isCredited = outcomes[1]?.status === 'fulfilled'
      expect(await inWallet(app, member)).toBe(isCredited ? 3 + round : 0)
      expect((await stateOf(id))?.state).toBe(isCredited ? 'credited' : 'returning')
      if (isCredited) continue
      const { returnReference } = await sendBack(reference)
      await deskOf(app, 'return').decide(String(id), 'approve', { reference: returnReference })
    }
    expect(await suspense()).toBe(0)
  })

  it('answers unknown ids and aliases alike', async () => {
    const { id } = await transfer(1.5)
    await expect(deskOf(app, 'bank-transfer').decide('x', 'refuse')).rejects.toMatchObject({
      code: 'NO_DATA',
    })
    for (const alias of ['x', '999999', `0${id}`, `bank-${id}`, 'qr-999999', 'bank-999999'])
      await expect(deskOf(app, 'return').decide(alias, 'refuse')).rejects.toMatchObject({ code: 'NO_DATA' })
  })
})

it('a report that contradicts another is explained by two people, and no money of its own', async () => {
  const { reference } = await transfer(40)
  const before = { bank: await bank(), suspense: await suspense() }
  const at = app.clock.now()
  const body = JSON.stringify({
    reference,
    accountNo: house,
    amount: 44,
    at: at.toISOString(),
    fromBank: 'SCB',
    fromAccountNo: '9999999999',
    fromName: 'NOBODY KNOWN',
  })
  await fetch(`${app.address}/hooks/bank/${house}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature': sign(app.sandbox.secrets.bank, body, at) },
  })
  expect(await suspense()).toBe(before.suspense + 4400)
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where contradicts_id is not null and reference like $1',
    [`${reference}~%`],
  )
  const [first, second] = people
  expect(await decide('bank-transfer', 'refuse', String(row?.id), first)).toBe('SECOND_OPERATOR_NEEDED')
  expect(await decide('bank-transfer', 'refuse', String(row?.id), second)).toBe('DONE')
  expect({ bank: await bank(), suspense: await suspense() }).toEqual(before)
  expect((await stateOf(String(row?.id)))?.state).toBe('explained')
})

it('three contents under one reference are three questions, however often and in whatever order they come', async () => {
  const member = await app.registerMember()
  const before = { bank: await bank(), suspense: await suspense() }
  const { reference, id: first } = await transfer(50)
  const [{ paid_at: at } = { paid_at: new Date() }] = await app.database.query<{ paid_at: Date }>(
    'select paid_at from deposit_reports where id = $1',
    [first],
  )
  const report = async (change: object) => {
    const body = JSON.stringify({
      reference,
      accountNo: house,
      amount: 50,
      at: at.toISOString(),
      fromBank: 'SCB',
      fromAccountNo: '9999999999',
      fromName: 'NOBODY KNOWN',
      ...change,
    })
    const signature = sign(app.sandbox.secrets.bank, body, app.clock.now())
    const response = await fetch(`${app.address}/hooks/bank/${house}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-signature': signature },
    })
    return ((await response.json()) as { status: string }).status
  }
  const contents = [{}, { amount: 55 }, { fromAccountNo: '8888888888' }]
  for (const change of contents) expect(await report(change)).toBe('unmatched')
  await Promise.all([...contents.toReversed(), ...contents].map(report))
  const rows = await app.database.query<{ id: number; contradicts_id: number | null }>(
    'select id, contradicts_id from deposit_reports where reference like $1 order by id',
    [`${reference}%`],
  )
  expect(rows.map(({ contradicts_id }) => contradicts_id)).toEqual([null, Number(first), Number(first)])
  expect(await suspense()).toBe(before.suspense + 5000 + 5500 + 5000)
  // A person finds that the first is right: each of the others is no money of its own.
  const desk = deskOf(app, 'bank-transfer')
  const [, second, third] = rows.map(({ id }) => String(id))
  await desk.decide(third ?? '', 'refuse')
  await desk.decide(first, 'approve', { memberId: member.id })
  await desk.decide(second ?? '', 'refuse')
  const answers = []
  for (const change of contents) answers.push(await report(change))
  expect(answers).toEqual(['credited', 'explained', 'explained'])
  expect(await inWallet(app, member)).toBe(50)
  expect(await suspense()).toBe(before.suspense)
  expect(await bank()).toBe(before.bank - 5000)
})

it('the proof of the books finds suspense that belongs to no report', async () => {
  await anyLedger(app.context).post({
    key: `test:${randomInt(1e9)}`,
    kind: 'adjustment',
    legs: [
      { account: { house: 'adjustment' }, asset: 'THB', amountMinor: -77 },
      { account: { house: `suspense:${house}` }, asset: 'THB', amountMinor: 77 },
    ],
  })
  const { defects } = await verifyBooks(app.database)
  expect(defects).toEqual([
    {
      journalId: null,
      what: expect.stringMatching(new RegExp(`suspense:${house} THB has \\d+, the reports`)),
    },
  ])
  await anyLedger(app.context).post({
    key: `test:${randomInt(1e9)}`,
    kind: 'adjustment',
    legs: [
      { account: { house: 'adjustment' }, asset: 'THB', amountMinor: 77 },
      { account: { house: `suspense:${house}` }, asset: 'THB', amountMinor: -77 },
    ],
  })
})
