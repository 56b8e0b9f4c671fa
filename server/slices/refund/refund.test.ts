import { randomUUID } from 'node:crypto'
import { dayAfter } from '@krapao/contract/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { enginesByDepth } from '../../testing/database.ts'
import { openSession } from '../account/public.ts'
import { approved, campaignPeople, testContent } from '../campaign/testing.ts'
import { player } from '../wallet/testing.ts'
import { calculateCashback } from './daily.ts'
import { accountsOf, appAtNoon, bet, endBonus, giveBonus, nextDay, tally } from './testing.ts'

/** 5 %, at least 1 baht a claim, at most 1,000 a day. */
const content = testContent.refund

const check = async (app: TestApp, { token }: TestMember) =>
  (await app.call('GET /api/refund/check', { token })).body
const receive = (app: TestApp, { token }: TestMember, key?: string) =>
  app.call('GET /api/refund/receive', { token, ...(key && { headers: { 'idempotency-key': key } }) })
const addWallet = (app: TestApp, { token }: TestMember, key?: string) =>
  app.call('GET /api/refund/addWallet', { token, ...(key && { headers: { 'idempotency-key': key } }) })
const log = async (app: TestApp, { token }: TestMember, page = 1) =>
  (await app.call('POST /api/refund', { token, body: { page, limit: 10 } })).body

async function end(app: TestApp): Promise<void> {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
}

describe.each(enginesByDepth)('cashback, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appAtNoon({ engine })
  })
  afterAll(() => end(app))

  it('is off where no campaign is active', async () => {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 1000 })
    await nextDay(app)
    await calculateCashback(app.context)
    const nothing = { result: false, claimable: 0, days: [], condition: null, terms: null }
    expect(await check(app, member)).toMatchObject(nothing)
    expect((await receive(app, member)).error?.message).toBe('REFUND_INACTIVE')
    expect((await addWallet(app, member)).error?.message).toBe('REFUND_INACTIVE')
    expect((await app.call('GET /api/refund/banners', { token: member.token })).body).toEqual([])
  })

  it('is calculated, claimed, moved to the wallet and listed', async () => {
    await approved(app, await campaignPeople(app), content)
    const member = await player(app, 0, 'PG')
    expect((await receive(app, member)).error?.message).toBe('NO_REFUND')
    await bet(app, member, { stake: 300, win: 100.5 })
    await bet(app, member, { stake: 100, win: 0, product: 'fishing' })
    await bet(app, member, { stake: 0, win: 20, product: 'fishing' })
    const day = await nextDay(app)
    await calculateCashback(app.context)

    // (199.50 + 80) × 5 % = 13.975
    const shown = await check(app, member)
    expect(shown).toMatchObject({
      result: true,
      bonus: false,
      info: '<p>Refund ไทย</p>',
      refundAmount: 0,
      refundSuccess: 200,
      refundFail: 5,
      claimable: 13.97,
      currency: 'THB',
    })
    expect(shown.days).toEqual([
      {
        day,
        lines: [
          { kind: 'product', product: 'fishing', stake: 100, win: 20, loss: 80 },
          { kind: 'product', product: 'slot', stake: 300, win: 100.5, loss: 199.5 },
        ],
        loss: 279.5,
        percent: 5,
        min: 1,
        max: 1000,
        amount: 13.97,
        until: dayAfter(day, 30),
      },
    ])

    expect((await addWallet(app, member)).error?.message).toBe('NO_REFUND')
    expect((await receive(app, member)).body).toEqual({ message: 'REFUND_SUCCESS', amount: 13.97 })
    expect(await accountsOf(app, member)).toEqual({ wallet: 0, invite: 0, refund: 13.97 })
    expect(await check(app, member)).toMatchObject({
      result: false,
      refundAmount: 13.97,
      claimable: 0,
      days: [],
    })
    expect((await receive(app, member)).error?.message).toBe('NO_REFUND')
    expect(await log(app, member)).toMatchObject({ total: 1, refunds: [{ refundAmount: 13.97 }] })

    expect((await addWallet(app, member)).body).toEqual({ message: 'REFUND_SUCCESS', amount: 13.97 })
    expect(await accountsOf(app, member)).toEqual({ wallet: 13.97, invite: 0, refund: 0 })
    expect((await addWallet(app, member)).error?.message).toBe('NO_REFUND')
  })

  it('closes while a bonus is active, both ways', async () => {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 100 })
    await nextDay(app)
    await calculateCashback(app.context)
    await giveBonus(app, member, 5_000)
    expect(await check(app, member)).toMatchObject({ result: true, bonus: true, claimable: 5 })
    expect((await receive(app, member)).error?.message).toBe('REFUND_CONDITION')
    await endBonus(app, member)
    expect((await receive(app, member)).status).toBe(200)
    await giveBonus(app, member, 5_000)
    expect((await addWallet(app, member)).error?.message).toBe('BONUS_ALREADY_ACTIVE')
    expect((await accountsOf(app, member)).refund).toBe(5)
  })

  it('of days below the minimum is kept until they reach it together', async () => {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 19.9 })
    await nextDay(app)
    await calculateCashback(app.context)
    const terms = { percent: 5, min: 1, max: 1000 }
    expect(await check(app, member)).toMatchObject({ result: false, claimable: 0.99, terms })
    expect((await receive(app, member)).error?.message).toBe('REFUND_MINIMUM')
    await bet(app, member, { stake: 0.2 })
    await nextDay(app)
    await calculateCashback(app.context)
    expect(await check(app, member)).toMatchObject({ result: true, claimable: 1 })
    expect((await receive(app, member)).body.amount).toBe(1)
  })

  it('leaves out what was lost while a bonus was active', async () => {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 100 })
    app.clock.advance(60)
    await giveBonus(app, member, 5_000)
    const during = addSeconds(app.clock.now(), 1)
    app.clock.advance(60)
    await bet(app, member, { stake: 40, win: 10 })
    await endBonus(app, member)
    app.clock.advance(60)
    // A bet of before the end that is reported after it, and a bet of after the end.
    await bet(app, member, { stake: 20, at: during })
    await bet(app, member, { stake: 60 })
    await nextDay(app)
    await calculateCashback(app.context)
    const [day] = (await check(app, member)).days
    expect(day?.lines).toEqual([
      { kind: 'product', product: 'slot', stake: 220, win: 10, loss: 210 },
      { kind: 'bonus-funded', product: '', stake: 60, win: 10, loss: -50 },
    ])
    expect(day).toMatchObject({ loss: 160, amount: 8 })
  })

  it('does not lapse while a bonus keeps it from being claimed', async () => {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 100 })
    await nextDay(app)
    await calculateCashback(app.context)
    const later = async (days: number) => {
      app.clock.advance(days * 86_400)
      member.token = await openSession(app.context, member.id, true)
      const { claimable, days: list } = await check(app, member)
      const [day] = list
      return [claimable, day ? dayAfter(day.day, 30) < day.until : undefined]
    }
    expect(await later(20)).toEqual([5, false])
    await giveBonus(app, member, 5_000)
    // Ten of the thirty days are left when it ends.
    expect(await later(25)).toEqual([5, true])
    expect((await receive(app, member)).error?.message).toBe('REFUND_CONDITION')
    await endBonus(app, member)
    expect(await later(9)).toEqual([5, true])
    expect(await later(1)).toEqual([0, undefined])
    expect((await receive(app, member)).error?.message).toBe('NO_REFUND')
  })

  it('lapses after thirty days', async () => {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 100 })
    await nextDay(app)
    await calculateCashback(app.context)
    app.clock.advance(29 * 86_400)
    member.token = await openSession(app.context, member.id, true)
    expect(await check(app, member)).toMatchObject({ claimable: 5, result: true })
    app.clock.advance(86_400)
    member.token = await openSession(app.context, member.id, true)
    expect(await check(app, member)).toMatchObject({ claimable: 0, result: false })
    expect((await receive(app, member)).error?.message).toBe('NO_REFUND')
  })
})

