import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())

  // As the job queue's supervision sends them.
  it('several statements at once answer the rows of all', async () => {
    expect(await database.query('begin; select 1 as a; select 2 as a; commit')).toEqual([{ a: 1 }, { a: 2 }])
    expect(await database.query('select 1 as a where false')).toEqual([])
    expect(await database.query('select $1::int as a', [3])).toEqual([{ a: 3 }])
  })
})
