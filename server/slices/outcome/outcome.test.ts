import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../../journals/facts.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { putInReview } from '../../outside/work.ts'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { queriesOf } from '../../testing/database.ts'
import { byDepth } from '../../testing/depth.ts'
import { finish } from '../bonus/finish.ts'
import {
  campaigns,
  deposit,
  free,
  lapseBonuses,
  reviews,
  shareDevice,
  usePromotion,
} from '../bonus/testing.ts'
import { campaignPeople } from '../campaign/testing.ts'
import { makeTransfer, newSender, slipApp, upload } from '../deposit/slip/testing/slip.ts'
import {
  announce,
  askCode,
  deskOf,
  makeGift,
  newEventId,
  openAccounts,
  pay,
  sendGift,
  takeBack,
} from '../deposit/testing/money-in.ts'
import { newReference, reportByFeed } from '../deposit/testing/reports.ts'
import { lockCode, reportIdOf } from '../deposit/testing/stored.ts'
import { newCode, qrHouse, reportByGateway } from '../deposit/testing/ways.ts'
import { removeHouseAccounts } from '../house/testing.ts'
import { claim, couponOf, memberWithCoins, publisher, wheelWith } from '../spinwheel/testing.ts'
import { followUpTransfers } from '../wallet/reconcile.ts'
import { legsOf } from '../wallet/rules.ts'
import { resolve } from '../wallet/step.ts'
import { leaveToReview, player, transfer } from '../wallet/testing.ts'
import { payWithdrawals } from '../withdraw/pay.ts'
import { buildMember, withdraw } from '../withdraw/testing.ts'

/** How what members waited for has ended (rules.md §21), through the real app on PostgreSQL. */

let app: TestApp
beforeAll(async () => {
  app = await slipApp({
    settings: {
      'deposit.manual': true,
      'promotion.searchesPerMinute': 100_000,
      'gift.perMinute': 1000,
      'withdraw.dailyCount': 1000,
    },
  })
  await removeHouseAccounts(app.database)
  await openAccounts(app)
  await app.database.query(`create function refuse_outcome() returns trigger language plpgsql as
    $$ begin raise exception 'no outcomes now'; end $$`)
})
afterEach(async () => {
  await calm()
  expect((await verifyBooks(app.database)).defects).toEqual([])
})
afterAll(() => app.close())

type Member = Pick<TestMember, 'token'>
const listOf = async ({ token }: Member, query: { before?: string } = {}) =>
  (await app.call('GET /api/outcomes', { token, query, headers: { cookie: 'lang=EN' } })).body
const pendingOf = async ({ token }: Member) => (await app.call('GET /api/wallet/pending', { token })).body
const shortOf = async (member: Member) =>
  (await listOf(member)).outcomes.map(({ _id, at, from, to, currency, description, ...rest }) => rest)

/** What each party outside does when nothing is wrong. */
async function calm(): Promise<void> {
  for (const target of ['payout', 'gift', 'slip', 'PG']) await app.sandbox.setFault(target, 'none')
}

/** Something that waits, and how it ends. */
interface Case {
  member: Member
  /** Ends it, as often as it is called. */
  end(): Promise<unknown>
  /** The outcome that it becomes, where it is one only. */
  outcome: { kind: string; result: string; reason?: string; amount: number | null; source?: string | null }
  /** How many its member had before. */
  before?: number
}

const wait = () => app.clock.advance(61)
const paid = async () => {
  await calm()
  wait()
  await payWithdrawals(app.context)
}

async function withdrawal(amount: number): Promise<{ member: TestMember; id: string }> {
  const member = await buildMember(app, 40_000)
  await app.sandbox.setFault('payout', 'error', 10_000)
  return { member, id: (await withdraw(app, member, amount)).body.withdrawalId }
}

async function unanswered(fault: 'timeout-applied' | 'timeout-lost') {
  const member = await player(app, 1000, 'PG')
  await app.sandbox.setFault('PG', fault, 1, 'transfer')
  const moved = (await transfer(app, member, 'WALLET', 'PG', 100)).body
  expect(moved.status).toBe('PENDING')
  const [hold] = await app.context.ledger.openHolds({ kind: 'transfer', memberId: member.id, limit: 2 })
  return { member, key: hold?.pending.key ?? '', source: `${moved.transferId}-in` }
}

