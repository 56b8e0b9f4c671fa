import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { transaction } from '../../../platform/database.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { bankAccountOf, changeBankAccount, setMemberActive } from '../../account/testing.ts'
import { eventsOf, newOperator, type TestOperator } from '../../operator/testing.ts'
import { deskOf, inWallet, openAccounts } from '../testing/money-in.ts'
import { newReference, type Paid, reportByFeed, reportBySlip } from '../testing/reports.ts'
import { paidByOthers } from './paid-rules.ts'

/** Senders who are remembered for a member, through the real app (rules.md §17.11). */

let app: TestApp
let people: [TestOperator, TestOperator, TestOperator]
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await openAccounts(app)
  people = [
    await newOperator(app, 'owner'),
    await newOperator(app, 'cashier'),
    await newOperator(app, 'cashier'),
  ]
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** An account of nobody's that is new at each call. */
const newSender = (fromName = 'SOMSRI SUKJAI') => ({
  fromAccountNo: `9${randomInt(1e8, 1e9)}`,
  fromName,
})

/** A transfer that the bank reports and that nobody is recognised by; its row's id. */
async function transfer(from: Partial<Paid> & { fromBank?: string }, amount = randomInt(100, 90_000) / 100) {
  const reference = newReference()
  const paid = { ...from, reference, amount, at: app.clock.now() }
  expect(await reportByFeed(app, { id: '', accountNo: '' }, paid)).toBe('unmatched')
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return String(row?.id)
}

type Said = { memberId?: string; rememberPayer?: { note?: string }; key?: string }

async function approve(id: string, by: TestOperator, { key, ...said }: Said) {
  const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    token: by.token,
    params: { queue: 'bank-transfer', id },
    body: { reason: 'told on the phone', ...said },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
  return error?.message ?? body.status
}

/** Two people credit a transfer; the second one says whether its sender is remembered. */
async function credit(id: string, said: Said): Promise<void> {
  const [first, other] = people
  expect(await approve(id, first, { memberId: said.memberId as string })).toBe('SECOND_OPERATOR_NEEDED')
  expect(await approve(id, other, said)).toBe('DONE')
}

async function evidenceOf(id: string) {
  const { body, error } = await app.call('GET /api/console/desk/:queue/:id/evidence', {
    token: people[0].token,
    params: { queue: 'bank-transfer', id },
  })
  expect(error).toBeUndefined()
  const members = body.members ?? []
  return {
    ids: members.map(({ member }) => member._id),
    payer: body.payer,
    of: (memberId: string) => members.find(({ member }) => member._id === memberId),
  }
}

const rowsOf = (memberId: string) =>
  app.database.query<{ note: string; account_no: string; remembered_by: string; isForgotten: boolean }>(
    `select note, account_no, remembered_by, forgotten_at is not null as "isForgotten" from remembered_payers
     where member_id = $1 order by id`,
    [memberId],
  )
const auditOf = (memberId: string) =>
  eventsOf(app.database, { subject: `member:${memberId}`, actions: 'payer.%' })
const payersOf = async (memberId: string, by = people[0]) =>
  (await app.call('GET /api/console/members/:id/payers', { token: by.token, params: { id: memberId } })).body
    .payers
const forget = (id: string, by: TestOperator, reason = 'she asked for it') =>
  app.call('POST /api/console/payers/:id/forget', { token: by.token, params: { id }, body: { reason } })

