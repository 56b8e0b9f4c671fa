import type { BodyOf } from '@krapao/contract/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostingOf } from '../../journals/posting.ts'
import { journalsOf } from '../../ledger/testing/asked.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { enginesByDepth } from '../../testing/database.ts'
import { setProviders } from '../game/testing.ts'
import { player, refresh, transfer } from '../wallet/testing.ts'
import { recordWithdrawal } from '../withdraw/testing.ts'

type Query = Partial<BodyOf<'POST /api/statement'>>

let keys = 0
const deposit = (
  memberId: string,
  amountMinor: number,
  more: Partial<PostingOf<'deposit'>> = {},
): PostingOf<'deposit'> => ({
  key: `test:${++keys}`,
  kind: 'deposit',
  memberId,
  legs: [
    { account: { house: 'bank:SCB' }, asset: 'THB', amountMinor: -amountMinor },
    { account: { member: memberId, name: 'wallet' }, asset: 'THB', amountMinor },
  ],
  meta: { fromBank: 'KBANK' },
  ...more,
})

describe.each(enginesByDepth)('the statement on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp({ engine })
    await setProviders(app.database, { timeoutSeconds: 1 })
  })
  afterAll(() => app.close())

  const list = async ({ token }: TestMember, query: Query = {}) => {
    const { status, body } = await app.call('POST /api/statement', {
      token,
      body: { page: 1, limit: 10, ...query },
      headers: { cookie: 'lang=EN' },
    })
    expect(status).toBe(200)
    return body
  }
  const entriesOf = ({ token }: TestMember, id: string) =>
    app.call('GET /api/statement/:id/entries', { token, params: { id } })
  const csvOf = ({ token }: TestMember, query: Record<string, string> = {}, language = 'EN') =>
    app.call('GET /api/statement/csv', { token, query, headers: { cookie: `lang=${language}` } })

  it('is empty for a new member', async () => {
    const member = await app.registerMember()
    expect(await list(member)).toEqual({ total: 0, statements: [] })
    expect((await csvOf(member)).body.csv.split('\r\n')).toHaveLength(2)
  })

  it('pages newest first, without a row lost or doubled', async () => {
    const member = await app.registerMember()
    for (let i = 1; i <= 23; i++) await app.context.ledger.post(deposit(member.id, i * 100))
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(member, { page })))
    expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23])
    expect(pages.flatMap(({ statements }) => statements.map(({ amount }) => amount))).toEqual(
      Array.from({ length: 23 }, (_, i) => 23 - i),
    )
  })

  it('finds rows by amount, number and the name of a bank or game, and counts what it finds', async () => {
    const member = await player(app, 1000, 'PG')
    const other = await app.registerMember()
    await app.context.ledger.post(deposit(member.id, 12_345))
    await app.context.ledger.post(deposit(other.id, 12_345))
    await app.context.ledger.post(deposit(member.id, 200, { meta: { fromBank: 'SCB' } }))
    await transfer(app, member, 'WALLET', 'PG', 300)
    const found = async (search: string, more: Query = {}) => {
      const { total, statements } = await list(member, { search, ...more })
      expect(total).toBe(statements.length)
      return statements.map(({ amount }) => amount)
    }
    const all = (await list(member)).statements
    expect(await found('123.45')).toEqual([123.45])
    expect(await found('฿300')).toEqual([300])
    expect(await found(all[0]?._id ?? '')).toContain(all[0]?.amount)
    expect(await found('kasikorn')).toEqual([123.45])
    expect(await found('siam')).toEqual([2])
    expect(await found('pg')).toEqual([300])
    expect(await found('300', { type: 'deposit' })).toEqual([])
    expect(await found('nothing like it')).toEqual([])
    expect((await csvOf(member, { search: '123.45' })).body.csv.trim().split('\r\n')).toHaveLength(2)
  })

  it('shows the days that are asked for, and their sums of deposits and paid withdrawals', async () => {
    const member = await app.registerMember()
    const { ledger, clock } = app.context
    const day = (at: Date) => new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10)
    await ledger.post(deposit(member.id, 10_000))
    const taken = deposit(member.id, 5000)
    await ledger.post(taken)
    await ledger.reverse(taken.key, 'credited by mistake')
    await recordWithdrawal(app.context, member.id, 3000, 'posted')
    await recordWithdrawal(app.context, member.id, 1000, 'voided')
    await recordWithdrawal(app.context, member.id, 500)
    const today = day(clock.now())
    const before = day(new Date(clock.now().getTime() - 86_400_000))
    const sums = async (query: Record<string, string>) =>
      (await app.call('GET /api/statement/sums', { token: member.token, query })).body
    expect(await sums({})).toEqual({ currency: 'THB', in: 100, out: 30 })
    expect(await sums({ from: today, until: today })).toEqual({ currency: 'THB', in: 100, out: 30 })
    expect(await sums({ month: today.slice(0, 7) })).toEqual({ currency: 'THB', in: 100, out: 30 })
    expect(await sums({ until: before })).toEqual({ currency: 'THB', in: 0, out: 0 })
    expect((await list(member, { from: today, until: today })).total).toBe(5)
    expect((await list(member, { until: before })).total).toBe(0)
    expect((await csvOf(member, { from: today, until: today })).body.fileName).toBe(
      `statement-${today}-${today}.csv`,
    )
    const wrong = await app.call('GET /api/statement/sums', {
      token: member.token,
      query: { from: '2026-13-01' },
    })
    expect([wrong.status, wrong.body]).toMatchObject([400, { message: 'INVALID_REQUEST' }])
  })

  it('makes a PDF of the same rows, so many in a minute', async () => {
    const member = await app.registerMember()
    const other = await app.registerMember()
    await app.context.ledger.post(deposit(member.id, 12_345))
    const pdfOf = ({ token }: TestMember, query: Record<string, string> = {}) =>
      app.call('GET /api/statement/pdf', { token, query })
    const made = await pdfOf(member, { type: 'deposit' })
    expect([made.status, made.body.complete, made.body.fileName]).toEqual([
      200,
      true,
      'statement-deposit.pdf',
    ])
    const sizeOf = (pdf: string) => Buffer.from(pdf, 'base64').length
    expect(Buffer.from(made.body.pdf, 'base64').toString('latin1', 0, 5)).toBe('%PDF-')
    const none = await pdfOf(member, { type: 'withdraw' })
    expect(sizeOf(none.body.pdf)).toBeLessThan(sizeOf(made.body.pdf))
    await Promise.all(Array.from({ length: 4 }, () => pdfOf(member)))
    expect((await pdfOf(member)).body).toMatchObject({ message: 'REQUEST_LIMIT_1MIN' })
    expect((await pdfOf(other)).status).toBe(200)
  })

  it('shows transfers with their present state', async () => {
    const member = await player(app, 1000, 'PG', 'JOKER')
    await transfer(app, member, 'WALLET', 'PG', 300)
    await transfer(app, member, 'PG', 'JOKER', 100)
    await app.sandbox.setFault('PG', 'refuse', 1, 'transfer')
    await transfer(app, member, 'WALLET', 'PG', 50)
    await app.sandbox.setFault('JOKER', 'timeout-lost', 5, 'transfer')
    await transfer(app, member, 'WALLET', 'JOKER', 20)
    await app.sandbox.setFault('JOKER', 'none', 1)

    const { total, statements } = await list(member)
    expect(total).toBe(5)
    expect(
      statements.map(({ from, to, amount, status, reason }) => [from, to, amount, status, reason]),
    ).toEqual([
      ['WALLET', 'JOKER', 20, 'PENDING', null],
      ['WALLET', 'PG', 50, 'FAILED', 'PROVIDER_REFUSED'],
      ['WALLET', 'JOKER', 100, 'SUCCESS', null],
      ['PG', 'WALLET', 100, 'SUCCESS', null],
      ['WALLET', 'PG', 300, 'SUCCESS', null],
    ])
  })

  it('opens a row to its entries: the hold, and its end', async () => {
    const member = await player(app, 100, 'PG')
    await transfer(app, member, 'WALLET', 'PG', 40)
    const id = (await list(member)).statements[0]?._id ?? ''
    const { body } = await entriesOf(member, id)
    expect(body.entries.map(({ at: _, ...entry }) => entry)).toEqual([
      { account: 'wallet', amount: -40, balanceAfter: 60, counterpart: 'in-transit:PG' },
      { account: 'in-transit:PG', amount: 40, balanceAfter: 40, counterpart: 'wallet' },
      { account: 'in-transit:PG', amount: -40, balanceAfter: 0, counterpart: 'game:PG' },
      { account: 'game:PG', amount: 40, balanceAfter: 40, counterpart: 'in-transit:PG' },
    ])
  })

  it('names house accounts by their kind, and shows a reversal', async () => {
    const member = await app.registerMember()
    const posting = deposit(member.id, 5000)
    await app.context.ledger.post(posting)
    await app.context.ledger.reverse(posting.key, 'credited by mistake')
    const { total, statements } = await list(member)
    expect([total, statements[0]?.status, statements[0]?.reason]).toEqual([1, 'FAILED', 'REVERSED'])
    const { body } = await entriesOf(member, statements[0]?._id ?? '')
    expect(body.entries.map(({ at: _, ...entry }) => entry)).toEqual([
      { account: 'wallet', amount: 50, balanceAfter: 50, counterpart: 'bank' },
      { account: 'wallet', amount: -50, balanceAfter: 0, counterpart: 'bank' },
    ])
  })

  it('shows a settled hold that was reversed later', async () => {
    const member = await app.registerMember()
    await app.fund(member.id, 100)
    const key = await recordWithdrawal(app.context, member.id, 3000, 'posted')
    const { ledger } = app.context
    const row = async () => (await list(member, { type: 'withdraw' })).statements[0]
    expect(await row()).toMatchObject({ status: 'SUCCESS', from: 'WALLET', to: 'SCB', amount: 30 })

    await ledger.reverse(`posted:${key}`, 'the bank sent it back')
    expect(await row()).toMatchObject({ status: 'FAILED', reason: 'REVERSED' })
    const { body } = await entriesOf(member, (await row())?._id ?? '')
    expect(body.entries.map(({ account, amount, counterpart }) => [account, amount, counterpart])).toEqual([
      ['wallet', -30, 'withdrawing'],
      ['withdrawing', 30, 'wallet'],
      ['withdrawing', -30, 'payout'],
      ['wallet', 30, 'payout'],
    ])
  })

  it('shows no rows of others, and no journals that are not part of a statement', async () => {
    const [mine, other] = [await player(app, 500, 'PG'), await app.registerMember()]
    await transfer(app, mine, 'WALLET', 'PG', 100)
    await app.sandbox.play('PG', (await usernameAt(mine)) ?? '', { stake: 10, win: 0 })
    await refresh(app, mine)
    // The adjustment that funds the member, and the play result, are not rows.
    expect((await list(mine)).total).toBe(1)
    expect((await list(other)).total).toBe(0)

    const id = (await list(mine)).statements[0]?._id ?? ''
    expect(await entriesOf(other, id)).toMatchObject({ status: 404, error: { message: 'NO_DATA' } })
    const [play] = await journalsOf(app.database, { memberId: mine.id, kind: 'play' })
    expect((await entriesOf(mine, String(play?.id))).status).toBe(404)
    // A resolution is part of its hold's row and has no row of its own.
    expect((await entriesOf(mine, String(Number(id) + 1))).status).toBe(404)
    expect((await entriesOf(mine, '999999999999999')).status).toBe(404)
    expect((await entriesOf(mine, '1 or 1=1')).status).toBe(400)
  })

  async function usernameAt({ token }: TestMember): Promise<string | undefined> {
    const { body } = await app.call('GET /api/wallet/account/:code', { token, params: { code: 'PG' } })
    return body.username
  }

  it('filters by kind and by Bangkok month', async () => {
    const member = await player(app, 100, 'PG')
    const first = new Date(Date.UTC(2027, 0, 31, 16, 59, 59))
    app.clock.advance((first.getTime() - app.clock.now().getTime()) / 1000)
    await app.context.ledger.post(deposit(member.id, 100))
    app.clock.advance(2)
    await app.context.ledger.post(deposit(member.id, 200))
    // The session has expired in between.
    const again = await relogin(member)
    await transfer(app, again, 'WALLET', 'PG', 50)

    const amounts = async (query: Query) => (await list(again, query)).statements.map(({ amount }) => amount)
    expect(await amounts({})).toEqual([50, 2, 1])
    expect(await amounts({ month: '2027-01' })).toEqual([1])
    expect(await amounts({ month: '2027-02' })).toEqual([50, 2])
    expect(await amounts({ month: '2027-02', type: 'deposit' })).toEqual([2])
    expect(await list(again, { type: 'withdraw' })).toEqual({ total: 0, statements: [] })
    expect((await list(again, { month: '2027-02', type: 'deposit' })).total).toBe(1)

    const { body } = await csvOf(again, { month: '2027-01' })
    expect(body).toMatchObject({ fileName: 'statement-2027-01.csv', complete: true })
    expect(body.csv).toContain(
      '"31/01/2027 23:59:59","Deposit","Done","","Kasikornbank","Main wallet","1.00","THB"',
    )
    expect(body.csv.trim().split('\r\n')).toHaveLength(2)
    expect((await csvOf(again, {}, 'LA')).body.csv).toContain('ໂອນເງິນ')
  })

  const relogin = async (member: TestMember): Promise<TestMember> => {
    const { body } = await app.call('POST /api/login', {
      body: { username: member.username, password: member.password },
    })
    return { ...member, token: body.token }
  }

  it('continues a count from the last seal and stays right', async () => {
    const member = await app.registerMember()
    const many = (from: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, i) => app.context.ledger.post(deposit(member.id, from + i))),
      )
    await many(1, 1100)
    expect((await list(member)).total).toBe(1100)
    await app.context.ledger.seal()
    expect((await list(member)).total).toBe(1100)
    await many(2000, 30)
    expect((await list(member)).total).toBe(1130)
    await app.context.ledger.seal()
    expect((await list(member)).total).toBe(1130)
    expect((await list(member, { type: 'deposit' })).total).toBe(1130)
    expect((await list(member, { type: 'transfer' })).total).toBe(0)

    await many(10_000, 3871)
    const { body } = await csvOf(member)
    expect(body.complete).toBe(false)
    // Header, 5,000 rows, and the end of the last line; only the oldest row is left out.
    expect(body.csv.split('\r\n')).toHaveLength(5002)
    expect(body.csv).toContain('"0.02"')
    expect(body.csv).not.toContain('"0.01"')
  })

  it.each([
    { page: 0, limit: 10 },
    { page: 1, limit: 101 },
    { page: 1.5, limit: 10 },
    { page: 1, limit: 10, month: '2026-13' },
    { page: 1, limit: 10, month: '0000-01' },
    { page: 1, limit: 10, type: 'play' },
  ])('refuses %j', async (body) => {
    const member = await app.registerMember()
    const { status } = await app.call('POST /api/statement', { token: member.token, body: body as never })
    expect(status).toBe(400)
  })
})
