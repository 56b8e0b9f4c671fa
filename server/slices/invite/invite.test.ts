import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { house, verifyBooks } from '../../ledger/public.ts'
import { transaction } from '../../platform/database.ts'
import { forgetAnswers } from '../../platform/testing.ts'
import type { TestApp, TestMember } from '../../testing/app.ts'
import { enginesByDepth } from '../../testing/database.ts'
import { changeBankAccount, storeDevices } from '../account/testing.ts'
import { settleBonus } from '../bonus/condition/end.ts'
import { grant, termsOf } from '../bonus/public.ts'
import { approved, campaignPeople, testCondition, testContent } from '../campaign/testing.ts'
import { storeCredited } from '../deposit/testing/stored.ts'
import { accountsOf, appAtNoon, bet, nextDay, tally } from '../refund/testing.ts'
import { open, player } from '../wallet/testing.ts'
import { payInviters } from './daily.ts'

/** 5 %, 1 to 1,000 baht. */
const content = testContent.invite

const receive = (app: TestApp, { token }: TestMember, key?: string) =>
  app.call('GET /api/invite/bonus', { token, ...(key && { headers: { 'idempotency-key': key } }) })
const list = async (app: TestApp, { token }: TestMember, page = 1) =>
  (await app.call('POST /api/invite', { token, body: { page, limit: 10 } })).body
const codeOf = async (called: Promise<{ error: { message: string } | undefined }>) =>
  (await called).error?.message

async function end(app: TestApp): Promise<void> {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
}
/** A member whom another one invited, with a game account. */
async function friendOf(
  app: TestApp,
  { id }: TestMember,
  details: Parameters<TestApp['registerMember']>[0] = {},
): Promise<TestMember> {
  const friend = await app.registerMember({ invitedBy: id, ...details })
  await open(app, friend, 'PG')
  return friend
}
/** A friend loses 100 baht today, and the day is calculated. */
async function bringOnce(app: TestApp, inviter: TestMember): Promise<TestMember> {
  const friend = await friendOf(app, inviter)
  await bet(app, friend, { stake: 100 })
  await nextDay(app)
  await payInviters(app.context)
  return friend
}
const rowsOf = (app: TestApp, { id }: TestMember) =>
  app.database.query<{ amount: number; reason: string | null; invitee_id: string }>(
    'select amount_minor / 100.0::float8 as amount, reason, invitee_id from invite_days where inviter_id = $1 order by id',
    [id],
  )

describe.each(enginesByDepth)('invite money, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appAtNoon({ engine })
  })
  afterAll(() => end(app))

  it('is off where no campaign is active, and the wallet says no percentages', async () => {
    const inviter = await player(app, 0)
    await bringOnce(app, inviter)
    expect(await rowsOf(app, inviter)).toEqual([])
    expect(await codeOf(receive(app, inviter))).toBe('INVITE_INACTIVE')
    expect((await app.call('GET /api/invite/banners', { token: inviter.token })).body).toEqual([])
    const { body } = await app.call('GET /api/wallet', { token: inviter.token })
    expect(body.invite).toEqual({ amount: 0, success: 0, fail: 0, condition: null, version: null })
    expect(await list(app, inviter)).toMatchObject({ terms: null, info: '' })
  })

  it('comes with a friend’s lost day, is listed and received', async () => {
    await approved(app, await campaignPeople(app), content)
    const inviter = await player(app, 0, 'PG')
    expect(await codeOf(receive(app, inviter))).toBe('NO_INVITEE_PLAY_INFO')
    const friend = await friendOf(app, inviter, { name: 'Malee Deejai' })
    await friendOf(app, inviter)
    await bet(app, friend, { stake: 300, win: 100.5 })
    // What the inviter bets brings nothing, nor what a stranger does.
    await bet(app, inviter, { stake: 500 })
    const day = await nextDay(app)
    await payInviters(app.context)

    expect(await list(app, inviter)).toEqual({
      total: 1,
      invites: [
        {
          _id: expect.any(String),
          from: { name: 'Ma***' },
          amount: 9.97,
          createdAt: expect.any(String),
          day,
          stake: 300,
          win: 100.5,
          bonusLoss: 0,
          carried: 0,
          percent: 5,
        },
      ],
      friends: 2,
      amount: 9.97,
      terms: { percent: 5, min: 1, max: 1000 },
      info: content.info.th,
      currency: 'THB',
    })
    const { body } = await app.call('GET /api/wallet', { token: inviter.token })
    expect(body.invite).toMatchObject({ amount: 9.97, success: 200, fail: 5, version: expect.any(Number) })

    expect((await receive(app, inviter)).body).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: 9.97 })
    expect(await accountsOf(app, inviter)).toEqual({ wallet: 9.97, invite: 0, refund: 0 })
    expect(await codeOf(receive(app, inviter))).toBe('INVITE_COLLECT')
    expect((await list(app, inviter)).amount).toBe(0)
  })

  it('is received once a day, not beside a bonus, and only where there is some', async () => {
    const inviter = await player(app, 0)
    const friend = await bringOnce(app, inviter)
    expect((await receive(app, inviter)).status).toBe(200)
    expect(await codeOf(receive(app, inviter))).toBe('INVITE_COLLECT')
    await bet(app, friend, { stake: 200 })
    await nextDay(app)
    await payInviters(app.context)
    expect(await codeOf(receive(app, inviter))).toBe('BONUS_ALREADY_ACTIVE')
    await settleBonus(app.context, inviter.id, { forfeits: true })
    expect((await receive(app, inviter)).body.amount).toBe(10)
    await settleBonus(app.context, inviter.id, { forfeits: true })
    await nextDay(app)
    expect(await codeOf(receive(app, inviter))).toBe('NO_INVITE_BONUS')
  })

  it('is not for those who invited themselves; only the row says so', async () => {
    const inviter = await app.registerMember({ bankAccountNo: '7700112233' })
    const sameBank = await friendOf(app, inviter)
    // From before one bank account was one member's, with whatever zeros it begins.
    await changeBankAccount(app.database, sameBank.id, { accountNo: '0007700112233', isOfBefore: true })
    const sameDevice = await friendOf(app, inviter)
    const samePayer = await friendOf(app, inviter)
    const honest = await friendOf(app, inviter)
    const hash = randomBytes(32).toString('hex')
    for (const { username } of [inviter, sameDevice]) await logInBy(app, username, hash)
    for (const { username } of [honest]) await logInBy(app, username, randomBytes(32).toString('hex'))
    await paid(app, inviter, 'xxx-x-x6789-0', 'SOMCHAI J')
    await paid(app, samePayer, '1234567890', 'SOMCHAI JAIDEE')
    await paid(app, honest, 'xxx-x-x6788-0', 'SOMCHAI JAIDEE')
    const friends = [sameBank, sameDevice, samePayer, honest]
    for (const friend of friends) await bet(app, friend, { stake: 100 })
    await nextDay(app)
    await payInviters(app.context)

    const rows = await rowsOf(app, inviter)
    expect(friends.map(({ id }) => rows.find((row) => row.invitee_id === id)?.reason)).toEqual([
      'SAME_BANK',
      'SAME_DEVICE',
      'SAME_PAYER',
      null,
    ])
    expect(rows.map(({ amount }) => amount).sort()).toEqual([0, 0, 0, 5])
    expect(await list(app, inviter)).toMatchObject({ total: 1, friends: 4, amount: 5 })
  })

  it('is not paid across currencies, nor where nothing was lost', async () => {
    const inviter = await player(app, 0)
    const kip = await friendOf(app, inviter, { currency: 'LAK' })
    const winner = await friendOf(app, inviter)
    await bet(app, kip, { stake: 100_000 })
    await bet(app, winner, { stake: 10, win: 20 })
    await nextDay(app)
    await payInviters(app.context)
    expect((await rowsOf(app, inviter)).map(({ reason }) => reason).sort()).toEqual([
      'NO_LOSS',
      'OTHER_CURRENCY',
    ])
    // That a friend has played is no secret.
    expect(await codeOf(receive(app, inviter))).toBe('NO_INVITE_BONUS')
    expect(await list(app, inviter)).toMatchObject({ total: 0, invites: [] })
  })
})

