import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { type TestApp, type TestMember, testApp, testConfig } from '../../../testing/app.ts'
import { startNode, type TestNode } from '../../../testing/node.ts'
import { changeBankAccount } from '../../account/testing.ts'
import { newOperator } from '../../operator/testing.ts'
import { tiesOf } from '../payers/tie-store.ts'
import { askCode, hook, inWallet, newEventId, openAccounts, pay } from '../testing/money-in.ts'
import { storeCredited } from '../testing/stored.ts'
import { readPayer } from './payer.ts'
import { receivePayment } from './receive.ts'

/** Who paid a QR code, as gateways say it, through the real server and sandbox (rules.md §2.10, §5.3). */

let app: TestApp
let node: TestNode
beforeAll(async () => {
  app = await testApp()
  await openAccounts(app)
  node = await startNode({ config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url } })
})
afterAll(async () => {
  await node.stop()
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let made = 0
/** An account at a bank that changes no numbers, and that nobody has paid from. */
const newPayer = () => ({
  bankCode: 'SCB',
  accountNo: String(7_100_000_000 + 12_347 * ++made),
  name: 'นาย มาลี ใจดี',
})
type Account = ReturnType<typeof newPayer>

/** A member's code is paid. @returns the gateway's number of the payment */
async function paid(member: TestMember, payer: unknown, more: object = {}, gateway = 'WW'): Promise<string> {
  const { body } = await askCode(app, member, gateway, 120)
  const made = await pay(app, { qrcodeId: body.qrcodeId, payer, ...more })
  expect(made).toMatchObject({ delivered: true, answer: 'credited' })
  return made.eventId
}
const keptOf = (eventId: string) =>
  app.database.query<{ bank: string; number: string; name: string }>(
    `select from_bank as bank, from_account_no as number, from_name as name from deposit_reports where reference = $1`,
    [eventId],
  )
const people = async (): Promise<[TestMember, TestMember]> => [
  await app.registerMember(),
  await app.registerMember(),
]
/** What ties the two, the same in both directions; null: nothing. */
async function tieOf(member: TestMember, other: TestMember) {
  const [found, back] = await Promise.all([member, other].map(({ id }) => tiesOf(app.context.db, id)))
  const tie = found?.find(({ memberId }) => memberId === other.id)
  expect(back?.find(({ memberId }) => memberId === member.id)?.reasons).toEqual(tie?.reasons)
  return tie ? [...tie.reasons, tie.isStrong] : null
}

describe('what a gateway says of the payer', () => {
  it.each([
    ['KBANK', { bank: 'SCB', number: /^xxx-xxx\d{3}-\d$/, name: /มาลี ใ$/ }],
    ['WW', { bank: 'SCB', number: /^xxx-xxx\d{3}-\d$/, name: /มาลี ใ$/ }],
    ['PAYTIMZ', { bank: '', number: /^$/, name: /มาลี ใ$/ }],
    ['FP', { bank: '', number: /^$/, name: /^$/ }],
  ])('%s in its own way is kept with the payment', async (gateway, said) => {
    const payer = newPayer()
    const [kept, another] = await keptOf(await paid(await app.registerMember(), payer, {}, gateway))
    expect(another).toBeUndefined()
    expect(kept).toEqual({
      bank: said.bank,
      number: expect.stringMatching(said.number),
      name: expect.stringMatching(said.name),
    })
  })

  it('is nothing where the gateway says nothing, and nobody is tied by it', async () => {
    const [member, other] = await people()
    for (const each of [member, other]) {
      expect(await keptOf(await paid(each, undefined))).toEqual([{ bank: '', number: '', name: '' }])
      await paid(each, newPayer(), { says: 'name' })
    }
    expect(await tieOf(member, other)).toBeNull()
  })

  it.each<[what: string, said: unknown, read: Partial<Account>]>([
    [
      'whole',
      { bankCode: 'scb ', accountNo: '123-4-56789-0', name: 'A B' },
      { bankCode: 'SCB', accountNo: '123-4-56789-0', name: 'A B' },
    ],
    [
      'masked',
      { bankCode: 'SCB', accountNo: 'xxx-x-x1234-x' },
      { bankCode: 'SCB', accountNo: 'xxx-x-x1234-x' },
    ],
    [
      'a number as a number',
      { bankCode: 'SCB', accountNo: 1234567890 },
      { bankCode: 'SCB', accountNo: '1234567890' },
    ],
    ['a name in pieces', { name: '  นาย  มาลี \u200b ใจดี ' }, { name: 'นาย มาลี ใจดี' }],
    ['no account', { bankCode: 'SCB', accountNo: null, name: 'A B' }, { bankCode: 'SCB', name: 'A B' }],
    ['zeros', { bankCode: 'SCB', accountNo: '0000000000' }, { bankCode: 'SCB' }],
    ['a mask of all', { bankCode: 'SCB', accountNo: 'xxxxxxxxxx' }, { bankCode: 'SCB' }],
    ['a word', { bankCode: 'SCB', accountNo: 'N/A' }, { bankCode: 'SCB' }],
    ['too long', { bankCode: 'B'.repeat(41), accountNo: '1'.repeat(41), name: 'N'.repeat(201) }, {}],
    ['of other kinds', { bankCode: ['SCB'], accountNo: { no: 1 }, name: true }, {}],
    ['a text', '1234567890', {}],
    ['a list', ['SCB', '1234567890'], {}],
    ['null', null, {}],
  ])('is read where it is %s', (_what, said, { bankCode = '', accountNo = '', name = '' }) => {
    expect(readPayer(said)).toEqual({ bankCode, accountNo, accountName: name })
  })

  it('hinders no credit, whatever it is', async () => {
    for (const payer of [
      'x',
      7,
      null,
      [],
      { accountNo: {} },
      { name: 'N'.repeat(5_000) },
      { bankCode: '\u0000' },
    ]) {
      const member = await app.registerMember()
      const { body } = await askCode(app, member, 'WW', 120)
      const report = {
        paymentId: body.qrcodeId,
        eventId: newEventId(),
        status: 'PAID',
        amount: 120,
        paidAt: app.clock.now().toISOString(),
        payer,
      }
      expect(await hook(app, 'WW', report)).toEqual([200, { status: 'credited' }])
      expect(await inWallet(app, member)).toBe(120)
    }
  })

  it('is not kept where it is an account of the house', async () => {
    const [whole] = await keptOf(
      await paid(
        await app.registerMember(),
        { bankCode: 'SCB', accountNo: '0000000011', name: 'HOUSE CO' },
        { says: 'whole' },
      ),
    )
    expect(whole).toEqual({ bank: '', number: '', name: '' })
  })

  it('is in no log', async () => {
    let logged = ''
    const log = pino(
      { level: 'trace' },
      new Writable({
        write(chunk, _encoding, done) {
          logged += chunk
          done()
        },
      }),
    )
    const payer = { bankCode: 'SCB', accountNo: newPayer().accountNo, accountName: 'MALEE SECRET' }
    const of = {
      gateway: 'WW',
      eventId: newEventId(),
      paymentId: newEventId(),
      paidAt: app.clock.now(),
      payer,
    }
    expect(await receivePayment({ ...app.context, log }, { ...of, amountMinor: 100 })).toBe('waiting')
    expect(await receivePayment({ ...app.context, log }, { ...of, amountMinor: 200 })).toBe('conflict')
    expect(logged).toContain('with other content')
    expect(logged).not.toContain(payer.accountNo)
    expect(logged).not.toContain('SECRET')
  })
})

describe('a payment that is reported again', () => {
  const reportOf = async (member: TestMember) => ({
    paymentId: (await askCode(app, member, 'WW', 120)).body.qrcodeId,
    eventId: newEventId(),
    status: 'PAID',
    amount: 120,
    paidAt: app.clock.now().toISOString(),
  })
  const rowsOf = async (eventId: string) =>
    (await keptOf(eventId)).map(({ bank, number }) => `${bank} ${number}`)

  it('says the payer later, once, and moves no money', async () => {
    const [member, other] = await people()
    const payer = newPayer()
    const eventId = await paid(member, payer, { says: 'late' })
    await paid(other, payer, { says: 'late' })
    expect(await rowsOf(eventId)).toEqual([`SCB ${payer.accountNo}`])
    expect(await inWallet(app, member)).toBe(120)
    expect(await tieOf(member, other)).toEqual(['PAYER', true])
  })

  it('fills a name with an account, and changes an account no more', async () => {
    const member = await app.registerMember()
    const [report, payer] = [await reportOf(member), newPayer()]
    const says = async (said: object | undefined) => {
      expect(await hook(app, 'WW', { ...report, payer: said })).toEqual([200, { status: 'credited' }])
      return (await keptOf(report.eventId))[0]
    }
    expect(await says({ name: 'Malee J' })).toEqual({ bank: '', number: '', name: 'Malee J' })
    expect(await says(undefined)).toEqual({ bank: '', number: '', name: 'Malee J' })
    const filled = { bank: 'SCB', number: payer.accountNo, name: 'Malee J' }
    expect(await says({ bankCode: 'SCB', accountNo: payer.accountNo })).toEqual(filled)
    expect(await says(newPayer())).toEqual(filled)
    expect(await says({ name: 'Somebody Else' })).toEqual(filled)
    expect(await inWallet(app, member)).toBe(120)
  })

  it('with another amount or another code says nothing', async () => {
    const member = await app.registerMember()
    const report = await reportOf(member)
    expect(await hook(app, 'WW', report)).toEqual([200, { status: 'credited' }])
    for (const other of [{ amount: 121 }, { paymentId: newEventId() }])
      expect((await hook(app, 'WW', { ...report, ...other, payer: newPayer() }))[0]).toBe(409)
    expect(await rowsOf(report.eventId)).toEqual([' '])
  })

  it('at once on two nodes, with and without the payer, is one row and one credit', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const member = await app.registerMember()
      const [report, payer] = [await reportOf(member), newPayer()]
      const answers = await Promise.all(
        [undefined, payer, undefined, payer].flatMap((said, at) =>
          [app, { ...app, address: node.address }].map((on) =>
            hook(on, 'WW', { ...report, ...(said && { payer: said }), ...(at > 1 && { provider: 'WW' }) }),
          ),
        ),
      )
      expect(answers).toEqual(answers.map(() => [200, { status: 'credited' }]))
      expect(await rowsOf(report.eventId)).toEqual([`SCB ${payer.accountNo}`])
      expect(await inWallet(app, member)).toBe(120)
    }
  })
})

