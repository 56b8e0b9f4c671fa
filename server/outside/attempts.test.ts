import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Attempt, ask, createAttempts } from './attempts.ts'

const log = pino({ level: 'silent' })

describe.each(engines)('attempts, on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())

  it('that arrive together are stored by one statement, each in its order', async () => {
    let statements = 0
    const counting = {
      ...database,
      query: (...given: Parameters<typeof database.query>) => {
        statements++
        return database.query(...given)
      },
    } as typeof database
    const attempts = createAttempts(counting, log)
    for (let i = 0; i < 100; i++) {
      const asked: Attempt[] = []
      await ask(systemClock, 'status', asked, async () => ({ outcome: 'unknown-id' }))
      await ask(systemClock, 'send', asked, async () => ({ outcome: 'refused', reason: 'CLOSED' }))
      attempts.note({ kind: 'payout', key: `wd${i}` }, asked)
    }
    await attempts.idle()
    expect(statements).toBeLessThan(20)
    const rows = await database.query('select * from outside_attempts order by number')
    expect(rows).toHaveLength(200)
    expect(rows.filter(({ key }) => key === 'wd7')).toMatchObject([
      { kind: 'payout', question: 'status', answer: 'unknown-id', reason: null },
      { kind: 'payout', question: 'send', answer: 'refused', reason: 'CLOSED' },
    ])
  })
})

it('while the database is away nobody waits for them, and nothing fails', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as TestDatabase
  const attempts = createAttempts(away, log)
  attempts.note({ kind: 'gift', key: 'gf1' }, [
    { askedAt: new Date(), question: 'send', answer: 'done', reason: null, reference: null, milliseconds: 1 },
  ])
  await attempts.idle()
})
