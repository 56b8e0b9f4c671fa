import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { newOperator } from '../operator/testing.ts'
import { payWithdrawals } from './pay.ts'
import { autoLimit, dailyCount, dailySum, maxWithdrawal, minWithdrawal } from './rules.ts'
import { buildMember, rowsOf, withdraw } from './testing.ts'

/**
 * The limits above which a withdrawal takes an operator, or a second one, or is refused: exactly at each, and
 * just above it.
 */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await app.context.jobs.stop()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const outcome = async (member: TestMember, amount: number): Promise<string> => {
  const { body, error } = await withdraw(app, member, amount)
  return error?.message ?? body.status
}
async function buildKipMember(amount: number): Promise<TestMember> {
  const member = await app.registerMember({ currency: 'LAK' })
  await app.context.ledger.post({
    key: `kip:${member.id}`,
    kind: 'deposit',
    memberId: member.id,
    legs: [
      { account: { house: 'bank:test' }, asset: 'LAK', amountMinor: -amount * 100 },
      { account: { member: member.id, name: 'wallet' }, asset: 'LAK', amountMinor: amount * 100 },
    ],
  })
  return member
}

describe('paid automatically', () => {
  test.each([
    [[5000], ['APPROVED']],
    [[5000.01], ['PENDING']],
    [
      [3000, 2000],
      ['APPROVED', 'APPROVED'],
    ],
    [
      [3000, 2000.01],
      ['APPROVED', 'PENDING'],
    ],
    [
      [4900, 100, 100],
      ['APPROVED', 'APPROVED', 'PENDING'],
    ],
    // One that waits for an operator may still be paid, so it counts.
    [
      [6000, 100],
      ['PENDING', 'PENDING'],
    ],
  ])('%j baht within a day: %j', async (amounts, expected) => {
    const member = await buildMember(app, 20_000)
    const outcomes: string[] = []
    for (const amount of amounts) outcomes.push(await outcome(member, amount))
    expect(outcomes).toEqual(expected)
    expect((await rowsOf(app, member)).map(({ state }) => state)).toEqual(expected)
  })

  test.each([
    [3_000_000, 'APPROVED'],
    [3_000_000.01, 'PENDING'],
  ])('%d kip: %s', async (amount, expected) =>
    expect(await outcome(await buildKipMember(4_000_000), amount)).toBe(expected),
  )

  test('after 24 hours an earlier withdrawal no longer counts', async () => {
    const member = await buildMember(app, 20_000)
    expect(await outcome(member, 5000)).toBe('APPROVED')
    app.clock.advance(86_400 - 60)
    expect(await outcome(member, 100)).toBe('PENDING')
    app.clock.advance(61)
    expect(await outcome(member, 4900)).toBe('APPROVED')
    expect(await outcome(member, 100)).toBe('PENDING')
    app.clock.advance(-86_401)
  })

  test('a failed withdrawal never left, and does not count', async () => {
    const member = await buildMember(app, 20_000)
    await payWithdrawals(app.context)
    await app.sandbox.setFault('payout', 'refuse', 1, 'pay')
    expect(await outcome(member, 5000)).toBe('APPROVED')
    await payWithdrawals(app.context)
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'FAILED' }])
    expect(await outcome(member, 5000)).toBe('APPROVED')
  })

  test('fifty at once do not exceed the limit together', async () => {
    await app.context.settings.set(dailyCount, 100)
    const [first, second] = [await buildMember(app, 20_000), await buildMember(app, 20_000)]
    await Promise.all(Array.from({ length: 50 }, () => [outcome(first, 200), outcome(second, 300)]).flat())
    await app.context.settings.set(dailyCount, dailyCount.default)
    for (const [member, amount] of [
      [first, 200],
      [second, 300],
    ] as const) {
      const rows = await rowsOf(app, member)
      expect(rows).toHaveLength(50)
      const paid = rows.filter(({ state }) => state === 'APPROVED')
      expect(paid).toHaveLength(Math.floor(5000 / amount))
    }
  })

  test('the setting applies to the satang', async () => {
    await app.context.settings.set(autoLimit.THB, 123.45)
    try {
      expect(await outcome(await buildMember(app, 1000), 123.45)).toBe('APPROVED')
      expect(await outcome(await buildMember(app, 1000), 123.46)).toBe('PENDING')
    } finally {
      await app.context.settings.set(autoLimit.THB, autoLimit.THB.default)
    }
  })
})

