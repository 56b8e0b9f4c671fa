import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestDatabase, testDatabase, waitingForLocks } from '../testing/database.ts'
import { rawQuery, type Tx, transaction } from './database.ts'
import { lockNumbers, takeLock } from './locks.ts'

const root = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => /(^|\/)node_modules$/.test(String(name)) }).map(
    (file) => ({
      file,
      text: readFileSync(join(root, file), 'utf8'),
    }),
  )
const numbers: number[] = Object.values(lockNumbers)

describe('the numbers of locks', () => {
  it('are all different', () => {
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it('are written in no other TypeScript file', () => {
    const files = read('{server,sandbox,bench,e2e,scripts}/**/*.ts')
    expect(files.length).toBeGreaterThan(500)
    const strays = files.filter(
      ({ file, text }) =>
        file !== 'server/platform/locks.ts' &&
        (/\b7_?201_?0\d\d\b/.test(text) || /pg_(try_)?advisory\w*\([^'`]*\b\d+\)/.test(text)),
    )
    expect(strays.map(({ file }) => file)).toEqual([])
  })

  it('are the same as in the SQL of the migrations', () => {
    const taken = read('server/migrations/*.sql').flatMap(({ text }) =>
      [...text.matchAll(/pg_(?:try_)?advisory\w*\(([^;]*)\);/g)].map((match) => match[1]),
    )
    expect(taken.length).toBeGreaterThan(0)
    expect(taken.filter((number) => !numbers.includes(Number(number)))).toEqual([])
  })
})

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())

  // PostgreSQL lists the locks of all its databases.
  const held = (tx: Tx) =>
    rawQuery(tx, `select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`)

  it('a transaction that has ended holds no lock', async () => {
    await transaction(database.db, async (tx) => {
      await takeLock(tx, 'seal')
      await takeLock(tx, 'deskItem', 'gift 1')
      expect(await held(tx)).toHaveLength(2)
    })
    await transaction(database.db, async (tx) => expect(await held(tx)).toEqual([]))
  })

  it('locks that one transaction takes together are taken in their order', async () => {
    await transaction(database.db, async (tx) => {
      await takeLock(tx, 'slipReference', '014 FT1')
      await takeLock(tx, 'transferReports', 'FT1')
      await takeLock(tx, 'transferAmount', 'THB 100')
      await takeLock(tx, 'transferAmount', 'THB 200')
      // Nobody waits for what they hold already.
      await takeLock(tx, 'slipReference', '014 FT1')
      await takeLock(tx, 'transferReports', 'FT1')
    })
    for (const [first, second] of [
      ['transferAmount', 'transferReports'],
      ['transferAmount', 'slipReference'],
      ['transferReports', 'slipReference'],
    ] as const) {
      const wrong = transaction(database.db, async (tx) => {
        await takeLock(tx, first, 'a')
        await takeLock(tx, second, 'b')
      })
      await expect(wrong).rejects.toThrow(`lock ${second} is taken after ${first}`)
    }
  })
})

// Only on PostgreSQL: PGlite has one session, so that no transaction waits for a lock of another.
describe('two transactions on postgres', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase('postgres')
  })
  afterAll(() => database.drop())

  type Lock = (tx: Tx) => Promise<void>
  const item =
    (key: string): Lock =>
    (tx) =>
      takeLock(tx, 'deskItem', key)
  const qr =
    (key: string): Lock =>
    (tx) =>
      takeLock(tx, 'qrCode', key)

  it.each<[string, Lock, Lock]>([
    ['the same lock', (tx) => takeLock(tx, 'seal'), (tx) => takeLock(tx, 'seal')],
    ['the same lock with the same key', item('a'), item('a')],
  ])('wait for each other: %s', async (_, first, second) => {
    const ended: string[] = []
    let other: Promise<unknown> | undefined
    await transaction(database.db, async (tx) => {
      await first(tx)
      other = transaction(database.db, second).then(() => ended.push('second'))
      await expect.poll(() => waitingForLocks(database)).toBe(1)
      ended.push('first')
    })
    await other
    expect(ended).toEqual(['first', 'second'])
  })

  it.each<[string, Lock, Lock]>([
    ['different locks', (tx) => takeLock(tx, 'seal'), (tx) => takeLock(tx, 'migration')],
    ['the same lock with different keys', item('a'), item('b')],
    ['different locks with the same key', item('a'), qr('a')],
  ])('do not wait for each other: %s', async (_, first, second) => {
    await transaction(database.db, async (tx) => {
      await first(tx)
      await transaction(database.db, second)
    })
  })
})
