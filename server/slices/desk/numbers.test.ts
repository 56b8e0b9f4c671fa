import { roles } from '@krapao/contract/slices/operator/roles.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import type { TestApp } from '../../testing/app.ts'
import { house, slipApp } from '../deposit/slip/testing/slip.ts'
import { announce } from '../deposit/testing/money-in.ts'
import { newReference, reportByFeed } from '../deposit/testing/reports.ts'
import { reportIdOf, storeSlips } from '../deposit/testing/stored.ts'
import { eventsOf, newOperator, type TestOperator, withoutAuditLog } from '../operator/testing.ts'

/** Numbers that are masked to support and auditor, and shown whole one by one (rules.md §17.8). */

let app: TestApp
let owner: TestOperator
let support: TestOperator
let auditor: TestOperator
beforeAll(async () => {
  app = await slipApp({
    settings: { 'operator.looksPerMinute': 30, 'deposit.min': 20, 'deposit.manual': true },
  })
  owner = await newOperator(app, 'owner')
  support = await newOperator(app, 'support')
  auditor = await newOperator(app, 'auditor')
})
afterAll(() => app.close())

const showMember = (by: TestOperator, id: string) =>
  app.call('POST /api/console/members/:id/numbers', { token: by.token, params: { id } })
const showItem = (by: TestOperator, queue: 'bank-transfer' | 'slip', id: string) =>
  app.call('POST /api/console/desk/:queue/:id/numbers', { token: by.token, params: { queue, id } })
const open = (by: TestOperator, id: string) =>
  app.call('GET /api/console/desk/:queue/:id', { token: by.token, params: { queue: 'bank-transfer', id } })

/** The numbers that an operator was audited to be shown. */
const shownTo = async ({ id }: TestOperator) =>
  (await eventsOf(app.database, { operatorId: id, actions: 'look.numbers' })).map(({ subject, details }) => ({
    subject,
    details,
  }))

/** A transfer of nobody; its item's id. */
async function transfer(fromAccountNo: string, amount = 250): Promise<string> {
  const reference = newReference()
  const paid = { fromAccountNo, fromName: 'KRITSADA M', reference, amount, at: app.clock.now() }
  expect(await reportByFeed(app, { id: '', accountNo: '' }, paid)).toBe('unmatched')
  return reportIdOf(app.database, { reference })
}

describe('a member’s numbers', () => {
  it.each(roles)('are shown to %s, and each time is audited, without the number', async (role) => {
    const by = await newOperator(app, role)
    const bankAccountNo = `771928${1000 + roles.indexOf(role)}`
    const member = await app.registerMember({ bankAccountNo })
    const whole = { username: member.username, bankAccountNo }
    expect((await showMember(by, member.id)).body).toEqual(whole)
    // Twice at once, as by two tabs: both are shown it, and both are audited.
    const both = await Promise.all([showMember(by, member.id), showMember(by, member.id)])
    expect(both.map(({ body }) => body)).toEqual([whole, whole])
    const audited = {
      subject: `member:${member.id}`,
      details: {
        memberId: member.id,
        shown: [
          { label: 'username', value: `•••••• ${member.username.slice(-4)}` },
          { label: 'bankAccountNo', value: `•••••• ${bankAccountNo.slice(-4)}` },
        ],
      },
    }
    expect(await shownTo(by)).toEqual([audited, audited, audited])
  })

  it('of nobody are not there, and nothing is audited', async () => {
    const by = await newOperator(app, 'support')
    expect((await showMember(by, 'nobodynobody')).error?.message).toBe('NO_DATA')
    expect((await showItem(by, 'bank-transfer', '999999')).error?.message).toBe('NO_DATA')
    expect((await showItem(by, 'slip', 'slnone')).error?.message).toBe('NO_DATA')
    expect(await shownTo(by)).toEqual([])
  })

  it('are not shown if that cannot be audited', async () => {
    const member = await app.registerMember({ bankAccountNo: '8829174650' })
    const id = await transfer('9927164530')
    const refused = await withoutAuditLog(app.database, async () => [
      await showMember(support, member.id),
      await showItem(support, 'bank-transfer', id),
    ])
    for (const { status, error } of refused) {
      expect(status).toBe(500)
      expect(JSON.stringify(error)).not.toMatch(/8829174650|9927164530/)
    }
  })

  it('are shown as often in a minute as pages are opened', async () => {
    const by = await newOperator(app, 'support')
    const member = await app.registerMember()
    const asked = await Promise.all(Array.from({ length: 31 }, () => showMember(by, member.id)))
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
    expect(await shownTo(by)).toHaveLength(30)
  })
})

