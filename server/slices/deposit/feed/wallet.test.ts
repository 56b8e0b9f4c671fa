import { randomBytes, randomInt } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { changeMember, setMemberActive } from '../../account/testing.ts'
import { addHouseAccounts } from '../../house/testing.ts'
import { phonesOf } from '../payers/sender-rules.ts'
import { deskOf } from '../testing/money-in.ts'

/**
 * Payments from wallet to wallet: the feed reports them, and the phone number says whose they are (rules.md
 * §5.2).
 */

const house = '2055500055'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await addHouseAccounts(
    app.database,
    { kind: 'wallet', accountNo: house, currency: 'LAK', sort: 1 },
    {
      kind: 'wallet',
      accountName: 'KRAPAO OLD',
      accountNo: '2055500066',
      currency: 'LAK',
      sort: 2,
      enabled: false,
    },
    {
      kind: 'wallet',
      mode: 'SMS',
      accountName: 'KRAPAO GIFT',
      accountNo: '2055500044',
      currency: 'LAK',
      sort: 3,
    },
  )
})
afterAll(() => app.close())

const reportOf = (phone: string, change: object = {}) => ({
  reference: `W${randomBytes(8).toString('hex')}`,
  amount: 50_000,
  at: app.clock.now().toISOString(),
  fromBank: '',
  fromAccountNo: phone,
  fromName: '',
  ...change,
})

async function send(report: object, accountNo = house): Promise<[number, Record<string, unknown>]> {
  const text = JSON.stringify({ accountNo, ...report })
  const response = await fetch(`${app.address}/hooks/bank/${accountNo}`, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-signature': sign(app.sandbox.secrets.bank, text, app.clock.now()),
    },
  })
  return [response.status, (await response.json()) as Record<string, unknown>]
}

const newPhone = (): string => `20${randomInt(10_000_000, 100_000_000)}`
const kipMember = (phone = newPhone(), change: object = {}): Promise<TestMember> =>
  app.registerMember({ phone, currency: 'LAK', ...change })
const inWallet = async ({ token }: TestMember): Promise<number> =>
  (await app.call('GET /api/wallet', { token })).body.wallet.amount
const owed = (): Promise<number> => app.context.ledger.houseBalance(`suspense:${house}`, 'LAK')

