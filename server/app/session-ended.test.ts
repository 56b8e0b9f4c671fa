import type { CallName } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { house, own, verifyBooks } from '../ledger/public.ts'
import { lockAccounts } from '../ledger/testing/asked.ts'
import { addSeconds, bangkokDay } from '../platform/clock.ts'
import { rawQuery, type Tx, transaction } from '../platform/database.ts'
import { changesPerDay } from '../slices/account/login.ts'
import { lockMember as lockMemberRow } from '../slices/account/store.ts'
import {
  bankAccountOf,
  fromAddress,
  lockBankAccount,
  logIn,
  mayBeNamed,
  openChallenges,
  setMemberActive,
} from '../slices/account/testing.ts'
import { activate, campaigns, clear, free, usePromotion } from '../slices/bonus/testing.ts'
import { approved, campaignPeople, testCondition, testContent } from '../slices/campaign/testing.ts'
import { openAccounts } from '../slices/deposit/testing/money-in.ts'
import {
  authenticatorCode,
  endOperatorSessions,
  lockFactor,
  lockOperator,
  newOperator,
  storedFactor,
  storedPasskeys,
} from '../slices/operator/testing.ts'
import { storeCashbackDay } from '../slices/refund/testing.ts'
import { holdings, player, transfer } from '../slices/wallet/testing.ts'
import { rowsOf, withdraw } from '../slices/withdraw/testing.ts'
import { anyLedger, type TestApp, type TestMember, testApp } from '../testing/app.ts'
import { authenticator } from '../testing/authenticator.ts'
import { queriesOf, waitingForLocks } from '../testing/database.ts'

/**
 * The last moment at which a right to call can end: the call was admitted, its body too, and its transaction
 * waits for a lock. Where money leaves or a way in is made, the session is looked at there
 * (docs/decisions/0042).
 */
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    settings: {
      'account.callsPerMinute': 100_000,
      'password.changesPerDay': 1000,
      // Withdrawals wait for an operator.
      'withdraw.autoLimit': 0,
    },
  })
  await openAccounts(app)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

interface Answered {
  status: number
  error: { message: string } | undefined
}
const outcomeOf = ({ status, error }: Answered) => `${status} ${error?.message ?? 'OK'}`

/**
 * Keeps rows locked until the call waits for them, lets its caller's right end meanwhile, and gives them free
 * again.
 * @returns the call's outcome
 */
async function endedWhile(
  lock: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Answered>,
  end: () => Promise<unknown>,
): Promise<string> {
  const waitingBefore = await waitingForLocks(app.database)
  let calling: Promise<Answered> | undefined
  await transaction(app.context.db, async (tx) => {
    await lock(tx)
    calling = call()
    await expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(waitingBefore)
    await end()
  })
  return outcomeOf(await (calling as Promise<Answered>))
}

const lockWallet =
  ({ id }: Pick<TestMember, 'id'>) =>
  (tx: Tx) =>
    rawQuery(tx, lockAccounts, [id])
const logOut = ({ token }: TestMember) => app.call('POST /api/logout', { token })
const suspend = ({ id }: TestMember) => setMemberActive(app.database, id, false)

