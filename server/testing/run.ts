import { randomBytes } from 'node:crypto'
import { dropDatabasesOf } from './database.ts'

/** Vitest calls this before the first test and, what it returns, after the last. */
export default function begin(): () => Promise<void> {
  const run = randomBytes(4).toString('hex')
  process.env.KRAPAO_TEST_RUN = run
  return () => dropDatabasesOf(run)
}
