import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { storeCredited, storeSlips } from '../deposit/testing/stored.ts'
import { storeGameAccount } from '../game/testing.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { storeWithdrawals } from '../withdraw/testing.ts'
import { secondOperatorFrom } from './rules.ts'
import { testQueue } from './testing.ts'

/** The desk over HTTP: rights, two operators above the limit, and the audit. */
let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let owner: TestOperator
let cashier: TestOperator
let support: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await testApp()
  parcels = await testQueue(app)
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
  support = await newOperator(app, 'support')
  member = await app.registerMember({ name: 'สมชาย ใจดี', bankAccountName: 'SOMYING JAIDEE' })
})
afterAll(() => app.close())

async function approve(by: TestOperator, id: string, said: { memberId?: string; amount?: number } = {}) {
  const { status, body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    token: by.token,
    params: { queue: 'slip', id },
    body: { reason: `says ${by.role}`, ...said },
  })
  return status === 200 ? body.status : `${status} ${error?.message}`
}
async function refuse(by: TestOperator, id: string, reason = 'not ours') {
  const { status, body, error } = await app.call('POST /api/console/desk/:queue/:id/refuse', {
    token: by.token,
    params: { queue: 'slip', id },
    body: { reason },
  })
  return status === 200 ? body.status : `${status} ${error?.message}`
}
const list = async (after?: string) =>
  (
    await app.call('GET /api/console/desk/:queue', {
      token: support.token,
      params: { queue: 'slip' },
      ...(after && { query: { after } }),
    })
  ).body
const item = async (id: string) => (await list()).items.find((listed) => listed.id === id)

describe('who may call', () => {
  const params = { queue: 'slip', id: '999999' } as const
  const reason = { reason: 'because' }
  const search = { search: 'som' }
  const calls = {
    me: (token: string) => app.call('GET /api/console/me', { token }),
    audit: (token: string) => app.call('GET /api/console/audit', { token }),
    desk: (token: string) => app.call('GET /api/console/desk', { token }),
    list: (token: string) => app.call('GET /api/console/desk/:queue', { token, params }),
    item: (token: string) => app.call('GET /api/console/desk/:queue/:id', { token, params }),
    members: (token: string) => app.call('GET /api/console/members', { token, query: search }),
    approve: (token: string) =>
      app.call('POST /api/console/desk/:queue/:id/approve', { token, params, body: reason }),
    refuse: (token: string) =>
      app.call('POST /api/console/desk/:queue/:id/refuse', { token, params, body: reason }),
    reverse: (token: string) =>
      app.call('POST /api/console/desk/:queue/:id/reverse', { token, params, body: reason }),
    suspense: (token: string) => app.call('GET /api/console/suspense', { token }),
    owed: (token: string) =>
      app.call('GET /api/console/suspense/:account', { token, params: { account: 'suspense:1' } }),
    staff: (token: string) => app.call('GET /api/console/staff', { token }),
    add: (token: string) =>
      app.call('POST /api/console/staff', { token, body: { email: '?@?', name: 'N', role: 'support' } }),
    change: (token: string) =>
      app.call('PUT /api/console/staff/:id', { token, params: { id: 'nobody' }, body: {} }),
    reset: (token: string) =>
      app.call('POST /api/console/staff/:id/password', { token, params: { id: 'nobody' } }),
    password: (token: string) =>
      app.call('PUT /api/console/password', { token, body: { oldPassword: 'x', newPassword: 'x' } }),
    logout: (token: string) => app.call('POST /api/console/logout', { token }),
  }

  it.each([
    // 404 and 422: the caller is permitted, but there is no such item, or a value is wrong.
    ['owner', '200 200 200 200 404 200 404 404 404 200 200 200 422 404 404 422 200'],
    ['cashier', '200 403 200 200 404 200 404 404 404 200 200 403 403 403 403 422 200'],
    ['support', '200 403 200 200 404 200 403 403 403 200 200 403 403 403 403 422 200'],
    ['auditor', '200 200 200 200 404 200 403 403 403 200 200 403 403 403 403 422 200'],
  ] as const)(`%s at ${Object.keys(calls).join(' ')}: %s`, async (role, expected) => {
    const { token } = await newOperator(app, role)
    const found: number[] = []
    for (const call of Object.values(calls)) found.push((await call(token)).status)
    expect(found.join(' ')).toBe(expected)
  })

  it('nobody without a token, who gets the same answer for a wrong request as for a right one', async () => {
    for (const call of Object.values(calls)) expect((await call('')).error?.message).toBe('invalid-token')
    const answer = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: support.token,
      params,
      body: {} as never,
    })
    expect(answer.error?.message).toBe('FORBIDDEN')
  })
})

