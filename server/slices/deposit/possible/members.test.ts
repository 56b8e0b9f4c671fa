import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { changeBankAccount } from '../../account/testing.ts'
import { eventsOf, newOperator } from '../../operator/testing.ts'
import { announce, openAccounts } from '../testing/money-in.ts'
import { newReference, type Paid, reportByFeed } from '../testing/reports.ts'

/** The members that the desk proposes for a transfer that nobody is recognised by (rules.md §17.7). */
let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'deposit.manual': true } })
  await openAccounts(app)
  token = (await newOperator(app, 'cashier')).token
})
afterAll(() => app.close())

let numbers = 4_000_000
/** A member at KBANK with an account number of its own that ends in `end`. */
async function memberAt(end: string, bankAccountName: string) {
  const member = await app.registerMember()
  numbers += 7
  const accountNo = `${numbers}${end}`.slice(-10)
  await changeBankAccount(app.database, member.id, {
    bankCode: 'KBANK',
    accountNo,
    accountName: bankAccountName,
  })
  return { ...member, accountNo }
}

/** The evidence about a transfer that the bank reports, which is to wait. */
async function evidenceOf(paid: Omit<Paid, 'reference' | 'at'> & { reference?: string }) {
  const reference = paid.reference ?? newReference()
  const state = await reportByFeed(
    app,
    { id: '', accountNo: '' },
    { ...paid, reference, at: app.clock.now() },
  )
  expect(state).toBe('unmatched')
  const id = await idOf(reference)
  const answer = await app.call('GET /api/console/desk/:queue/:id/evidence', {
    token,
    params: { queue: 'bank-transfer', id },
  })
  expect(answer.error).toBeUndefined()
  const members = answer.body.members ?? []
  return {
    id,
    members,
    ids: members.map(({ member }) => member._id),
    paidFor: answer.body.paidFor ?? [],
    of: (member: { id: string }) => members.find((possible) => possible.member._id === member.id),
  }
}

async function idOf(reference: string): Promise<string> {
  const [row] = await app.database.query<{ id: number }>(
    'select id from deposit_reports where reference = $1',
    [reference],
  )
  return String(row?.id)
}

