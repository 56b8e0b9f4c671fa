import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
import { rawQuery, type Tx } from './database.ts'
import { DatabaseTrouble } from './database-trouble.ts'
import { groupCommit } from './group-commit.ts'

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase
  /** The items of each transaction, in the order in which the transactions began. */
  let begun: number[][]
  beforeAll(async () => {
    database = await testDatabase(engine)
    await database.query('create table numbers (n integer primary key)')
  })
  beforeEach(async () => {
    begun = []
    await database.query('delete from numbers')
  })
  afterAll(() => database.drop())

  const insert = async (tx: Tx, items: number[]): Promise<number[]> => {
    begun.push(items)
    await rawQuery(tx, 'insert into numbers select unnest($1::int[])', [items])
    return items.map((n) => n * 10)
  }
  const all = (submit: (n: number) => Promise<number>, items: number[]) =>
    Promise.all(items.map((n) => submit(n).catch((error) => (error as Error).message)))
  const stored = async () =>
    (await database.query<{ n: number }>('select n from numbers order by n')).map(({ n }) => n)

  it('writes simultaneous calls in one transaction, and gives each its own result', async () => {
    expect(await all(groupCommit(database.db, insert), [1, 2, 3])).toEqual([10, 20, 30])
    expect(begun).toEqual([[1, 2, 3]])
    expect(await stored()).toEqual([1, 2, 3])
  })

  it('rejects one call for an error as its result, and commits the others', async () => {
    const submit = groupCommit<number, number>(database.db, async (tx, items) => {
      const results = await insert(tx, items)
      return results.map((result, i) => (items[i] === 2 ? new Error('not two') : result))
    })
    expect(await all(submit, [1, 2, 3])).toEqual([10, 'not two', 30])
    expect(begun).toEqual([[1, 2, 3]])
  })

  it('rejects only the faulty call when a transaction fails by an exception or a constraint', async () => {
    const submit = groupCommit<number, number>(database.db, async (tx, items) => {
      const results = await insert(tx, items)
      if (items.includes(2)) throw new Error('not two')
      if (items.includes(3)) await rawQuery(tx, 'insert into numbers values (null)')
      return results
    })
    const [first, second, third, fourth] = await all(submit, [1, 2, 3, 4])
    expect([first, second, fourth]).toEqual([10, 'not two', 40])
    expect(third).toMatch(/null value/)
    expect(await stored()).toEqual([1, 4])
    expect(begun.map((items) => items.length)).toEqual([4, 1, 1, 1, 1])
  })

  it('writes without the async context of any caller', async () => {
    const caller = new AsyncLocalStorage<number>()
    const names: (number | undefined)[] = []
    const submit = groupCommit<number, number>(database.db, async (_, items) => {
      names.push(caller.getStore())
      return items
    })
    expect(await all((n) => caller.run(n, () => submit(n)), [1, 2])).toEqual([1, 2])
    expect(names).toEqual([undefined])
  })

  it('repeats a transaction after a deadlock', async () => {
    const submit = groupCommit<number, number>(database.db, async (tx, items) => {
      const results = await insert(tx, items)
      if (begun.length < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return results
    })
    expect(await all(submit, [1, 2])).toEqual([10, 20])
    expect(begun).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect(await stored()).toEqual([1, 2])
  })

  it('writes items singly after a lock time-out, but not while the database is away', async () => {
    const failing = (reason: 'database-away' | 'database-busy') =>
      groupCommit<number, number>(database.db, async (tx, items) => {
        const results = await insert(tx, items)
        if (items.includes(2)) throw new DatabaseTrouble(reason, reason)
        return results
      })
    expect(await all(failing('database-away'), [1, 2])).toEqual(['database-away', 'database-away'])
    expect(begun).toEqual([[1, 2]])
    expect(await all(failing('database-busy'), [1, 2])).toEqual([10, 'database-busy'])
    expect(await stored()).toEqual([1])
  })
})