describe('remembering', () => {
  it('takes effect with the second person, who sees what the first one said', async () => {
    const [first, other] = people
    const daughter = await app.registerMember()
    const mother = newSender()
    const id = await transfer(mother, 120.5)
    const said = { memberId: daughter.id, rememberPayer: { note: ' mother ' } }
    expect(await approve(id, first, said)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await rowsOf(daughter.id)).toEqual([])
    const { body } = await app.call('GET /api/console/desk/:queue/:id', {
      token: other.token,
      params: { queue: 'bank-transfer', id },
    })
    expect(body.item?.votes).toMatchObject([{ rememberPayer: { note: 'mother' } }])
    expect(await approve(id, other, said)).toBe('DONE')
    expect(await rowsOf(daughter.id)).toEqual([
      { note: 'mother', account_no: mother.fromAccountNo, remembered_by: other.id, isForgotten: false },
    ])
    expect(await auditOf(daughter.id)).toMatchObject([
      { action: 'payer.remembered', details: { memberId: daughter.id, note: 'mother' } },
    ])
    expect(await inWallet(app, daughter)).toBe(120.5)

    // The next transfer waits for two people all the same, with the member first.
    const next = await transfer(mother, 77)
    const { ids, of } = await evidenceOf(next)
    expect(ids[0]).toBe(daughter.id)
    expect(of(daughter.id)).toMatchObject({
      differs: true,
      remembered: { by: other.name, note: 'mother', isOthers: false },
    })
    expect(await inWallet(app, daughter)).toBe(120.5)
    expect(await approve(next, first, { memberId: daughter.id })).toBe('SECOND_OPERATOR_NEEDED')
  })

  it('is what the deciding person says: the first one alone remembers nothing', async () => {
    const member = await app.registerMember()
    const id = await transfer(newSender())
    const [first, other] = people
    expect(await approve(id, first, { memberId: member.id, rememberPayer: {} })).toBe(
      'SECOND_OPERATOR_NEEDED',
    )
    expect(await approve(id, other, { memberId: member.id })).toBe('DONE')
    expect(await rowsOf(member.id)).toEqual([])
  })

  it('once, when the deciding call comes twice, at once, and from two people', async () => {
    const [first, other, third] = people
    const member = await app.registerMember()
    const id = await transfer(newSender(), 50)
    const said = { memberId: member.id, rememberPayer: { note: 'wife' } }
    await approve(id, first, said)
    const key = randomUUID()
    const outcomes = await Promise.all([
      ...Array.from({ length: 4 }, () => approve(id, other, { ...said, key })),
      ...Array.from({ length: 3 }, () => approve(id, third, said)),
    ])
    expect(outcomes.filter((outcome) => outcome === 'DONE').length).toBeGreaterThan(0)
    expect(await approve(id, other, { ...said, key })).toMatch(/DONE|ALREADY_DECIDED/)
    expect(await rowsOf(member.id)).toHaveLength(1)
    expect(await auditOf(member.id)).toHaveLength(1)
    expect(await inWallet(app, member)).toBe(50)
  })

  it('two transfers of one sender decided at once are one memory', async () => {
    const member = await app.registerMember()
    const sender = newSender()
    const ids = [await transfer(sender, 61), await transfer(sender, 62), await transfer(sender, 63)]
    const said = { memberId: member.id, rememberPayer: { note: 'wife' } }
    for (const id of ids) await approve(id, people[0], said)
    const outcomes = await Promise.all(
      ids.map((id, at) => approve(id, people[1 + (at % 2)] as TestOperator, said)),
    )
    expect(outcomes).toEqual(['DONE', 'DONE', 'DONE'])
    expect(await rowsOf(member.id)).toHaveLength(1)
    expect(await inWallet(app, member)).toBe(186)
  })

  it('nothing where the credit is not carried out: a refusal, an unknown member, money of another currency', async () => {
    const [first, other] = people
    const [member, lao] = [await app.registerMember(), await app.registerMember({ currency: 'LAK' })]
    const id = await transfer(newSender())
    expect(await approve(id, first, { memberId: 'aaaaaaaaaaaa', rememberPayer: {} })).toBe('NO_USER')
    await approve(id, first, { memberId: lao.id, rememberPayer: {} })
    expect(await approve(id, other, { memberId: lao.id, rememberPayer: {} })).toBe('NO_USER')
    await approve(id, first, { memberId: member.id, rememberPayer: {} })
    const { body } = await app.call('POST /api/console/desk/:queue/:id/refuse', {
      token: other.token,
      params: { queue: 'bank-transfer', id },
      body: { reason: 'not this one' },
    })
    expect(body.status).toBe('SECOND_OPERATOR_NEEDED')
    expect([...(await rowsOf(member.id)), ...(await rowsOf(lao.id))]).toEqual([])
  })

  it('nothing where the money may have been credited already by a slip', async () => {
    const [first, other] = people
    const member = await app.registerMember()
    const sender = newSender()
    const at = app.clock.now()
    const id = await transfer(sender, 78.25)
    await changeBankAccount(app.database, member.id, {
      bankCode: 'KBANK',
      accountNo: `4${randomInt(1e8, 1e9)}`,
      accountName: 'SOMSRI SUKJAI',
    })
    const said = { memberId: member.id, rememberPayer: {} }
    expect(await approve(id, first, said)).toBe('SECOND_OPERATOR_NEEDED')
    // A slip of the same sum and minute, which the member sent from an account of their own.
    const own = await bankAccountOf(app.database, member.id)
    const payer = { id: member.id, accountNo: own?.account_no ?? '' }
    await reportBySlip(app, payer, { reference: newReference(), at, amount: 78.25 })
    expect(await inWallet(app, member)).toBe(78.25)
    expect(await approve(id, other, said)).toBe('ALREADY_DECIDED')
    expect(await rowsOf(member.id)).toEqual([])
    expect(await inWallet(app, member)).toBe(78.25)
  })

  it('takes back the credit where the sender turns out to be none in the deciding transaction', async () => {
    const member = await app.registerMember()
    const id = await transfer({ fromAccountNo: 'xxx000888x', fromName: 'SOMSRI S' })
    const { queue } = deskOf(app, 'bank-transfer')
    const decision = {
      choice: 'approve',
      operatorId: people[0].id,
      reason: 'told',
      memberId: member.id,
    } as const
    const decided = transaction(app.context.db, (tx) => queue.decide(tx, id, { ...decision, payerNote: '' }))
    await expect(decided).rejects.toMatchObject({ code: 'PAYER_UNCLEAR' })
    expect(await inWallet(app, member)).toBe(0)
    await credit(id, { memberId: member.id })
  })

  it('is forgotten with the reversal of its credit', async () => {
    const [first, other] = people
    const member = await app.registerMember()
    const sender = newSender()
    const id = await transfer(sender, 44)
    await credit(id, { memberId: member.id, rememberPayer: { note: 'son' } })
    const asked = await app.call('POST /api/console/desk/:queue/:id/reverse', {
      token: first.token,
      params: { queue: 'bank-transfer', id },
      body: { reason: 'it was not hers' },
    })
    await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: other.token,
      params: { queue: 'reversal', id: asked.body.id },
      body: { reason: 'it was not hers' },
    })
    expect(await rowsOf(member.id)).toMatchObject([{ isForgotten: true }])
    expect((await auditOf(member.id)).map(({ action }) => action)).toEqual([
      'payer.remembered',
      'payer.forgotten',
    ])
    expect((await evidenceOf(id)).of(member.id)?.remembered ?? null).toBeNull()
  })
})