describe('the list of waiting items', () => {
  it('is counted, and shows the member’s data', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 500 })
    const desk = await app.call('GET /api/console/desk', { token: support.token })
    expect(desk.body.queues).toEqual([{ queue: 'slip', count: expect.any(Number), mayDecide: false }])
    const { body } = await app.call('GET /api/console/desk', { token: cashier.token })
    expect(body.queues[0]?.mayDecide).toBe(true)
    expect(await item(id)).toMatchObject({
      queue: 'slip',
      // Support sees the phone number's end.
      member: {
        _id: member.id,
        username: `•••••• ${member.username.slice(-4)}`,
        bankAccountName: 'SOMYING JAIDEE',
      },
      amount: 500,
      evidence: [{ label: 'fromName', value: 'SOMYING J' }],
      votes: [],
      approvalsNeeded: 1,
      refusalsNeeded: 1,
    })
  })

  it('comes in pages, oldest first', async () => {
    for (let n = 0; n < 41; n++) await parcels.put({ memberId: member.id, amount: 1 })
    const seen: string[] = []
    let next: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(next ?? undefined)
      seen.push(...page.items.map(({ id }) => id))
      next = page.next
    } while (next)
    expect(seen.length).toBeGreaterThan(40)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => Number(a) - Number(b)))
    await parcels.change(`state = 'gone'`)
  })

  it('a queue that no slice offers is NO_DATA, and an unknown name is a wrong request', async () => {
    const call = (queue: string) =>
      app.call('GET /api/console/desk/:queue', { token: owner.token, params: { queue: queue as 'gift' } })
    expect((await call('gift')).error?.message).toBe('NO_DATA')
    expect((await call('nothing')).error?.message).toBe('INVALID_REQUEST')
  })
})

describe('a decision', () => {
  it('by one operator up to the limit; a second one comes too late', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 20_000 })
    expect(await approve(cashier, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({
      state: 'approve',
      decision: { choice: 'approve', operatorId: cashier.id, reason: 'says cashier' },
    })
    expect(await approve(owner, id)).toBe('409 ALREADY_DECIDED')
    expect(await refuse(owner, id)).toBe('409 ALREADY_DECIDED')
  })

  it('by two different operators above the limit', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 20_000.01 })
    expect(await item(id)).toMatchObject({ approvalsNeeded: 2, refusalsNeeded: 1 })
    expect(await approve(cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await approve(cashier, id)).toBe('422 SECOND_OPERATOR')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
    expect((await item(id))?.votes).toMatchObject([
      { choice: 'approve', operatorId: cashier.id, name: cashier.name, reason: 'says cashier' },
    ])
    expect(await approve(owner, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'approve', effects: 1 })
    const events = await parcels.auditEvents(id)
    expect(events.map(({ action, operator_id }) => [action, operator_id])).toEqual([
      ['desk.approve-first', cashier.id],
      ['desk.approve', owner.id],
    ])
    expect(events[1]?.details.approvedBefore).toMatchObject([{ operatorId: cashier.id }])
  })

  it('to refuse takes one operator, even above the limit and after a first approval', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 90_000 })
    expect(await approve(owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await refuse(cashier, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'refuse', effects: 1 })
    expect(await approve(cashier, id)).toBe('409 ALREADY_DECIDED')
  })

  it('follows the setting', async () => {
    await app.context.settings.set(secondOperatorFrom.THB, 100)
    const id = await parcels.put({ memberId: member.id, amount: 100.01 })
    expect(await approve(owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    await app.context.settings.set(secondOperatorFrom.THB, secondOperatorFrom.THB.default)
  })

  it('names member and amount if the item does not have them, and both operators must name the same', async () => {
    const other = await app.registerMember()
    const id = await parcels.put({})
    expect(await approve(owner, id)).toBe('404 NO_USER')
    expect(await approve(owner, id, { memberId: 'aaaaaaaaaaaa', amount: 5 })).toBe('404 NO_USER')
    expect(await approve(owner, id, { memberId: member.id })).toBe('400 INVALID_AMOUNT')
    const said = { memberId: member.id, amount: 30_000 }
    expect(await approve(owner, id, said)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await item(id)).toMatchObject({
      member: null,
      amount: null,
      votes: [{ choice: 'approve', member: { _id: member.id }, amount: 30_000 }],
      approvalsNeeded: 2,
    })
    // Another member, or another amount, is not what the owner approved.
    expect(await approve(cashier, id, { ...said, memberId: other.id })).toBe('SECOND_OPERATOR_NEEDED')
    expect(await approve(cashier, id, said)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting' })
    expect(await approve(owner, id, said)).toBe('DONE')
    expect((await parcels.outcome(id))?.decision).toMatchObject({
      memberId: member.id,
      amountMinor: 3_000_000,
    })
  })

  it('may not name what the item has', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    expect(await approve(owner, id, { amount: 500 })).toBe('400 INVALID_REQUEST')
    expect(await approve(owner, id, { memberId: member.id })).toBe('400 INVALID_REQUEST')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting' })
  })

  it('needs a reason with visible characters', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    for (const reason of ['', 'ab', '  a  b  ', 'ab\u0000c', 'x'.repeat(501)]) {
      expect(await refuse(owner, id, reason), reason).toBe('400 INVALID_REQUEST')
    }
    expect(await refuse(owner, id, 'a b\nc')).toBe('DONE')
  })

  it('of a wrong id is refused', async () => {
    expect(await approve(owner, '99999999')).toBe('404 NO_DATA')
    expect(await approve(owner, 'a\u0000b')).toBe('400 INVALID_REQUEST')
    expect(await approve(owner, '../../me')).toBe('404 NO_DATA')
  })

  it('is audited with reason and evidence, without the key to the picture', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 12.5 })
    await refuse(cashier, id, 'not our account')
    expect(await parcels.auditEvents(id)).toEqual([
      {
        action: 'desk.refuse',
        operator_id: cashier.id,
        reason: 'not our account',
        details: {
          createdAt: '2026-01-02T03:04:05.000Z',
          memberId: member.id,
          amountMinor: 1250,
          currency: 'THB',
          why: 'NAME_UNCLEAR',
          evidence: [{ label: 'fromName', value: 'SOMYING J' }],
          picture: '/files/slip/a.jpg',
          refusalsNeeded: 1,
          refusedBefore: [],
        },
      },
    ])
  })

  it('that its queue refuses leaves no vote and no audit event behind', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 5 })
    const [queue] = app.context.desk.queues()
    const entries = queue?.entries
    if (!queue || !entries) throw new Error('no queue')
    // The job settled it between the check and the decision.
    queue.entries = async (ids) => {
      const found = await entries(ids)
      await parcels.change(`state = 'settled'`, `id = ${id}`)
      return found
    }
    try {
      expect(await approve(owner, id)).toBe('409 ALREADY_DECIDED')
    } finally {
      queue.entries = entries
    }
    expect(await parcels.auditEvents(id)).toEqual([])
    expect(await parcels.outcome(id)).toMatchObject({ state: 'settled', effects: 0 })
  })
})

