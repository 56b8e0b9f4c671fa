import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { storeWork } from '../../outside/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { expectTied } from '../../testing/tie-out.ts'
import { askCode, inWallet, makeGift, openAccounts, pay, sendGift } from '../deposit/testing/money-in.ts'
import { announcedBy, giftsOf, reportIdOf, reportsOf, storeSlips } from '../deposit/testing/stored.ts'
import { newOperator, shutOut, type TestOperator } from '../operator/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { buildMember, rowsOf, withdraw } from '../withdraw/testing.ts'

/**
 * Credits and payments that two operators take back (docs/decisions/0020), through the real app on
 * PostgreSQL.
 */
let app: TestApp
let owner: TestOperator
let cashier: TestOperator
let other: TestOperator
const house = '0000000011'
beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'deposit.manual': true } })
  await openAccounts(app)
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
  other = await newOperator(app, 'cashier')
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await expectTied(app)
  await app.close()
})

type Queue =
  | 'slip'
  | 'manual-deposit'
  | 'bank-transfer'
  | 'qr-payment'
  | 'gift'
  | 'withdrawal'
  | 'payout'
  | 'transfer'
  | 'reversal'
const at = (queue: Queue, id: string) => ({ params: { queue, id } })
const ask = (by: Pick<TestOperator, 'token'>, queue: Queue, id: string, key?: string) =>
  app.call('POST /api/console/desk/:queue/:id/reverse', {
    token: by.token,
    ...at(queue, id),
    body: { reason: 'credited to the wrong person' },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
async function say(
  choice: 'approve' | 'refuse',
  by: TestOperator,
  queue: Queue,
  id: string,
  more: { memberId?: string; reference?: string } = {},
): Promise<string> {
  const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    ...at(queue, id),
    body: { reason: 'looked at it', ...more },
  })
  return error?.message ?? body.status
}
const look = async (queue: Queue, id: string, by: TestOperator = owner) =>
  (await app.call('GET /api/console/desk/:queue/:id', { token: by.token, ...at(queue, id) })).body
const statementOf = async ({ token }: TestMember) =>
  (await app.call('POST /api/statement', { token, body: { page: 1, limit: 20 } })).body.statements
const houseHas = async (name: string) => (await app.context.ledger.houseBalance(name, 'THB')) / 100

/** A reported transfer that is credited automatically to the member whose account it came from. */
async function credited(amount: number): Promise<{ member: TestMember; id: string; reference: string }> {
  const bankAccountNo = String(1_000_000_000 + Math.floor(Math.random() * 8_999_999_999))
  const member = await app.registerMember({ bankAccountNo })
  const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
    fromBank: 'SCB',
    fromAccountNo: bankAccountNo,
    fromName: 'SOMYING JAIDEE',
    toBank: 'SCB',
    toAccountNo: house,
    amount,
    feed: true,
  })
  const [row] = await reportsOf(app.database, { reference })
  expect(row?.state).toBe('credited')
  return { member, id: String(row?.id), reference }
}
const asked = async (by: TestOperator, queue: Queue, id: string) => (await ask(by, queue, id)).body.id

