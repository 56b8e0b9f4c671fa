import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { putInReview } from '../../outside/work.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { holdings, leaveToReview, player, transfer } from '../wallet/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { autoLimit } from '../withdraw/rules.ts'
import { buildMember, rowsOf, walletOf, withdraw } from '../withdraw/testing.ts'

/** Money that may have left and is given back by two operators above the limit (rules.md §4.3, §6.3). */

let app: TestApp
let owner: TestOperator
let cashier: TestOperator
beforeAll(async () => {
  app = await testApp({
    engine: 'postgres',
    settings: { 'withdraw.deskAfterSeconds': 60, 'withdraw.autoLimit': 100_000 },
  })
  await app.database.query(`update game_providers set settings = '{"timeoutSeconds":1}'`)
  await app.context.jobs.stop()
  owner = await newOperator(app, 'owner')
  cashier = await newOperator(app, 'cashier')
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

type Queue = 'payout' | 'transfer' | 'withdrawal'
async function say(choice: 'approve' | 'refuse', queue: Queue, id: string, by: TestOperator) {
  const { body, error } = await app.call(`POST /api/console/desk/:queue/:id/${choice}`, {
    token: by.token,
    params: { queue, id },
    body: { reason: 'looked it up', ...(choice === 'approve' && { reference: 'FT-1' }) },
  })
  return error?.message ?? body.status
}
async function find(queue: Queue, id: string) {
  const { body } = await app.call('GET /api/console/desk/:queue', { token: owner.token, params: { queue } })
  return body.items.find((item) => item.id === id)
}
/** Does all work that is due now. */
async function pay(seconds = 40) {
  app.clock.advance(seconds)
  await payWithdrawals(app.context)
}

/** A payout of 25,000 that the bank has never received and does not answer about. */
async function payoutOnDesk(): Promise<{ member: TestMember; id: string }> {
  const member = await buildMember(app, 40_000)
  await app.sandbox.setFault('payout', 'error', 10_000)
  const { body } = await withdraw(app, member, 25_000)
  await pay(1)
  await pay(70)
  expect(await rowsOf(app, member)).toMatchObject([{ state: 'UNCERTAIN', in_review: true }])
  return { member, id: body.withdrawalId }
}

describe('an uncertain payout', () => {
  it('is returned by two operators', async () => {
    const { member, id } = await payoutOnDesk()
    expect(await find('payout', id)).toMatchObject({ approvalsNeeded: 2, refusalsNeeded: 2 })
    expect(await say('refuse', 'payout', id, cashier)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('refuse', 'payout', id, cashier)).toBe('SECOND_OPERATOR')
    expect(await say('approve', 'payout', id, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await walletOf(app, member)).toEqual({ wallet: 15_000, withdrawing: 25_000 })
    expect(await say('refuse', 'payout', id, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('refuse', 'payout', id, cashier)).toBe('DONE')
    expect(await walletOf(app, member)).toEqual({ wallet: 40_000, withdrawing: 0 })
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'FAILED', in_review: false }])
  })

  it('an earlier refusal does not count after the payout was sent to the bank again', async () => {
    const { member, id } = await payoutOnDesk()
    expect(await say('refuse', 'payout', id, cashier)).toBe('SECOND_OPERATOR_NEEDED')
    // The bank answers that it has never received it: it leaves review and is sent once more; then the bank is silent.
    await app.sandbox.setFault('payout', 'none')
    await app.sandbox.setFault('payout', 'error', 10_000, 'pay')
    await pay()
    expect(await rowsOf(app, member)).toMatchObject([
      { state: 'UNCERTAIN', in_review: true, reason: 'HTTP_500' },
    ])
    expect(await find('payout', id)).toMatchObject({ votes: [] })
    expect(await say('refuse', 'payout', id, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await walletOf(app, member)).toEqual({ wallet: 15_000, withdrawing: 25_000 })
  })
})

describe('an uncertain game transfer', () => {
  async function transferOnDesk(amount: number) {
    const member = await player(app, 50_000, 'PG')
    await app.sandbox.setFault('PG', 'error', 1, 'transfer')
    const reference = randomUUID()
    await transfer(app, member, 'WALLET', 'PG', amount, reference)
    const key = `transfer:${member.id}:${reference}`
    await leaveToReview(app, key)
    return { member, key }
  }

  it('is given back by two operators, and by one up to the limit', async () => {
    const { member, key } = await transferOnDesk(25_000)
    expect(await say('refuse', 'transfer', key, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 25_000, game: 0, inTransit: 25_000 })
    expect(await say('refuse', 'transfer', key, cashier)).toBe('DONE')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 50_000, game: 0, inTransit: 0 })

    const small = await transferOnDesk(20_000)
    expect(await say('refuse', 'transfer', small.key, owner)).toBe('DONE')
    expect(await holdings(app, small.member, 'PG')).toEqual({ wallet: 50_000, game: 0, inTransit: 0 })
  })

  it('votes from before it was settled do not count when it comes back', async () => {
    const { member, key } = await transferOnDesk(25_000)
    expect(await say('approve', 'transfer', key, owner)).toBe('SECOND_OPERATOR_NEEDED')
    // The provider answers, and then contradicts itself.
    await app.database.query(`delete from outside_work where kind = 'transfer' and key = $1`, [key])
    await putInReview(app.database, { kind: 'transfer', key }, 'posted after voided', app.clock.now())
    expect(await find('transfer', key)).toMatchObject({ votes: [] })
    expect(await say('approve', 'transfer', key, cashier)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 25_000, game: 0, inTransit: 25_000 })
  })
})

it('a withdrawal that only waits is refused by one operator, because nothing was sent', async () => {
  await app.context.settings.set(autoLimit.THB, 5000)
  const member = await buildMember(app, 40_000)
  const { body } = await withdraw(app, member, 25_000)
  expect(await find('withdrawal', body.withdrawalId)).toMatchObject({ approvalsNeeded: 2, refusalsNeeded: 1 })
  expect(await say('refuse', 'withdrawal', body.withdrawalId, cashier)).toBe('DONE')
  expect(await walletOf(app, member)).toEqual({ wallet: 40_000, withdrawing: 0 })
})
