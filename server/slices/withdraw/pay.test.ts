import { setTimeout as sleep } from 'node:timers/promises'
import { reasonCodes } from '@krapao/contract/slices/desk/reason-codes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DeskDecision } from '../../desk/queue.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { storedAttempts } from '../../outside/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { newOperator } from '../operator/testing.ts'
import { payWithdrawals } from './pay.ts'
import { buildMember, listPayouts, rowsOf, walletOf, withdraw } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
  // The server's own jobs would pay in between.
  await app.context.jobs.stop()
  // A time-out shorter than ten seconds, so that tests do not wait for a silent bank.
  const { payouts } = app.context
  const { pay, status } = payouts
  const impatient = () => sleep(600, { outcome: 'uncertain', reason: 'TIMEOUT' } as const, { ref: false })
  payouts.pay = (order) => Promise.race([pay(order), impatient()])
  payouts.status = (id) => Promise.race([status(id), impatient()])
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

let travelled = 0
const advance = (seconds: number) => {
  travelled += seconds
  app.clock.advance(seconds)
}
afterEach(async () => {
  await app.sandbox.setFault('payout', 'none')
  for (let i = 0; i < 3; i++) {
    advance(100)
    await payWithdrawals(app.context)
  }
  advance(-travelled)
})

const pay = () => payWithdrawals(app.context)
const only = async (member: TestMember) => {
  const [row] = await rowsOf(app, member)
  if (!row) throw new Error('no withdrawal')
  return row
}

/** A member whose withdrawal of 400 out of 1000 has this fault when it is paid. */
async function faulty(fault: Parameters<TestApp['sandbox']['setFault']>[1], times = 1) {
  const member = await buildMember(app, 1000)
  await withdraw(app, member, 400)
  await app.sandbox.setFault('payout', fault, times, 'pay')
  await pay()
  return member
}

describe('faults of the bank (rules.md §6.3, §16)', () => {
  test.each(['none', 'duplicate'] as const)('%s: paid', async (fault) => {
    const member = await faulty(fault)
    expect(await only(member)).toMatchObject({ state: 'SUCCESS' })
    expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
  })

  test('refuse: the money is back, with the bank’s reason', async () => {
    const member = await faulty('refuse')
    expect(await only(member)).toMatchObject({ state: 'FAILED', reason: 'ACCOUNT_CLOSED', attempts: 0 })
    expect(await walletOf(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
  })

  test.each(['slow', 'timeout-applied', 'garbage'] as const)(
    '%s was paid: kept until the bank says so, and sent once',
    async (fault) => {
      const member = await faulty(fault)
      expect(await only(member)).toMatchObject({ state: 'UNCERTAIN', attempts: 1 })
      expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 400 })
      await pay()
      // Not due yet, so no node asks.
      expect(await only(member)).toMatchObject({ state: 'UNCERTAIN', attempts: 1 })
      advance(2.1)
      await pay()
      expect(await only(member)).toMatchObject({ state: 'SUCCESS' })
      expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 0 })
      expect((await listPayouts(app)).get((await only(member)).id)).toMatchObject({
        asked: 1,
        status: 'SUCCESS',
      })
    },
  )

  test.each(['timeout-lost', 'error'] as const)(
    '%s was not paid: sent again under the same id, because the bank has never received it',
    async (fault) => {
      const member = await faulty(fault)
      expect(await only(member)).toMatchObject({ state: 'UNCERTAIN' })
      expect((await listPayouts(app)).get((await only(member)).id)).toBeUndefined()
      advance(2.1)
      await pay()
      expect(await only(member)).toMatchObject({ state: 'SUCCESS' })
      expect((await listPayouts(app)).get((await only(member)).id)).toMatchObject({ asked: 1, amount: 400 })
      const asked = await storedAttempts(app.database, 'payout', (await only(member)).id)
      expect(asked).toMatchObject([
        { question: 'send', answer: 'uncertain' },
        { question: 'status', answer: 'unknown-id' },
        { question: 'send', answer: 'done' },
      ])
    },
  )

  test('never returned on a guess: a day of silence moves nothing, and it settles when the bank is back', async () => {
    const member = await faulty('timeout-applied')
    await app.sandbox.setFault('payout', 'error', 10_000)
    const waits: number[] = []
    for (let i = 0; i < 5; i++) {
      const { next_at } = await only(member)
      waits.push(Math.round(((next_at?.getTime() ?? 0) - app.clock.now().getTime()) / 1000))
      advance((waits.at(-1) ?? 0) + 0.5)
      await pay()
    }
    expect(waits).toEqual([2, 4, 8, 15, 15])
    expect(await only(member)).toMatchObject({ state: 'UNCERTAIN', attempts: 6, in_review: false })
    advance(3600)
    await pay()
    expect(await only(member)).toMatchObject({ state: 'UNCERTAIN', in_review: true, reason: 'HTTP_500' })
    advance(86_400)
    await pay()
    expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 400 })
    await app.sandbox.setFault('payout', 'none')
    advance(31)
    await pay()
    expect(await only(member)).toMatchObject({ state: 'SUCCESS', in_review: false })
  })

  test('it leaves review before it is sent again, and settles within 60 s of the bank’s return', async () => {
    const member = await faulty('error', 10_000)
    await app.sandbox.setFault('payout', 'error', 10_000)
    advance(3700)
    await pay()
    expect(await only(member)).toMatchObject({ in_review: true })
    await app.sandbox.setFault('payout', 'none')
    for (let seconds = 0; seconds < 60; seconds += 10) {
      advance(10)
      await pay()
    }
    expect(await only(member)).toMatchObject({ state: 'SUCCESS', in_review: false })
  })
})

