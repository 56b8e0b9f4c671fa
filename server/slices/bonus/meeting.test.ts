import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLedger, verifyBooks } from '../../ledger/public.ts'
import { lockAccounts } from '../../ledger/testing/asked.ts'
import { rawQuery, type Tx, transaction } from '../../platform/database.ts'
import { type TestApp, type TestMember, testApp } from '../../testing/app.ts'
import { waitingForLocks } from '../../testing/database.ts'
import { playedUnderBonus } from '../refund/testing.ts'
import { player } from '../wallet/testing.ts'
import { holdBets } from './condition/stakes.ts'
import { activate, bet, bonusesOf, campaigns, clear, free, outcomeOf } from './testing.ts'

/**
 * Bets that are stored while a bonus is credited or ends (rules.md §7.2): each counts for what it was played
 * with.
 */

let app: TestApp
let make: ReturnType<typeof campaigns>
beforeAll(async () => {
  app = await testApp()
  await app.context.jobs.stop()
  make = campaigns(app)
  // A commit that takes as long as somebody keeps the table locked.
  await app.database.query(`
    create table commit_gate (id int);
    create function commit_waits() returns trigger language plpgsql as $$
    begin
      perform from commit_gate;
      return null;
    end $$;
    create constraint trigger commit_waits after insert or update on member_bonuses deferrable initially deferred
      for each row execute function commit_waits()`)
})
afterAll(async () => {
  expect((await verifyBooks(app.database)).defects).toEqual([])
  await app.close()
})

const turnover = {
  mode: 'turnover' as const,
  multiplePercent: 500,
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
}
const code = () => make.bonus({ credit: free(50), condition: turnover })

const fundedOf = ({ id }: TestMember) => playedUnderBonus(app.database, id)

/** Calls while a lock is held; `meanwhile` happens when the call waits for it. */
async function holding<T>(
  lock: (tx: Tx) => Promise<unknown>,
  call: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<{ answer: T }> {
  let calling: Promise<T> | undefined
  let others: Promise<unknown> | undefined
  await transaction(app.context.db, async (tx) => {
    await lock(tx)
    calling = call()
    await expect.poll(() => waitingForLocks(app.database)).toBe(1)
    others = meanwhile()
    // They are stored, or wait for the call.
    await Promise.race([others, expect.poll(() => waitingForLocks(app.database)).toBeGreaterThan(1)])
  })
  await others
  return { answer: await (calling as Promise<T>) }
}

const closeGate = (tx: Tx) => rawQuery(tx, 'lock table commit_gate in access exclusive mode')

afterEach(() => expect.poll(() => waitingForLocks(app.database)).toBe(0))

describe('bets that are stored while a bonus', () => {
  test('is credited, by a commit that takes its time, count for it and are played with it', async () => {
    const [member, offered] = [await app.registerMember(), await code()]
    const { answer } = await holding(
      closeGate,
      () => activate(app, member, offered),
      () => Promise.all([bet(app, member, 10), bet(app, member, 20)]),
    )
    expect(outcomeOf(answer)).toBe('OK')
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE', turnover: 30 }])
    expect(await fundedOf(member)).toBe(30)
  })

  test('ends, by a commit that takes its time, are not played with it', async () => {
    const [member, offered] = [await app.registerMember(), await code()]
    await activate(app, member, offered)
    const { answer } = await holding(
      closeGate,
      () => clear(app, member),
      () => bet(app, member, 10),
    )
    expect(outcomeOf(answer)).toBe('OK')
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'FORFEITED', turnover: 0 }])
    expect(await fundedOf(member)).toBe(0)
  })

  test('is about to end meet its condition: what is met stays met', async () => {
    const [member, offered] = [await app.registerMember(), await code()]
    await activate(app, member, offered)
    const { answer } = await holding(
      (tx) => rawQuery(tx, lockAccounts, [member.id]),
      () => clear(app, member),
      () => bet(app, member, 250),
    )
    expect(outcomeOf(answer)).toBe('OK')
    expect(await bonusesOf(app, member)).toMatchObject([{ state: 'FINISHED', turnover: 250 }])
  })
})

test.each([
  ['by as much as clocks may differ', 4, 10],
  // It was played with other money, whenever its provider says.
  ['by more', 60, 0],
  ['by days', 6 * 86_400, 0],
])('a bet stored before the credit with a time ahead of it %s', async (_, seconds, counted) => {
  const [member, offered] = [await app.registerMember(), await code()]
  await bet(app, member, 10, { settledAt: new Date(app.clock.now().getTime() + seconds * 1000) })
  await activate(app, member, offered)
  expect(await bonusesOf(app, member)).toMatchObject([{ state: 'ACTIVE', turnover: counted }])
  expect(await fundedOf(member)).toBe(counted)
})

test('a bonus is active from an instant of the database’s clock, whatever the node’s says', async () => {
  const member = await player(app, 100)
  const ledger = createLedger(app.database, { log: app.context.log })
  app.clock.advance(90)
  const [at, now] = await transaction(app.context.db, async (tx) => {
    const held = await holdBets({ ledger, services: app.context.services }, tx, member.id)
    const [row] = await rawQuery<{ now: Date }>(tx, 'select clock_timestamp() as now')
    return [held, row?.now ?? new Date(0)]
  })
  app.clock.advance(-90)
  expect(Math.abs(now.getTime() - at.getTime())).toBeLessThan(5_000)
})
