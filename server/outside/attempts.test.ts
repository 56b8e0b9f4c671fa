import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createSettings } from '../platform/settings.ts'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Attempt, ask, createAttempts, sweepAttempts } from './attempts.ts'

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

  it('that arrive with one that cannot be stored are stored all the same', async () => {
    const attempts = createAttempts(database, log)
    const attempt = (milliseconds: number): Attempt => ({
      askedAt: new Date(),
      question: 'send',
      answer: 'refused',
      reason: `limit \ud83d${'😀'.repeat(300)}`,
      reference: 'q\u0000',
      milliseconds,
    })
    for (let i = 0; i < 10; i++)
      attempts.note({ kind: 'gift', key: `gf${i}` }, [attempt(i === 4 ? Number.NaN : 1)])
    await attempts.idle()
    const rows = await database.query<{ key: string; reason: string; reference: string }>(
      `select key, reason, reference from outside_attempts where kind = 'gift' order by key`,
    )
    expect(rows.map(({ key }) => key)).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9].map((i) => `gf${i}`))
    expect(rows[0]).toMatchObject({ reason: `limit \ufffd${'😀'.repeat(193)}`, reference: 'q\ufffd' })
  })
})

it('are removed after their days, but not those at work that is under way', async () => {
  const database = await testDatabase('postgres')
  try {
    await database.query(
      `insert into outside_attempts (kind, key, asked_at, question, answer, milliseconds)
       select 'payout', 'wd' || n, now() - n * interval '1 day', 'send', 'done', 1 from generate_series(1, 12000) n`,
    )
    await database.query(
      `insert into outside_work (kind, key, created_at, next_at) values ('payout', 'wd5000', now(), now())`,
    )
    await sweepAttempts(database, systemClock, createSettings(database, log))
    const left = await database.query<{ key: string }>('select key from outside_attempts order by asked_at')
    expect(left).toHaveLength(400)
    expect(left[0]?.key).toBe('wd5000')
  } finally {
    await database.drop()
  }
})

it('while the database is away nobody waits for them, and nothing fails', async () => {
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as TestDatabase
  const attempts = createAttempts(away, log)
  attempts.note({ kind: 'gift', key: 'gf1' }, [
    { askedAt: new Date(), question: 'send', answer: 'done', reason: null, reference: null, milliseconds: 1 },
  ])
  await attempts.idle()
})