describe('an item’s numbers', () => {
  it('are the sender’s, and not the house’s, while it waits and when it is decided', async () => {
    const by = await newOperator(app, 'support')
    const member = await app.registerMember()
    const id = await transfer('9648203957')
    const numbers = [{ label: 'fromAccountNo', value: '9648203957' }]
    expect((await showItem(by, 'bank-transfer', id)).body).toEqual({ numbers })
    for (const operator of [owner, await newOperator(app, 'cashier')]) {
      await app.call('POST /api/console/desk/:queue/:id/approve', {
        token: operator.token,
        params: { queue: 'bank-transfer', id },
        body: { reason: 'looked at it', memberId: member.id },
      })
    }
    const { body } = await open(by, id)
    expect(body.state).toBe('DECIDED')
    expect(body.decision?.evidence).toEqual(
      expect.arrayContaining([
        { label: 'fromAccountNo', value: '•••••• 3957' },
        { label: 'accountNo', value: house },
      ]),
    )
    expect((await showItem(by, 'bank-transfer', id)).body).toEqual({ numbers })
    const shown = [{ label: 'fromAccountNo', value: '•••••• 3957' }]
    expect(await shownTo(by)).toEqual([
      { subject: `bank-transfer:${id}`, details: { shown } },
      { subject: `bank-transfer:${id}`, details: { memberId: member.id, shown } },
    ])
  })

  it('are none where the item names no account, and nothing is audited', async () => {
    const by = await newOperator(app, 'auditor')
    const member = await app.registerMember()
    await storeSlips(app.database, { id: 'slnumbers', memberId: member.id, deskReason: 'VERIFIER_SILENT' })
    await mendItems(app.database, app.context.desk)
    expect((await showItem(by, 'slip', 'slnumbers')).body).toEqual({ numbers: [] })
    expect(await shownTo(by)).toEqual([])
  })
})

it('the audit log says which numbers were shown, to the auditor too', async () => {
  const member = await app.registerMember({ bankAccountNo: '7719283465' })
  await showMember(support, member.id)
  const { body } = await app.call('GET /api/console/audit', {
    token: auditor.token,
    query: { kind: 'looks' },
  })
  expect(body.entries[0]).toMatchObject({
    action: 'look.numbers',
    operator: { _id: support.id },
    subject: `member:${member.id}`,
    details: { shown: [{ label: 'username' }, { label: 'bankAccountNo', value: '•••••• 3465' }] },
  })
})

describe('the comparison with a member', () => {
  // The last four digits agree, and nothing else of the number.
  const [own, lookAlike] = ['1112223465', '9998883465']
  const evidence = (by: TestOperator, id: string) =>
    app.call('GET /api/console/desk/:queue/:id/evidence', {
      token: by.token,
      params: { queue: 'bank-transfer', id },
    })

  it('is made by the server of the whole numbers, for those to whom they are masked', async () => {
    const member = await app.registerMember({
      name: 'กฤษดา มั่นคง',
      bankCode: 'KBANK',
      bankAccountName: 'KRITSADA MANKHONG',
      bankAccountNo: own,
    })
    // By what was announced, the member is proposed.
    await announce(app, member, 271)
    const id = await transfer(lookAlike, 271)
    const of = async (by: TestOperator) =>
      (await evidence(by, id)).body.members?.find((possible) => possible.member._id === member.id)
    for (const by of [support, auditor])
      expect(await of(by)).toMatchObject({
        differs: true,
        member: { bankAccountNo: '•••••• 3465' },
        compared: expect.arrayContaining([{ label: 'fromAccountNo', result: 'differs' }]),
      })
    expect(await of(owner)).not.toHaveProperty('compared')
    expect(await of(owner)).toMatchObject({ differs: true, member: { bankAccountNo: own } })
  })

  it('of an item with a member as well, and of a number that the bank masks', async () => {
    const member = await app.registerMember({ bankCode: 'KTB', bankAccountNo: own })
    const put = (id: string, fromAccountNo: string) =>
      storeSlips(app.database, {
        id,
        memberId: member.id,
        deskReason: 'NAME_UNCLEAR',
        from: { bank: 'KTB', accountNo: fromAccountNo },
      })
    await put('slalike', lookAlike)
    await put('slbank', 'xxx-x-x2346-x')
    await put('slsame', own)
    await mendItems(app.database, app.context.desk)
    const { body } = await app.call('GET /api/console/desk/:queue', {
      token: support.token,
      params: { queue: 'slip' },
    })
    const resultOf = (id: string) =>
      body.items.find((item) => item.id === id)?.compared?.find(({ label }) => label === 'fromAccountNo')
        ?.result
    expect(['slalike', 'slbank', 'slsame'].map(resultOf)).toEqual(['differs', 'fits', 'same'])
  })
  it('of the transfers that an announced deposit may be', async () => {
    const member = await app.registerMember({ bankCode: 'SCB', bankAccountNo: own })
    await announce(app, member, 283)
    await transfer(lookAlike, 283)
    const of = async ({ token }: TestOperator) => {
      const params = { queue: 'manual-deposit' } as const
      const { body } = await app.call('GET /api/console/desk/:queue', { token, params })
      const item = body.items.find((listed) => listed.member?._id === member.id)
      return item?.candidates?.find(({ amount }) => amount === 283)
    }
    for (const by of [support, auditor])
      expect((await of(by))?.compared).toContainEqual({ label: 'fromAccountNo', result: 'differs' })
    expect(await of(owner)).toBeDefined()
    expect(await of(owner)).not.toHaveProperty('compared')
  })
})