describe('a refusal that gives back money which may have left', () => {
  beforeAll(() => parcels.refuseInDoubt(true))
  afterAll(() => parcels.refuseInDoubt(false))
  const votesOf = async (id: string) =>
    (await item(id))?.votes.map(({ choice, operatorId }) => [choice, operatorId])

  it('takes one operator up to the limit', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 20_000 })
    expect(await item(id)).toMatchObject({ refusalsNeeded: 1 })
    expect(await refuse(cashier, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'refuse', effects: 1 })
  })

  it('takes two different ones above it', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 20_000.01 })
    expect(await item(id)).toMatchObject({ approvalsNeeded: 2, refusalsNeeded: 2 })
    expect(await refuse(cashier, id, 'never paid')).toBe('SECOND_OPERATOR_NEEDED')
    expect(await refuse(cashier, id)).toBe('422 SECOND_OPERATOR')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
    expect((await item(id))?.votes).toMatchObject([
      { choice: 'refuse', operatorId: cashier.id, name: cashier.name, reason: 'never paid' },
    ])
    expect(await refuse(owner, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({
      state: 'refuse',
      effects: 1,
      decision: { choice: 'refuse', operatorId: owner.id },
    })
    const events = await parcels.auditEvents(id)
    expect(events.map(({ action, operator_id }) => [action, operator_id])).toEqual([
      ['desk.refuse-first', cashier.id],
      ['desk.refuse', owner.id],
    ])
    expect(events[1]?.details).toMatchObject({
      refusalsNeeded: 2,
      refusedBefore: [{ operatorId: cashier.id, name: cashier.name }],
    })
    expect(await refuse(cashier, id)).toBe('409 ALREADY_DECIDED')
  })

  it('does not add up with an approval: a contrary vote starts over, whoever casts it', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect(await approve(cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await refuse(owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await votesOf(id)).toEqual([['refuse', owner.id]])
    expect(await approve(owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await votesOf(id)).toEqual([['approve', owner.id]])
    expect(await refuse(cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
    expect(await refuse(owner, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'refuse', effects: 1 })
  })

  it('of an unknown amount takes two', async () => {
    const id = await parcels.put({ memberId: member.id })
    expect(await item(id)).toMatchObject({ approvalsNeeded: 1, refusalsNeeded: 2 })
    expect(await refuse(cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await refuse(owner, id)).toBe('DONE')
  })
})

describe('an approval that comes too late', () => {
  afterAll(() => parcels.supersede(undefined))

  it('closes the item without effect: answered as already decided, and audited as superseded', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 50 })
    parcels.supersede('CREDITED')
    const answer = await app.call('POST /api/console/desk/:queue/:id/approve', {
      token: cashier.token,
      params: { queue: 'slip', id },
      body: { reason: 'seen in the account' },
    })
    expect([answer.status, answer.error]).toEqual([
      409,
      {
        message: 'ALREADY_DECIDED',
        superseded: 'CREDITED',
        choice: 'approve',
        decidedBy: { _id: cashier.id, name: cashier.name },
        at: expect.any(String),
      },
    ])
    expect(await item(id)).toBeUndefined()
    expect(await parcels.auditEvents(id)).toMatchObject([
      { action: 'desk.superseded', operator_id: cashier.id, details: { superseded: 'CREDITED' } },
    ])
    expect(await approve(owner, id)).toBe('409 ALREADY_DECIDED')
  })
})

