import { randomBytes, randomInt } from 'node:crypto'
import { memberRoom } from '@krapao/contract/events.ts'
import { sign } from '@krapao/contract/signature.ts'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { anyLedger, type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { engines } from '../../../testing/database.ts'
import { setMemberActive } from '../../account/testing.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { deskOf } from '../testing/money-in.ts'

const secret = 'test-bank-secret-of-its-own'
const house = '0000000011'

let app: TestApp

async function start(engine?: (typeof engines)[number]): Promise<void> {
  app = await testApp({ ...(engine && { engine }), config: { BANK_SECRET: secret } })
  await addHouseAccounts(
    app.database,
    { bankCode: 'SCB', accountNo: house, sort: 1 },
    { bankCode: 'KBANK', accountNo: '0000000022', currency: 'LAK', sort: 2 },
    { bankCode: 'KTB', accountNo: '0000000033', sort: 3, enabled: false },
    { bankCode: 'KBANK', mode: 'SMS', accountNo: '0000000044', sort: 5 },
    { bankCode: 'WW', bankType: 'PAYMENT', accountNo: 'DEMO-WW', sort: 4 },
  )
}

const newReference = (): string => `T${randomBytes(8).toString('hex')}`

interface Sent {
  accountNo?: string
  text?: string
  /** undefined: none */
  signature?: string | undefined
}

/** Sends the server a report of the bank; returns status and body. */
async function send(body: object, options: Sent = {}): Promise<[number, Record<string, unknown>]> {
  const { accountNo = house, text = JSON.stringify({ accountNo, ...body }) } = options
  const signature = 'signature' in options ? options.signature : sign(secret, text, app.clock.now())
  const response = await fetch(`${app.address}/hooks/bank/${accountNo}`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...(signature && { 'x-signature': signature }) },
  })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

const reportOf = (change: object = {}) => ({
  reference: newReference(),
  amount: 250.75,
  at: app.clock.now().toISOString(),
  fromBank: 'SCB',
  fromAccountNo: '9999999999',
  fromName: 'SOMYING JAIDEE',
  ...change,
})

/** A member with an account number of their own, in which the four digits before the last are `shown`. */
async function sender(shown = String(randomInt(1000, 10_000)), name = 'SOMYING JAIDEE') {
  const accountNo = `${randomInt(10_000, 100_000)}${shown}${randomInt(10)}`
  const member = await app.registerMember({ bankAccountNo: accountNo, bankAccountName: name })
  return { ...member, accountNo }
}

const inWallet = async ({ token }: TestMember): Promise<number> =>
  (await app.call('GET /api/wallet', { token })).body.wallet.amount
const rowOf = async (reference: string) =>
  (
    await app.database.query(
      'select state, member_id, journal_key from deposit_reports where reference = $1',
      [reference],
    )
  )[0]