async function reported(amount: number) {
  const member = await newSender(app)
  const at = app.clock.now()
  const reference = newReference()
  const report = () => reportByFeed(app, member, { reference, at, amount, to: '0000000011' })
  return { member, report }
}

async function sentSlip(change: object = {}) {
  const member = await newSender(app)
  await app.sandbox.setFault('slip', 'error', 10_000)
  const made = await makeTransfer(app, member, { toAccountNo: '0000000011', ...change })
  const { body } = await upload(app.address, member.token, made.png)
  const end = async () => {
    await calm()
    wait()
  }
  return { member, id: body.slipId, end, reference: made.reference }
}

async function gift(amount: number) {
  const member = await app.registerMember()
  const link = await makeGift(app, member.username, amount)
  return { member, link }
}

async function waitingReview(uses = 1000) {
  const code = await campaigns(app).promotion({ amount: 50, uses, usesPerDay: null })
  const [first, member] = [await app.registerMember(), await app.registerMember()]
  await shareDevice(app, [first, member])
  await usePromotion(app, first, code)
  await usePromotion(app, member, code)
  const [review] = await reviews(app, member)
  return { member, id: review?._id ?? '', code }
}

async function askedPrize() {
  await publishPrize()
  const member = await memberWithCoins(app, 1)
  await claim(app, member, await couponOf(app, member))
  const entry = (await deskOf(app, 'prize').all()).find(({ memberId }) => memberId === member.id)
  return { member, id: entry?.id ?? '' }
}
let publishPrize = async (): Promise<unknown> => {
  const publish = publisher(app, await campaignPeople(app))
  await publish(wheelWith({ kind: 'ITEM' }))
  publishPrize = async () => {}
  return undefined
}

