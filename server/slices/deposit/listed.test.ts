import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { proveItems } from '../../desk/items.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { workOf } from '../../outside/testing.ts'
import { transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { makeTransfer, newSender, onDesk, settled, upload } from './slip/testing/slip.ts'
import { announce, deskOf, makeGift, openAccounts, sendGift } from './testing/money-in.ts'
import { newReference, reportByFeed } from './testing/reports.ts'

/**
 * Slips, gifts and announced deposits in the desk's list (docs/decisions/0065): written in the transactions
 * that bring them there or take them away. After each test the list has the items that wait by their own
 * rows.
 */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ settings: { 'deposit.manual': true, 'gift.deskAfterSeconds': 1 } })
  await openAccounts(app)
})
afterEach(async () => {
  for (const target of ['slip', 'gift'] as const) await app.sandbox.setFault(target, 'none')
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** A decision that fails after its queue has carried it out. */
const rollBack = (queue: string, id: string) =>
  expect(
    transaction(app.context.db, async (tx) => {
      await deskOf(app, queue).queue.decide(tx, id, {
        choice: 'refuse',
        operatorId: 'op',
        reason: 'looked at',
      })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
const isListed = async (queue: string, id: string) =>
  (await deskOf(app, queue).all()).some((item) => item.id === id)
/** How many of these decisions had an effect. */
const effective = async (decisions: Promise<unknown>[]) =>
  (await Promise.allSettled(decisions)).filter(({ status }) => status === 'fulfilled').length

async function announced(amount: number) {
  const accountNo = String(randomInt(1_000_000_000, 9_999_999_999))
  const member = await app.registerMember({ bankCode: 'KBANK', bankAccountNo: accountNo })
  const { body } = await announce(app, member, amount)
  const arrives = () =>
    reportByFeed(
      app,
      { id: member.id, accountNo },
      {
        reference: newReference(),
        at: app.clock.now(),
        amount,
        fromAccountNo: accountNo,
      },
    )
  return { id: body.depositId, arrives }
}

it('an announced deposit comes, and leaves by itself when the bank reports it', async () => {
  const { id, arrives } = await announced(431)
  expect(await isListed('manual-deposit', id)).toBe(true)
  expect(await arrives()).toBe('credited')
  expect(await isListed('manual-deposit', id)).toBe(false)
})

it('an announced deposit stays when its decision rolls back, and leaves by one of several, or by the bank, at once', async () => {
  const { id, arrives } = await announced(432)
  await rollBack('manual-deposit', id)
  expect(await isListed('manual-deposit', id)).toBe(true)
  const desk = deskOf(app, 'manual-deposit')
  expect(
    await effective([desk.decide(id, 'refuse'), desk.decide(id, 'refuse'), arrives()]),
  ).toBeLessThanOrEqual(2)
  expect(await isListed('manual-deposit', id)).toBe(false)
})

it('several announced deposits are described together as each by itself', async () => {
  const made = [await announced(441), await announced(442), await announced(443)]
  const { queue, all } = deskOf(app, 'manual-deposit')
  await app.sandbox.call('POST', 'bank/transfers', {
    fromBank: 'SCB',
    fromAccountNo: '9999999999',
    fromName: 'SOMEBODY ELSE',
    toBank: 'SCB',
    toAccountNo: '0000000011',
    amount: 442,
    feed: true,
  })
  const together = (await all()).filter(({ id }) => made.some((item) => item.id === id))
  expect(together).toHaveLength(3)
  for (const entry of together) expect(await queue.entries([entry.id])).toEqual([entry])
  expect(together.map(({ candidates }) => candidates?.[0]?.amount)).toEqual([442, 442, 442])
  expect(await queue.entries([])).toEqual([])
  for (const { id } of made) await deskOf(app, 'manual-deposit').decide(id, 'refuse')
})

it('a slip that waits stays when its decision rolls back, and leaves by one of several at once', async () => {
  const member = await newSender(app)
  const { png } = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี', amount: 451 })
  const { body } = await upload(app.address, member.token, png)
  await onDesk(app, body.slipId)
  await rollBack('slip', body.slipId)
  expect(await isListed('slip', body.slipId)).toBe(true)
  const desk = deskOf(app, 'slip')
  const both = (['approve', 'refuse', 'approve'] as const).map((choice) => desk.decide(body.slipId, choice))
  expect(await effective(both)).toBe(1)
  expect(await isListed('slip', body.slipId)).toBe(false)
})

it('slips of one transfer leave together when one of them is credited', async () => {
  const [thief, owner] = [await newSender(app, 'WIPA SAENG'), await newSender(app)]
  const { png } = await makeTransfer(app, owner, { fromName: 'นางสาวสมหญิง ใจดี', amount: 452 })
  const stolen = await upload(app.address, thief.token, png)
  const own = await upload(app.address, owner.token, png)
  await settled(app, thief.token, stolen.body.slipId).catch(() => undefined)
  await onDesk(app, own.body.slipId)
  await deskOf(app, 'slip').decide(own.body.slipId, 'approve')
  expect(await isListed('slip', own.body.slipId)).toBe(false)
  expect(await isListed('slip', stolen.body.slipId)).toBe(false)
})

it('a silent verifier brings a slip, whose amount the list has when it speaks, and which then leaves by itself', async () => {
  const member = await newSender(app)
  const { png } = await makeTransfer(app, member, { amount: 453 })
  await app.sandbox.setFault('slip', 'error', 1000)
  const { body } = await upload(app.address, member.token, png)
  await expect
    .poll(() => workOf(app.database, 'slip', body.slipId))
    .toMatchObject([{ last_reason: 'HTTP_500' }])
  app.clock.advance(301)
  await onDesk(app, body.slipId)
  expect(await proveItems(app.database, app.context.desk.queues())).toEqual([])
  await app.sandbox.setFault('slip', 'none')
  app.clock.advance(301)
  expect(await settled(app, member.token, body.slipId)).toMatchObject({ status: 'SUCCESS' })
  expect(await isListed('slip', body.slipId)).toBe(false)
  app.clock.advance(-602)
})

it('a gift without an answer comes, stays when its decision rolls back, and leaves by itself', async () => {
  const member = await app.registerMember()
  await app.sandbox.setFault('gift', 'garbage', 1, 'redeem')
  const { body } = await sendGift(app, member, await makeGift(app, member.username, 30))
  await app.sandbox.setFault('gift', 'error', 1000, 'status')
  await expect.poll(() => isListed('gift', body.giftId)).toBe(true)
  await rollBack('gift', body.giftId)
  expect(await isListed('gift', body.giftId)).toBe(true)
  await app.sandbox.setFault('gift', 'none')
  app.clock.advance(61)
  await expect.poll(() => isListed('gift', body.giftId)).toBe(false)
  app.clock.advance(-61)
})

it('a gift that nobody was asked to take is not put before a person, however old', async () => {
  const member = await app.registerMember()
  await app.sandbox.setFault('gift', 'error', 1000, 'inspect')
  const sent = await sendGift(app, member, await makeGift(app, member.username, 30))
  await expect
    .poll(() => app.database.query('select state from gifts where id = $1', [sent.body.giftId]), {
      timeout: 15_000,
    })
    .toEqual([{ state: 'REFUSED' }])
  expect(await workOf(app.database, 'gift', sent.body.giftId)).toEqual([])
})