describe('approved by one operator or by two', () => {
  test.each([
    [[20_000], [1]],
    [[20_000.01], [2]],
    [
      [10_000, 10_000],
      [1, 1],
    ],
    [
      [10_000, 10_000.01],
      [2, 2],
    ],
    // Automatic payments are part of the sum.
    [[5000, 15_000], [1]],
    [[5000, 15_000.01], [2]],
  ])('%j baht within a day: %j', async (amounts, expected) => {
    const cashier = await newOperator(app, 'cashier')
    const member = await buildMember(app, 60_000)
    for (const amount of amounts) await withdraw(app, member, amount)
    const waiting = (await rowsOf(app, member)).filter(({ state }) => state === 'PENDING')
    const needed: number[] = []
    for (const { id } of waiting) {
      const params = { queue: 'withdrawal', id } as const
      const { body } = await app.call('GET /api/console/desk/:queue/:id', { token: cashier.token, params })
      needed.push(body.item?.approvalsNeeded ?? 0)
    }
    expect(needed).toEqual(expected)
  })

  test.each([
    // Hours before it, and the number of operators that it then takes.
    [3, 2],
    [12, 2],
    [23.9, 2],
    [24.1, 1],
  ])('%d hours after 15,000 baht, 5,000.01 baht takes %i', async (hours, needed) => {
    const member = await buildMember(app, 60_000)
    await withdraw(app, member, 15_000)
    app.clock.advance(hours * 3600)
    try {
      const { token } = await newOperator(app, 'cashier')
      const { withdrawalId: id } = (await withdraw(app, member, 5000.01)).body
      const params = { queue: 'withdrawal', id } as const
      const { body } = await app.call('GET /api/console/desk/:queue/:id', { token, params })
      expect(body.item?.approvalsNeeded).toBe(needed)
      const said = { token, params, body: { reason: 'looked at it' } }
      const approved = await app.call('POST /api/console/desk/:queue/:id/approve', said)
      expect(approved.error?.message ?? approved.body.status).toBe(
        needed === 2 ? 'SECOND_OPERATOR_NEEDED' : 'DONE',
      )
    } finally {
      app.clock.advance(-hours * 3600)
    }
  })

  test('approved withdrawals still count, and refused ones do not', async () => {
    const cashier = await newOperator(app, 'cashier')
    const member = await buildMember(app, 100_000)
    const ids: string[] = []
    for (const amount of [20_000, 500, 30_000]) {
      ids.push((await withdraw(app, member, amount)).body.withdrawalId)
    }
    const say = async (choice: 'approve' | 'refuse', id = '') => {
      const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
        token: cashier.token,
        params: { queue: 'withdrawal', id },
        body: { reason: 'looked at it' },
      })
      return error?.message ?? body.status
    }
    expect(await say('approve', ids[0])).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('refuse', ids[2])).toBe('DONE')
    expect(await say('refuse', ids[1])).toBe('DONE')
    // 20,000 alone is within one person's limit; the operator’s own first vote does not matter.
    expect(await say('approve', ids[0])).toBe('DONE')
    const next = (await withdraw(app, member, 100)).body.withdrawalId
    expect(await say('approve', next)).toBe('SECOND_OPERATOR_NEEDED')
  })
})

describe('refused', () => {
  test.each([
    [100, 'APPROVED'],
    [99.99, 'WITHDRAW_MINIMUM'],
    [50_000, 'PENDING'],
    [50_000.01, 'WITHDRAW_MAXIMUM'],
  ])('%d baht: %s', async (amount, expected) =>
    expect(await outcome(await buildMember(app, 60_000), amount)).toBe(expected),
  )
  test.each([
    [minWithdrawal.LAK.default, 'APPROVED'],
    [minWithdrawal.LAK.default - 0.01, 'WITHDRAW_MINIMUM'],
    [maxWithdrawal.LAK.default, 'PENDING'],
    [maxWithdrawal.LAK.default + 0.01, 'WITHDRAW_MAXIMUM'],
  ])('%d kip: %s', async (amount, expected) =>
    expect(await outcome(await buildKipMember(40_000_000), amount)).toBe(expected),
  )

  test('fifty at once: exactly as many as the day’s count and sum allow', async () => {
    const tries = (member: TestMember, amount: number) =>
      Promise.all(Array.from({ length: 20 }, () => outcome(member, amount)))
    const many = await buildMember(app, 20_000)
    const counted = await tries(many, 100)
    expect(counted.filter((outcome) => outcome === 'WITHDRAW_DAILY_COUNT')).toHaveLength(10)
    expect(await rowsOf(app, many)).toHaveLength(10)
    await app.context.settings.set(dailySum.THB, 1000)
    const much = await buildMember(app, 20_000)
    const summed = await tries(much, 250)
    await app.context.settings.set(dailySum.THB, dailySum.THB.default)
    expect(summed.filter((outcome) => outcome === 'WITHDRAW_DAILY_SUM')).toHaveLength(16)
    expect(await rowsOf(app, much)).toHaveLength(4)
  })
})
