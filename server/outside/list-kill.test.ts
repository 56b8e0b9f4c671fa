import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proveItems } from '../desk/items.ts'
import { listedItems, listsItem } from '../desk/testing.ts'
import { verifyBooks } from '../ledger/public.ts'
import { followUpGifts } from '../slices/deposit/gift/follow-up.ts'
import { deskOf, makeGift, openAccounts, sendGift } from '../slices/deposit/testing/money-in.ts'
import { followUpTransfers } from '../slices/wallet/reconcile.ts'
import { eventually, player, transfer } from '../slices/wallet/testing.ts'
import { payWithdrawals } from '../slices/withdraw/pay.ts'
import { buildMember, withdraw } from '../slices/withdraw/testing.ts'
import { type TestApp, testApp, testConfig } from '../testing/app.ts'
import { dieAt, type Point } from '../testing/node.ts'

/**
 * kill -9 of a node while work that nobody has answered comes to the desk (docs/decisions/0065). What must
 * hold at every moment: the desk's list has the items that wait, and the next node does the work that the
 * dead one left undone.
 */

let app: TestApp

beforeAll(async () => {
  app = await testApp({
    engine: 'postgres',
    settings: {
      'withdraw.deskAfterSeconds': 1,
      'transfer.deskAfterSeconds': 1,
      'transfer.followUpAfterSeconds': 0,
      'gift.deskAfterSeconds': 1,
    },
  })
  await openAccounts(app)
  await app.context.jobs.stop()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

type Kind = 'payout' | 'transfer' | 'gift'

/** Work that the other side has carried out without a usable answer. @returns its key */
const begin: Record<Kind, () => Promise<string>> = {
  async payout() {
    const { withdrawalId } = (await withdraw(app, await buildMember(app, 1000), 400)).body
    await app.sandbox.setFault('payout', 'garbage', 1, 'pay')
    await payWithdrawals(app.context)
    return withdrawalId
  },
  async transfer() {
    const member = await player(app, 1000, 'PG')
    await app.sandbox.setFault('PG', 'garbage', 1, 'transfer')
    const reference = randomUUID()
    await transfer(app, member, 'WALLET', 'PG', 100, reference)
    return `transfer:${member.id}:${reference}`
  },
  async gift() {
    const member = await app.registerMember()
    await app.sandbox.setFault('gift', 'garbage', 1, 'redeem')
    const { body } = await sendGift(app, member, await makeGift(app, member.username, 30))
    return body.giftId
  },
}

async function silence(): Promise<void> {
  await app.sandbox.setFault('payout', 'error', 10_000, 'status')
  await app.sandbox.setFault('PG', 'error', 10_000, 'transfer-status')
  await app.sandbox.setFault('gift', 'error', 10_000, 'status')
}
/** Lets all work be due, also claimed work. */
const makeAllDue = () =>
  app.database.query(`update outside_work set next_at = '2026-01-01' where next_at is not null`)
/** Another node goes on until just these are listed; after failures it asks a provider only now and then. */
const followUpUntil = (keys: string[]) =>
  eventually(async () => {
    await makeAllDue()
    await Promise.all([
      payWithdrawals(app.context),
      followUpTransfers(app.context),
      followUpGifts(app.context),
    ])
    const rows = await listedItems(app.database)
    return String(rows.map(({ id }) => id).sort()) === String([...keys].sort())
  }, 60)
const defects = () => proveItems(app.database, app.context.desk.queues())
const isListed = async (kind: Kind, key: string) => (await deskOf(app, kind).find(key)) !== undefined
const die = (flows: { of: string; at: Point }[]) =>
  dieAt({ ...testConfig(app.sandbox), DATABASE_URL: app.database.url }, flows)

const list = listsItem

describe('work that nobody answers comes to the desk', () => {
  const points: [Kind, string, boolean, Point][] = (['payout', 'transfer', 'gift'] as const).flatMap(
    (kind) => [
      [kind, 'before it is in review', false, { query: 'set attempts = attempts + 1', when: 'before' }],
      [kind, 'when it is in review', false, { query: 'set attempts = attempts + 1', when: 'after' }],
      [kind, 'when it is listed', false, { query: list, when: 'after' }],
      [kind, 'before the commit', false, { query: list, when: 'before-commit' }],
      [kind, 'after the commit', true, { query: list, when: 'after-commit' }],
    ],
  )
  const keys: string[] = []
  const after: boolean[] = []
  let wrong: unknown[]

  beforeAll(async () => {
    for (const [kind] of points) keys.push(await begin[kind]())
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await silence()
    await makeAllDue()
    await die(points.map(([, , , at], i) => ({ of: keys[i] as string, at })))
    wrong = await defects()
    for (const [i, [kind]] of points.entries()) after.push(await isListed(kind, keys[i] as string))
    await followUpUntil(keys)
  }, 180_000)

  it('and is listed as it waits at the moment of the death', () => expect(wrong).toEqual([]))

  it.each(points.map(([kind, name, listed], i) => ({ kind, name, listed, i })))(
    'a $kind, killed $name',
    async ({ kind, listed, i }) => {
      expect(after[i]).toBe(listed)
      expect(await isListed(kind, keys[i] as string)).toBe(true)
      expect(await defects()).toEqual([])
    },
  )
})