describe('a transfer that the bank reports (rules.md §5.2)', () => {
  beforeAll(() => start())
  afterAll(() => app.close())

  it('is credited to the member who sent it, and their app is notified', async () => {
    const member = await sender()
    const socket = io(app.address, { transports: ['websocket'] })
    try {
      expect(
        await socket.emitWithAck('join', { room: memberRoom(member.id), token: member.token }),
      ).toMatchObject({ ok: true })
      const notified = new Promise<void>((resolve) => socket.once('wallet-changed', resolve))
      const before = await app.context.ledger.houseBalance(`bank:${house}`, 'THB')
      const report = reportOf({ fromAccountNo: member.accountNo })
      expect(await send(report)).toEqual([200, { status: 'credited' }])
      await notified
      expect(await inWallet(member)).toBe(250.75)
      expect(await app.context.ledger.houseBalance(`bank:${house}`, 'THB')).toBe(before - 25_075)
      const key = `bank:${house}:${report.reference}`
      expect(await rowOf(report.reference)).toEqual({
        state: 'credited',
        member_id: member.id,
        journal_key: key,
      })
      expect(await journalsOf(app.database, { key })).toMatchObject([
        { kind: 'deposit', member_id: member.id },
      ])
    } finally {
      socket.close()
    }
  })

  it('counts once when it is reported twice', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    expect(await send({ ...report, fromName: 'SOMCHAI' })).toEqual([200, { status: 'credited' }])
    expect(await inWallet(member)).toBe(250.75)
  })

  it.each([
    ['another amount', { amount: 999 }],
    ['another number', { fromAccountNo: '1234500000' }],
    ['another bank', { fromBank: 'BBL' }],
    ['another time', { at: '2026-11-19T10:00:00Z' }],
  ])('reported again with %s may be another one: a person decides, once', async (_, change) => {
    const [member, other] = [await sender(), await sender()]
    const report = reportOf({ fromAccountNo: member.accountNo })
    await send(report)
    const again = { ...report, ...change }
    expect(await send(again)).toEqual([200, { status: 'unmatched' }])
    expect(await send(again)).toEqual([200, { status: 'unmatched' }])
    expect(await inWallet(member)).toBe(250.75)
    const unmatched = deskOf(app, 'bank-transfer')
    const entries = (await unmatched.all()).filter(({ evidence }) =>
      evidence.some(({ label, value }) => label === 'reference' && value.startsWith(`${report.reference}~`)),
    )
    expect(entries).toMatchObject([{ reason: 'CONTRADICTION', amount: again.amount }])
    await unmatched.decide(entries[0]?.id ?? '', 'approve', { memberId: other.id })
    expect(await inWallet(other)).toBe(again.amount)
    // The first stays known under its own reference.
    expect(await send(report)).toEqual([200, { status: 'credited' }])
  })

  it('to an account that takes QR payments, too, may be a code’s: a person decides', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report, { accountNo: '0000000044' })).toEqual([200, { status: 'unmatched' }])
    expect(await inWallet(member)).toBe(0)
  })

  it('sent again to another account of the house by somebody who saw it go by waits for a person', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    expect(await send(report, { accountNo: '0000000033' })).toEqual([200, { status: 'unmatched' }])
    expect(await inWallet(member)).toBe(250.75)
  })

  it('to an account that members are no longer shown is credited, too', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report, { accountNo: '0000000033' })).toEqual([200, { status: 'credited' }])
    expect(await inWallet(member)).toBe(250.75)
  })

  it('has one reference over all accounts of the house: another amount or time elsewhere waits, too', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    const later = { ...report, at: new Date(Date.parse(report.at) + 60_000).toISOString(), amount: 999 }
    expect(await send(later, { accountNo: '0000000033' })).toEqual([200, { status: 'unmatched' }])
    expect(await inWallet(member)).toBe(250.75)
  })

  it('names the account that was paid to: sent on to another path it is refused, and nothing is kept', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    const text = JSON.stringify({ accountNo: house, ...report })
    expect(await send({}, { text, accountNo: '0000000033' })).toMatchObject([
      422,
      { message: 'DEST_ACC_INVALID', fields: [{ field: 'accountNo' }] },
    ])
    expect(await rowOf(report.reference)).toBeUndefined()
    expect(await send({}, { text: JSON.stringify(report) })).toMatchObject([
      400,
      { message: 'INVALID_REQUEST' },
    ])
    const dashed = JSON.stringify({ ...report, accountNo: '000-0-00001-1' })
    expect(await send({}, { text: dashed })).toEqual([200, { status: 'credited' }])
    expect(await inWallet(member)).toBe(250.75)
  })

  it('is believed with a fresh signature over these bytes only', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    const text = JSON.stringify({ accountNo: house, ...report })
    const now = app.clock.now()
    const refused = [401, { message: 'invalid-token' }]
    for (const signature of [
      undefined,
      'nonsense',
      sign('another secret', text, now),
      sign(secret, `${text} `, now),
      sign(secret, text, new Date(now.getTime() - 301_000)),
      sign(secret, text, new Date(now.getTime() + 302_000)),
    ]) {
      expect(await send(report, { signature }), signature).toEqual(refused)
    }
    // A stranger learns nothing about form or accounts.
    expect(await send({}, { text: 'no json', signature: 'x' })).toEqual(refused)
    expect(await send(report, { signature: 'x', accountNo: '404' })).toEqual(refused)
    expect(await rowOf(report.reference)).toBeUndefined()
    expect(await send(report, { signature: sign(secret, text, new Date(now.getTime() - 290_000)) })).toEqual([
      200,
      { status: 'credited' },
    ])
    expect(await inWallet(member)).toBe(250.75)
  })

  it.each(['404', 'DEMO-WW'])('to %s, no bank account of the house, is refused', async (accountNo) => {
    expect(await send(reportOf(), { accountNo })).toEqual([404, { message: 'NO_DATA' }])
  })

  it.each([
    ['1e2', 'INVALID_AMOUNT'],
    ['0.001', 'INVALID_AMOUNT'],
    ['0', 'INVALID_AMOUNT'],
    ['-5', 'INVALID_AMOUNT'],
    ['1000000000', 'INVALID_AMOUNT'],
    ['"5"', 'INVALID_AMOUNT'],
    ['NaN', 'INVALID_REQUEST'],
  ])('of %s is refused', async (amount, message) => {
    const report = reportOf()
    const text = JSON.stringify(report).replace('250.75', amount)
    expect(await send({}, { text })).toMatchObject([400, { message }])
    expect(await rowOf(report.reference)).toBeUndefined()
  })

  it.each([
    { reference: '' },
    { reference: 'a b' },
    { reference: 'x'.repeat(101) },
    { at: 'yesterday' },
    { fromBank: undefined },
  ])('with %j is refused', async (change) => {
    expect(await send(reportOf(change))).toMatchObject([400, { message: 'INVALID_REQUEST' }])
  })

  it('that is too large is not read, whoever sends it', async () => {
    const report = reportOf({ fromName: 'x'.repeat(70_000) })
    const tooLarge = [413, { message: 'PAYLOAD_TOO_LARGE' }]
    expect(await send(report)).toEqual(tooLarge)
    expect(await send(report, { signature: 'x' })).toEqual(tooLarge)
  })

  it('from a masked account is the member’s whose digits and name agree', async () => {
    const member = await sender('4711')
    await sender('4711', 'SOMYING NARAK')
    const fromAccountNo = 'xxx-x-x4711-x'
    expect(await send(reportOf({ fromAccountNo, fromName: 'MS. SOMYING J***' }))).toEqual([
      200,
      { status: 'credited' },
    ])
    expect(await inWallet(member)).toBe(250.75)
  })

  it('that several could have sent, or nobody, waits for a person', async () => {
    const members = [await sender('4712'), await sender('4712')]
    const unmatched = [200, { status: 'unmatched' }]
    const masked = reportOf({ fromAccountNo: 'xxx-x-x4712-x', fromName: 'SOMYING J' })
    expect(await send(masked)).toEqual(unmatched)
    expect(await send(masked)).toEqual(unmatched)
    expect(await rowOf(masked.reference)).toEqual({ state: 'waiting', member_id: null, journal_key: null })
    // Whole number, but clearly somebody else's name; another bank; nobody's number; no number at all.
    const [member = await sender()] = members
    const { accountNo: fromAccountNo } = members[0] as { accountNo: string }
    expect(await send(reportOf({ fromAccountNo, fromName: 'WIPA SAENG' }))).toEqual(unmatched)
    expect(await send(reportOf({ fromAccountNo, fromBank: 'KBANK' }))).toEqual(unmatched)
    expect(await send(reportOf())).toEqual(unmatched)
    expect(await send(reportOf({ fromAccountNo: '%' }))).toEqual(unmatched)
    expect(await inWallet(member)).toBe(0)
  })

  it('of an inactive member, or in another currency than theirs, waits for a person', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report, { accountNo: '0000000022' })).toEqual([200, { status: 'unmatched' }])
    await setMemberActive(app.database, member.id, false)
    expect(await send(report)).toEqual([200, { status: 'unmatched' }])
    expect(await app.context.ledger.balances(member.id)).toEqual(new Map())
  })

  it('leaves nothing when the credit fails, and is credited by the next report', async () => {
    const member = await sender()
    const full = (key: string, amountMinor: number) =>
      anyLedger(app.context).post({
        key: `${key}:${member.id}`,
        kind: 'adjustment',
        legs: [
          { account: { member: member.id, name: 'wallet' }, asset: 'THB', amountMinor },
          { account: { house: 'adjustment' }, asset: 'THB', amountMinor: -amountMinor },
        ],
      })
    // More than an account can hold: the database refuses the credit, after the transfer was written.
    await full('fill', Number.MAX_SAFE_INTEGER)
    const report = reportOf({ fromAccountNo: member.accountNo })
    expect(await send(report)).toMatchObject([500, { message: 'INTERNAL_SERVER_ERROR' }])
    expect(await rowOf(report.reference)).toBeUndefined()
    await full('empty', -Number.MAX_SAFE_INTEGER)
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    expect(await inWallet(member)).toBe(250.75)
  })
})

describe.each(engines)('fifty reports of one transfer at once on %s', (engine) => {
  beforeAll(() => start(engine))
  afterAll(() => app.close())

  it('are one credit', async () => {
    const member = await sender()
    const report = reportOf({ fromAccountNo: member.accountNo })
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(report)))
    expect(answers).toEqual(answers.map(() => [200, { status: 'credited' }]))
    expect(await inWallet(member)).toBe(250.75)
  })

  it('and fifty transfers of one member at once are fifty', async () => {
    const member = await sender()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send(reportOf({ fromAccountNo: member.accountNo, amount: 1.01 }))),
    )
    expect(answers).toEqual(answers.map(() => [200, { status: 'credited' }]))
    expect(await inWallet(member)).toBe(50.5)
  })
})

describe('without a secret', () => {
  it('no report is believed', async () => {
    const bare = await testApp()
    try {
      const text = '{}'
      const response = await fetch(`${bare.address}/hooks/bank/${house}`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', 'x-signature': sign('', text, bare.clock.now()) },
      })
      expect(response.status).toBe(401)
    } finally {
      await bare.close()
    }
  })
})
