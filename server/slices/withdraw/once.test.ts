import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import { verifyBooks } from '../../ledger/public.ts'
import { journalsOf, lockAccounts } from '../../ledger/testing/asked.ts'
import { leaveWorkToReview } from '../../outside/testing.ts'
import { type Claim, leaveReview, postpone, putInReview } from '../../outside/work.ts'
import { readCallKey } from '../../platform/call-key.ts'
import { transaction } from '../../platform/database.ts'
import {
  anotherNode,
  anyLedger,
  type TestApp,
  type TestMember,
  testApp,
  testConfig,
} from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { startNode } from '../../testing/node.ts'
import { changeBankAccount } from '../account/testing.ts'
import { eventually } from '../wallet/testing.ts'
import { endIn } from './end.ts'
import { payWithdrawals } from './pay.ts'
import { dailyCount, dailySum, holdKey, legsOf, resolutionKey, withdrawalIdOf } from './rules.ts'
import { claimPayouts } from './store.ts'
import { buildMember, listPayouts, rowsOf, walletOf, withdraw } from './testing.ts'
import { withdraw as withdrawIn } from './withdraw.ts'

/** Many withdrawals at once on PostgreSQL: none doubled, none lost (rules.md §6.3). */
let app: TestApp

beforeAll(async () => {
  app = await testApp({ engine: 'postgres' })
  await app.context.jobs.stop()
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const fifty = <T>(act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, i) => act(i)))
const decide = (choice: 'approve' | 'refuse', name: string, id: string): Promise<void> =>
  transaction(app.context.db, async (tx) => {
    const queue = app.context.desk.queues().find((known) => known.name === name)
    await queue?.decide(tx, id, { choice, operatorId: `op-${choice}`, reason: 'race' })
  })

test('50 equal withdrawals at once give one effect', async () => {
  const member = await buildMember(app, 100_000)
  const answers = await fifty(() => withdraw(app, member, 500, 'one-key'))
  expect(new Set(answers.map(({ body }) => body.withdrawalId)).size).toBe(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await walletOf(app, member)).toEqual({ wallet: 99_500, withdrawing: 500 })
  expect(await rowsOf(app, member)).toHaveLength(1)
})

test('the same on two nodes without a common cache', async () => {
  const node = await startNode({
    config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url ?? '' },
  })
  try {
    const member = await buildMember(app, 100_000)
    const answers = await fifty((i) => withdraw(i % 2 ? app : node, member, 500, 'one-key'))
    const [row, another] = await rowsOf(app, member)
    expect(row).toMatchObject({ amount_minor: 50_000 })
    expect(another).toBeUndefined()
    expect(answers.map(({ status, body }) => [status, body.withdrawalId])).toEqual(
      answers.map(() => [200, row?.id]),
    )
    expect((await withdraw(app, member, 500, 'one-key')).body.withdrawalId).toBe(row?.id)
    expect((await walletOf(app, member)).wallet).toBe(99_500)

    // Both nodes work on one queue, and each withdrawal is paid once.
    const others = await fifty(() => buildMember(app, 1000))
    await fifty((i) => withdraw(i % 2 ? app : node, others[i] ?? member, 300))
    await Promise.all(Array.from({ length: 6 }, () => payWithdrawals(app.context)))
    const waiting = `select 1 from withdrawals where state <> 'SUCCESS'`
    await eventually(async () => (await app.database.query(waiting)).length === 0)
    const paid = await listPayouts(app)
    for (const other of others) {
      const [row] = await rowsOf(app, other)
      expect(paid.get(row?.id ?? '')).toMatchObject({ asked: 1, amount: 300, status: 'SUCCESS' })
    }
  } finally {
    await node.stop()
  }
})

test('50 different ones at once take what the wallet has, and not more', async () => {
  await app.context.settings.set(dailyCount, 100)
  const member = await buildMember(app, 1000)
  const answers = await fifty(() => withdraw(app, member, 130))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  expect(answers.filter(({ error }) => error?.message === 'MONEY_NOT_ENOUGH')).toHaveLength(43)
  expect(await walletOf(app, member)).toEqual({ wallet: 90, withdrawing: 910 })
  await app.context.settings.set(dailyCount, 10)
})

