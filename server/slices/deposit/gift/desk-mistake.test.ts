import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { mendItems } from '../../../desk/items.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { joinWork, leaveWorkToReview, storedAttempts } from '../../../outside/testing.ts'
import { rawQuery, transaction } from '../../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import { deskOf, inWallet, makeGift, openAccounts, sendGift } from '../testing/money-in.ts'
import { resume } from './redeem.ts'
import { findGift } from './store.ts'

/**
 * A gift that a person refused while the wallet was taking it, and whose link was sent again (rules.md §5.4):
 * the house has the money, so the member gets it, once.
 */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres', settings: { 'gift.followUpSeconds': [60] } })
  await openAccounts(app)
})
/** What `refusedAtDesk` holds up: a test that fails must not leave the app with a call that never ends. */
const heldUp: PromiseWithResolvers<void>[] = []
afterEach(async () => {
  for (const { resolve } of heldUp.splice(0)) resolve()
  await app.sandbox.setFault('gift', 'none')
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

/** The gifts of a member, oldest first, and whether they are asked about or wait at the desk. */
const giftsOf = ({ id }: TestMember) =>
  app.database.query<{ id: string; state: string; reason: string | null; is_asked: boolean }>(
    `select id, state, reason, w.key is not null as is_asked
     from gifts ${joinWork('gift', 'id')}
     where member_id = $1 order by gifts.created_at, id`,
    [id],
  )
const creditsOf = ({ id }: TestMember) => journalsOf(app.database, { memberId: id, kind: 'deposit' })

/** Puts a gift that is being redeemed before a person, who decides about it. */
async function decideAtDesk(id: string, choice: 'approve' | 'refuse'): Promise<void> {
  await leaveWorkToReview(app.database, 'gift', id)
  await mendItems(app.database, app.context.desk)
  await deskOf(app, 'gift').decide(id, choice)
}

/**
 * A gift of 40 baht that was refused at the desk while the wallet was asked to take it.
 * @param when whether the question waits before the wallet hears it, or the answer that it took the gift
 *   waits
 * @returns `letGo`: lets the question or the answer through; `answer`: what the member is answered then
 */
async function refusedAtDesk(when: 'before' | 'after') {
  const member = await app.registerMember()
  const link = await makeGift(app, member.username, 40)
  const { gifts } = app.context
  const { redeem } = gifts
  const paused = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  heldUp.push(go)
  gifts.redeem = async (order) => {
    gifts.redeem = redeem
    const taken = when === 'after' ? await redeem(order) : undefined
    paused.resolve()
    await go.promise
    return taken ?? redeem(order)
  }
  const answer = sendGift(app, member, link)
  await paused.promise
  const [first] = await giftsOf(member)
  await decideAtDesk(first?.id ?? '', 'refuse')
  return { member, link, answer, id: first?.id ?? '', letGo: () => go.resolve() }
}

/** Lets all that waits be asked about again, until nothing is. */
async function askOn(member: TestMember): Promise<void> {
  await expect
    .poll(async () => {
      app.clock.advance(61)
      return (await giftsOf(member)).some(({ is_asked }) => is_asked)
    })
    .toBe(false)
}

it('the other claim has asked nobody yet: it ends, and the gift is credited', async () => {
  const { member, link, answer, letGo } = await refusedAtDesk('after')
  await app.sandbox.setFault('gift', 'error', 1, 'inspect')
  expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'PENDING', amount: null } })
  expect(await giftsOf(member)).toMatchObject([{ state: 'REFUSED' }, { state: 'CLAIMED' }])
  letGo()
  expect(await answer).toMatchObject({ body: { status: 'SUCCESS', amount: 40 } })
  expect(await giftsOf(member)).toMatchObject([
    { state: 'CREDITED', is_asked: false },
    { state: 'REFUSED', reason: 'TAKEN', is_asked: false },
  ])
  expect(await inWallet(app, member)).toBe(40)
  expect((await sendGift(app, member, link)).error?.message).toBe('TRUELINK_DUPLICATE')
  await askOn(member)
  expect(await creditsOf(member)).toHaveLength(1)
})

it('the node that asked dies with the answer in its hands: the wallet is asked again, and the gift is credited', async () => {
  const { member, link, answer, letGo } = await refusedAtDesk('after')
  expect(await giftsOf(member)).toMatchObject([{ state: 'REFUSED', is_asked: true }])
  app.clock.advance(31)
  await expect.poll(() => inWallet(app, member)).toBe(40)
  expect(await giftsOf(member)).toMatchObject([{ state: 'CREDITED', is_asked: false }])
  // The node was only asleep, and its answer comes after all.
  letGo()
  expect(await answer).toMatchObject({ body: { status: 'SUCCESS', amount: 40 } })
  expect((await sendGift(app, member, link)).error?.message).toBe('TRUELINK_DUPLICATE')
  expect(await inWallet(app, member)).toBe(40)
  expect(await creditsOf(member)).toHaveLength(1)
})