describe('a transfer that was credited', () => {
  it('goes back into suspense when two operators decide so, and may then be credited to the right member', async () => {
    const { member, id } = await credited(701)
    const before = await houseHas(`suspense:${house}`)
    expect((await look('bank-transfer', id)).decision).toMatchObject({ reversible: true, reversal: null })

    const request = await asked(cashier, 'bank-transfer', id)
    expect((await look('bank-transfer', id)).decision).toMatchObject({
      choice: 'approve',
      reversible: false,
      reversal: { _id: request, state: 'WAITING', askedBy: { _id: cashier.id }, decidedBy: null },
    })
    expect((await look('reversal', request)).item).toMatchObject({
      member: { _id: member.id },
      amount: 701,
      reason: 'TO_REVERSE',
      approvalsNeeded: 2,
      refusalsNeeded: 1,
      secondBecause: 'REVERSAL',
      votes: [{ choice: 'approve', operatorId: cashier.id, counts: true }],
    })
    expect(await inWallet(app, member)).toBe(701)
    expect(await say('approve', cashier, 'reversal', request)).toBe('SECOND_OPERATOR')
    expect(await say('approve', owner, 'reversal', request)).toBe('DONE')

    expect(await inWallet(app, member)).toBe(0)
    expect(await houseHas(`suspense:${house}`)).toBe(before + 701)
    expect((await statementOf(member))[0]).toMatchObject({ status: 'FAILED', reason: 'REVERSED' })
    const waits = await look('bank-transfer', id)
    expect(waits).toMatchObject({ state: 'WAITING', item: { member: null, amount: 701, reason: 'REVERSED' } })

    // It can be credited to its owner, although the key of the first credit is used.
    const right = await app.registerMember({ bankAccountName: 'SOMYING JAIDEE' })
    await say('approve', owner, 'bank-transfer', id, { memberId: right.id, reference: 'said so in the chat' })
    expect(
      await say('approve', cashier, 'bank-transfer', id, {
        memberId: right.id,
        reference: 'said so in the chat',
      }),
    ).toBe('DONE')
    expect([await inWallet(app, member), await inWallet(app, right)]).toEqual([0, 701])
    expect(await houseHas(`suspense:${house}`)).toBe(before)

    // And once more: each credit is taken back at most once, however often the transfer was credited.
    const again = await asked(owner, 'bank-transfer', id)
    expect(again).not.toBe(request)
    expect(await say('approve', cashier, 'reversal', again)).toBe('DONE')
    expect([await inWallet(app, right), await houseHas(`suspense:${house}`)]).toEqual([0, before + 701])
  })

  it('stays credited if the request is refused, and may be requested again', async () => {
    const { member, id } = await credited(702)
    const request = await asked(cashier, 'bank-transfer', id)
    expect(await say('refuse', cashier, 'reversal', request)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(702)
    expect((await look('bank-transfer', id)).decision).toMatchObject({
      reversible: true,
      reversal: { state: 'REFUSED', decidedBy: { _id: cashier.id } },
    })
    expect((await look('reversal', request)).decision).toMatchObject({ choice: 'refuse' })
    expect((await ask(cashier, 'bank-transfer', id)).status).toBe(200)
  })

  it('is refused while the member has spent the money; nothing goes below zero', async () => {
    const { member, id } = await credited(703)
    await withdraw(app, member, 300)
    const request = await asked(cashier, 'bank-transfer', id)
    expect(await say('approve', owner, 'reversal', request)).toBe('MONEY_NOT_ENOUGH')
    expect(await inWallet(app, member)).toBe(403)
    expect((await look('reversal', request)).item?.votes).toHaveLength(1)
    expect((await look('reversal', request)).item?.evidence).toContainEqual({
      label: 'walletAmount',
      value: '403.00',
    })
    await app.fund(member.id, 300)
    expect(await say('approve', owner, 'reversal', request)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(0)
  })

  it('is requested once, by anybody at any time; the same key returns the same answer', async () => {
    const { id } = await credited(704)
    const answers = await Promise.all(
      [cashier, owner, other, cashier].map((by) => ask(by, 'bank-transfer', id)),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    const request = made[0]?.body.id
    expect(
      answers.filter(({ error }) => error?.message === 'REVERSAL_WAITS').map(({ error }) => error?.id),
    ).toEqual([request, request, request])
    await say('refuse', owner, 'reversal', request ?? '')
    const first = await ask(cashier, 'bank-transfer', id, 'request-704')
    expect(await ask(cashier, 'bank-transfer', id, 'request-704')).toMatchObject({
      status: 200,
      body: first.body,
    })
  })

  it('takes effect once if everybody confirms at once while the member withdraws', async () => {
    for (let round = 0; round < 4; round++) {
      const amount = 710 + round
      const { member, id } = await credited(amount)
      const request = await asked(cashier, 'bank-transfer', id)
      const [answer, ...outcomes] = await Promise.all([
        withdraw(app, member, amount),
        ...[owner, other, owner, other].map((by) => say('approve', by, 'reversal', request)),
      ])
      const done = outcomes.filter((outcome) => outcome === 'DONE').length
      // The money is either in the withdrawal or in suspense.
      expect(done).toBe(answer.status === 200 ? 0 : 1)
      const balances = await app.context.ledger.balances(member.id)
      expect(balances.get('wallet')?.amountMinor).toBe(0)
      expect(await rowsOf(app, member)).toHaveLength(done ? 0 : 1)
    }
  })

  it('counts only votes of operators who may still decide', async () => {
    const { member, id } = await credited(720)
    const leaver = await newOperator(app, 'cashier')
    const request = await asked(leaver, 'bank-transfer', id)
    await shutOut(app.database, leaver.id)
    expect(await say('approve', owner, 'reversal', request)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await inWallet(app, member)).toBe(720)
    expect(await say('approve', cashier, 'reversal', request)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(0)
  })

  it('is not credited again automatically: the same slip goes to a person', async () => {
    const { member, id, reference } = await credited(721)
    await say('approve', owner, 'reversal', await asked(cashier, 'bank-transfer', id))
    const slipId = `sl${reference.toLowerCase()}`
    await storeSlips(app.database, {
      id: slipId,
      memberId: member.id,
      createdAt: app.clock.now(),
      step: 'look-up',
      bankCode: '014',
      reference,
    })
    await storeWork(app.database, { kind: 'slip', key: slipId }, { at: app.clock.now() })
    await expect.poll(async () => (await look('slip', slipId)).item?.reason).toBe('REVERSED')
    expect(await inWallet(app, member)).toBe(0)
    expect(await say('approve', owner, 'slip', slipId)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(721)
    expect((await look('bank-transfer', id)).state).toBe('DECIDED')
    // Also by the slip's address.
    await say('approve', owner, 'reversal', await asked(cashier, 'slip', slipId))
    expect(await inWallet(app, member)).toBe(0)
    expect((await look('slip', slipId)).decision).toMatchObject({
      choice: 'approve',
      reversible: false,
      reversal: { state: 'DONE' },
    })
    const { body } = await app.call('POST /api/statement/slip', {
      token: member.token,
      body: { page: 1, limit: 5 },
    })
    expect(body.slips[0]).toMatchObject({ status: 'FAILED', note: 'REVERSED' })
  })

  it('ends the announcement that it had closed', async () => {
    const bankAccountNo = '5550001234'
    const member = await app.registerMember({ bankAccountNo })
    const { body } = await app.call('POST /api/wallet/add', { token: member.token, body: { amount: 722 } })
    const transfer = { fromBank: 'SCB', fromAccountNo: bankAccountNo, fromName: 'SOMYING JAIDEE' }
    const to = { toBank: 'SCB', toAccountNo: house, amount: 722, feed: true }
    await app.sandbox.call('POST', 'bank/transfers', { ...transfer, ...to })
    expect(await inWallet(app, member)).toBe(722)
    const request = await asked(cashier, 'manual-deposit', body.depositId)
    expect(await say('approve', owner, 'reversal', request)).toBe('DONE')
    expect(await inWallet(app, member)).toBe(0)
    expect(await announcedBy(app.database, member.id)).toEqual([
      { id: body.depositId, state: 'REFUSED', transfer_id: null },
    ])
  })
})

describe('other money', () => {
  it('a QR payment waits for a person, in suspense', async () => {
    const member = await app.registerMember()
    const { body } = await askCode(app, member, 'WW', 130)
    await pay(app, { qrcodeId: body.qrcodeId })
    const id = await reportIdOf(app.database, { paymentId: body.qrcodeId ?? '' })
    const before = await houseHas('suspense:WW')
    for (let round = 1; round <= 2; round++) {
      expect(await inWallet(app, member)).toBe(130)
      await say('approve', owner, 'reversal', await asked(cashier, 'qr-payment', id))
      expect([await inWallet(app, member), await houseHas('suspense:WW')]).toEqual([0, before + 130])
      expect((await look('qr-payment', id)).item).toMatchObject({ member: null, reason: 'REVERSED' })
      await say('approve', owner, 'qr-payment', id, { memberId: member.id })
      expect(await houseHas('suspense:WW')).toBe(before)
    }
  })

  it('a gift goes back to the house’s wallet, and its link is not credited a second time', async () => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 40)
    await sendGift(app, member, link)
    const [row] = await giftsOf(app.database, member.id)
    const before = await houseHas('gift')
    await say('approve', owner, 'reversal', await asked(cashier, 'gift', row?.id ?? ''))
    expect([await inWallet(app, member), await houseHas('gift')]).toEqual([0, before + 40])
    expect((await sendGift(app, member, link)).error?.message).toBe('TRUELINK_DUPLICATE')
    expect((await look('gift', row?.id ?? '')).decision).toMatchObject({ reversible: false })
    expect((await ask(cashier, 'gift', row?.id ?? '')).error?.message).toBe('NOT_REVERSIBLE')
  })

  it('a withdrawal that the bank did not pay after all is back in the member’s wallet', async () => {
    const member = await buildMember(app, 500)
    const { withdrawalId } = (await withdraw(app, member, 500)).body
    await expect
      .poll(async () => {
        await payWithdrawals(app.context)
        return (await look('withdrawal', withdrawalId)).decision?.reversible
      })
      .toBe(true)
    const request = await asked(cashier, 'payout', withdrawalId)
    // The payee, under labels that no house account has.
    const { evidence = [], member: whose } = (await look('reversal', request)).item ?? {}
    expect(evidence.filter(({ label }) => /bank|account|name/i.test(label))).toEqual([
      { label: 'toBank', value: whose?.bankCode },
      { label: 'toAccountNo', value: whose?.bankAccountNo },
      { label: 'toName', value: whose?.bankAccountName },
    ])
    await say('approve', owner, 'reversal', request)
    expect(await inWallet(app, member)).toBe(500)
    const shown = (await statementOf(member)).find(({ statementType }) => statementType === 'withdraw')
    expect(shown).toMatchObject({ status: 'FAILED', reason: 'REVERSED' })
    expect((await ask(cashier, 'withdrawal', withdrawalId)).error?.message).toBe('NOT_REVERSIBLE')
  })

  it.each([
    ['what waits', async () => ['bank-transfer', await waitingTransfer()] as const],
    ['what was refused', async () => ['withdrawal', await refusedWithdrawal()] as const],
  ])('%s cannot be taken back', async (_, make) => {
    const [queue, id] = await make()
    expect((await ask(cashier, queue, id)).error?.message).toBe('NOT_REVERSIBLE')
  })

  it.each(['bank-transfer', 'slip', 'qr-payment', 'gift', 'transfer', 'reversal', 'withdrawal'] as const)(
    'what is no %s is NO_DATA',
    async (queue) => {
      for (const id of ['999999999', '0', 'x', "1'--"])
        expect((await ask(cashier, queue, id)).error?.message, id).toBe('NO_DATA')
    },
  )

  it.each(['support', 'auditor'] as const)('%s may not ask', async (role) => {
    const { id } = await credited(730)
    expect((await ask(await newOperator(app, role), 'bank-transfer', id)).error?.message).toBe('FORBIDDEN')
  })

  async function waitingTransfer(): Promise<string> {
    const { reference } = await app.sandbox.call<{ reference: string }>('POST', 'bank/transfers', {
      fromBank: 'BBL',
      fromAccountNo: '7770001112',
      fromName: 'NOBODY KNOWN',
      toBank: 'SCB',
      toAccountNo: house,
      amount: 740,
      feed: true,
    })
    return reportIdOf(app.database, { reference })
  }
  async function refusedWithdrawal(): Promise<string> {
    const member = await buildMember(app, 6000)
    const { withdrawalId } = (await withdraw(app, member, 6000)).body
    expect(await say('refuse', owner, 'withdrawal', withdrawalId)).toBe('DONE')
    return withdrawalId
  }
})