test.each([
  ['times', 'WITHDRAW_DAILY_COUNT', 10],
  ['sum', 'WITHDRAW_DAILY_SUM', 3],
] as const)('50 different ones at once keep to the day’s %s', async (_, message, times) => {
  const member = await buildMember(app, 1_000_000)
  const bystanders = await Promise.all(Array.from({ length: 10 }, () => buildMember(app, 1000)))
  if (message === 'WITHDRAW_DAILY_SUM') await app.context.settings.set(dailySum.THB, 350)
  try {
    const others = Promise.all(bystanders.map((member) => withdraw(app, member, 100)))
    const answers = await fifty(() => withdraw(app, member, 110))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(times)
    expect(answers.filter(({ error }) => error?.message === message)).toHaveLength(50 - times)
    expect(await walletOf(app, member)).toEqual({ wallet: 1_000_000 - 110 * times, withdrawing: 110 * times })
    // Other withdrawals in the same batches are not affected.
    expect((await others).every(({ status }) => status === 200)).toBe(true)
  } finally {
    await app.context.settings.set(dailySum.THB, 200_000)
  }
})

test('two nodes keep to the day’s count together: each counts after the other has committed', async () => {
  const member = await buildMember(app, 1000)
  await app.context.settings.set(dailyCount, 1)
  const holder = new pg.Client({ connectionString: app.database.url })
  await holder.connect()
  try {
    // Both nodes have checked, and wait for the member's wallet at the same moment.
    await holder.query('begin')
    await holder.query(lockAccounts, [member.id])
    const both = Promise.allSettled([
      withdrawIn(app.context, member.id, 10_000, readCallKey('k1')),
      withdrawIn(anotherNode(app.context), member.id, 10_000, readCallKey('k2')),
    ])
    await eventually(async () => (await waitingForLocks(app.database)) === 2)
    await holder.query('commit')
    const outcomes = await both
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'WITHDRAW_DAILY_COUNT', details: { maximum: 1 } },
    })
    expect(await walletOf(app, member)).toEqual({ wallet: 900, withdrawing: 100 })
    expect(await rowsOf(app, member)).toHaveLength(1)
  } finally {
    await holder.end()
    await app.context.settings.set(dailyCount, dailyCount.default)
  }
})

const asked = (memberId: string, key: string, amountMinor = 10_000) => ({
  id: withdrawalIdOf(memberId, key),
  memberId,
  amountMinor,
  claim: {},
})
const transactionsOf = async (members: TestMember[]): Promise<number> =>
  (
    await app.database.query(
      'select distinct xmin::text from withdrawals where member_id = any($1::text[])',
      [members.map(({ id }) => id)],
    )
  ).length

test('written together: who has no money, or never had any, has no row, and the others stay together', async () => {
  const rich = await Promise.all(Array.from({ length: 5 }, () => buildMember(app, 1000)))
  const [poor, without] = [await buildMember(app, 150), await buildMember(app, 0)]
  const begin = app.context.services.beginWithdrawal
  const [first, last, ...others] = await Promise.allSettled([
    begin(asked(poor.id, 'k', 20_000)),
    begin(asked(without.id, 'k')),
    ...rich.map(({ id }) => begin(asked(id, 'k'))),
  ])
  for (const outcome of [first, last]) expect(outcome).toMatchObject({ reason: { code: 'MONEY_NOT_ENOUGH' } })
  expect(others).toEqual(rich.map(() => ({ status: 'fulfilled', value: 'APPROVED' })))
  expect([...(await rowsOf(app, poor)), ...(await rowsOf(app, without))]).toEqual([])
  expect(await transactionsOf(rich)).toBe(1)
})

