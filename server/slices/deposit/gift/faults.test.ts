import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendItems } from '../../../desk/items.ts'
import { verifyBooks } from '../../../ledger/public.ts'
import { joinWork, leaveWorkToReview } from '../../../outside/testing.ts'
import { type TestApp, type TestMember, testApp } from '../../../testing/app.ts'
import type { Fault } from '../../../testing/sandbox.ts'
import {
  deskOf,
  inWallet,
  makeGift,
  openAccounts,
  sealGift,
  sendGift,
  walletName,
} from '../testing/money-in.ts'
import { redeemGift } from './redeem.ts'

/** A gift wallet that goes wrong (rules.md §5.4, §16): nobody loses a gift, nobody gets it twice. */

let app: TestApp

beforeAll(async () => {
  app = await testApp({ settings: { 'gift.followUpSeconds': [60] } })
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const stateOf = async ({ id }: TestMember) =>
  (
    await app.database.query<{ state: string; in_review: boolean; reason: string | null }>(
      `select state, w.review_reason is not null as in_review, coalesce(reason, w.last_reason) as reason
       from gifts ${joinWork('gift', 'id')}
       where member_id = $1 order by gifts.created_at desc limit 1`,
      [id],
    )
  )[0]

/** A gift sent while the wallet goes wrong: `answer` comes when it comes. */
async function begin(fault: Fault, call: string, times = 1) {
  const member = await app.registerMember()
  const link = await makeGift(app, member.username, 40)
  await app.sandbox.setFault('gift', fault, times, call)
  return { member, link, answer: sendGift(app, member, link) }
}

async function sent(fault: Fault, call: string, times = 1) {
  const { answer, ...rest } = await begin(fault, call, times)
  return { ...rest, answer: await answer }
}

const faultsLeft = async () => (await app.sandbox.call<unknown[]>('GET', 'faults')).length
const pending = (amount: number | null) => ({ status: 200, body: { status: 'PENDING', amount } })

describe('a wallet out of order', () => {
  it('leaves the gift pending, and it is credited by itself', async () => {
    const begun: (Awaited<ReturnType<typeof begin>> & { what: string; amount: number | null })[] = []
    for (const [fault, call, amount] of [
      ['error', 'inspect', null],
      ['garbage', 'inspect', null],
      ['error', 'redeem', 40],
      ['garbage', 'redeem', 40],
      ['timeout-lost', 'redeem', 40],
      ['timeout-applied', 'redeem', 40],
    ] as const) {
      begun.push({ ...(await begin(fault, call)), what: `${fault} of ${call}`, amount })
      await expect.poll(faultsLeft).toBe(0)
    }
    for (const { what, answer, amount, member, link } of begun) {
      expect(await answer, what).toMatchObject(pending(amount))
      // The same member learns that it is under way, anybody else only that it is taken.
      const again = await sendGift(app, member, link)
      expect(again.error, what).toEqual({ message: 'TRUELINK_DUPLICATE', status: 'PENDING' })
      const another = await sendGift(app, await app.registerMember(), link)
      expect(another.error, what).toEqual({ message: 'TRUELINK_DUPLICATE' })
      expect(await inWallet(app, member), what).toBe(0)
    }
    app.clock.advance(61)
    for (const { what, member } of begun) {
      await expect.poll(() => inWallet(app, member), { message: what }).toBe(40)
    }
  })

  it.each(['slow', 'duplicate'] as const)('(%s) credits at once', async (fault) => {
    const { member, answer } = await sent(fault, 'redeem')
    expect(answer).toMatchObject({ body: { status: 'SUCCESS', amount: 40 } })
    expect(await inWallet(app, member)).toBe(40)
  })

  it.each(['inspect', 'redeem'])('(refuse of %s) releases the link', async (call) => {
    const { member, link, answer } = await sent('refuse', call)
    expect(answer).toMatchObject({ error: { message: 'TRUELINK_INVALID' } })
    expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'SUCCESS' } })
    expect(await inWallet(app, member)).toBe(40)
  })

  it('looked into by a node that then slept is not asked for by it: others may have it by now', async () => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 40)
    const { gifts } = app.context
    const { inspect } = gifts
    const now = performance.now.bind(performance)
    gifts.inspect = async (asked) => {
      const found = await inspect(asked)
      performance.now = () => now() + 20_000
      return found
    }
    try {
      // Not over HTTP: what counts the calls of an address would see time go back afterwards.
      const outcome = await redeemGift(app.context, member.id, sealGift(`${link}::${walletName}`))
      expect(outcome).toMatchObject({ status: 'PENDING', amountMinor: 4000 })
    } finally {
      performance.now = now
      gifts.inspect = inspect
    }
    expect(await stateOf(member)).toMatchObject({ state: 'REDEEMING', reason: 'NODE_WAS_ASLEEP' })
    expect(await inWallet(app, member)).toBe(0)
    app.clock.advance(61)
    await expect.poll(() => inWallet(app, member)).toBe(40)
  })

  it('that refuses when it is asked later releases the link', async () => {
    const { member, answer } = await sent('error', 'redeem')
    expect(answer).toMatchObject(pending(40))
    await app.sandbox.setFault('gift', 'refuse', 1, 'redeem')
    app.clock.advance(61)
    await expect.poll(() => stateOf(member)).toMatchObject({ state: 'REFUSED' })
    expect(await inWallet(app, member)).toBe(0)
  })

  it('that cannot be looked into for an hour gives the link back', async () => {
    const { member, link } = await sent('error', 'inspect', 1000)
    app.clock.advance(3601)
    await expect.poll(() => stateOf(member)).toMatchObject({ state: 'REFUSED', reason: 'NOT_INSPECTED' })
    await app.sandbox.setFault('gift', 'none')
    expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'SUCCESS' } })
  })
})

