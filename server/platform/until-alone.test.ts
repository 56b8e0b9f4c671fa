import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { rawQuery, type Tx, transaction } from './database.ts'
import { Overtaken, untilAlone } from './until-alone.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres')
  await database.query('create table numbers (n integer primary key, times integer not null default 0)')
  await database.query('insert into numbers values (1), (2)')
})
afterAll(() => database.drop())

const raise = (tx: Tx, n: number) => rawQuery(tx, 'update numbers set times = times + 1 where n = $1', [n])
const times = async () =>
  (await database.query<{ times: number }>('select times from numbers order by n')).map((row) => row.times)

it('of two transactions that lock each other out, one is repeated, and both are stored', async () => {
  let begun = 0
  let locked = 0
  const both = (first: number, other: number) => () =>
    transaction(database.db, async (tx) => {
      begun++
      await raise(tx, first)
      locked++
      await expect.poll(() => locked).toBeGreaterThanOrEqual(2)
      await raise(tx, other)
    })
  await Promise.all([untilAlone(both(1, 2)), untilAlone(both(2, 1))])
  // The repeated one may be quick enough to lock the other out again.
  expect(begun).toBeGreaterThanOrEqual(3)
  expect(await times()).toEqual([2, 2])
})

it('of two that insert the same key, the second one is repeated and finds it', async () => {
  const insert = () => database.query('insert into numbers values (3)')
  let turn = 0
  await insert()
  const found = await untilAlone(async () => {
    turn++
    if (turn === 1) await insert()
    return (await database.query('select from numbers where n = 3')).length
  })
  expect([turn, found]).toEqual([2, 1])
})

/** Fails with these errors, one at each try. @returns how often it was tried and how it ended */
async function failing(errors: Error[], options?: Parameters<typeof untilAlone>[1]) {
  let turn = 0
  const act = async () => {
    const error = errors[turn++]
    if (error) throw error
    return 'done'
  }
  const outcome = await untilAlone(act, options).catch((error: Error) => error.message)
  return [turn, outcome]
}

it('repeats what was overtaken, or failed as the caller says, as often as it says', async () => {
  const overtaken = () => new Overtaken('overtaken')
  expect(await failing([overtaken(), overtaken()])).toEqual([3, 'done'])
  expect(await failing(Array.from({ length: 9 }, overtaken))).toEqual([6, 'overtaken'])
  expect(await failing(Array.from({ length: 9 }, overtaken), { tries: 2 })).toEqual([2, 'overtaken'])
  expect(await failing([new Error('a mistake')])).toEqual([1, 'a mistake'])
  const isInWay = (error: unknown) => (error as Error).message === 'known'
  expect(await failing([new Error('known'), new Error('a mistake')], { isInWay })).toEqual([2, 'a mistake'])
})