describe('who cannot be remembered', () => {
  it.each([
    ['a masked number', { fromAccountNo: 'xxx000888x', fromName: 'SOMSRI S' }, 'INCOMPLETE'],
    ['the end of a number', { fromAccountNo: '008881', fromName: 'SOMSRI S' }, 'INCOMPLETE'],
    [
      'what may be an account of the house',
      { fromBank: 'SCB', fromAccountNo: '11', fromName: 'K' },
      'INCOMPLETE',
    ],
    [
      'the house’s number with more zeros',
      { fromBank: 'SCB', fromAccountNo: '000000000011', fromName: 'K' },
      'HOUSE',
    ],
  ])('%s is refused, and nothing is decided', async (_, from, why) => {
    const member = await app.registerMember()
    const id = await transfer(from)
    expect((await evidenceOf(id)).payer).toEqual({ refusal: why })
    const { error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: people[0].token,
      params: { queue: 'bank-transfer', id },
      body: { reason: 'told on the phone', memberId: member.id, rememberPayer: {} },
    })
    expect(error).toMatchObject({ message: 'PAYER_UNCLEAR', why })
    await credit(id, { memberId: member.id })
    expect(await rowsOf(member.id)).toEqual([])
  })

  it('an account that a member registers between the two decisions', async () => {
    const [first, other] = people
    const [member, owner] = [await app.registerMember(), await app.registerMember()]
    const sender = newSender()
    const id = await transfer(sender, 31)
    const said = { memberId: member.id, rememberPayer: {} }
    expect(await approve(id, first, said)).toBe('SECOND_OPERATOR_NEEDED')
    await changeBankAccount(app.database, owner.id, { bankCode: 'KBANK', accountNo: sender.fromAccountNo })
    expect(await approve(id, other, said)).toBe('PAYER_UNCLEAR')
    expect(await inWallet(app, member)).toBe(0)
    expect(await approve(id, other, { memberId: member.id })).toBe('DONE')
  })

  it('a note that is no single line, or turns its direction', async () => {
    const { id: memberId } = await app.registerMember()
    const id = await transfer(newSender())
    for (const note of ['two\nlines', 'wife\u202egnorw', 'x'.repeat(101)]) {
      expect(await approve(id, people[0], { memberId, rememberPayer: { note } })).toBe('INVALID_REQUEST')
    }
  })

  it('senders in a queue where no credit is made', async () => {
    const [first, other] = people
    const id = await transfer(newSender())
    for (const by of [first, other]) {
      await app.call('POST /api/console/desk/:queue/:id/refuse', {
        token: by.token,
        params: { queue: 'bank-transfer', id },
        body: { reason: 'nobody knows it' },
      })
    }
    const { error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: first.token,
      params: { queue: 'return', id: String(id) },
      body: { reason: 'sent at the bank', reference: 'FT-1', rememberPayer: {} },
    })
    expect(error).toMatchObject({ message: 'INVALID_REQUEST', fields: [{ field: 'rememberPayer' }] })
  })

  it('only who may decide remembers and forgets', async () => {
    const member = await app.registerMember()
    const id = await transfer(newSender())
    await credit(id, { memberId: member.id, rememberPayer: {} })
    const payer = (await payersOf(member.id))[0]?.remembered?._id ?? ''
    for (const role of ['support', 'auditor'] as const) {
      const by = await newOperator(app, role)
      expect((await forget(payer, by)).error?.message).toBe('FORBIDDEN')
      expect(await payersOf(member.id, by)).toHaveLength(1)
    }
    expect(await rowsOf(member.id)).toMatchObject([{ isForgotten: false }])
  })
})

