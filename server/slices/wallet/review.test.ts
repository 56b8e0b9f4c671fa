import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { proveItems } from '../../desk/items.ts'
import type { DeskDecision } from '../../desk/queue.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { removeWork } from '../../outside/testing.ts'
import { putInReview } from '../../outside/work.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { deskOf } from '../deposit/testing/money-in.ts'
import { setProviders } from '../game/testing.ts'
import { outcomesOf } from '../outcome/testing.ts'
import { followUpTransfers } from './reconcile.ts'
import { resolve } from './step.ts'
import { holdings, leaveToReview, player, transfer } from './testing.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp({ settings: { 'transfer.followUpAfterSeconds': 60 } })
  await setProviders(app.database, { timeoutSeconds: 1 })
  await app.context.jobs.stop()
})
afterEach(async () => expect(await proveItems(app.database, app.context.desk.queues())).toEqual([]))
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const decide = (key: string, choice: DeskDecision['choice']) =>
  transaction(app.context.db, (tx) =>
    deskOf(app, 'transfer').queue.decide(tx, key, { choice, operatorId: 'op-1', reason: 'looked it up' }),
  )

/** A transfer of 100 from the wallet that the provider has not answered for an hour. */
async function inReview() {
  const member = await player(app, 1000, 'PG')
  await app.sandbox.setFault('PG', 'error', 1, 'transfer')
  const reference = randomUUID()
  await transfer(app, member, 'WALLET', 'PG', 100, reference)
  const key = `transfer:${member.id}:${reference}`
  await leaveToReview(app, key)
  return { member, key }
}

test.each([
  ['approve', { wallet: 900, game: 100, inTransit: 0 }],
  ['refuse', { wallet: 1000, game: 0, inTransit: 0 }],
] as const)('%s settles an uncertain transfer, once', async (choice, expected) => {
  const { member, key } = await inReview()
  expect(await deskOf(app, 'transfer').find(key)).toMatchObject({
    id: key,
    memberId: member.id,
    amount: 100,
    currency: 'THB',
    reason: 'UNCERTAIN',
  })
  expect((await deskOf(app, 'transfer').all()).map(({ id }) => id)).toContain(key)
  await decide(key, choice)
  expect(await holdings(app, member, 'PG')).toEqual(expected)
  expect(await deskOf(app, 'transfer').find(key)).toBeUndefined()
  await expect(decide(key, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
  await followUpTransfers(app.context)
  expect(await holdings(app, member, 'PG')).toEqual(expected)
})

test('one that is settled in between is only recorded', async () => {
  const { member, key } = await inReview()
  await decide(key, 'refuse')
  await putInReview(app.context, { kind: 'transfer', key }, 'posted after voided')
  expect(await deskOf(app, 'transfer').find(key)).toMatchObject({ reason: 'CONTRADICTION' })
  await decide(key, 'approve')
  expect(await deskOf(app, 'transfer').all()).toEqual([])
  expect(await holdings(app, member, 'PG')).toEqual({ wallet: 1000, game: 0, inTransit: 0 })
})

test.each([true, false])(
  'of one that it contradicts twice the member has a line, where it was followed up: %s',
  async (isFollowedUp) => {
    const { member, key } = await inReview()
    const hold = await app.context.ledger.findHold(key)
    const held = {
      key,
      transferId: String(hold?.pending.meta.transferId),
      code: 'PG',
      direction: 'in',
      account: { memberId: member.id, asset: 'THB' },
      amountMinor: 10_000,
    } as const
    if (!isFollowedUp) await removeWork(app.database, { kind: 'transfer', key })
    // The node died when it had settled it, and another one hears the opposite.
    await resolve(app.context, held, { outcome: 'done' })
    for (let time = 1; time <= 2; time++)
      await resolve(app.context, held, { outcome: 'refused', reason: 'PROVIDER_REFUSED' })
    const lines = () => outcomesOf(app.database, { memberId: member.id })
    expect(await lines()).toEqual([])
    await Promise.all([decide(key, 'approve'), followUpTransfers(app.context)])
    await followUpTransfers(app.context)
    expect(await lines()).toEqual(isFollowedUp ? [{ result: 'DONE' }] : [])
    expect(await deskOf(app, 'transfer').find(key)).toBeUndefined()
  },
)

test('one that the provider has just answered is no longer decided, and its work ends though its node died', async () => {
  const { member, key } = await inReview()
  const hold = await app.context.ledger.findHold(key)
  await resolve(
    app.context,
    {
      key,
      transferId: String(hold?.pending.meta.transferId),
      code: 'PG',
      direction: 'in',
      account: { memberId: member.id, asset: 'THB' },
      amountMinor: 10_000,
    },
    { outcome: 'done' },
  )
  // The node died before it ended the work, so the desk still shows it.
  await expect(decide(key, 'refuse')).rejects.toThrow('ALREADY_DECIDED')
  expect(await holdings(app, member, 'PG')).toEqual({ wallet: 900, game: 100, inTransit: 0 })
  await followUpTransfers(app.context)
  expect(await deskOf(app, 'transfer').find(key)).toBeUndefined()
  await expect(decide(key, 'approve')).rejects.toThrow('ALREADY_DECIDED')
})

test('one stays on the desk when its decision rolls back, and leaves by one of several at once', async () => {
  const { key } = await inReview()
  const desk = deskOf(app, 'transfer')
  await expect(
    transaction(app.context.db, async (tx) => {
      await desk.queue.decide(tx, key, { choice: 'refuse', operatorId: 'op-1', reason: 'looked it up' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await desk.find(key)).toBeDefined()
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
  const said = await Promise.allSettled([
    decide(key, 'approve'),
    decide(key, 'refuse'),
    decide(key, 'approve'),
  ])
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await desk.all()).toEqual([])
})