const cases: Record<string, () => Promise<Case>> = {
  async 'a withdrawal that is paid'() {
    const { member, id } = await withdrawal(500)
    return { member, end: paid, outcome: { kind: 'withdrawal', result: 'DONE', amount: 500, source: id } }
  },
  async 'a withdrawal that people approve'() {
    const { member, id } = await withdrawal(30_000)
    const end = async () => {
      await deskOf(app, 'withdrawal')
        .decide(id, 'approve')
        .catch(() => {})
      await paid()
    }
    return { member, end, outcome: { kind: 'withdrawal', result: 'DONE', amount: 30_000, source: id } }
  },
  async 'a withdrawal that a person refuses'() {
    const { member, id } = await withdrawal(30_000)
    const end = () => deskOf(app, 'withdrawal').decide(id, 'refuse', { reasonCode: 'IDENTITY_UNCLEAR' })
    const outcome = { kind: 'withdrawal', result: 'REFUSED', amount: 30_000, source: id }
    return { member, end, outcome: { ...outcome, reason: 'IDENTITY_UNCLEAR' } }
  },
  async 'a withdrawal that the bank refuses'() {
    const { member, id } = await withdrawal(30_000)
    await calm()
    await app.sandbox.setFault('payout', 'refuse', 10_000, 'pay')
    const end = async () => {
      await deskOf(app, 'withdrawal')
        .decide(id, 'approve')
        .catch(() => {})
      wait()
      await payWithdrawals(app.context)
    }
    const outcome = { kind: 'withdrawal', result: 'REFUSED', amount: 30_000, source: id }
    return { member, end, outcome: { ...outcome, reason: 'ACCOUNT_CLOSED' } }
  },
  async 'a paid withdrawal that is taken back'() {
    const { member, id } = await withdrawal(500)
    await paid()
    await expect.poll(() => shortOf(member)).toHaveLength(1)
    const end = () => takeBack(app, 'withdrawal', id)
    const outcome = { kind: 'withdrawal', result: 'TAKEN_BACK', amount: 500, source: null }
    return { member, end, before: 1, outcome: { ...outcome, reason: 'REVERSED' } }
  },
  async 'a slip that is credited'() {
    const { member, id, end } = await sentSlip()
    return { member, end, outcome: { kind: 'slip', result: 'DONE', amount: 250.75, source: id } }
  },
  async 'a slip of money that the bank reported first, which is one credit and one outcome'() {
    const { member, id, end, reference } = await sentSlip()
    const report = { reference, at: app.clock.now(), to: '0000000011' }
    expect(await reportByFeed(app, member, report)).toBe('credited')
    return { member, end, outcome: { kind: 'slip', result: 'DONE', amount: 250.75, source: id } }
  },
  async 'a slip that is refused'() {
    const { member, id, end } = await sentSlip({ toAccountNo: '9999999999' })
    const outcome = { kind: 'slip', result: 'REFUSED', amount: 250.75, source: id }
    return { member, end, outcome: { ...outcome, reason: 'DEST_ACC_INVALID' } }
  },
  async 'money that the bank reports, and nobody had announced'() {
    const { member, report } = await reported(321)
    return { member, end: report, outcome: { kind: 'bank', result: 'DONE', amount: 321, source: null } }
  },
  async 'money that was announced, and the bank reports'() {
    const { member, report } = await reported(322)
    const { depositId } = (await announce(app, member, 322)).body
    const outcome = { kind: 'announcement', result: 'DONE', amount: 322, source: depositId }
    return { member, end: report, outcome }
  },
  async 'an announcement that is refused'() {
    const member = await app.registerMember()
    const { depositId } = (await announce(app, member, 75)).body
    const end = () => deskOf(app, 'manual-deposit').decide(depositId, 'refuse')
    return {
      member,
      end,
      outcome: { kind: 'announcement', result: 'REFUSED', amount: 75, source: depositId },
    }
  },
  async 'a code that is paid'() {
    const member = await app.registerMember()
    const { qrcodeId = '' } = (await askCode(app, member, 'WW', 100)).body
    const end = () => pay(app, { qrcodeId })
    return { member, end, outcome: { kind: 'qr', result: 'DONE', amount: 100, source: qrcodeId } }
  },
  async 'a payment of another amount that is credited'() {
    const { member, id } = await otherAmount()
    const end = () => deskOf(app, 'qr-payment').decide(id, 'approve')
    return { member, end, outcome: { kind: 'qr', result: 'DONE', amount: 90, source: `payment-${id}` } }
  },
  async 'a payment that goes back to its sender'() {
    const { member, id } = await otherAmount()
    await deskOf(app, 'qr-payment').decide(id, 'refuse')
    const end = () => deskOf(app, 'return').decide(String(id), 'approve', { reference: 'R1' })
    return { member, end, outcome: { kind: 'qr', result: 'RETURNED', amount: 90, source: `payment-${id}` } }
  },
  async 'a code that nobody pays in time'() {
    const member = await app.registerMember()
    const { qrcodeId = '' } = (await askCode(app, member, 'WW', 100)).body
    app.clock.advance(16 * 60)
    const end = () => pendingOf(member)
    return { member, end, outcome: { kind: 'qr', result: 'EXPIRED', amount: 100, source: qrcodeId } }
  },
  async 'a gift that the wallet had not answered for'() {
    const { member, link } = await gift(40)
    await app.sandbox.setFault('gift', 'error', 10_000)
    const { giftId } = (await sendGift(app, member, link)).body
    const end = async () => {
      await calm()
      wait()
    }
    return { member, end, outcome: { kind: 'gift', result: 'DONE', amount: 40, source: giftId } }
  },
  async 'a gift that the wallet refuses later'() {
    const { member, link } = await gift(41)
    await app.sandbox.setFault('gift', 'error', 10_000)
    const { giftId } = (await sendGift(app, member, link)).body
    const end = async () => {
      await app.sandbox.setFault('gift', 'refuse', 10_000)
      wait()
    }
    return { member, end, outcome: { kind: 'gift', result: 'REFUSED', amount: null, source: giftId } }
  },
  async 'a transfer that turns out to be done'() {
    const { member, source } = await unanswered('timeout-applied')
    const end = async () => {
      wait()
      await followUpTransfers(app.context)
    }
    return { member, end, outcome: { kind: 'transfer', result: 'DONE', amount: 100, source } }
  },
  async 'a transfer that comes back'() {
    const { member, source } = await unanswered('timeout-lost')
    const end = async () => {
      app.clock.advance(700)
      await followUpTransfers(app.context)
    }
    const outcome = { kind: 'transfer', result: 'REFUSED', amount: 100, source }
    return { member, end, outcome: { ...outcome, reason: 'UNKNOWN_ID' } }
  },
  async 'a transfer that a person decides about'() {
    const { member, key, source } = await unanswered('timeout-applied')
    await leaveToReview(app, key)
    const end = () => deskOf(app, 'transfer').decide(key, 'approve')
    return { member, end, outcome: { kind: 'transfer', result: 'DONE', amount: 100, source } }
  },
  async 'a transfer about which the provider contradicts itself'() {
    const { member, key, source } = await unanswered('timeout-applied')
    const held = {
      key,
      transferId: source.replace(/-in$/, ''),
      code: 'PG',
      direction: 'in',
      account: { memberId: member.id, asset: 'THB' },
      amountMinor: 10_000,
    } as const
    const refused = { outcome: 'refused', reason: 'PROVIDER_REFUSED' } as const
    const { games } = app.context
    const { transferStatus } = games
    games.transferStatus = async (provider, transferId) => {
      const status = await transferStatus(provider, transferId)
      // Another node hears that it was refused while this one hears that it was done.
      if (transferId === held.transferId) await resolve(app.context, held, refused)
      return status
    }
    const end = async () => {
      wait()
      await followUpTransfers(app.context)
    }
    const outcome = { kind: 'transfer', result: 'REFUSED', amount: 100, source }
    return { member, end, outcome: { ...outcome, reason: 'PROVIDER_REFUSED' } }
  },
  async 'a transfer about which the provider contradicts itself, which a person has seen first'() {
    const { member, key, source } = await unanswered('timeout-applied')
    await leaveToReview(app, key)
    const hold = await app.context.ledger.findHold(key)
    if (!hold) throw new Error('no hold')
    await app.context.ledger.post({
      key: `posted:${key}`,
      kind: 'transfer',
      phase: 'posted',
      pendingKey: key,
      memberId: member.id,
      legs: legsOf({ code: 'PG', direction: 'in' }, 'posted', {
        memberId: member.id,
        asset: 'THB',
        amountMinor: 10_000,
      }),
      meta: { transferId: factsOf(hold.pending, 'transfer', 'pending').transferId },
    })
    await putInReview(app.context, { kind: 'transfer', key }, 'voided after posted')
    const end = () => deskOf(app, 'transfer').decide(key, 'approve')
    return { member, end, outcome: { kind: 'transfer', result: 'DONE', amount: 100, source } }
  },
  async 'a payment whose money is another member’s credit'() {
    const { member, amount, id } = await creditedElsewhere()
    const end = () => decideTwin(amount, 'refuse')
    const outcome = { kind: 'qr', result: 'REFUSED', amount, source: `payment-${id}` }
    return { member, end, outcome: { ...outcome, reason: 'CREDITED_ELSEWHERE' } }
  },
  async 'a payment whose money is one of two credits of its member'() {
    const { member, amount, id } = await creditedElsewhere({ isOwn: true, times: 2 })
    const end = () => decideTwin(amount, 'refuse')
    return { member, end, outcome: { kind: 'qr', result: 'DONE', amount, source: `payment-${id}` } }
  },
  async 'a payment whose money is sent back at the bank'() {
    const { member, amount, id, transfers } = await linkedToReturn()
    const end = () => sendBack(transfers[0])
    return { member, end, outcome: { kind: 'qr', result: 'RETURNED', amount, source: `payment-${id}` } }
  },
  async 'a payment whose money is one of two that are sent back'() {
    const { member, amount, id, transfers } = await linkedToReturn(2)
    await sendBack(transfers[0])
    expect(await shortOf(member)).toEqual([])
    const end = () => sendBack(transfers[1])
    return { member, end, outcome: { kind: 'qr', result: 'RETURNED', amount, source: `payment-${id}` } }
  },
  async 'a payment whose money was to be sent back, and becomes its member’s'() {
    const { member, amount, id, transfers } = await linkedToReturn()
    const end = () => creditAfterAll(transfers[0], member)
    return { member, end, outcome: { kind: 'qr', result: 'DONE', amount, source: `payment-${id}` } }
  },
  async 'a payment whose money was to be sent back, and becomes somebody else’s'() {
    const { member, amount, id, transfers } = await linkedToReturn()
    const owner = await newSender(app)
    const end = () => creditAfterAll(transfers[0], owner)
    const outcome = { kind: 'qr', result: 'REFUSED', amount, source: `payment-${id}` }
    return { member, end, outcome: { ...outcome, reason: 'CREDITED_ELSEWHERE' } }
  },
  async 'a credit that is taken back'() {
    const member = await app.registerMember()
    const { qrcodeId = '' } = (await askCode(app, member, 'WW', 120)).body
    await pay(app, { qrcodeId })
    await expect.poll(() => shortOf(member)).toHaveLength(1)
    const id = await reportIdOf(app.database, { paymentId: qrcodeId ?? '' })
    const end = () => takeBack(app, 'qr-payment', id)
    const outcome = { kind: 'bank', result: 'TAKEN_BACK', amount: 120, source: null }
    return { member, end, before: 1, outcome: { ...outcome, reason: 'REVERSED' } }
  },
  async 'free credit that a person approves'() {
    const { member, id } = await waitingReview()
    const end = () => deskOf(app, 'bonus-review').decide(id, 'approve')
    return { member, end, outcome: { kind: 'review', result: 'DONE', amount: 50, source: id } }
  },
  async 'free credit that a person refuses'() {
    const { member, id } = await waitingReview()
    const end = () => deskOf(app, 'bonus-review').decide(id, 'refuse')
    return { member, end, outcome: { kind: 'review', result: 'REFUSED', amount: 50, source: id } }
  },
  async 'free credit whose place goes to somebody else'() {
    const { member, id, code } = await waitingReview(2)
    const other = await app.registerMember()
    const end = () => usePromotion(app, other, code)
    return { member, end, outcome: { kind: 'review', result: 'EXPIRED', amount: 50, source: id } }
  },
  async 'a prize that is handed over'() {
    const { member, id } = await askedPrize()
    const end = () => deskOf(app, 'prize').decide(id, 'approve')
    return { member, end, outcome: { kind: 'prize', result: 'DONE', amount: null, source: id } }
  },
  async 'a prize that is refused'() {
    const { member, id } = await askedPrize()
    const end = () => deskOf(app, 'prize').decide(id, 'refuse')
    return { member, end, outcome: { kind: 'prize', result: 'REFUSED', amount: null, source: id } }
  },
}