describe('whose money it may be', () => {
  it('a look-alike is listed below the member whose name agrees, also after it announced the amount', async () => {
    const owner = await memberAt('551234', 'SOMYING JAIDEE')
    const alike = await memberAt('551234', 'S. J.')
    const other = await memberAt('551234', 'PRASERT MEECHAI')
    expect((await announce(app, alike, 811.25)).status).toBe(200)
    const { ids, of } = await evidenceOf({
      fromAccountNo: 'xxxx551234',
      fromName: 'SOMYING J',
      amount: 811.25,
    })
    expect(ids.slice(0, 3)).toEqual([owner.id, alike.id, other.id])
    expect(of(owner)).toMatchObject({ differs: false, signs: [] })
    expect(of(alike)).toMatchObject({ differs: false, signs: [{ sign: 'ANNOUNCED' }] })
    expect(of(alike)?.score).toBeLessThan(of(owner)?.score ?? 0)
    expect(of(other)).toMatchObject({ differs: true })
  })

  it('two who fit alike take two people, each with what proves it; one who fits alone takes one', async () => {
    const [first, second] = [
      await memberAt('563412', 'SOMCHAI JAIDEE'),
      await memberAt('563412', 'SOMCHAI JAIDEE'),
    ]
    const { id, of } = await evidenceOf({ fromAccountNo: 'xxxx563412', fromName: 'SOMCHAI J', amount: 46 })
    expect(of(first)).toMatchObject({ differs: false, rivalled: true })
    expect(of(second)?.score).toBe(of(first)?.score)
    const people = [token, (await newOperator(app, 'owner')).token]
    const credit = async (by: string | undefined, memberId: string, item: string, reference?: string) => {
      const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
        token: by ?? '',
        params: { queue: 'bank-transfer', id: item },
        body: { reasonCode: 'NAME_FITS', memberId, ...(reference && { reference }) },
      })
      return error ? `${error.message} ${JSON.stringify(error.fields ?? '')}` : body.status
    }
    expect(await credit(people[0], second.id, id)).toMatch(/INVALID_REQUEST .*reference/)
    expect(await credit(people[0], second.id, id, 'chat of 14:02')).toBe('SECOND_OPERATOR_NEEDED')
    const { body: half } = await app.call('GET /api/console/desk/:queue/:id', {
      token,
      params: { queue: 'bank-transfer', id },
    })
    expect(half.item).toMatchObject({ approvalsNeeded: 2, secondBecause: 'RIVALLED', referenceNeeded: true })
    // The second one has to know it as well, and to mean the same member.
    expect(await credit(people[1], second.id, id)).toMatch(/INVALID_REQUEST .*reference/)
    expect(await credit(people[1], first.id, id, 'slip 77')).toBe('SECOND_OPERATOR_NEEDED')
    expect(await credit(people[0], first.id, id, 'slip 77')).toBe('DONE')

    const alone = await memberAt('563499', 'MANEE JAIDEE')
    const lone = await evidenceOf({ fromAccountNo: 'xxxx563499', fromName: 'MANEE', amount: 47 })
    expect(lone.of(alone)).toMatchObject({ differs: false, rivalled: false })
    // An unknown member is less likely than a proposed one.
    const nobody = await memberAt('000001', 'MANEE JAIDEE')
    expect(await credit(people[0], nobody.id, lone.id)).not.toBe('DONE')
    expect(await credit(people[0], alone.id, lone.id)).toBe('DONE')
  })

  it('a member whom the sender paid for before is shown with how often, and stays red', async () => {
    const daughter = await memberAt('770001', 'MALEE SUKJAI')
    const mother = { fromAccountNo: '9990008881', fromName: 'SOMSRI SUKJAI' }
    for (const amount of [100, 150.5]) {
      const { id } = await evidenceOf({ ...mother, amount })
      // Two people, because the sender differs from the member.
      for (const by of [token, (await newOperator(app, 'owner')).token]) {
        const { error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
          token: by,
          params: { queue: 'bank-transfer', id },
          body: { reason: 'told on the phone', memberId: daughter.id },
        })
        expect(error).toBeUndefined()
      }
    }
    const again = await evidenceOf({ ...mother, amount: 99 })
    expect(again.paidFor).toMatchObject([{ member: { _id: daughter.id }, count: 2, amount: 250.5 }])
    expect(again.of(daughter)).toMatchObject({
      differs: true,
      signs: [{ sign: 'PAID_BEFORE', count: 2 }],
    })
    // The same account, masked now, and another one that shows the same digits.
    const masked = await evidenceOf({ fromAccountNo: 'xxx000888x', fromName: 'SOMSRI S', amount: 98 })
    expect(masked.paidFor).toEqual([])
    const stranger = await evidenceOf({ fromAccountNo: '9990008882', fromName: 'SOMSRI SUKJAI', amount: 97 })
    expect(stranger.paidFor).toEqual([])
  })

  it('a slip of the transfer that was refused, and a code that was open, name their members', async () => {
    const [uploader, payer] = [await memberAt('113355', 'A B'), await memberAt('224466', 'C D')]
    const reference = newReference()
    const now = app.clock.now()
    await app.database.query(
      `insert into slips (id, member_id, currency, created_at, status, step, bank_code, reference, note, settled_at)
       values ($1, $2, 'THB', $3, 'FAILED', 'none', '004', $4, 'NOT_MATCH', $3)`,
      [`sl${reference}`, uploader.id, now, reference],
    )
    await app.database.query(
      `insert into qr_payments (id, member_id, gateway, currency, amount_minor, state, created_at, expires_at)
       values ('qraaaaaaaaaaaaaaaaaaaa', $1, 'WW', 'THB', 43219, 'OPEN', $2::timestamptz, $2::timestamptz + interval '15 min')`,
      [payer.id, now],
    )
    const { ids, of } = await evidenceOf({
      reference,
      fromAccountNo: '6660001113',
      fromName: 'X Y',
      amount: 432.19,
    })
    expect(ids).toEqual([uploader.id, payer.id])
    expect(of(uploader)).toMatchObject({ signs: [{ sign: 'SENT_SLIP' }], differs: true })
    expect(of(payer)).toMatchObject({ signs: [{ sign: 'QR_OPEN' }], differs: true })
  })

  it('who saw which member is audited, and an item that does not wait has no evidence', async () => {
    const member = await memberAt('998877', 'ANAN DEE')
    const by = await newOperator(app, 'support')
    const { id } = await evidenceOf({ fromAccountNo: 'xxxx998877', fromName: 'A', amount: 12 })
    const params = { queue: 'bank-transfer', id } as const
    await app.call('GET /api/console/desk/:queue/:id/evidence', { token: by.token, params })
    const looks = await eventsOf(app.database, { operatorId: by.id, actions: 'look.member' })
    expect(looks.map(({ subject }) => subject)).toContain(`member:${member.id}`)
    const none = await app.call('GET /api/console/desk/:queue/:id/evidence', {
      token: by.token,
      params: { ...params, id: '999999' },
    })
    expect(none.error?.message).toBe('NO_DATA')
  })
})
