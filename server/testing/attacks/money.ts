import { randomInt } from 'node:crypto'
import { sign } from '@krapao/contract/signature.ts'
import { expect } from 'vitest'
import { verifyIn } from '../../ledger/public.ts'
import { journalsOf } from '../../ledger/testing/asked.ts'
import { rawQuery, transaction } from '../../platform/database.ts'
import { fromAddress, logIn, register, registration } from '../../slices/account/testing.ts'
import { campaigns, outcomeOf, usePromotion } from '../../slices/bonus/testing.ts'
import { newSender } from '../../slices/deposit/slip/testing/slip.ts'
import {
  announce,
  askCode,
  deskOf,
  hook,
  inWallet,
  makeGift,
  sendGift,
} from '../../slices/deposit/testing/money-in.ts'
import { newReference, reportByFeed } from '../../slices/deposit/testing/reports.ts'
import { reportsOf } from '../../slices/deposit/testing/stored.ts'
import { byTwoOwners, changeOperator, newOperator, tryLogin } from '../../slices/operator/testing.ts'
import { player, transfer } from '../../slices/wallet/testing.ts'
import { buildMember, rowsOf, withdraw } from '../../slices/withdraw/testing.ts'
import type { TestApp, TestMember } from '../app.ts'
import { type Attack, atOnce, attack, tally } from './attack.ts'

/** Attacks on money: that of other members, that of the house, and by operators. */

const house = '0000000011'

/** A withdrawal that takes two operators. */
async function large(app: TestApp): Promise<string> {
  const member = await buildMember(app, 40_000)
  expect((await withdraw(app, member, 30_000)).body.status).toBe('PENDING')
  return (await rowsOf(app, member))[0]?.id ?? ''
}

async function approve(app: TestApp, { token }: { token: string }, id: string, queue = 'withdrawal') {
  const { body, error } = await app.call('POST /api/console/desk/:queue/:id/approve', {
    token,
    params: { queue: queue as 'withdrawal', id },
    body: { reason: 'looked at it' },
  })
  return error?.message ?? body.status
}