describe('money of a member', () => {
  test.each([
    ['with a key', 'k1'],
    ['without a key', undefined],
  ])('is not withdrawn once the session has ended, %s', async (_, key) => {
    const member = await player(app, 500)
    const outcome = await endedWhile(
      lockWallet(member),
      () => withdraw(app, member, 500, key),
      () => logOut(member),
    )
    expect(outcome).toBe('401 invalid-token')
    expect(await rowsOf(app, member)).toEqual([])
    const { token } = await logIn(app, member.username, member.password)
    expect((await withdraw(app, { ...member, token: token ?? '' }, 500, key)).status).toBe(200)
  })

  test('is not withdrawn once the member is suspended', async () => {
    const member = await player(app, 500)
    const outcome = await endedWhile(
      lockWallet(member),
      () => withdraw(app, member, 500, 'k1'),
      () => suspend(member),
    )
    expect(outcome).toBe('403 INACTIVE_USER')
    expect(await rowsOf(app, member)).toEqual([])
  })

  test('is withdrawn by another session of the same moment', async () => {
    const [gone, stays] = [await player(app, 500), await player(app, 500)]
    let other: Promise<Answered> | undefined
    const outcome = await endedWhile(
      async (tx) => {
        await lockWallet(gone)(tx)
        await lockWallet(stays)(tx)
      },
      () => {
        other = withdraw(app, stays, 500, 'k1')
        return withdraw(app, gone, 500, 'k1')
      },
      () => logOut(gone),
    )
    expect([outcome, outcomeOf(await (other as Promise<Answered>))]).toEqual(['401 invalid-token', '200 OK'])
  })

  test.each([
    ['with a key', 'k1'],
    ['without a key', undefined],
  ])('is not moved into a game once the session has ended, %s', async (_, key) => {
    const member = await player(app, 300, 'PG')
    const outcome = await endedWhile(
      lockWallet(member),
      () => transfer(app, member, 'WALLET', 'PG', 300, key),
      () => logOut(member),
    )
    expect(outcome).toBe('401 invalid-token')
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 300, game: 0, inTransit: 0 })
  })
})

describe('money that is given', () => {
  beforeAll(async () => {
    const people = await campaignPeople(app)
    await approved(app, people, testContent.invite)
    await approved(app, people, testContent.refund)
  })

  /** Once the session has ended nothing is given, and in the next one it is. */
  async function isKept(member: TestMember, call: (member: TestMember) => Promise<Answered>) {
    const before = await app.context.ledger.balances(member.id)
    const outcome = await endedWhile(
      lockWallet(member),
      () => call(member),
      () => logOut(member),
    )
    expect(outcome).toBe('401 invalid-token')
    const amounts = (balances: typeof before) =>
      [...balances].map(([name, { amountMinor }]) => `${name} ${amountMinor}`)
    expect(amounts(await app.context.ledger.balances(member.id))).toEqual(amounts(before))
    const { token } = await logIn(app, member.username, member.password)
    expect(outcomeOf(await call({ ...member, token: token ?? '' }))).toBe('200 OK')
  }
  /** Money in an account that only days that were lost fill. */
  const filled = async (name: 'invite' | 'refund') => {
    const member = await player(app, 1)
    await anyLedger(app.context).post({
      key: `fill:${name}:${member.id}`,
      kind: name,
      memberId: member.id,
      legs: [
        { account: { house: house.bonus }, asset: 'THB', amountMinor: -10_000 },
        { account: { member: member.id, name: own[name] }, asset: 'THB', amountMinor: 10_000 },
      ],
      meta: {},
    })
    return member
  }
  test('invite money is not received', async () => {
    await isKept(await filled('invite'), ({ token }) => app.call('GET /api/invite/bonus', { token }))
  })

  test('cashback is not claimed', async () => {
    const member = await filled('refund')
    const yesterday = bangkokDay(addSeconds(app.clock.now(), -86_400))
    await storeCashbackDay(app.database, member.id, yesterday, 50)
    await isKept(member, ({ token }) => app.call('GET /api/refund/receive', { token }))
  })

  test('cashback is not moved to the wallet', async () => {
    await isKept(await filled('refund'), ({ token }) => app.call('GET /api/refund/addWallet', { token }))
  })

  test('a bonus is not credited', async () => {
    const offered = await campaigns(app).bonus({ credit: free(50) })
    await isKept(await player(app, 1), (member) => activate(app, member, offered))
  })

  test('a promotion is not credited', async () => {
    const offered = await campaigns(app).promotion()
    await isKept(await player(app, 1), (member) => usePromotion(app, member, offered))
  })

  test('a bonus is not given back', async () => {
    const member = await player(app, 1)
    await activate(app, member, await campaigns(app).bonus({ credit: free(50), condition: testCondition }))
    await isKept(member, (caller) => clear(app, caller))
  })

  test('a bonus that waits for a deposit is not cancelled', async () => {
    const member = await player(app, 1)
    const offered = await campaigns(app).bonus()
    expect(outcomeOf(await activate(app, member, offered))).toBe('200 OK')
    await isKept(member, (caller) => clear(app, caller))
  })
})