test('a member whose wallet is kept locked does not hold up the others', async () => {
  const [locked, ...free] = await Promise.all(Array.from({ length: 6 }, () => buildMember(app, 1000)))
  const later = await Promise.all(Array.from({ length: 5 }, () => buildMember(app, 1000)))
  if (!locked) throw new Error('no member')
  const begin = app.context.services.beginWithdrawal
  const holder = new pg.Client({ connectionString: app.database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(lockAccounts, [locked.id])
    const together = (members: TestMember[], key: string) =>
      Promise.allSettled([locked, ...members].map(({ id }) => begin(asked(id, key))))
    const busy = { status: 'rejected', reason: { reason: 'database-busy' } }
    const done = free.map(() => ({ status: 'fulfilled', value: 'APPROVED' }))
    expect(await together(free, 'k1')).toMatchObject([busy, ...done])
    // Once it is known, the others need not be written one by one.
    expect(await together(later, 'k2')).toMatchObject([busy, ...done])
    expect(await transactionsOf(later)).toBe(1)
  } finally {
    await holder.end()
  }
  expect(await rowsOf(app, locked)).toEqual([])
})

test('a withdrawal waits for a change of the bank account, so that row and journal name the same one', async () => {
  const member = await buildMember(app, 1000)
  const holder = new pg.Client({ connectionString: app.database.url })
  await holder.connect()
  const within = {
    query: async <Row>(text: string, values?: unknown[]) => (await holder.query(text, values)).rows as Row[],
  }
  try {
    await holder.query('begin')
    await changeBankAccount(within, member.id, { accountNo: '7770001234' })
    const asked = withdrawIn(app.context, member.id, 10_000, readCallKey('k1'))
    await eventually(async () => (await waitingForLocks(app.database)) === 1)
    await holder.query('commit')
    const { withdrawalId } = await asked
    const [row] = await app.database.query('select account_no from withdrawals where id = $1', [withdrawalId])
    const [journal] = await journalsOf(app.database, { key: holdKey(withdrawalId) })
    expect([row?.account_no, journal?.meta.accountNo]).toEqual(['7770001234', 'xxxxxx1234'])
  } finally {
    await holder.end()
  }
})

test('approve and refuse at once: one takes effect', async () => {
  for (let i = 0; i < 5; i++) {
    const member = await buildMember(app, 10_000)
    const { body } = await withdraw(app, member, 6000)
    const outcomes = await Promise.allSettled([
      decide('approve', 'withdrawal', body.withdrawalId),
      decide('refuse', 'withdrawal', body.withdrawalId),
      payWithdrawals(app.context),
    ])
    expect(outcomes.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await payWithdrawals(app.context)
    const [row] = await rowsOf(app, member)
    const isPaid = (await listPayouts(app)).has(body.withdrawalId)
    expect(row?.state).toBe(isPaid ? 'SUCCESS' : 'FAILED')
    expect(await walletOf(app, member)).toEqual({ wallet: isPaid ? 4000 : 10_000, withdrawing: 0 })
  }
})

test('an operator says that it was not paid while nodes ask the bank: returned or paid, never both', async () => {
  const seen = new Set<string>()
  for (let i = 0; i < 12; i++) {
    const member = await buildMember(app, 1000)
    const { body } = await withdraw(app, member, 400)
    // In review for an hour, and the bank has just come back.
    await app.database.query(
      `update withdrawals set state = 'UNCERTAIN', sent_at = now() - interval '2 hours' where id = $1`,
      [body.withdrawalId],
    )
    await leaveWorkToReview(app.database, 'payout', body.withdrawalId)
    await mendItems(app.database, app.context.desk)
    const sweeps = async () => {
      for (let turn = 0; turn < 3; turn++) await payWithdrawals(app.context)
    }
    const [said] = await Promise.allSettled([
      new Promise((resolve) => setTimeout(resolve, 3 * i)).then(() =>
        decide('refuse', 'payout', body.withdrawalId),
      ),
      sweeps(),
      sweeps(),
    ])
    await sweeps()
    const [row] = await rowsOf(app, member)
    const isPaid = (await listPayouts(app)).has(body.withdrawalId)
    expect(row).toMatchObject({ state: isPaid ? 'SUCCESS' : 'FAILED', in_review: false })
    expect(said.status).toBe(isPaid ? 'rejected' : 'fulfilled')
    expect(await walletOf(app, member)).toEqual({ wallet: isPaid ? 600 : 1000, withdrawing: 0 })
    seen.add(row?.state ?? '')
  }
  expect(seen.size).toBeGreaterThan(0)
})

test('the row cannot differ from the hold', async () => {
  const member = await buildMember(app, 20_000)
  const id = withdrawalIdOf(member.id, 'k1')
  await withdraw(app, member, 6000, 'k1')
  // It was not approved, so nobody can have paid it.
  const settle = app.context.ledger.post({
    key: resolutionKey(id, 'posted'),
    kind: 'withdraw',
    phase: 'posted',
    pendingKey: holdKey(id),
    memberId: member.id,
    legs: legsOf('posted', { memberId: member.id, currency: 'THB', amountMinor: 600_000 }),
    meta: { withdrawalId: id },
  })
  await expect(settle).rejects.toThrow('cannot be posted or voided now')
  expect(await rowsOf(app, member)).toMatchObject([{ state: 'PENDING' }])
  expect(await walletOf(app, member)).toEqual({ wallet: 14_000, withdrawing: 6000 })
})

test.each([
  ['PENDING', 6000, 'posted'],
  ['APPROVED', 300, 'posted'],
  ['APPROVED', 300, 'voided'],
] as const)('what is %s was never at the bank (%i baht): it is not %s', async (state, amount, phase) => {
  const member = await buildMember(app, 10_000)
  const { withdrawalId: id } = (await withdraw(app, member, amount)).body
  const ending = { id, memberId: member.id, currency: 'THB' as const, amountMinor: amount * 100, phase }
  const end = transaction(app.context.db, (tx) => endIn(app.context, tx, [ending]))
  await expect(end).rejects.toThrow('cannot be posted or voided now')
  expect(await rowsOf(app, member)).toMatchObject([{ state }])
  expect(await walletOf(app, member)).toEqual({ wallet: 10_000 - amount, withdrawing: amount })
})

test.each([
  ['without its row', (id: string) => ({ withdrawalId: id })],
  ['without a name', () => ({})],
])('a hold of a withdrawal %s is not committed', async (_, factsOf) => {
  const member = await buildMember(app, 1000)
  const id = withdrawalIdOf(member.id, 'k1')
  const held = anyLedger(app.context).post({
    key: holdKey(id),
    kind: 'withdraw',
    phase: 'pending',
    memberId: member.id,
    legs: legsOf('pending', { memberId: member.id, currency: 'THB', amountMinor: 60_000 }),
    meta: factsOf(id),
  })
  await expect(held).rejects.toThrow('its row is missing')
  expect(await walletOf(app, member)).toEqual({ wallet: 1000, withdrawing: 0 })
})

test('of several decisions about a finished payout, one is recorded', async () => {
  const member = await buildMember(app, 1000)
  const { withdrawalId } = (await withdraw(app, member, 300)).body
  await payWithdrawals(app.context)
  const payout = { kind: 'payout', key: withdrawalId } as const
  await putInReview(app.context, payout, 'voided after posted')
  const words = await Promise.allSettled(
    Array.from({ length: 6 }, () => decide('approve', 'payout', withdrawalId)),
  )
  expect(words.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await walletOf(app, member)).toEqual({ wallet: 700, withdrawing: 0 })
})

test('a payout that is being ended at this moment is not waited for, and is due at once afterwards', async () => {
  const member = await buildMember(app, 1000)
  const id = (await withdraw(app, member, 300)).body.withdrawalId
  const other = await buildMember(app, 1000)
  await withdraw(app, other, 300)
  const holder = new pg.Client({ connectionString: app.database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select from withdrawals where id = $1 for update', [id])
    await payWithdrawals(app.context)
    expect(await rowsOf(app, member)).toMatchObject([{ state: 'APPROVED', claimed_until: null }])
    expect(await rowsOf(app, other)).toMatchObject([{ state: 'SUCCESS' }])
    expect((await listPayouts(app)).has(id)).toBe(false)
  } finally {
    await holder.end()
  }
  await payWithdrawals(app.context)
  expect(await rowsOf(app, member)).toMatchObject([{ state: 'SUCCESS' }])
})

test('a node that lost its claim of a payout changes nothing about it any more', async () => {
  const member = await buildMember(app, 1000)
  const id = (await withdraw(app, member, 300)).body.withdrawalId
  const claim = async () => {
    const claimed = await claimPayouts(app.context, { seconds: 30, limit: 100 })
    return claimed.find(({ claim }) => claim.key === id)?.claim as Claim
  }
  const slow = await claim()
  app.clock.advance(31)
  const other = await claim()
  const read = async () => (await rowsOf(app, member))[0]
  const held = { state: 'UNCERTAIN', attempts: 0, in_review: false, claimed_until: other.until }
  expect(await postpone(app.context, slow, { seconds: 0, reason: 'TIMEOUT', inReview: true }, [])).toBe(false)
  expect(await read()).toMatchObject(held)
  await leaveWorkToReview(app.database, 'payout', id)
  await mendItems(app.database, app.context.desk)
  await leaveReview(app.context, slow)
  expect(await read()).toMatchObject({ ...held, in_review: true })
  await leaveReview(app.context, other)
  expect(await read()).toMatchObject({ ...held, claimed_until: null })
  await payWithdrawals(app.context)
  expect((await listPayouts(app)).get(id)).toMatchObject({ amount: 300, asked: 1 })
})