const money: Attack[] = [
  attack('17', 'a member cannot see or change codes, journals and accounts of another', async ({ app }) => {
    const [first, second] = [await player(app, 500, 'PG'), await app.registerMember()]
    const code = (await askCode(app, first, 'WW', 100)).body
    await transfer(app, first, 'WALLET', 'PG', 10)
    const journal = (await journalsOf(app.database, {})).at(-1)
    const { token } = second
    const refused = [
      await app.call('DELETE /api/qrcode/:qrcodeId', { token, params: { qrcodeId: code.qrcodeId ?? '' } }),
      await app.call('GET /api/statement/:id/entries', { token, params: { id: String(journal?.id) } }),
      await app.call('GET /api/statement/slip/reference/:reference', { token, params: { reference: 'T1' } }),
      await app.call('GET /api/wallet/account/:code', { token, params: { code: 'PG' } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 422])
    const open = await app.call('GET /api/qrcode/:code', { token: first.token, params: { code: 'WW' } })
    expect(open.body.qrcodeId).toBe(code.qrcodeId)
  }),
  attack('19', 'a member cannot enter a game with another member’s account', async ({ app }) => {
    const [first, second] = [await player(app, 0, 'PG'), await player(app, 0, 'PG')]
    const { body } = await app.call('GET /api/wallet/account/:code', {
      token: first.token,
      params: { code: 'PG' },
    })
    const entered = await app.call('GET /api/autoLogin/:provider/:username', {
      token: second.token,
      params: { provider: 'pg', username: body.username },
    })
    expect([entered.status, entered.error?.message]).toEqual([403, 'FORBIDDEN'])
  }),
  attack('26', 'the picture of a QR code contains no script, event handler or link', async ({ app }) => {
    const { body } = await askCode(app, await app.registerMember(), 'WW', 100)
    const svg = JSON.stringify(body)
    expect(svg).toContain('<svg')
    expect(svg).not.toMatch(/<script|<foreignObject|javascript:|\son\w+=|href/i)
  }),
  attack(
    '29',
    'fifty calls with one key have one effect, and fifty with different keys spend no more than the balance',
    async ({ app }) => {
      const [first, second] = [await buildMember(app, 1000), await buildMember(app, 1000)]
      const equal = await atOnce(50, () => withdraw(app, first, 1000, 'the-same-key'))
      expect(new Set(equal.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
      const others = await atOnce(50, (n) => withdraw(app, second, 1000, `key-${n}`))
      expect(tally(others.map(({ status, error }) => error?.message ?? status))).toEqual({
        200: 1,
        MONEY_NOT_ENOUGH: 49,
      })
      expect([(await rowsOf(app, first)).length, (await rowsOf(app, second)).length]).toEqual([1, 1])
    },
  ),
  attack('29', 'a gift that is redeemed eight times at once is credited once', async ({ app }) => {
    const member = await app.registerMember()
    const link = await makeGift(app, member.username, 123)
    await atOnce(8, () => sendGift(app, member, link))
    await expect.poll(() => inWallet(app, member), { timeout: 15_000 }).toBe(123)
  }),
  attack('30', 'malformed amounts are refused without any effect', async ({ app }) => {
    const { token, id } = await buildMember(app, 1000)
    for (const amount of [
      '1e2',
      '0.001',
      '-1',
      '1e999',
      '1000000000',
      '"5"',
      'null',
      '[5]',
      '{}',
      'NaN',
      '0x10',
    ]) {
      const answer = await fetch(`${app.address}/api/wallet/withdraw`, {
        method: 'POST',
        body: `{"amount":${amount}}`,
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'wallet-user',
          authorization: `Bearer ${token}`,
        },
      })
      expect(answer.status, amount).toBe(400)
    }
    expect(await rowsOf(app, { id })).toEqual([])
  }),
  attack(
    'B1',
    'an account with the same last digits gets no money of a member whose name is in another script',
    async ({ app }) => {
      const digits = String(randomInt(1000, 10_000))
      const owner = await newSender(app, 'สมหมาย ใจงาม', `444123${digits}`)
      const thief = await newSender(app, 'SOMMAI JAINGAM', `999999${digits}`)
      const shown = { fromAccountNo: `xxxxxx${digits}`, fromName: 'SOMMAI J' }
      const answer = await reportByFeed(app, owner, {
        reference: newReference(),
        at: app.clock.now(),
        ...shown,
      })
      expect([answer, await inWallet(app, thief), await inWallet(app, owner)]).toEqual(['unmatched', 0, 0])
    },
  ),
  attack(
    'B1',
    'such an account gets no money of a member with a number longer than the mask',
    async ({ app }) => {
      const digits = String(randomInt(1000, 10_000))
      const owner = await newSender(app, 'SOMMAI JAINGAM', `02012345${digits}`)
      const thief = await newSender(app, 'SOMMAI JAINGAM', `999999${digits}`)
      const shown = { fromAccountNo: `xxxxxx${digits}`, fromName: 'SOMMAI J' }
      const answer = await reportByFeed(app, owner, {
        reference: newReference(),
        at: app.clock.now(),
        ...shown,
      })
      expect([answer, await inWallet(app, thief), await inWallet(app, owner)]).toEqual(['unmatched', 0, 0])
    },
  ),
  attack('B2', 'house accounts cannot be registered as a member’s bank account', async ({ app }) => {
    const given = { bankCode: 'SCB', bankAccountNo: house }
    expect(await register(app, registration(given))).toBe('422 INVALID_BANK')
    const { token } = await app.registerMember()
    const { error } = await app.call('PUT /api/account/profile', { token, body: given })
    expect(error?.message).toBe('INVALID_BANK')
  }),
  attack('B2', 'numbers of house wallets cannot be registered as a member’s phone', async ({ app }) => {
    for (const username of ['0800000044', '0800000055'])
      expect(await register(app, registration({ username })), username).toBe('422 INVALID_USER_INFO')
  }),
  attack('B5', 'a gateway’s report counts at this gateway only, and once', async ({ app }) => {
    const code = (await askCode(app, await app.registerMember(), 'WW', 100)).body
    const paidAt = app.clock.now().toISOString()
    const reportOf = (paymentId: string, more: object = {}) => ({
      ...{ paymentId, eventId: newReference(), status: 'PAID', amount: 100, paidAt },
      ...more,
    })
    const eventCounts = async () => {
      const payments = (await reportsOf(app.database, {})).filter(({ kind }) => kind === 'payment')
      return tally(payments.map(({ place }) => place))
    }
    // A report that names its gateway, one that does not, and one of a code that is not ours.
    const named = reportOf(code.qrcodeId ?? '', { provider: 'WW' })
    const silent = reportOf(code.qrcodeId ?? '')
    const unknown = reportOf(newReference())
    expect(await hook(app, 'WW', unknown)).toEqual([200, { status: 'waiting' }])
    const before = await eventCounts()
    expect(await hook(app, 'FP', named)).toMatchObject([422, { message: 'DEST_ACC_INVALID' }])
    expect(await hook(app, 'FP', silent)).toEqual([409, { message: 'IDEMPOTENCY_CONFLICT' }])
    expect(await hook(app, 'FP', unknown)).toEqual([409, { message: 'IDEMPOTENCY_CONFLICT' }])
    expect(await eventCounts()).toEqual(before)
    expect(await hook(app, 'WW', named)).toEqual([200, { status: 'credited' }])
    expect(await hook(app, 'FP', silent)).toEqual([409, { message: 'IDEMPOTENCY_CONFLICT' }])
    const again = reportOf(newReference())
    const answers = await Promise.all(['WW', 'FP', 'PAYTIMZ'].map((gateway) => hook(app, gateway, again)))
    expect(tally(answers.map(([status]) => status))).toEqual({ 200: 1, 409: 2 })
  }),
  attack('B5', 'a bank’s report counts for the account that it names only, and once', async ({ app }) => {
    const member = await newSender(app)
    const text = JSON.stringify({
      accountNo: house,
      reference: newReference(),
      amount: 617,
      at: app.clock.now().toISOString(),
      fromBank: 'KBANK',
      fromAccountNo: member.accountNo,
      fromName: 'SOMYING JAIDEE',
    })
    const signature = sign(app.sandbox.secrets.bank, text, app.clock.now())
    const report = async (to: string) => {
      const headers = { 'content-type': 'application/json', 'x-signature': signature }
      return (await fetch(`${app.address}/hooks/bank/${to}`, { method: 'POST', body: text, headers })).status
    }
    const statuses = await Promise.all(['T-WW', house, house, 'T-KBANK'].map(report))
    expect(statuses).toEqual([422, 200, 200, 422])
    expect(await inWallet(app, member)).toBe(617)
  }),
  attack(
    'B7',
    'the vote of an operator who was deactivated, or may no longer decide, does not count',
    async ({ app, owner }) => {
      for (const change of [{ isActive: false }, { role: 'support' as const }]) {
        const leaving = await newOperator(app, 'cashier')
        const id = await large(app)
        expect(await approve(app, leaving, id)).toBe('SECOND_OPERATOR_NEEDED')
        await changeOperator(app.database, leaving.id, change)
        expect(await approve(app, owner, id), JSON.stringify(change)).toBe('SECOND_OPERATOR_NEEDED')
      }
    },
  ),
  attack(
    'B23',
    'an owner alone is not two people: neither as somebody new nor as a colleague',
    async ({ app }) => {
      const alone = await newOperator(app, 'owner')
      const asks = [
        app.call('POST /api/console/staff', {
          token: alone.token,
          body: { email: 'ghost@test.test', name: 'Ghost', role: 'cashier' },
        }),
        app.call('POST /api/console/staff/:id/password', {
          token: alone.token,
          params: { id: (await newOperator(app, 'cashier')).id },
        }),
      ]
      for (const { body, status } of await Promise.all(asks)) {
        expect(status).toBe(200)
        expect(JSON.stringify(body)).not.toMatch(/password/i)
        const call = { token: alone.token, params: { id: body._id } }
        const { error } = await app.call('POST /api/console/staff/requests/:id/approve', call)
        expect(error?.message).toBe('SECOND_OPERATOR')
      }
    },
  ),
  attack('B23', 'who let somebody in is not their second person', async ({ app, owner }) => {
    const maker = await newOperator(app, 'owner')
    const { staff, oneTime } = await byTwoOwners(app, [maker, owner], (token) =>
      app.call('POST /api/console/staff', {
        token,
        body: { email: 'made@test.test', name: 'Made', role: 'cashier' },
      }),
    )
    const { token } = await tryLogin(app, staff.email, oneTime?.password ?? '')
    const body = { oldPassword: oneTime?.password ?? '', newPassword: 'a-lantern-by-the-river' }
    await app.call('PUT /api/console/password', { token, body })
    const id = await large(app)
    expect(await approve(app, { token }, id)).toBe('SECOND_OPERATOR_NEEDED')
    for (const approver of [maker, owner]) expect(await approve(app, approver, id)).toBe('OPERATORS_TIED')
    expect(await approve(app, await newOperator(app, 'cashier'), id)).toBe('DONE')
  }),
  attack(
    'B8',
    'the limit for automatic approval applies to the total of a member’s withdrawals',
    async ({ app }) => {
      const member = await buildMember(app, 20_000)
      const states = await atOnce(4, async () => (await withdraw(app, member, 2000)).body.status)
      expect(tally(states)).toEqual({ APPROVED: 2, PENDING: 2 })
    },
  ),
  attack(
    'B8',
    'an announcement is refused while announcements are off, and waits nowhere on the desk',
    async ({ app }) => {
      const { status } = await announce(app, await app.registerMember(), 100)
      expect(status).toBe(403)
      expect(await deskOf(app, 'manual-deposit').all()).toEqual([])
    },
  ),
  attack('B11', 'seals and audit events cannot be deleted unnoticed', async ({ app, owner }) => {
    await app.context.ledger.seal()
    const sealedBefore = app.clock.now()
    class Undone extends Error {}
    for (const deletion of ['delete from seals', `delete from audit_log where operator_id = '${owner.id}'`]) {
      const [table] = /seals|audit_log/.exec(deletion) ?? []
      await expect(app.database.query(deletion), deletion).rejects.toThrow(/append-only/)
      // Only the owner of a table can disable its triggers, and the verification of the books detects the
      // deletion.
      const undone = transaction(app.context.db, async (tx) => {
        await rawQuery(tx, `alter table ${table} disable trigger all`)
        await rawQuery(tx, deletion)
        expect((await verifyIn(tx, { sealedBefore })).defects, deletion).not.toEqual([])
        throw new Undone()
      })
      await expect(undone).rejects.toBeInstanceOf(Undone)
    }
  }),
  attack(
    'B26',
    'of six members of one device who take one code, at once or one after the other, one is credited and five wait',
    async ({ app }) => {
      for (const inTurn of [true, false]) {
        const code = await campaigns(app).promotion({ uses: 100, usesPerDay: null })
        const six = await Promise.all(Array.from({ length: 6 }, () => app.registerMember()))
        let cookie = ''
        for (const { username, password } of six) {
          const login = await logIn(app, username, password, { ...fromAddress(), ...(cookie && { cookie }) })
          expect(login.token).toBeDefined()
          cookie ||= login.cookie?.split(';')[0] ?? ''
        }
        const take = async (n: number) => outcomeOf(await usePromotion(app, six[n] as TestMember, code))
        const outcomes: string[] = []
        if (inTurn) for (const n of six.keys()) outcomes.push(await take(n))
        else outcomes.push(...(await atOnce(6, take)))
        expect(tally(outcomes)).toEqual({ OK: 1, '422 BONUS_REVIEW': 5 })
        const credited = await Promise.all(six.map((member) => inWallet(app, member)))
        expect(credited.sort()).toEqual([0, 0, 0, 0, 0, 50])
      }
    },
  ),
  attack('B14', 'an item of the desk can be addressed in one way only', async ({ app, cashier, owner }) => {
    const answer = await reportByFeed(app, await newSender(app, 'สมศรี มีสุข'), {
      reference: newReference(),
      at: app.clock.now(),
      fromName: 'NOBODY KNOWN',
      fromAccountNo: 'xxxxxx0000',
    })
    expect(answer).toBe('unmatched')
    const id = (await deskOf(app, 'bank-transfer').all()).at(-1)?.id ?? ''
    for (const alias of [`0${id}`, `000${id}`, ` ${id}`, `+${id}`, `${id}.0`, `${id}e0`])
      for (const by of [cashier, owner])
        expect(await approve(app, by, alias, 'bank-transfer'), alias).toMatch(/NO_DATA|INVALID_REQUEST/)
  }),
]

export default money