/** A login from a device, as known_devices keeps it. */
const logInBy = (app: TestApp, phone: string, hash: string) =>
  storeDevices(app.database, [{ phone, device: hash, at: app.clock.now() }])

/** A transfer that was credited to a member. */
const paid = (app: TestApp, { id }: TestMember, accountNo: string, name: string) =>
  storeCredited(app.database, {
    memberId: id,
    fromBank: 'KBANK',
    fromAccountNo: accountNo,
    fromName: name,
    at: app.clock.now(),
  })

describe('invite money', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await appAtNoon()
    await approved(app, await campaignPeople(app), content)
  })
  afterAll(() => end(app))

  const fifty = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 50 }, act))

  it('is received once by fifty calls at once', async () => {
    const inviter = await player(app, 0)
    await bringOnce(app, inviter)
    const { OK, ...others } = tally(await fifty(() => receive(app, inviter)))
    expect(OK).toBe(1)
    expect(Object.keys(others)).toEqual(['INVITE_COLLECT'])
    expect(await accountsOf(app, inviter)).toMatchObject({ wallet: 5, invite: 0 })
  })

  it('received while a bonus is credited: one of both', async () => {
    const inviter = await player(app, 0)
    await bringOnce(app, inviter)
    const give = () =>
      transaction(app.context.db, (tx) =>
        grant(
          app.context,
          tx,
          {
            memberId: inviter.id,
            currency: 'THB',
            source: 'bonus',
            campaign: 'TEST',
            version: 1,
            description: { th: '', la: '', en: '' },
            terms: termsOf(testCondition),
          },
          { from: { house: house.bonus }, amountMinor: 700 },
        ),
      ).then(
        () => 'OK',
        ({ code }) => code,
      )
    const [received, given] = await Promise.all([receive(app, inviter), give()])
    const { wallet, invite } = await accountsOf(app, inviter)
    expect(received.error?.message ?? 'OK').toBe(wallet === 5 ? 'OK' : 'BONUS_ALREADY_ACTIVE')
    expect(given).toBe(wallet === 5 ? 'BONUS_ALREADY_ACTIVE' : 'OK')
    expect([wallet, invite]).toEqual(wallet === 5 ? [5, 0] : [7, 5])
  })

  it('the same key answers the same, also when the first answer was never stored', async () => {
    const inviter = await player(app, 0)
    await bringOnce(app, inviter)
    const key = randomUUID()
    for (let i = 0; i < 3; i++) {
      expect((await receive(app, inviter, key)).body).toEqual({ message: 'INVITE_BONUS_SUCCESS', amount: 5 })
      await forgetAnswers(app.database)
    }
    // Also on the next day.
    await nextDay(app)
    expect((await receive(app, inviter, key)).body.amount).toBe(5)
    expect(await accountsOf(app, inviter)).toMatchObject({ wallet: 5, invite: 0 })
  })

  it('is counted as the campaign’s cost', async () => {
    const cost = async () => (await app.context.campaigns.costOf('invite')?.(['THB']))?.get('THB') ?? 0
    const before = await cost()
    await bringOnce(app, await player(app, 0))
    expect(await cost()).toBe(before + 500)
  })
})
