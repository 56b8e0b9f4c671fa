import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, rawQuery, transaction } from '../platform/database.ts'
import { migrate } from '../platform/migrate.ts'
import { engines, type TestDatabase, testDatabase, waitingForLocks } from '../testing/database.ts'
import { statementsOf } from '../testing/statements.ts'
import { own } from './accounts.ts'
import { createLedger } from './posting/create-ledger.ts'
import { verifyBooks, verifyIn } from './proof/books.ts'
import { flowSince, lossesSince, playResults } from './queries.ts'
import { useLedger } from './testing/own.ts'
import { move } from './testing/table.ts'

/** The stored sums of play results (docs/decisions/0077), by which a bonus begins and ends. */

const play = (key: string, moves: string) => move(key, moves, { kind: 'play' })
/** Of the corner's member 1. */
const sumsOf = async ({ db }: Database, memberId: string) =>
  [...(await playResults(db, memberId))].map(([code, { minor }]) => [code, minor]).sort()

describe.each(engines)('sums of play on %s', (engine) => {
  const fresh = useLedger(engine)

  test('are those of the play results, and of nothing else', async () => {
    const { database, post, id } = fresh()
    await post(move('in', 'bank → 1.wallet 1000, bank → 2.wallet 1000'))
    await post(move('to', '1.wallet → 1.game:PG 500, 2.wallet → 2.game:PG 500'))
    expect(await sumsOf(database, `${id}/1`)).toEqual([])
    await post(play('a', 'provider → 1.game:PG 70'))
    await Promise.all([
      post(play('b', '1.game:PG → provider 100')),
      post(play('c', 'provider → 1.game:JOKER 5')),
      post(play('d', '2.game:PG → provider 1')),
      post(move('e', 'provider → 1.game:PG 9')),
      post(play('f', '2.game:PG → provider 1')),
    ])
    // A second time and a refusal: neither is a play result more.
    await post(play('a', 'provider → 1.game:PG 70'))
    await expect(post(play('g', '1.game:JOKER → provider 6'))).rejects.toThrow()
    expect(await sumsOf(database, `${id}/1`)).toEqual([
      ['JOKER', 5],
      ['PG', -30],
    ])
    expect(await sumsOf(database, `${id}/2`)).toEqual([['PG', -2]])
  })

  test('are seen in the transaction that plays, and roll back with it', async () => {
    const { database, ledger, posting, post, id } = fresh()
    await post(play('a', 'provider → 1.game:PG 70'))
    const failure = transaction(database.db, async (tx) => {
      await ledger.postIn(tx, posting(play('b', 'provider → 1.game:PG 30')))
      expect((await playResults(tx, `${id}/1`)).get('PG')).toMatchObject({ minor: 100 })
      throw new Error('the bets cannot be stored')
    })
    await expect(failure).rejects.toThrow('the bets cannot be stored')
    expect(await sumsOf(database, `${id}/1`)).toEqual([['PG', 70]])
  })

  test('say when the last one was read', async () => {
    const { database, posting, id } = fresh()
    const [late, early] = [new Date('2026-11-02T05:00:00.123Z'), new Date('2026-11-01T05:00:00Z')]
    // Two nodes, of which one has a clock that is behind.
    for (const [key, now] of [['a', late] as const, ['b', early] as const]) {
      const ledger = createLedger(database, { clock: { now: () => now } })
      await ledger.post(posting(play(key, 'provider → 1.game:PG 1')))
    }
    expect((await playResults(database.db, `${id}/1`)).get('PG')).toEqual({ minor: 2, lastAt: late })
  })

  test.each([
    [
      'a sum',
      'update play_sums set amount_minor = amount_minor + 1',
      /the play on account \d+ has 71 stored, .* 70/,
    ],
    ['a time', `update play_sums set last_at = last_at - interval '1 s'`, /is not the time that is stored/],
    ['a sum forgotten', 'delete from play_sums', /is play on account \d+, of which no sum is stored/],
    [
      'a sum of no play',
      `insert into play_sums select min(id), 1, now() from accounts where member_id <> '' and name like '%wallet'`,
      /has 1 stored, its entries make none/,
    ],
  ])('%s that differs is found', async (_, statement, says) => {
    const { database, post } = await fresh()
    await post(move('in', 'bank → 1.wallet 1000'))
    await post(play('a', 'provider → 1.game:PG 70'))
    const undo = new Error('leaves the books as they were')
    const edited = transaction(database.db, async (tx) => {
      await rawQuery(tx, statement)
      expect((await verifyIn(tx)).defects.map(({ what }) => what).join('\n')).toMatch(says)
      throw undo
    })
    await expect(edited).rejects.toBe(undo)
  })
})

const folder = join(import.meta.dirname, '../migrations')

/** A database as the version before left it. */
async function beforeSums(engine: (typeof engines)[number]): Promise<TestDatabase> {
  const database = await testDatabase(engine)
  await database.query('drop schema public cascade; create schema public')
  const old = mkdtempSync(join(tmpdir(), 'krapao-migrate-'))
  for (const file of readdirSync(folder)) if (file < '0066') cpSync(join(folder, file), join(old, file))
  await migrate(database, old)
  rmSync(old, { recursive: true })
  return database
}

test.each(engines)('play from before there were sums is in them, sealed or not, on %s', async (engine) => {
  const database = await beforeSums(engine)
  const ledger = createLedger(database)
  await ledger.post(play('a', 'provider → 1.game:PG 70'))
  await ledger.post(play('b', 'provider → 2.game:PG 5'))
  await ledger.seal()
  await ledger.post(play('c', '1.game:PG → provider 20'))
  await ledger.post(play('d', 'provider → 1.game:JOKER 1'))
  await migrate(database, folder)
  await ledger.post(play('e', 'provider → 1.game:PG 3'))
  expect(await sumsOf(database, '1')).toEqual([
    ['JOKER', 1],
    ['PG', 53],
  ])
  expect((await verifyBooks(database)).defects).toEqual([])
  await database.drop()
})