describe('a sender who looks alike', () => {
  it('is not the remembered one: a mask, another bank, a part of the number, another name', async () => {
    const member = await app.registerMember()
    const sender = { fromAccountNo: `0${randomInt(1e8, 1e9)}`, fromName: 'SOMSRI SUKJAI' }
    await credit(await transfer(sender), { memberId: member.id, rememberPayer: { note: 'wife' } })
    const no = sender.fromAccountNo
    const alike = [
      { ...sender, fromBank: 'SCB' },
      { ...sender, fromAccountNo: `${no.slice(0, 9)}x` },
      { ...sender, fromAccountNo: `xxxx${no.slice(4)}` },
      { ...sender, fromAccountNo: no.slice(1) },
      { ...sender, fromName: 'PRASERT MEECHAI' },
    ]
    for (const from of alike) {
      const { of } = await evidenceOf(await transfer(from))
      expect(of(member.id)?.remembered ?? null, JSON.stringify(from)).toBeNull()
    }
    for (const fromAccountNo of [`${no.slice(0, 3)}-${no.slice(3)}`, `0${no}`]) {
      const { of } = await evidenceOf(await transfer({ ...sender, fromAccountNo }))
      expect(of(member.id)?.remembered).toMatchObject({ note: 'wife' })
    }
  })

  it('whose account it is comes first, and the remembered one is warned about', async () => {
    const [member, owner] = [await app.registerMember(), await app.registerMember()]
    const sender = newSender('MALEE RAKDEE')
    await credit(await transfer(sender), { memberId: member.id, rememberPayer: { note: '<b>wife</b>' } })
    await changeBankAccount(app.database, owner.id, {
      bankCode: 'KBANK',
      accountNo: sender.fromAccountNo,
      accountName: 'SOMEBODY ELSE',
    })
    const { ids, of, payer } = await evidenceOf(await transfer(sender))
    expect(ids.slice(0, 2)).toEqual([owner.id, member.id])
    expect(of(member.id)?.remembered).toMatchObject({ note: '<b>wife</b>', isOthers: true })
    expect(payer).toEqual({ refusal: 'MEMBER' })
    expect((await payersOf(member.id))[0]?.remembered).toMatchObject({ isOthers: true })
  })

  it('a member who is suspended is said to be', async () => {
    const member = await app.registerMember()
    const sender = newSender()
    await credit(await transfer(sender), { memberId: member.id, rememberPayer: {} })
    await setMemberActive(app.database, member.id, false)
    const { of } = await evidenceOf(await transfer(sender))
    expect(of(member.id)).toMatchObject({
      remembered: { note: '' },
      signs: expect.arrayContaining([expect.objectContaining({ sign: 'INACTIVE' })]),
    })
  })
})