describe('cashback', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await appAtNoon()
    await approved(app, await campaignPeople(app), content)
  })
  afterAll(() => end(app))

  /** A member who lost 100 baht yesterday. */
  async function loser(): Promise<TestMember> {
    const member = await player(app, 0, 'PG')
    await bet(app, member, { stake: 100 })
    await nextDay(app)
    await calculateCashback(app.context)
    return member
  }
  const fifty = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 50 }, act))

  it('is claimed once, and moved once, by fifty calls at once', async () => {
    const member = await loser()
    expect(tally(await fifty(() => receive(app, member)))).toEqual({ OK: 1, NO_REFUND: 49 })
    expect((await accountsOf(app, member)).refund).toBe(5)
    const moved = tally(await fifty(() => addWallet(app, member)))
    expect(moved.OK).toBe(1)
    expect((moved.NO_REFUND ?? 0) + (moved.BONUS_ALREADY_ACTIVE ?? 0)).toBe(49)
    expect(await accountsOf(app, member)).toMatchObject({ wallet: 5, refund: 0 })
    expect((await log(app, member)).total).toBe(1)
  })

  it('claimed and moved at once is neither lost nor doubled', async () => {
    const member = await loser()
    await Promise.all([fifty(() => receive(app, member)), fifty(() => addWallet(app, member))])
    const { wallet, refund } = await accountsOf(app, member)
    expect(wallet + refund).toBe(5)
  })

  it('the same key answers the same, also when the first answer was never stored', async () => {
    const member = await loser()
    const [claimKey, moveKey] = [randomUUID(), randomUUID()]
    const forget = () => forgetAnswers(app.database)
    for (let i = 0; i < 3; i++) {
      expect((await receive(app, member, claimKey)).body).toEqual({ message: 'REFUND_SUCCESS', amount: 5 })
      await forget()
    }
    for (let i = 0; i < 3; i++) {
      expect((await addWallet(app, member, moveKey)).body).toEqual({ message: 'REFUND_SUCCESS', amount: 5 })
      await forget()
    }
    expect(await accountsOf(app, member)).toMatchObject({ wallet: 5, refund: 0 })
  })

  it('is counted as the campaign’s cost', async () => {
    const cost = async () => (await app.context.campaigns.costOf('refund')?.(['THB']))?.get('THB') ?? 0
    const before = await cost()
    const member = await loser()
    expect(await cost()).toBe(before)
    await receive(app, member)
    expect(await cost()).toBe(before + 500)
  })
})