async function otherAmount() {
  const member = await app.registerMember()
  const { qrcodeId } = (await askCode(app, member, 'WW', 100)).body
  await pay(app, { qrcodeId, amount: 90 })
  const waiting = () => deskOf(app, 'qr-payment').all()
  const entry = (await waiting()).find(({ memberId }) => memberId === member.id)
  return { member, id: entry?.id ?? '' }
}

let sums = 700
/** A payment of a code, and transfers that the bank reports, which may be its money. */
async function paidNear(times: number) {
  const [member, other] = [await newSender(app), await newSender(app)]
  const amount = ++sums + 0.25
  const code = { id: await newCode(app, member, amount), eventId: newEventId() }
  const at = addSeconds(app.clock.now(), -300)
  const transfers: string[] = []
  for (let time = 1; time <= times; time++) {
    const reference = newReference()
    await reportByFeed(app, other, { reference, at: addSeconds(at, 7 * time), amount, to: qrHouse })
    transfers.push(await reportIdOf(app.database, { reference }))
  }
  /** @returns the payment's id */
  async function pay(): Promise<string> {
    expect(await reportByGateway(app, code, { amount, at })).toBe('in-doubt')
    return reportIdOf(app.database, { reference: code.eventId })
  }
  return { member, other, amount, transfers, pay }
}