describe('the accounts that paid for a member', () => {
  it('remembered ones first, then those credited before, each once; none of the member’s own', async () => {
    const member = await app.registerMember()
    const [wife, friend] = [newSender('WIPA SAENG'), newSender('ANAN DEE')]
    await credit(await transfer(wife, 10), { memberId: member.id, rememberPayer: { note: 'wife' } })
    await credit(await transfer(wife, 20.25), { memberId: member.id })
    await credit(await transfer(friend, 5), { memberId: member.id })
    const payers = await payersOf(member.id)
    expect(payers).toMatchObject([
      {
        bankCode: 'KBANK',
        accountNo: wife.fromAccountNo,
        count: 2,
        amount: 30.25,
        remembered: { note: 'wife' },
      },
      { bankCode: 'KBANK', accountNo: friend.fromAccountNo, count: 1, amount: 5, remembered: null },
    ])
    expect(await payersOf((await app.registerMember()).id)).toEqual([])
  })

  it('leaves out the wallet that has the member’s phone number, and the own account in other words', () => {
    const member = {
      username: '0812345678',
      bankCode: 'SCB',
      bankAccountNo: '1234567890',
      bankAccountName: 'SOMYING JAIDEE',
    } as Parameters<typeof paidByOthers>[0]
    const at = new Date('2026-01-02T03:04:05Z')
    const paid = (bank: string, accountNo: string, name: string) => ({
      memberId: 'm',
      bank,
      accountNo,
      name,
      at,
      amountMinor: 100,
    })
    const all = [
      paid('EWALLET', '+66812345678', 'SOMYING'),
      paid('SCB', 'xxx456789x', 'SOMYING J'),
      paid('SCB', '123-4-56789-0', 'SOMYING JAIDEE'),
      paid('EWALLET', '0899999999', 'SOMYING'),
      paid('SCB', 'xxx000888x', 'SOMSRI S'),
      paid('SCB', 'xxx000888x', 'MALEE S'),
      paid('SCB', '9990008881', 'SOMSRI S'),
      paid('SCB', '999-0-00888-1', 'SOMSRI SUKJAI'),
    ]
    expect(paidByOthers(member, all).map(({ accountNo, name, count }) => [accountNo, name, count])).toEqual([
      ['0899999999', 'SOMYING', 1],
      ['xxx000888x', 'SOMSRI S', 1],
      ['xxx000888x', 'MALEE S', 1],
      ['9990008881', 'SOMSRI S', 2],
    ])
  })

  it('forgetting takes effect once, also at once, and is audited with its reason', async () => {
    const member = await app.registerMember()
    const sender = newSender()
    await credit(await transfer(sender), { memberId: member.id, rememberPayer: { note: 'son' } })
    const id = (await payersOf(member.id))[0]?.remembered?._id ?? ''
    const answers = await Promise.all(people.map((by) => forget(id, by, `${by.name} says so`)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const events = (await auditOf(member.id)).filter(({ action }) => action === 'payer.forgotten')
    expect(events).toHaveLength(1)
    expect(events[0]?.reason).toBe(`${answers[0]?.body.by} says so`)
    expect(await payersOf(member.id)).toMatchObject([{ remembered: null, count: 1 }])
    const { of } = await evidenceOf(await transfer(sender))
    expect(of(member.id)?.remembered).toBeNull()
    expect((await forget('999999999', people[0])).error?.message).toBe('NO_DATA')
    // It may be remembered again.
    await credit(await transfer(sender), { memberId: member.id, rememberPayer: { note: 'son again' } })
    expect((await payersOf(member.id))[0]?.remembered).toMatchObject({ note: 'son again' })
  })
})