describe('a gift whose outcome is unknown', () => {
  /** One on the desk: redeemed or not, and the wallet does not say. */
  async function onDesk(fault: 'timeout-applied' | 'error') {
    const made = await sent(fault === 'error' ? 'error' : 'garbage', 'redeem', fault === 'error' ? 1000 : 1)
    await app.sandbox.setFault('gift', 'error', 1000, 'status')
    const desk = deskOf(app, 'gift')
    app.clock.advance(3601)
    await expect.poll(() => desk.all()).toHaveLength(1)
    const [entry] = await desk.all()
    return { ...made, desk, entry }
  }

  it.each([
    ['credited', ['approve']],
    ['credited or given back', ['approve', 'refuse']],
  ] as const)('is %s by an operator, once, though five decide at once', async (_, votes) => {
    const { member, desk, entry } = await onDesk('timeout-applied')
    expect(entry).toMatchObject({ memberId: member.id, amount: 40, reason: 'UNCERTAIN', currency: 'THB' })
    const id = entry?.id ?? ''
    expect(await desk.find(id)).toEqual(entry)
    const said = Array.from({ length: 5 }, (_, at) => votes[at % votes.length] as (typeof votes)[number])
    const decided = await Promise.allSettled(said.map((choice) => desk.decide(id, choice)))
    const effective = said.filter((_, at) => decided[at]?.status === 'fulfilled')
    expect(effective).toHaveLength(1)
    await expect(desk.decide(id, 'approve')).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    await expect(desk.decide('gf', 'approve')).rejects.toMatchObject({ code: 'NO_DATA' })
    await app.sandbox.setFault('gift', 'none')
    expect(await inWallet(app, member)).toBe(effective[0] === 'approve' ? 40 : 0)
  })

  it('is given back by an operator', async () => {
    const { member, link, desk, entry } = await onDesk('error')
    await desk.decide(entry?.id ?? '', 'refuse')
    expect(await desk.all()).toEqual([])
    await app.sandbox.setFault('gift', 'none')
    expect(await inWallet(app, member)).toBe(0)
    expect(await sendGift(app, member, link)).toMatchObject({ body: { status: 'SUCCESS' } })
  })

  it('leaves the desk by itself when the wallet speaks again', async () => {
    const { member, desk } = await onDesk('timeout-applied')
    await app.sandbox.setFault('gift', 'none')
    app.clock.advance(61)
    await expect.poll(() => inWallet(app, member)).toBe(40)
    expect(await desk.all()).toEqual([])
  })

  it('that the wallet has never heard of comes off the desk before it is asked for again', async () => {
    const { member, desk } = await onDesk('error')
    const { gifts } = app.context
    const { redeem } = gifts
    const seen: unknown[] = []
    gifts.redeem = async (order) => {
      seen.push((await stateOf(member))?.in_review)
      return redeem(order)
    }
    try {
      await app.sandbox.setFault('gift', 'none')
      app.clock.advance(61)
      await expect.poll(() => inWallet(app, member)).toBe(40)
    } finally {
      gifts.redeem = redeem
    }
    expect(seen).toEqual([false])
    expect(await desk.all()).toEqual([])
  })

  it('is credited by the wallet’s word, although a person said in the meantime that it was not taken', async () => {
    const { member, answer } = await begin('slow', 'redeem')
    await expect.poll(() => stateOf(member)).toMatchObject({ state: 'REDEEMING' })
    const gifts = await app.database.query<{ id: string }>('select id from gifts where member_id = $1', [
      member.id,
    ])
    await leaveWorkToReview(app.database, 'gift', ...gifts.map(({ id }) => id))
    await mendItems(app.database, app.context.desk)
    const desk = deskOf(app, 'gift')
    const [entry] = await desk.all()
    await desk.decide(entry?.id ?? '', 'refuse')
    expect(await stateOf(member)).toMatchObject({ state: 'REFUSED' })
    expect(await answer).toMatchObject({ body: { status: 'SUCCESS', amount: 40 } })
    expect(await stateOf(member)).toMatchObject({ state: 'CREDITED' })
    expect(await inWallet(app, member)).toBe(40)
  })
})