/** A payment of a code that may be money which the bank reported, and a person credited to somebody. */
async function creditedElsewhere({ isOwn = false, times = 1 } = {}) {
  const { member, other, amount, transfers, pay } = await paidNear(times)
  for (const [n, id] of transfers.entries()) {
    // Only the first is the member's own, because of two nobody could say whose line the payment is.
    const { id: memberId } = isOwn && n === 0 ? member : other
    await deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId })
  }
  return { member, amount, id: await pay() }
}

/** A payment of a code that is the money of transfers which wait to be sent back. */
async function linkedToReturn(times = 1) {
  const { member, amount, transfers, pay } = await paidNear(times)
  for (const id of transfers) await deskOf(app, 'bank-transfer').decide(id, 'refuse')
  const id = await pay()
  await decideTwin(amount, 'refuse')
  expect(await shortOf(member)).toEqual([])
  return { member, amount, id, transfers }
}
const sendBack = (id = '') =>
  deskOf(app, 'return')
    .decide(String(id), 'approve', { reference: 'R1' })
    .catch(() => {})
async function creditAfterAll(id = '', { id: memberId }: { id: string }): Promise<void> {
  await deskOf(app, 'return')
    .decide(String(id), 'refuse')
    .catch(() => {})
  await deskOf(app, 'bank-transfer').decide(id, 'approve', { memberId })
}
async function decideTwin(amount: number, choice: 'approve' | 'refuse') {
  const desk = deskOf(app, 'bank-twin')
  const entry = (await desk.all()).find((item) => item.amount === amount)
  await desk.decide(entry?.id ?? '', choice)
}