describe('a way in', () => {
  test('whose end locks the member lets a withdrawal’s row name it: neither waits for the other', async () => {
    const member = await app.registerMember()
    await transaction(app.context.db, async (tx) => {
      await lockMemberRow(tx, member.id)
      // As the row's reference to its member does; the withdrawal's transaction has locked the session
      // already.
      await mayBeNamed(app.database, member.id)
    })
  })

  const lockMember =
    ({ id }: TestMember) =>
    (tx: Tx) =>
      lockMemberRow(tx, id)

  test('is not changed by a session that has ended: the password', async () => {
    const member = await app.registerMember()
    const body = { oldPassword: member.password, newPassword: 'papaya-salad-7' }
    const outcome = await endedWhile(
      lockMember(member),
      () => app.call('PUT /api/account/changepwd', { token: member.token, body }),
      () => logOut(member),
    )
    expect(outcome).toBe('401 invalid-token')
    expect((await logIn(app, member.username, member.password)).token).toBeDefined()
  })

  test('is not changed by a session that has ended: the account to which money goes', async () => {
    const member = await app.registerMember()
    const body = { bankAccountNo: '1234567890' }
    const outcome = await endedWhile(
      (tx) => lockBankAccount(queriesOf(tx), member.id),
      () => app.call('PUT /api/account/profile', { token: member.token, body }),
      () => logOut(member),
    )
    expect(outcome).toBe('401 invalid-token')
    const row = await bankAccountOf(app.database, member.id)
    expect(row?.account_no).not.toBe(body.bankAccountNo)
  })

  test('a code that sets the password anew ends the challenges of passkeys too', async () => {
    const member = await app.registerMember()
    const asked = await app.call('POST /api/account/passkeys/options', {
      token: member.token,
      body: { password: member.password },
    })
    expect(asked.status).toBe(200)
    await resetByCode(member, 'papaya-salad-7')
    expect(await openChallenges(app.database, member.id)).toEqual([])
  })
})

async function resetByCode({ username }: TestMember, newPassword: string) {
  const headers = fromAddress()
  const sent = await app.call('POST /api/login/reset/send', { body: { phoneNumber: username }, headers })
  const [sms] = await app.sandbox.sms(username)
  const { otpToken } = sent.body
  await app.call('POST /api/otp/verify', { body: { otpToken, otpCode: sms?.code ?? '' }, headers })
  return app.call('POST /api/login/reset', { body: { otpToken, newPassword }, headers })
}

test('a stranger who knows the password and changes it in a loop loses against the reset, each time', async () => {
  for (let n = 0; n < 20; n++) {
    const member = await app.registerMember()
    let [known, goes] = [member.password, true]
    const stranger = (async () => {
      for (let turn = 0; goes && turn < 200; turn++) {
        const next = `stranger-${n}-${turn}-x`
        const body = { oldPassword: known, newPassword: next }
        const { status } = await app.call('PUT /api/account/changepwd', { token: member.token, body })
        if (status === 200) known = next
        if (status === 401) return
      }
    })()
    const { status, body } = await resetByCode(member, 'owner-of-the-phone-1')
    goes = false
    await stranger
    expect(status).toBe(200)
    expect((await app.call('GET /api/account/profile', { token: body.token })).status).toBe(200)
    expect((await logIn(app, member.username, 'owner-of-the-phone-1')).token).toBeDefined()
    expect((await logIn(app, member.username, known)).refused).toBe('401 WRONG_CREDENTIAL')
  }
}, 240_000)

test('a password is changed only so often in a day', async () => {
  await app.context.settings.set(changesPerDay, 10)
  const member = await app.registerMember()
  let known = member.password
  const outcomes: string[] = []
  for (let turn = 0; turn < 11; turn++) {
    const body = { oldPassword: known, newPassword: `mango-rice-${turn}` }
    const answer = await app.call('PUT /api/account/changepwd', { token: member.token, body })
    outcomes.push(outcomeOf(answer))
    if (answer.status === 200) known = body.newPassword
  }
  expect(outcomes).toEqual([...Array(10).fill('200 OK'), '429 REQUEST_LIMIT'])
  expect((await logIn(app, member.username, known)).token).toBeDefined()
})