describe('the search for members', () => {
  const search = async (text: string) =>
    (
      await app.call('GET /api/console/members', { token: cashier.token, query: { search: text } })
    ).body.members.map(({ _id }) => _id)

  it('finds by the beginning of phone, id, account number and names', async () => {
    const { id, username } = member
    const found = await app.call('GET /api/console/members', { token: cashier.token, query: { search: id } })
    const account = found.body.members[0]?.bankAccountNo ?? ''
    expect(account).toMatch(/^\d{10}$/)
    for (const text of [
      username,
      username.slice(0, 7),
      username.slice(1),
      `${username.slice(0, 3)}-${username.slice(3, 6)} ${username.slice(6)}`,
      id,
      id.slice(0, 6).toUpperCase(),
      account,
      account.slice(0, 8),
      'สมชาย',
      'somying j',
    ]) {
      expect(await search(text), text).toContain(id)
    }
    expect(await search(username.slice(2, -1))).toEqual([])
  })

  it('finds by the end of the account number, by a later word of the name, and by a username at a provider', async () => {
    const found = await app.registerMember({
      name: 'นาย เอกพล ศรีวิไล',
      bankAccountName: 'MR EKKAPHON SRIWILAI',
      bankAccountNo: '5550917726',
    })
    await storeGameAccount(app.database, found.id, 'PG', 'PGWorld77')
    for (const text of [
      '7726',
      'xxx-x-x7726-x'.replace('-x', ''),
      '091-7726',
      'ศรีวิไล',
      'เอกพล',
      'Sriw',
      'ekkaphon sri',
      'pgworld',
    ]) {
      expect(await search(text), text).toEqual([found.id])
    }
    for (const text of ['726', '0917', 'วิไล', 'riwilai', 'world77'])
      expect(await search(text), text).toEqual([])
  })

  it('finds by the whole reference of a transfer that was credited', async () => {
    await storeCredited(app.database, { memberId: member.id, reference: 'SCB77-0042', fromAccountNo: '1' })
    expect(await search('SCB77-0042')).toEqual([member.id])
    expect(await search('SCB77-00')).toEqual([])
  })

  it('finds by the reference of a slip or a withdrawal that the member reads out', async () => {
    const { id } = member
    const [slip, withdrawal] = ['slmhx2k9q0abcdefghijklmnop', `wd${'4f7a21bc9e'.repeat(3).slice(0, 28)}`]
    await storeSlips(app.database, { id: slip, memberId: id, status: 'FAILED' })
    await storeWithdrawals(app.database, [{ id: withdrawal, memberId: id }])
    for (const text of [slip, slip.slice(0, 14).toUpperCase(), 'SLMH X2K9-Q0AB', withdrawal.slice(0, 14)]) {
      expect(await search(text), text).toEqual([id])
    }
    expect(await search('slmhx2k9q0zzzz')).toEqual([])
    expect(await search('sl%%%%%%%%%%')).toEqual([])
  })

  it('treats no character as a pattern, and answers 20 members at most', async () => {
    for (let n = 0; n < 25; n++) await app.registerMember({ name: `Crowd ${n}` })
    expect(await search('crowd')).toHaveLength(20)
    expect(await search('%%%')).toEqual([])
    expect(await search('c_o')).toEqual([])
    expect(await search('a\u0001b')).toEqual([])
    expect(await search('   ')).toEqual([])
  })
})