/** Ends something and ignores that it has ended before. */
const tryEnd = ({ end }: Case) => end().catch(() => {})

describe('every ending has one outcome', () => {
  it.each(Object.entries(cases))('%s, also at once and again', async (_, build) => {
    const member = await build()
    const total = (member.before ?? 0) + 1
    await Promise.all([tryEnd(member), tryEnd(member), tryEnd(member)])
    await expect
      .poll(async () => (await shortOf(member.member))[0], { timeout: 20_000 })
      .toEqual({ reason: null, ...member.outcome, isRead: false })
    await tryEnd(member)
    expect(await shortOf(member.member)).toHaveLength(total)
  })

  it.each(Object.entries(cases))('%s, also when nothing can be written half-way', async (_, build) => {
    const member = await build()
    const total = (member.before ?? 0) + 1
    await app.database.query(
      'create trigger refuse_outcome before insert on outcomes for each row execute function refuse_outcome()',
    )
    await tryEnd(member)
    await app.database.query('drop trigger refuse_outcome on outcomes')
    await expect
      .poll(
        async () => {
          await tryEnd(member)
          return (await shortOf(member.member))[0]
        },
        { timeout: 20_000, interval: 200 },
      )
      .toEqual({ reason: null, ...member.outcome, isRead: false })
    await tryEnd(member)
    expect(await shortOf(member.member)).toHaveLength(total)
  })
})

describe('what the member’s own call is answered with', () => {
  it('is no news: a gift that was taken at once is in the list, and read', async () => {
    const { member, link } = await gift(42)
    const { giftId } = (await sendGift(app, member, link)).body
    expect(await shortOf(member)).toEqual([
      { kind: 'gift', result: 'DONE', reason: null, amount: 42, source: giftId, isRead: true },
    ])
    expect(await pendingOf(member)).toEqual({ pending: [], ended: [], unread: 0 })
  })

  it('is no outcome where it was answered: a transfer and a withdrawal that begins', async () => {
    const member = await player(app, 1000, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 100)
    expect(await shortOf(member)).toEqual([])
  })
})