test('play of a node of the version before is in the sums, whenever it commits', async () => {
  const database = await beforeSums('postgres')
  const ledger = createLedger(database)
  await ledger.post(play('a', 'provider → 1.game:PG 1'))
  let migrated: Promise<string[]> | undefined
  let waits: Promise<unknown> | undefined
  await transaction(database.db, async (tx) => {
    await ledger.postIn(tx, play('b', 'provider → 1.game:PG 10'))
    migrated = migrate(database, folder)
    await expect.poll(() => waitingForLocks(database)).toBe(1)
    // Behind the migration, in a call that began before there were sums.
    waits = ledger.post(play('c', 'provider → 2.game:PG 100'))
    await expect.poll(() => waitingForLocks(database)).toBe(2)
  })
  await Promise.all([migrated, waits])
  expect(await sumsOf(database, '1')).toEqual([['PG', 11]])
  expect(await sumsOf(database, '2')).toEqual([['PG', 100]])
  expect((await verifyBooks(database)).defects).toEqual([])
  await database.drop()
})

describe('after 60,000 play results of a member', () => {
  const memberId = 'player'
  const many = 60_000
  let database: TestDatabase
  let bonusId: number
  beforeAll(async () => {
    database = await testDatabase('postgres', { max: 1 })
    const ledger = createLedger(database)
    await ledger.post(
      move('first', `provider:PG → ${memberId}.game:PG 100, bank → other.wallet 1`, {
        kind: 'transfer',
        memberId,
      }),
    )
    await Promise.all(
      Array.from({ length: 1000 }, (_, i) =>
        ledger.post(
          move(`o${i}`, `bank → o${i}.wallet 5, bank → o${i}.game:PG 5`, {
            kind: 'deposit',
            memberId: `o${i}`,
          }),
        ),
      ),
    )
    await database.query(
      `with fresh as (
         insert into journals (key, kind, phase, member_id, meta, posted_at)
         select 'many:' || i, 'play', 'single', '${memberId}', '{}', now() - interval '1 day' from generate_series(1, ${many}) i
         returning id, split_part(key, ':', 2)::int as i)
       insert into entries
       select f.id, row_number() over (partition by f.id order by a.id), a.id,
         (case when a.member_id = '' then -1 else 1 end) * (case i % 2 when 1 then 100 else -100 end),
         case when a.member_id <> '' then (case i % 2 when 1 then 200 else 100 end) end
       from fresh f, accounts a where a.name in ('provider:PG', 'game:PG') and a.member_id in ('', '${memberId}')`,
    )
    await database.query(
      `update accounts set version = version + ${many} where member_id = '${memberId}' and name = 'game:PG'`,
    )
    const bonus = await ledger.post(
      move('bonus', `bonus → ${memberId}.wallet 50`, { kind: 'bonus', memberId }),
    )
    bonusId = bonus.id
    await ledger.post(move('deposit', `bank → ${memberId}.wallet 70`, { kind: 'deposit', memberId }))
    for (let i = 0; i < 20; i++)
      await ledger.post({ ...play(`after:${i}`, `${memberId}.game:PG → provider:PG 1`), memberId })
    await database.query('vacuum analyze')
  }, 120_000)
  afterAll(async () => {
    expect((await verifyBooks(database)).defects).toEqual([])
    await database.drop()
  })

  /** Pages that the only statement of `act` reads with these values. */
  async function pagesOf(act: () => Promise<unknown>, values: unknown[]): Promise<number> {
    const [text, ...more] = await statementsOf(act)
    expect(more).toEqual([])
    const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    const plan = row?.['QUERY PLAN'][0].Plan ?? {}
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  }

  test('what a bonus asks when it begins and ends reads a few pages', async () => {
    const { db } = database
    expect(await playResults(db, memberId)).toMatchObject(new Map([['PG', { minor: -20 }]]))
    const read = await pagesOf(() => playResults(db, memberId), [memberId])

    expect(await flowSince(db, memberId, bonusId)).toBe(70)
    const flow = await pagesOf(() => flowSince(db, memberId, bonusId), [memberId, bonusId])

    const after = new Date(Date.now() - 3_600_000)
    const asked = { journalId: bonusId, after: new Map([['PG', after]]), except: [] }
    expect(await lossesSince(db, memberId, asked)).toMatchObject(new Map([['PG', { minor: 20 }]]))
    const lost = await pagesOf(
      () => lossesSince(db, memberId, asked),
      [memberId, bonusId, [own.game('PG')], [after], []],
    )
    expect(read + flow + lost).toBeLessThanOrEqual(200)
  })

  test('what came in since a bonus from before all of it is found without the entries of play', async () => {
    const { db } = database
    const flow = await pagesOf(() => flowSince(db, memberId, 0), [memberId, 0])
    const after = new Date(Date.now() - 3_600_000)
    const asked = { journalId: 0, after: new Map([['PG', after]]), except: ['after:0'] }
    expect(await lossesSince(db, memberId, asked)).toMatchObject(new Map([['PG', { minor: 19 }]]))
    const values = [memberId, 0, [own.game('PG')], [after], ['after:0']]
    const lost = await pagesOf(() => lossesSince(db, memberId, asked), values)
    expect(flow).toBeLessThan(1000)
    expect(lost).toBeLessThan(1000)
  })
})
