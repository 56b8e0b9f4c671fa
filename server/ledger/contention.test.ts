import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, rawQuery, transaction } from '../platform/database.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createLedger } from './posting/create-ledger.ts'
import { verifyBooks } from './proof/books.ts'
import { balancesOf, move, type Outcome, outcomeOf } from './testing/table.ts'

/** Two nodes on one PostgreSQL. */
describe('two nodes at once', () => {
  let database: TestDatabase
  let other: Database
  let nodes: ReturnType<typeof createLedger>[]
  beforeAll(async () => {
    database = await testDatabase('postgres')
    other = openPostgres(database.url)
    nodes = [createLedger(database), createLedger(other)]
  })
  afterAll(async () => {
    await other.close()
    await database.drop()
  })

  /** A member for each test. */
  let member = 0
  beforeEach(() => {
    member++
  })
  const node = (i: number) => nodes[i % 2] as (typeof nodes)[number]
  const fifty = Array.from({ length: 50 }, (_, i) => i)
  const tally = (outcomes: Outcome[]) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([outcome, all]) => [
        outcome,
        all?.length,
      ]),
    )

  test('50 identical postings have one effect', async () => {
    const posting = move(`same-${member}`, `bank → ${member}.wallet 7`)
    const outcomes = await Promise.all(fifty.map((i) => outcomeOf(node(i).post(posting))))
    expect(tally(outcomes)).toEqual({ ok: 1, replayed: 49 })
    expect(await balancesOf(node(0), [`${member}.wallet`])).toEqual({ [`${member}.wallet`]: 7 })
  })

  test('50 postings of one key with other content have one effect', async () => {
    const outcomes = await Promise.all(
      fifty.map((i) =>
        outcomeOf(node(i).post(move(`one-${member}`, `bank → ${member}-${i}.wallet ${i + 1}`))),
      ),
    )
    expect(tally(outcomes)).toEqual({ ok: 1, IDEMPOTENCY_CONFLICT: 49 })
  })

  test('50 postings between house accounts under one key have one effect', async () => {
    const posting = move(`house-${member}`, `bank-${member} → payout 3`)
    const outcomes = await Promise.all(fifty.map((i) => outcomeOf(node(i).post(posting))))
    expect(tally(outcomes)).toEqual({ ok: 1, replayed: 49 })
    expect(await balancesOf(node(1), [`bank-${member}`])).toEqual({ [`bank-${member}`]: -3 })
  })

  test('50 withdrawals of the last money take it once', async () => {
    await node(0).post(move(`in-${member}`, `bank → ${member}.wallet 100`))
    const outcomes = await Promise.all(
      fifty.map((i) => outcomeOf(node(i).post(move(`out-${member}-${i}`, `${member}.wallet → payout 100`)))),
    )
    expect(tally(outcomes)).toEqual({ ok: 1, MONEY_NOT_ENOUGH: 49 })
  })

  test('50 posts and voids of one hold resolve it once', async () => {
    await node(0).post(move(`in-${member}`, `bank → ${member}.wallet 100`))
    await node(0).post(move(`h-${member}`, `${member}.wallet → ${member}.transit 100`, { phase: 'pending' }))
    const pendingKey = `h-${member}`
    const outcomes = await Promise.all(
      fifty.map((i) =>
        outcomeOf(
          // The two share no account except the one that the money is held on.
          i % 4 < 2
            ? node(i).post(
                move(`s-${member}-${i}`, `${member}.transit → a.game 100`, { phase: 'posted', pendingKey }),
              )
            : node(i).post(
                move(`v-${member}-${i}`, `${member}.transit → b.game 100`, { phase: 'voided', pendingKey }),
              ),
        ),
      ),
    )
    const { ok, ...rest } = tally(outcomes)
    expect(ok).toBe(1)
    expect((rest.replayed ?? 0) + (rest.HOLD_RESOLVED ?? 0)).toBe(49)
    expect(rest.HOLD_RESOLVED).toBeGreaterThanOrEqual(24)
  })

  test('50 reversals of one journal reverse it once', async () => {
    await node(0).post(move(`in-${member}`, `bank → ${member}.wallet 100`))
    const outcomes = await Promise.all(
      fifty.map((i) => outcomeOf(node(i).reverse(`in-${member}`, `try ${i}`))),
    )
    expect(tally(outcomes)).toEqual({ ok: 1, replayed: 49 })
  })

  test('50 expectations of one version let one through', async () => {
    const expected = [{ account: { member: `${member}`, name: 'wallet' }, asset: 'THB' as const, version: 0 }]
    const outcomes = await Promise.all(
      fifty.map((i) =>
        outcomeOf(node(i).post(move(`e-${member}-${i}`, `bank → ${member}.wallet 1`, { expect: expected }))),
      ),
    )
    expect(tally(outcomes)).toEqual({ ok: 1, STALE: 49 })
  })

  test('money that moves in a ring, in every order, meets no deadlock', async () => {
    const ring = Array.from({ length: 10 }, (_, i) => `${member}-${i}`)
    await Promise.all(ring.map((name) => node(0).post(move(`in-${name}`, `bank → ${name}.wallet 100`))))
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => {
        const from = ring[i % 10]
        const to = ring[(i * 7 + 3) % 10] === from ? ring[(i + 1) % 10] : ring[(i * 7 + 3) % 10]
        return outcomeOf(node(i).post(move(`ring-${member}-${i}`, `${from}.wallet → ${to}.wallet 1`)))
      }),
    )
    expect(tally(outcomes)).toEqual({ ok: 1000 })
  })

  test('transactions that lock in opposite orders may fail by deadlock, but the batches in between do not', async () => {
    const [a, b] = [`${member}-a.wallet`, `${member}-b.wallet`]
    await node(0).post(move(`in-${member}`, `bank → ${a} 1000, bank → ${b} 1000`))
    const both = (i: number, first: string, second: string) =>
      transaction((i % 2 === 0 ? database : other).db, async (tx) => {
        await node(i).postIn(tx, move(`d-${member}-${i}-1`, `bank → ${first} 1`))
        await sleep(20)
        await node(i).postIn(tx, move(`d-${member}-${i}-2`, `bank → ${second} 1`))
      })
    const results = await Promise.allSettled([
      both(0, a, b),
      both(1, b, a),
      ...fifty.map((i) => node(i).post(move(`b-${member}-${i}`, i % 3 ? `${a} → ${b} 1` : `${b} → ${a} 1`))),
    ])
    const failures = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'ok'))
    expect(['ok', '40P01']).toEqual(expect.arrayContaining(failures.slice(0, 2)))
    expect(new Set(failures.slice(2))).toEqual(new Set(['ok']))
  })

  test.each(['post', 'postAllIn'] as const)(
    'an account that another transaction keeps locked is waited for once, not by each %s',
    async (how) => {
      const take = (n: number) => {
        const posting = move(`out-${member}-${n}`, `${member}.wallet → bank 1`)
        if (how === 'post') return node(1).post(posting)
        return transaction(other.db, (tx) => node(1).postAllIn(tx, [posting]))
      }
      await node(1).post(move(`in-${member}`, `bank → ${member}.wallet 10`))
      await transaction(database.db, async (tx) => {
        await rawQuery(tx, 'select from accounts where member_id = $1 for update', [`${member}`])
        await expect(take(1)).rejects.toMatchObject({ reason: 'database-busy' })
        const started = performance.now()
        await expect(take(2)).rejects.toMatchObject({ reason: 'database-busy' })
        expect(performance.now() - started).toBeLessThan(1000)
      })
    },
  )

  describe('nothing is committed below a watermark', () => {
    /** A posting that has its id but is committed later; meanwhile a later one is committed elsewhere. */
    async function held(
      act: () => Promise<void>,
    ): Promise<{ early: number; late: number; whenCalled: string[] }> {
      const whenCalled: string[] = []
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
      const { promise: posted, resolve: hasPosted } = Promise.withResolvers<number>()
      const committed = transaction(database.db, async (tx) => {
        hasPosted((await node(0).postIn(tx, move(`early-${member}`, `bank → ${member}.wallet 10`))).id)
        await mayCommit
      })
      const early = await posted
      const late = (await node(1).post(move(`late-${member}`, `bank → ${member}-late.wallet 1`))).id
      expect(late).toBeGreaterThan(early)
      const acted = act().then(() => whenCalled.push('acted'))
      await sleep(150)
      whenCalled.push('commit')
      commit()
      await committed
      await acted
      return { early, late, whenCalled }
    }

    test('a seal waits for a posting that is under way on another node', async () => {
      await node(0).seal()
      const { early, late, whenCalled } = await held(() => node(1).seal())
      expect(whenCalled).toEqual(['commit', 'acted'])
      const sealed = await database.query<{ from: number; to: number }>(
        `select from_journal_id as "from", to_journal_id as "to" from seals order by id desc limit 1`,
      )
      expect(sealed[0]?.from).toBeLessThanOrEqual(early)
      expect(sealed[0]?.to).toBe(late)
    })

    test('a house snapshot waits for it, too', async () => {
      await node(0).snapshotHouse()
      const before = (await balancesOf(node(0), ['bank'])).bank as number
      const { whenCalled } = await held(() => node(1).snapshotHouse())
      expect(whenCalled).toEqual(['commit', 'acted'])
      expect(await balancesOf(node(0), ['bank'])).toEqual({ bank: before - 11 })
    })

    test('a long transaction delays postings by a second at most, and the seal is put off', async () => {
      await node(0).seal()
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
      const { promise: posted, resolve: hasPosted } = Promise.withResolvers<void>()
      const long = transaction(database.db, async (tx) => {
        await node(0).postIn(tx, move(`long-${member}`, `bank → ${member}.wallet 10`))
        hasPosted()
        await mayCommit
      })
      await posted
      const seal = node(1).seal()
      await sleep(50)
      const started = performance.now()
      await node(1).post(move(`meanwhile-${member}`, `bank → ${member}-m.wallet 1`))
      expect(performance.now() - started).toBeLessThan(3000)
      await seal
      commit()
      await long
    })

    test('seals and snapshots on both nodes under load are consistent', async () => {
      let isOver = false
      const jobs = nodes.map(async (ledger) => {
        while (!isOver) await Promise.all([ledger.seal(), ledger.snapshotHouse()])
      })
      await Promise.all(
        Array.from({ length: 2000 }, (_, i) =>
          node(i).post(move(`load-${member}-${i}`, `bank → ${i % 20}-l.wallet 1`)),
        ),
      )
      isOver = true
      await Promise.all(jobs)
    })
  })

  test('after all of this the books balance', async () => {
    await node(0).seal()
    expect((await verifyBooks(database)).defects).toEqual([])
  })
})