describe('the list', () => {
  const many = async (count: number) => {
    const member = await app.registerMember()
    for (let n = 0; n < count; n++) await deposit(app, member, n + 1)
    return member
  }

  it('comes in pages, newest first, each row once, also when new ones come meanwhile', async () => {
    const member = await many(45)
    const amounts: (number | null)[] = []
    let before: string | undefined
    for (;;) {
      const page = await listOf(member, { ...(before !== undefined && { before }) })
      amounts.push(...page.outcomes.map(({ amount }) => amount))
      if (!page.hasMore) break
      before = page.outcomes.at(-1)?._id
      await deposit(app, member, 100)
    }
    expect(amounts).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
  })

  it('is the member’s own: others see none of it, and cannot mark it as read', async () => {
    const [member, other] = [await many(1), await app.registerMember()]
    const [row] = (await listOf(member)).outcomes
    expect(await listOf(other)).toEqual({ outcomes: [], hasMore: false, unread: 0 })
    await app.call('POST /api/outcomes/read', { token: other.token, body: { ids: [row?._id ?? ''] } })
    await app.call('POST /api/outcomes/read', { token: other.token, body: {} })
    expect((await listOf(member)).unread).toBe(1)
  })

  it('counts what is not read; one is read by itself, or all', async () => {
    const member = await many(3)
    const [newest] = (await listOf(member)).outcomes
    const read = (body: { ids?: string[] }) =>
      app.call('POST /api/outcomes/read', { token: member.token, body })
    expect((await read({ ids: [newest?._id ?? ''] })).body).toEqual({ unread: 2 })
    expect((await listOf(member)).outcomes.map(({ isRead }) => isRead)).toEqual([true, false, false])
    expect((await pendingOf(member)).ended.map(({ amount }) => amount)).toEqual([2, 1])
    expect((await read({})).body).toEqual({ unread: 0 })
    expect(await pendingOf(member)).toMatchObject({ ended: [], unread: 0 })
  })

  it('shows beside what is under way for a day, and in the list for 30', async () => {
    const member = await many(1)
    const aged = (days: number) =>
      app.database.query('update outcomes set at = at - make_interval(days => $2) where member_id = $1', [
        member.id,
        days,
      ])
    expect(await pendingOf(member)).toMatchObject({ ended: [{ amount: 1 }], unread: 1 })
    await aged(2)
    expect(await pendingOf(member)).toMatchObject({ ended: [], unread: 1 })
    expect((await listOf(member)).outcomes).toHaveLength(1)
    await aged(29)
    expect(await listOf(member)).toEqual({ outcomes: [], hasMore: false, unread: 0 })
  })

  it('shows no words of the other side, only codes that the app has texts for', async () => {
    const member = await many(1)
    await app.database.query(`update outcomes set reason = 'ERR 500 at 10.0.0.1' where member_id = $1`, [
      member.id,
    ])
    expect((await listOf(member)).outcomes[0]?.reason).toBeNull()
  })

  it('reads the member’s own rows by an index, however many others have', async () => {
    const member = await many(2)
    await app.database.query(
      `insert into outcomes (key, member_id, kind, result, currency, at)
       select 'plan:' || n, 'somebody' || n % 50, 'bank', 'DONE', 'THB', now() from generate_series(1, 20000) n`,
    )
    await app.database.query('analyze outcomes')
    const plan = async (where: string) => {
      const rows = await app.database.query<{ 'QUERY PLAN': string }>(
        `explain select * from outcomes where member_id = '${member.id}' and ${where} order by id desc limit 20`,
      )
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await plan('id < 1000000000')).toContain('outcomes_member')
    expect(await plan('read_at is null')).toContain('outcomes_unread')
    await app.database.query(`delete from outcomes where key like 'plan:%'`)
  })
})