describe('a payment to the house’s payment wallet', () => {
  it('is the member’s whose phone it came from, once, and the statement says how it came', async () => {
    const member = await kipMember()
    const before = await app.context.ledger.houseBalance(`bank:${house}`, 'LAK')
    const report = reportOf(member.username)
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    expect(await send(report)).toEqual([200, { status: 'credited' }])
    expect(await Promise.all([send(report), send(report)])).toEqual([
      [200, { status: 'credited' }],
      [200, { status: 'credited' }],
    ])
    expect(await inWallet(member)).toBe(50_000)
    expect(await app.context.ledger.houseBalance(`bank:${house}`, 'LAK')).toBe(before - 5_000_000)
    const { body } = await app.call('POST /api/statement', {
      token: member.token,
      body: { page: 1, limit: 10 },
    })
    expect(body.statements).toMatchObject([
      { statementType: 'deposit', method: 'WALLET', from: 'EWALLET', amount: 50_000, currency: 'LAK' },
    ])
  })

  it('at once is one credit', async () => {
    const member = await kipMember()
    const report = reportOf(member.username)
    await Promise.all(Array.from({ length: 8 }, () => send(report)))
    expect(await inWallet(member)).toBe(50_000)
  })

  it.each([
    ['+856 20 5551 2341', '2055512341'],
    ['020 5551 2342', '2055512342'],
    ['2055512343', '02055512343'],
    ['0085630 555 1234', '305551234'],
    ['2055512344', '+856 20 5551 2344'],
  ])('from %s is %s’s', async (shown, phone) => {
    const member = await kipMember(phone)
    expect(await send(reportOf(shown))).toEqual([200, { status: 'credited' }])
    expect(await inWallet(member)).toBe(50_000)
  })

  it('to a wallet that members are no longer shown is taken all the same', async () => {
    const member = await kipMember()
    expect(await send(reportOf(member.username), '2055500066')).toEqual([200, { status: 'credited' }])
    expect(await inWallet(member)).toBe(50_000)
  })

  it.each([
    ['nobody registered', async () => newPhone()],
    ['a baht member registered', async () => (await app.registerMember({ phone: newPhone() })).username],
    [
      'a deactivated member registered',
      async () => {
        const { id, username } = await kipMember()
        await setMemberActive(app.database, id, false)
        return username
      },
    ],
    [
      'two members registered, with and without the 0',
      async () => {
        const { username } = await kipMember()
        // The second one is of before numbers had a form.
        const { id } = await kipMember()
        await changeMember(app.database, id, { phone: `0${username}` })
        return username
      },
    ],
    ['that is masked', async () => `${(await kipMember()).username.slice(0, -4)}xxxx`],
  ])('from a phone %s is in suspense and waits for a person', async (_what, phone) => {
    const before = await owed()
    const report = reportOf(await phone())
    expect(await send(report)).toEqual([200, { status: 'unmatched' }])
    expect(await owed()).toBe(before + 5_000_000)
    const waiting = (await deskOf(app, 'bank-transfer').all()).find(({ evidence }) =>
      evidence.some(({ value }) => value === report.reference),
    )
    expect(waiting).toMatchObject({ amount: 50_000, currency: 'LAK', memberId: null })
    const member = await kipMember()
    await deskOf(app, 'bank-transfer').decide(waiting?.id ?? '', 'approve', { memberId: member.id })
    expect(await inWallet(member)).toBe(50_000)
    expect(await owed()).toBe(before)
  })

  it('to a wallet for gift links is none of the feed’s: the link credits it', async () => {
    const member = await kipMember()
    expect(await send(reportOf(member.username), '2055500044')).toMatchObject([404, { message: 'NO_DATA' }])
    expect(await inWallet(member)).toBe(0)
  })

  it.each(['2055500066', '02055500066', '+856 20 5550 0066', '8562055500066', '020-5550-0066'])(
    'from another wallet of the house, shown as %s, is internal, also where a member has its number',
    async (shown) => {
      const squatter = await kipMember(shown === '2055500066' ? '2055500066' : undefined)
      const [before, from] = [await owed(), await app.context.ledger.houseBalance('bank:2055500066', 'LAK')]
      const report = reportOf(shown)
      expect(await send(report)).toEqual([200, { status: 'internal' }])
      expect(await send(report)).toEqual([200, { status: 'internal' }])
      expect(await inWallet(squatter)).toBe(0)
      expect(await owed()).toBe(before)
      expect(await app.context.ledger.houseBalance('bank:2055500066', 'LAK')).toBe(from + 5_000_000)
    },
  )

  it('from the house’s wallet for gift links, or from itself, waits for a person', async () => {
    for (const phone of ['2055500044', house]) {
      const squatter = await kipMember(phone)
      expect(await send(reportOf(`0${phone}`))).toEqual([200, { status: 'unmatched' }])
      expect(await inWallet(squatter)).toBe(0)
    }
  })

  it('from the sandbox’s wallet is in kip, and the books tie', async () => {
    const member = await kipMember()
    await app.sandbox.call('POST', 'bank/transfers', {
      ...{ fromBank: 'EWALLET', fromAccountNo: member.username, fromName: 'ສົມພອນ' },
      ...{ toBank: 'EWALLET', toAccountNo: house, amount: 120_000, currency: 'LAK', feed: true },
    })
    expect(await inWallet(member)).toBe(120_000)
    expect((await verifyBooks(app.database)).defects).toEqual([])
  })
})

it.each([
  ['0812345678', ['0812345678']],
  ['+66 81-234-5678', ['0812345678']],
  ['8562055512345', ['2055512345', '02055512345']],
  ['02055512345', ['2055512345', '02055512345']],
  ['20555123', []],
  ['0066 (0)81 234 5678', ['0812345678']],
  ['812345678', ['0812345678']],
  ['08123x5678', []],
  ['', []],
  ['12345', []],
  ['10000000000000000000', []],
])('phone %j may be registered as %j', (shown, phones) => expect(phonesOf(shown)).toEqual(phones))