it.each([
  ['took it: credited when it speaks again', 'timeout-applied', 40, 'CREDITED'],
  ['did not take it: stays refused, and is asked about no longer', 'error', 0, 'REFUSED'],
] as const)('refused at the desk while the wallet was silent, which %s', async (_, fault, baht, state) => {
  const member = await app.registerMember()
  await app.sandbox.setFault('gift', fault, 1, 'redeem')
  const link = await makeGift(app, member.username, 40)
  expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'PENDING', amount: 40 } })
  await app.sandbox.setFault('gift', 'error', 1000, 'status')
  const [gift] = await giftsOf(member)
  await decideAtDesk(gift?.id ?? '', 'refuse')
  app.clock.advance(31)
  const asked = async () =>
    (await storedAttempts(app.database, 'gift', gift?.id ?? '')).filter(
      ({ question }) => question === 'status',
    )
  await expect.poll(asked).toHaveLength(1)
  expect(await giftsOf(member)).toMatchObject([{ state: 'REFUSED', is_asked: true }])
  await app.sandbox.setFault('gift', 'none')
  await askOn(member)
  expect(await giftsOf(member)).toMatchObject([{ state, is_asked: false }])
  expect(await inWallet(app, member)).toBe(baht)
  expect(await creditsOf(member)).toHaveLength(baht === 0 ? 0 : 1)
})

it('the other claim is being redeemed: its answer is waited for, and then the gift is credited', async () => {
  const { member, link, answer, letGo } = await refusedAtDesk('before')
  await app.sandbox.setFault('gift', 'error', 1, 'redeem')
  expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'PENDING', amount: 40 } })
  letGo()
  expect(await answer).toMatchObject({ body: { status: 'PENDING', amount: 40 } })
  expect(await giftsOf(member)).toMatchObject([
    { state: 'REFUSED', is_asked: true },
    { state: 'REDEEMING', is_asked: true },
  ])
  expect(await deskOf(app, 'gift').all()).toEqual([])
  await askOn(member)
  expect(await giftsOf(member)).toMatchObject([{ state: 'CREDITED' }, { state: 'REFUSED' }])
  expect(await inWallet(app, member)).toBe(40)
  expect(await creditsOf(member)).toHaveLength(1)
})

it('a person says that the other claim was taken: credited for that one, and not a second time', async () => {
  const { member, link, answer, id, letGo } = await refusedAtDesk('before')
  await app.sandbox.setFault('gift', 'error', 1, 'redeem')
  await sendGift(app, member, link)
  letGo()
  await answer
  const other = (await giftsOf(member)).find((gift) => gift.id !== id)
  await decideAtDesk(other?.id ?? '', 'approve')
  expect(await inWallet(app, member)).toBe(40)
  await askOn(member)
  expect(await giftsOf(member)).toMatchObject([
    { state: 'REFUSED', is_asked: false },
    { state: 'CREDITED', is_asked: false },
  ])
  expect(await inWallet(app, member)).toBe(40)
  expect(await creditsOf(member)).toHaveLength(1)
})

it('the wallet is silent for hours: it is asked on, and the desk is not asked a second time', async () => {
  const { member, link, answer, id, letGo } = await refusedAtDesk('before')
  await app.sandbox.setFault('gift', 'error', 1, 'redeem')
  await sendGift(app, member, link)
  letGo()
  await answer
  await app.sandbox.setFault('gift', 'error', 1000, 'status')
  const desk = deskOf(app, 'gift')
  app.clock.advance(3601)
  await expect.poll(() => desk.all()).toHaveLength(1)
  expect((await desk.all()).map((entry) => entry.id)).not.toContain(id)
  await app.sandbox.setFault('gift', 'none')
  await askOn(member)
  expect(await inWallet(app, member)).toBe(40)
  expect(await creditsOf(member)).toHaveLength(1)
})

it('sent again between the end of other claims and the credit: that claim ends at the next question', async () => {
  const { member, link, answer, id, letGo } = await refusedAtDesk('after')
  await app.sandbox.setFault('gift', 'error', 1, 'inspect')
  // The credit waits for the row of its gift.
  await transaction(app.context.db, async (tx) => {
    await rawQuery(tx, 'select from gifts where id = $1 for update', [id])
    letGo()
    await expect
      .poll(() =>
        app.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
    expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'PENDING', amount: null } })
  })
  expect(await answer).toMatchObject({ body: { status: 'PENDING', amount: 40 } })
  await askOn(member)
  expect(await giftsOf(member)).toMatchObject([{ state: 'CREDITED' }, { state: 'REFUSED' }])
  expect(await inWallet(app, member)).toBe(40)
  expect(await creditsOf(member)).toHaveLength(1)
})

it('sent again at the moment of the answer, and the answer comes twice, many times: credited once each', async () => {
  const all: Awaited<ReturnType<typeof refusedAtDesk>>[] = []
  for (let n = 0; n < 12; n++) all.push(await refusedAtDesk('after'))
  await Promise.all(
    all.map(async ({ member, link, answer, id, letGo }, n) => {
      // A node that has the gift in its hands as well.
      const gift = await findGift(app.context.db, id)
      if (!gift) throw new Error(`gift ${id} is gone`)
      const claim = {
        kind: 'gift',
        key: id,
        until: new Date(),
        heldSeconds: () => 60,
        attempts: 0,
        isInReview: false,
      } as const
      const again = sleep(n * 4).then(() => sendGift(app, member, link))
      letGo()
      await Promise.all([answer, again, resume(app.context, { gift, claim, attempts: [] })])
    }),
  )
  for (const { member } of all) {
    await askOn(member)
    expect((await giftsOf(member)).filter(({ state }) => state === 'CREDITED')).toHaveLength(1)
    expect(await inWallet(app, member)).toBe(40)
    expect(await creditsOf(member)).toHaveLength(1)
  }
})