describe('a code that was paid in time, and whose gateway reports it late', () => {
  /** Out of time, and its member has looked. */
  async function expired() {
    const member = await app.registerMember()
    const { qrcodeId = '' } = (await askCode(app, member, 'WW', 100)).body
    const inTime = app.clock.now().toISOString()
    app.clock.advance(16 * 60)
    expect((await pendingOf(member)).ended).toMatchObject([{ kind: 'qr', result: 'EXPIRED' }])
    return { member, qrcodeId, inTime }
  }
  const endedOf = async (member: Member) =>
    (await pendingOf(member)).ended.map(({ kind, result, source }) => ({ kind, result, source }))

  it.each(['unread', 'read'])(
    'is said to be in the wallet and nothing else, when the line was %s',
    async (how) => {
      const { member, qrcodeId, inTime } = await expired()
      if (how === 'read') await app.call('POST /api/outcomes/read', { token: member.token, body: {} })
      expect(await pay(app, { qrcodeId, at: inTime, times: 2 })).toMatchObject({ answer: 'credited' })
      expect(await endedOf(member)).toEqual([{ kind: 'qr', result: 'DONE', source: qrcodeId }])
      expect((await listOf(member)).outcomes).toHaveLength(1)
    },
  )

  it('of another amount waits for a person, and is not out of time', async () => {
    const { member, qrcodeId, inTime } = await expired()
    expect(await pay(app, { qrcodeId, at: inTime, amount: 90 })).toMatchObject({ answer: 'waiting' })
    expect(await pendingOf(member)).toMatchObject({
      pending: [{ state: 'WITH_TEAM', amount: 90 }],
      ended: [],
    })
    expect(await shortOf(member)).toEqual([])
  })

  it('keeps its line when the report cannot be stored', async () => {
    const { member, qrcodeId, inTime } = await expired()
    await app.database.query(
      'create trigger refuse_outcome before insert on outcomes for each row execute function refuse_outcome()',
    )
    await pay(app, { qrcodeId, at: inTime }).catch(() => {})
    expect(await endedOf(member)).toEqual([{ kind: 'qr', result: 'EXPIRED', source: qrcodeId }])
    await app.database.query('drop trigger refuse_outcome on outcomes')
    await pay(app, { qrcodeId, at: inTime })
    expect(await endedOf(member)).toEqual([{ kind: 'qr', result: 'DONE', source: qrcodeId }])
  })

  it.each(['credited', 'waiting'])(
    'has no second line where its member looks while it is being stored, %s',
    async (answer) => {
      const members = await Promise.all(
        Array.from({ length: byDepth({ usual: 4, deep: 20 }) }, async () => {
          const member = await app.registerMember()
          const { qrcodeId = '' } = (await askCode(app, member, 'WW', 100)).body
          return { member, qrcodeId, inTime: app.clock.now().toISOString() }
        }),
      )
      app.clock.advance(16 * 60)
      const amount = answer === 'credited' ? 100 : 90
      for (const { member, qrcodeId, inTime } of members) {
        await Promise.all([
          ...Array.from({ length: 4 }, () => pendingOf(member)),
          pay(app, { qrcodeId, at: inTime, amount }),
          ...Array.from({ length: 4 }, () => pendingOf(member)),
        ])
        await pendingOf(member)
        const results = (await shortOf(member)).map(({ result }) => result)
        expect(results).toEqual(answer === 'credited' ? ['DONE'] : [])
      }
    },
  )

  it('is not written down by a look that began before the payment was stored', async () => {
    const member = await app.registerMember()
    const { qrcodeId = '' } = (await askCode(app, member, 'WW', 100)).body
    const at = app.clock.now()
    app.clock.advance(16 * 60)
    let paid: Promise<unknown> | undefined
    // The report is stored in a transaction that has not ended when the member looks.
    await transaction(app.context.db, async (tx) => {
      await lockCode(queriesOf(tx), qrcodeId ?? '')
      paid = pay(app, { qrcodeId, at: at.toISOString(), amount: 90 })
      await pendingOf(member)
      expect(await shortOf(member)).toEqual([])
    })
    await paid
    expect(await pendingOf(member)).toMatchObject({ pending: [{ amount: 90 }], ended: [] })
  })
})

it('a bonus that a deposit brings has a line of its own, with what it is called', async () => {
  const code = await campaigns(app).bonus()
  const member = await app.registerMember()
  await app.call('GET /api/bonus/activate/:code', { token: member.token, params: { code } })
  await deposit(app, member, 500)
  const [bonus, money] = (await listOf(member)).outcomes
  expect(bonus).toMatchObject({ kind: 'bonus', result: 'DONE', from: '', to: 'WALLET' })
  expect(bonus?.description).toEqual(expect.any(String))
  expect(money).toMatchObject({ kind: 'bank', amount: 500 })
})

it('a bonus that ends by itself says so; one that the member gives up does not', async () => {
  const code = await campaigns(app).bonus({ credit: free(50) })
  const [lapsed, given] = [await app.registerMember(), await app.registerMember()]
  for (const { token } of [lapsed, given]) {
    expect((await app.call('GET /api/bonus/activate/:code', { token, params: { code } })).status).toBe(200)
  }
  await app.call('GET /api/bonus/clear', { token: given.token })
  expect(await shortOf(given)).toEqual([])
  await lapseBonuses(app.database, lapsed.id)
  await finish(app.context, lapsed.id)
  expect(await shortOf(lapsed)).toMatchObject([{ kind: 'bonus-end', result: 'EXPIRED', amount: 50 }])
})