describe('review', () => {
  const decide = (name: string, id: string, choice: DeskDecision['choice']) =>
    deskOf(app, name).decide(id, choice, { operatorId: 'op-1' })

  async function onDesk(): Promise<TestMember> {
    const member = await faulty('timeout-lost')
    await app.sandbox.setFault('payout', 'error', 10_000)
    advance(3700)
    await pay()
    return member
  }

  test('above the limit: listed with its evidence; approved, it is paid', async () => {
    const member = await buildMember(app, 10_000)
    const { body } = await withdraw(app, member, 9000)
    const entry = await deskOf(app, 'withdrawal').find(body.withdrawalId)
    expect(entry).toMatchObject({ memberId: member.id, amount: 9000, currency: 'THB', reason: 'ABOVE_LIMIT' })
    expect(entry?.evidence).toContainEqual({ label: 'bankCode', value: 'SCB' })
    await decide('withdrawal', body.withdrawalId, 'approve')
    expect(await deskOf(app, 'withdrawal').find(body.withdrawalId)).toBeUndefined()
    await expect(decide('withdrawal', body.withdrawalId, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
    await pay()
    expect(await only(member)).toMatchObject({ state: 'SUCCESS', operator_id: 'op-1' })
  })

  test('refused with a usual reason, the member reads it in the statement', async () => {
    const { token } = await newOperator(app, 'owner')
    for (const reasonCode of reasonCodes.withdrawal.refuse) {
      const member = await buildMember(app, 10_000)
      const { body } = await withdraw(app, member, 9000)
      const params = { queue: 'withdrawal' as const, id: body.withdrawalId }
      await app.call('POST /api/console/desk/:queue/:id/refuse', { token, params, body: { reasonCode } })
      const asked = { page: 1, limit: 10, type: 'withdraw' as const }
      const { body: read } = await app.call('POST /api/statement', { token: member.token, body: asked })
      expect(read.statements[0]).toMatchObject({ status: 'FAILED', reason: reasonCode })
      expect(await walletOf(app, member)).toEqual({ wallet: 10_000, withdrawing: 0 })
    }
  })

  test('refused, the money is back and never paid', async () => {
    const member = await buildMember(app, 10_000)
    const { body } = await withdraw(app, member, 9000)
    await decide('withdrawal', body.withdrawalId, 'refuse')
    await pay()
    expect(await only(member)).toMatchObject({ state: 'FAILED', reason: 'OPERATOR_REFUSED' })
    expect(await walletOf(app, member)).toEqual({ wallet: 10_000, withdrawing: 0 })
    expect((await listPayouts(app)).has(body.withdrawalId)).toBe(false)
  })

  test.each([
    ['approve', 'SUCCESS', { wallet: 600, withdrawing: 0 }],
    ['refuse', 'FAILED', { wallet: 1000, withdrawing: 0 }],
  ] as const)('a payout that nobody knows about, %sd by a person: %s', async (choice, state, money) => {
    const member = await onDesk()
    const { id } = await only(member)
    expect(await deskOf(app, 'payout').find(id)).toMatchObject({ reason: 'UNCERTAIN', amount: 400 })
    await decide('payout', id, choice)
    expect(await only(member)).toMatchObject({ state, in_review: false })
    expect(await walletOf(app, member)).toEqual(money)
    await expect(decide('payout', id, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
    // The bank is back, but a payout that an operator has decided is not sent.
    await app.sandbox.setFault('payout', 'none')
    advance(100)
    await pay()
    expect((await listPayouts(app)).has(id)).toBe(false)
  })

  test('a payout whose node died before it marked the row uncertain can still be ended by an operator', async () => {
    const member = await onDesk()
    const { id } = await only(member)
    await app.database.query(`update withdrawals set state = 'PAYING' where id = $1`, [id])
    await decide('payout', id, 'refuse')
    expect(await only(member)).toMatchObject({ state: 'FAILED', in_review: false })
    expect(await walletOf(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
  })

  test('a payout that is not in review cannot be decided', async () => {
    const member = await faulty('timeout-lost')
    await expect(decide('payout', (await only(member)).id, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
    expect(await walletOf(app, member)).toEqual({ wallet: 600, withdrawing: 400 })
  })
})

test('a node that resumes after its claim has ended sends nothing and changes nothing', async () => {
  const member = await buildMember(app, 1000)
  await withdraw(app, member, 400)
  const now = performance.now.bind(performance)
  let slept = 0
  performance.now = () => {
    slept += 20_000
    return now() + slept
  }
  try {
    await pay()
  } finally {
    performance.now = now
  }
  expect(await only(member)).toMatchObject({ state: 'UNCERTAIN', reason: 'NODE_WAS_ASLEEP' })
  expect((await listPayouts(app)).has((await only(member)).id)).toBe(false)
  advance(3)
  await pay()
  expect(await only(member)).toMatchObject({ state: 'SUCCESS' })
})