describe('an operator', () => {
  const endSessions = (operatorId: string) => endOperatorSessions(app.database, operatorId)
  const operatorRow = (id: string) => (tx: Tx) => lockOperator(queriesOf(tx), id)

  test('decides nothing by a session that has ended', async () => {
    const [cashier, member] = [await newOperator(app, 'cashier'), await player(app, 500)]
    const { body } = await withdraw(app, member, 500, 'k1')
    const outcome = await endedWhile(
      operatorRow(cashier.id),
      () =>
        app.call('POST /api/console/desk/:queue/:id/approve', {
          token: cashier.token,
          params: { queue: 'withdrawal', id: body.withdrawalId },
          body: { reason: 'looks right' },
        }),
      () => endSessions(cashier.id),
    )
    expect(outcome).toBe('401 invalid-token')
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'PENDING' }])
  })

  test.each([
    ['POST /api/console/staff', {}, { email: 'new@test.test', name: 'New', role: 'owner' }],
    ['PUT /api/console/staff/:id', { id: 'x' }, { role: 'owner' }],
    ['POST /api/console/staff/:id/password', { id: 'x' }, undefined],
    [
      'PUT /api/console/password',
      {},
      { oldPassword: 'krapao-demo', newPassword: 'a-long-own-password-of-mine-1' },
    ],
  ] as [CallName, object, object | undefined][])('changes nobody by it: %s', async (name, params, body) => {
    const owner = await newOperator(app, 'owner')
    const outcome = await endedWhile(
      operatorRow(owner.id),
      () =>
        app.call(name, { token: owner.token, params: params as never, ...(body && { body: body as never }) }),
      () => endSessions(owner.id),
    )
    expect(outcome).toBe('401 invalid-token')
  })

  test.each<['POST' | 'PUT']>([['POST'], ['PUT']])('sets up no second factor by it: %s', async (method) => {
    const { id, token } = await newOperator(app, 'cashier')
    const { body } = await app.call('POST /api/console/second-factor', { token })
    const stored = () => storedFactor(app.database, id)
    const before = await stored()
    const code = authenticatorCode(body.secret, app.clock.now())
    const outcome = await endedWhile(
      (tx) => lockFactor(queriesOf(tx), id),
      () =>
        method === 'POST'
          ? app.call('POST /api/console/second-factor', { token })
          : app.call('PUT /api/console/second-factor', { token, body: { code } }),
      () => endSessions(id),
    )
    expect(outcome).toBe('401 invalid-token')
    expect(await stored()).toEqual(before)
  })

  test.each(['sets up', 'uses', 'removes'])('%s no passkey by it', async (what) => {
    const { id, token } = await newOperator(app, 'cashier')
    const device = authenticator(app.address)
    const challengeOf = async (
      name: 'POST /api/console/passkeys/options' | 'POST /api/console/confirm/options',
    ) => (await app.call(name, { token })).body.challenge
    const setUp = (credential: object) =>
      app.call('POST /api/console/passkeys', {
        token,
        body: { name: 'key', credential: credential as never },
      })
    const optionsOfNew = 'POST /api/console/passkeys/options'
    for (const key of [device, authenticator(app.address)])
      await setUp(key.create(await challengeOf(optionsOfNew)))
    const stored = () => storedPasskeys(app.database, id)
    const before = await stored()
    const added = authenticator(app.address).create(await challengeOf(optionsOfNew))
    const used = device.get(await challengeOf('POST /api/console/confirm/options'))
    const outcome = await endedWhile(
      operatorRow(id),
      () =>
        what === 'sets up'
          ? setUp(added)
          : what === 'uses'
            ? app.call('POST /api/console/confirm', { token, body: { credential: used } })
            : app.call('DELETE /api/console/passkeys/:id', { token, params: { id: before[0]?.id ?? '' } }),
      () => endSessions(id),
    )
    expect([outcome, before.length]).toEqual(['401 invalid-token', 2])
    expect(await stored()).toEqual(before)
  })
})
