import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { openPostgres } from './database-postgres.ts'
import { requireReadCommitted } from './isolation.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('postgres')
})
afterAll(() => database.drop())

test.each([
  ['read committed', 'OK'],
  ['repeatable read', 'the database isolates transactions by "repeatable read"'],
  ['serializable', 'the database isolates transactions by "serializable"'],
])('a database whose default is %s', async (level, outcome) => {
  const name = new URL(database.url).pathname.slice(1)
  await database.query(`alter database "${name}" set default_transaction_isolation = '${level}'`)
  const opened = openPostgres(database.url, 1)
  const found = await requireReadCommitted(opened).then(
    () => 'OK',
    (error: Error) => error.message,
  )
  await opened.close()
  expect(found).toContain(outcome)
})
