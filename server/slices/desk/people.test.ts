import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { queriesOf, waitingForLocks } from '../../testing/database.ts'
import { changeOperator, newOperator, shutOut, type TestOperator } from '../operator/testing.ts'
import { aloneDailySum } from './rules.ts'
import { testQueue } from './testing.ts'

/** Which votes count, and how many operators an item takes, on PostgreSQL (rules.md §6.3, §17.5). */
let app: TestApp
let parcels: Awaited<ReturnType<typeof testQueue>>
let owner: TestOperator
let cashier: TestOperator
let member: TestMember
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  parcels = await testQueue(app)
  owner = await newOperator(app, 'owner')
  member = await app.registerMember()
})
afterAll(() => app.close())

async function say(
  choice: 'approve' | 'refuse',
  by: Pick<TestOperator, 'token'>,
  id: string,
  said: { memberId?: string; amount?: number } = {},
): Promise<string> {
  const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    params: { queue: 'slip', id },
    body: { reason: 'looked at it', ...said },
  })
  return error?.message ?? body.status
}
async function look(by: TestOperator, id: string) {
  const { body } = await app.call('GET /api/console/desk/:queue/:id', {
    token: by.token,
    params: { queue: 'slip', id },
  })
  return body.item
}

describe('a vote counts only while its operator may decide', () => {
  it.each([{ isActive: false }, { role: 'support' as const }])('not after %j', async (change) => {
    cashier = await newOperator(app, 'cashier')
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect((await look(owner, id))?.votes).toMatchObject([{ operatorId: cashier.id, counts: true }])
    await changeOperator(app.database, cashier.id, change)
    expect((await look(owner, id))?.votes).toMatchObject([{ operatorId: cashier.id, counts: false }])
    expect(await say('approve', owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
    // Nor after a reinstatement, because the earlier vote was deleted.
    await changeOperator(app.database, cashier.id, { isActive: true, role: 'cashier' })
    expect((await look(owner, id))?.votes).toMatchObject([{ operatorId: owner.id, counts: true }])
    expect(await say('approve', await newOperatorSession(cashier), id)).toBe('DONE')
    expect((await parcels.auditEvents(id)).at(-1)?.details.approvedBefore).toMatchObject([
      { operatorId: owner.id },
    ])
  })

  /** Runs `act` while a suspension is under way, and lets the suspension commit first. */
  async function whileShutOut(who: TestOperator, act: () => Promise<string>): Promise<string> {
    let acting: Promise<string> | undefined
    await transaction(app.context.db, async (tx) => {
      await shutOut(queriesOf(tx), who.id)
      acting = act()
      await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(0)
    })
    return acting as Promise<string>
  }

  it('not if its operator is suspended at the moment of the second vote', async () => {
    cashier = await newOperator(app, 'cashier')
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await whileShutOut(cashier, () => say('approve', owner, id))).toBe('SECOND_OPERATOR_NEEDED')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
  })

  it('nor if the deciding operator is suspended meanwhile', async () => {
    cashier = await newOperator(app, 'cashier')
    const id = await parcels.put({ memberId: member.id, amount: 30 })
    expect(await whileShutOut(cashier, () => say('approve', cashier, id))).toBe('INACTIVE_USER')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting', effects: 0 })
    expect(await parcels.auditEvents(id)).toEqual([])
  })

  it('two sessions of one operator are one operator', async () => {
    cashier = await newOperator(app, 'cashier')
    const { body } = await app.call('POST /api/console/login', {
      body: { email: cashier.email, password: cashier.password },
    })
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('approve', body, id)).toBe('SECOND_OPERATOR')
  })

  it('a vote on an unknown amount does not count once another amount is known', async () => {
    cashier = await newOperator(app, 'cashier')
    const id = await parcels.put({ memberId: member.id })
    expect(await say('approve', cashier, id, { amount: 30_000 })).toBe('SECOND_OPERATOR_NEEDED')
    await parcels.change('amount_minor = 3100000', `id = ${id}`)
    expect((await look(owner, id))?.votes).toMatchObject([{ operatorId: cashier.id, counts: false }])
    expect(await say('approve', owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('approve', cashier, id)).toBe('DONE')
    expect(await parcels.outcome(id)).toMatchObject({ effects: 1 })
  })

  it('nor does one on a known amount that changed', async () => {
    cashier = await newOperator(app, 'cashier')
    const id = await parcels.put({ memberId: member.id, amount: 30_000 })
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    await parcels.change('amount_minor = 9000000', `id = ${id}`)
    expect(await say('approve', owner, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await parcels.outcome(id)).toMatchObject({ state: 'waiting' })
  })
})

describe('what one operator approves alone in a day', () => {
  beforeAll(() => app.context.settings.set(aloneDailySum.THB, 1000))
  afterAll(() => app.context.settings.set(aloneDailySum.THB, aloneDailySum.THB.default))

  it('adds up to the limit; beyond it each approval takes a second operator, until the next Bangkok day', async () => {
    cashier = await newOperator(app, 'cashier')
    const put = (amount: number) => parcels.put({ memberId: member.id, amount })
    expect(await say('approve', cashier, await put(600))).toBe('DONE')
    // A refusal gives nothing away.
    expect(await say('refuse', cashier, await put(700))).toBe('DONE')
    const last = await put(400)
    expect(await look(cashier, last)).toMatchObject({ approvalsNeeded: 1, secondBecause: null })
    expect(await say('approve', cashier, last)).toBe('DONE')
    const beyond = await put(0.01)
    expect(await look(cashier, beyond)).toMatchObject({
      approvalsNeeded: 2,
      refusalsNeeded: 1,
      secondBecause: 'OPERATOR_SUM',
    })
    expect(await look(owner, beyond)).toMatchObject({ approvalsNeeded: 1, secondBecause: null })
    expect(await say('approve', cashier, beyond)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('approve', cashier, beyond)).toBe('SECOND_OPERATOR')
    expect(await say('approve', owner, beyond)).toBe('DONE')
    // Two operators have decided on it, so it counts for neither.
    const [{ sum } = { sum: 0 }] = await app.database.query<{ sum: number }>(
      'select coalesce(sum(amount_minor), 0)::bigint as sum from desk_approved_alone where operator_id = $1',
      [owner.id],
    )
    expect(sum).toBe(0)
    const now = app.clock.now()
    const midnight = new Date(
      `${addSeconds(now, 86_400 + 7 * 3600)
        .toISOString()
        .slice(0, 10)}T00:00:00+07:00`,
    )
    app.clock.advance((midnight.getTime() - now.getTime()) / 1000 + 1)
    const session = await newOperatorSession(cashier)
    expect(await say('approve', session, await put(1000))).toBe('DONE')
  })

  it('is counted in each currency separately', async () => {
    cashier = await newOperator(app, 'cashier')
    const lao = await app.registerMember({ currency: 'LAK' })
    const putKip = (amount: number) => parcels.put({ memberId: lao.id, amount, currency: 'LAK' })
    await app.context.settings.set(aloneDailySum.LAK, 500_000)
    try {
      expect(await say('approve', cashier, await parcels.put({ memberId: member.id, amount: 1000 }))).toBe(
        'DONE',
      )
      expect(await say('approve', cashier, await putKip(400_000))).toBe('DONE')
      const beyond = await putKip(100_000.01)
      expect(await look(cashier, beyond)).toMatchObject({ secondBecause: 'OPERATOR_SUM' })
      expect(await say('approve', cashier, beyond)).toBe('SECOND_OPERATOR_NEEDED')
      expect(await say('approve', cashier, await putKip(100_000))).toBe('DONE')
    } finally {
      await app.context.settings.set(aloneDailySum.LAK, aloneDailySum.LAK.default)
    }
  })

  it('a refusal that gives back what may have left counts like an approval', async () => {
    cashier = await newOperator(app, 'cashier')
    parcels.refuseInDoubt(true)
    try {
      const put = (amount: number) => parcels.put({ memberId: member.id, amount })
      expect(await say('refuse', cashier, await put(1000))).toBe('DONE')
      expect(await say('refuse', cashier, await put(1))).toBe('SECOND_OPERATOR_NEEDED')
    } finally {
      parcels.refuseInDoubt(false)
    }
  })

  it('twenty approvals at once do not exceed the limit', async () => {
    cashier = await newOperator(app, 'cashier')
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.push(await parcels.put({ memberId: member.id, amount: 200 }))
    const outcomes = await Promise.all(ids.map((id) => say('approve', cashier, id)))
    expect(outcomes.filter((outcome) => outcome === 'DONE')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'SECOND_OPERATOR_NEEDED')).toHaveLength(15)
  })

  it('two operators who each give the second vote to the other’s item at the same moment both succeed', async () => {
    const people = [await newOperator(app, 'cashier'), await newOperator(app, 'cashier')] as const
    for (let round = 0; round < 5; round++) {
      const ids = [
        await parcels.put({ memberId: member.id, amount: 30_000 }),
        await parcels.put({ memberId: member.id, amount: 30_000 }),
      ] as const
      await Promise.all([say('approve', people[0], ids[0]), say('approve', people[1], ids[1])])
      expect(
        await Promise.all([say('approve', people[1], ids[0]), say('approve', people[0], ids[1])]),
      ).toEqual(['DONE', 'DONE'])
    }
  })
})

async function newOperatorSession({ email, password }: TestOperator): Promise<{ token: string }> {
  return (await app.call('POST /api/console/login', { body: { email, password } })).body
}

describe('a sender who differs from the member', () => {
  beforeAll(async () => {
    owner = await newOperator(app, 'owner')
    cashier = await newOperator(app, 'cashier')
  })

  it('takes two operators to credit from the first satang, and one to refuse', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 0.01, fromName: 'SOMCHAI K' })
    expect(await look(cashier, id)).toMatchObject({
      approvalsNeeded: 2,
      refusalsNeeded: 1,
      secondBecause: 'DIFFERS',
    })
    expect(await say('approve', cashier, id)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('approve', owner, id)).toBe('DONE')
    const other = await parcels.put({ memberId: member.id, amount: 0.01, fromName: 'SOMCHAI K' })
    expect(await say('refuse', cashier, other)).toBe('DONE')
  })

  it('takes two operators also if the member was chosen by the operator; a matching member takes one', async () => {
    const another = await app.registerMember({ bankAccountName: 'SOMCHAI KAEWTA' })
    const id = await parcels.put({ amount: 50, fromName: 'SOMCHAI K' })
    expect(await look(cashier, id)).toMatchObject({ approvalsNeeded: 1 })
    expect(await say('approve', cashier, id, { memberId: member.id })).toBe('SECOND_OPERATOR_NEEDED')
    expect(await look(owner, id)).toMatchObject({ approvalsNeeded: 2, secondBecause: 'DIFFERS' })
    expect(await say('approve', cashier, id, { memberId: another.id })).toBe('DONE')
    expect((await parcels.outcome(id))?.decision).toMatchObject({ memberId: another.id })
  })

  it('in another script cannot be compared, and takes one operator', async () => {
    const id = await parcels.put({ memberId: member.id, amount: 50, fromName: 'สมหญิง จ' })
    expect(await look(cashier, id)).toMatchObject({ approvalsNeeded: 1, secondBecause: null })
  })
})