describe('a payer of codes ties members', () => {
  const strong = ['PAYER', true]

  it.each<
    [
      what: string,
      act: (member: TestMember, other: TestMember, payer: Account) => Promise<unknown>,
      found: unknown,
    ]
  >([
    [
      'two codes that one whole account paid',
      async (member, other, payer) => {
        for (const each of [member, other]) await paid(each, payer, { says: 'whole' })
      },
      strong,
    ],
    [
      'two codes that one masked account of one name paid',
      async (member, other, payer) => {
        for (const each of [member, other]) await paid(each, payer, { says: 'masked' })
      },
      strong,
    ],
    [
      'one mask under two names',
      async (member, other, payer) => {
        await paid(member, payer, { says: 'masked' })
        await paid(other, { ...payer, name: 'นาย สมชาย ดีใจ' }, { says: 'masked' })
      },
      null,
    ],
    [
      'a code and a transfer of one account',
      async (member, other, payer) => {
        await paid(member, payer, { says: 'whole' })
        await storeCredited(app.database, { memberId: other.id, fromAccountNo: `0${payer.accountNo}` })
      },
      strong,
    ],
    [
      'a code that the other one’s registered account paid',
      async (member, other, payer) => {
        await changeBankAccount(app.database, other.id, { bankCode: 'SCB', accountNo: payer.accountNo })
        await paid(member, payer, { says: 'whole' })
      },
      strong,
    ],
    [
      'two accounts',
      async (member, other, payer) => {
        await paid(member, payer, { says: 'whole' })
        await paid(other, newPayer(), { says: 'whole' })
      },
      null,
    ],
    [
      'one number at no bank',
      async (member, other, payer) => {
        for (const each of [member, other]) {
          const { body } = await askCode(app, each, 'WW', 120)
          const report = { paymentId: body.qrcodeId, eventId: newEventId(), status: 'PAID', amount: 120 }
          const said = { paidAt: app.clock.now().toISOString(), payer: { accountNo: payer.accountNo } }
          expect(await hook(app, 'WW', { ...report, ...said })).toEqual([200, { status: 'credited' }])
        }
      },
      null,
    ],
  ])('by %s', async (_what, act, found) => {
    const [member, other] = await people()
    await act(member, other, newPayer())
    expect(await tieOf(member, other)).toEqual(found)
  })

  it('and the member’s page lists the account among those of others', async () => {
    const [member, payer] = [await app.registerMember(), newPayer()]
    for (const says of ['whole', 'whole', 'name', 'nothing']) await paid(member, payer, { says })
    const { token } = await newOperator(app, 'owner')
    const { body } = await app.call('GET /api/console/members/:id/payers', {
      token,
      params: { id: member.id },
    })
    expect(body.payers).toMatchObject([
      { bankCode: 'SCB', accountNo: payer.accountNo, count: 2, amount: 240 },
    ])
  })
})
