import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { ageWatch, endsWatch, removeWork, watchesOf } from '../../outside/testing.ts'
import { sweepWatched } from '../../outside/watch.ts'
import { putInReview } from '../../outside/work.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { setProviders } from '../game/testing.ts'
import { newOperator, type TestOperator } from '../operator/testing.ts'
import { watchTransfers } from '../wallet/reconcile.ts'
import { holdings, leaveToReview, player, transfer } from '../wallet/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { autoLimit } from '../withdraw/rules.ts'
import { buildMember, listPayouts, rowsOf, walletOf, withdraw } from '../withdraw/testing.ts'

/** Money that may have left and is given back by two operators (rules.md §4.3, §6.3, §17.5). */

let app: TestApp
let owner: TestOperator
let cashier: TestOperator
beforeAll(async () => {
  app = await testApp({
    engine: 'postgres',
    settings: { 'withdraw.deskAfterSeconds': 60, 'withdraw.autoLimit': 100_000 },
  })
  await setProviders(app.database, { timeoutSeconds: 1 })
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
    // The bank answers that it has never received it: it leaves review and is sent once more; then the bank
    // is silent.
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

describe('a payout that people said was not paid', () => {
  /** 1,200 that the bank has paid, of which its status says nothing. */
  async function paidInSilence() {
    const member = await buildMember(app, 5000)
    await app.sandbox.setFault('payout', 'timeout-applied', 1, 'pay')
    await app.sandbox.setFault('payout', 'error', 10_000, 'status')
    const { body } = await withdraw(app, member, 1200)
    const id = body.withdrawalId
    await pay(1)
    await pay(70)
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'UNCERTAIN', in_review: true }])
    expect((await listPayouts(app)).get(id)).toMatchObject({ status: 'SUCCESS' })
    return { member, id }
  }
  const watch = async (seconds: number) => {
    app.clock.advance(seconds)
    await sweepWatched(app.context, 'payout', (id) => app.context.payouts.status(id))
  }
  const watched = (key: string) => watchesOf(app.database, 'payout', key)
  async function refuseByTwo(id: string) {
    expect(await say('refuse', 'payout', id, cashier)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('refuse', 'payout', id, owner)).toBe('DONE')
  }

  it('comes back to the desk when the bank answers that it was paid, and moves nothing', async () => {
    const { member, id } = await paidInSilence()
    expect(await find('payout', id)).toMatchObject({ refusalsNeeded: 2, secondBecause: 'NOT_CARRIED_OUT' })
    await refuseByTwo(id)
    expect(await walletOf(app, member)).toEqual({ wallet: 5000, withdrawing: 0 })
    await watch(61)
    expect(await find('payout', id)).toBeUndefined()
    await app.sandbox.setFault('payout', 'none')
    await watch(61)
    expect(await find('payout', id)).toMatchObject({
      reason: 'CONTRADICTION',
      amount: 1200,
      member: { _id: member.id },
      refusalsNeeded: 1,
    })
    expect(await walletOf(app, member)).toEqual({ wallet: 5000, withdrawing: 0 })
    expect(await watched(id)).toEqual([])
    const { body } = await app.call('GET /api/console/desk/:queue/:id/evidence', {
      token: owner.token,
      params: { queue: 'payout', id },
    })
    expect(body.attempts?.latest[0]).toMatchObject({ question: 'status', answer: 'done' })
    // Somebody has seen it, and it does not come back again.
    expect(await say('refuse', 'payout', id, cashier)).toBe('DONE')
    await watch(61)
    expect(await find('payout', id)).toBeUndefined()
  })

  it('is asked about for three days, and not longer', async () => {
    const { id } = await paidInSilence()
    await refuseByTwo(id)
    const age = (hours: number) => ageWatch(app.database, id, hours)
    await age(71)
    // A node whose clock is wrong forgets it neither.
    const wrong = { ...app.context, clock: { ...app.clock, now: () => addSeconds(app.clock.now(), 86_400) } }
    await sweepWatched(wrong, 'payout', (key) => app.context.payouts.status(key))
    await watch(61)
    expect(await watched(id)).toHaveLength(1)
    await age(1)
    await watch(61)
    expect(await watched(id)).toEqual([])
    await app.sandbox.setFault('payout', 'none')
    await watch(61)
    expect(await find('payout', id)).toBeUndefined()
  })

  it('is asked about once by two nodes at once, and no longer once the bank says no', async () => {
    const { id } = await paidInSilence()
    await refuseByTwo(id)
    const asked: string[] = []
    const no = async (key: string) => {
      if (key === id) asked.push(key)
      return { outcome: 'refused', reason: 'ACCOUNT_CLOSED' } as const
    }
    app.clock.advance(61)
    await Promise.all([1, 2, 3].map(() => sweepWatched(app.context, 'payout', no)))
    expect(asked).toEqual([id])
    expect(await watched(id)).toEqual([])
    await app.sandbox.setFault('payout', 'none')
  })

  it('is put on the desk by the next node where one died between the two steps', async () => {
    const { id } = await paidInSilence()
    await refuseByTwo(id)
    await app.sandbox.setFault('payout', 'none')
    const { database } = app.context
    const query = database.query.bind(database)
    const dying = {
      ...database,
      query: (text: string, values?: unknown[]) =>
        endsWatch.test(text) ? Promise.reject(new Error('died')) : query(text, values ?? []),
    } as typeof database
    app.clock.advance(61)
    await sweepWatched({ ...app.context, database: dying }, 'payout', (key) =>
      app.context.payouts.status(key),
    )
    expect(await find('payout', id)).toMatchObject({ reason: 'CONTRADICTION' })
    await watch(61)
    expect(await find('payout', id)).toMatchObject({ reason: 'CONTRADICTION' })
    expect(await watched(id)).toEqual([])
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

  it('is given back by two operators, from the first baht', async () => {
    const { member, key } = await transferOnDesk(25_000)
    expect(await say('refuse', 'transfer', key, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 25_000, game: 0, inTransit: 25_000 })
    expect(await say('refuse', 'transfer', key, cashier)).toBe('DONE')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 50_000, game: 0, inTransit: 0 })

    const small = await transferOnDesk(100)
    expect(await find('transfer', small.key)).toMatchObject({
      approvalsNeeded: 1,
      refusalsNeeded: 2,
      secondBecause: 'NOT_CARRIED_OUT',
    })
    expect(await say('refuse', 'transfer', small.key, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await holdings(app, small.member, 'PG')).toEqual({ wallet: 49_900, game: 0, inTransit: 100 })
    expect(await say('refuse', 'transfer', small.key, cashier)).toBe('DONE')
    expect(await holdings(app, small.member, 'PG')).toEqual({ wallet: 50_000, game: 0, inTransit: 0 })
  })

  it('comes back when the provider says that it was carried out after all', async () => {
    const { member, key } = await transferOnDesk(100)
    expect(await say('refuse', 'transfer', key, owner)).toBe('SECOND_OPERATOR_NEEDED')
    expect(await say('refuse', 'transfer', key, cashier)).toBe('DONE')
    app.clock.advance(61)
    await watchTransfers(app.context)
    // It has never received it, which may still change.
    expect(await find('transfer', key)).toBeUndefined()
    app.clock.advance(61)
    await sweepWatched(app.context, 'transfer', async () => ({ outcome: 'done' }))
    expect(await find('transfer', key)).toMatchObject({ reason: 'CONTRADICTION', member: { _id: member.id } })
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 50_000, game: 0, inTransit: 0 })
    expect(await say('refuse', 'transfer', key, owner)).toBe('DONE')
  })

  it('votes from before it was settled do not count when it comes back', async () => {
    const { member, key } = await transferOnDesk(25_000)
    expect(await say('approve', 'transfer', key, owner)).toBe('SECOND_OPERATOR_NEEDED')
    // The provider answers, and then contradicts itself.
    await removeWork(app.database, { kind: 'transfer', key })
    await mendItems(app.database, app.context.desk)
    await putInReview(app.context, { kind: 'transfer', key }, 'posted after voided')
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
