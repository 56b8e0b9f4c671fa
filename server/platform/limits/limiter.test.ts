import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestDatabase, testDatabase } from '../../testing/database.ts'
import { clearHits, consumeLimits, type Limit, sweepHits } from './limiter.ts'
import type { TooMany } from './too-many.ts'

const start = new Date('2026-03-01T05:00:00Z')
const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)

describe.each(engines)('limits on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())

  /** Returns 'ok', or the error code and the seconds to wait. */
  const attempt = (now: Date, ...limits: Limit[]) =>
    consumeLimits(database, now, limits).then(
      () => 'ok',
      (refusal: TooMany) => `${refusal.code} ${refusal.details.retryAfter}`,
    )
  const limit = (key: string, change: Partial<Limit> = {}): Limit => ({
    key,
    max: 3,
    within: 60,
    code: 'REQUEST_LIMIT',
    ...change,
  })

  it('allows another hit for each hit that has left the window', async () => {
    const tries = [0, 10, 20, 30, 59, 60, 69, 70, 80, 81]
    const seen = []
    for (const t of tries) seen.push(await attempt(at(t), limit('sliding')))
    expect(seen).toEqual([
      'ok',
      'ok',
      'ok',
      'REQUEST_LIMIT 30',
      'REQUEST_LIMIT 1',
      'ok',
      'REQUEST_LIMIT 1',
      'ok',
      'ok',
      'REQUEST_LIMIT 39',
    ])
  })

  it('counts the hits of a day until midnight in Bangkok', async () => {
    const evening = new Date('2026-03-01T16:59:00Z')
    const day = limit('day', { within: 'day', max: 1, code: 'OTP_BLOCK' })
    expect(await attempt(evening, day)).toBe('ok')
    expect(await attempt(new Date('2026-03-01T16:59:59Z'), day)).toBe('OTP_BLOCK 1')
    expect(await attempt(new Date('2026-03-01T17:00:00Z'), day)).toBe('ok')
    expect(await attempt(new Date('2026-03-01T17:00:00Z'), day)).toBe('OTP_BLOCK 86400')
  })

  it('counts a hit against all limits or against none', async () => {
    const [wide, narrow] = [limit('wide', { max: 2 }), limit('narrow', { max: 1 })]
    expect(await attempt(at(0), narrow)).toBe('ok')
    expect(await attempt(at(1), wide, narrow)).toBe('REQUEST_LIMIT 59')
    expect(await attempt(at(2), wide)).toBe('ok')
    expect(await attempt(at(3), wide)).toBe('ok')
    expect(await attempt(at(4), wide)).toBe('REQUEST_LIMIT 58')
  })

  it('gives back one hit only, also when several have the same time', async () => {
    const hits = await consumeLimits(database, at(0), [limit('back')])
    await consumeLimits(database, at(0), [limit('back')])
    await consumeLimits(database, at(0), [limit('back')])
    await hits.giveBack()
    await hits.giveBack()
    expect(await attempt(at(1), limit('back'))).toBe('ok')
    expect(await attempt(at(1), limit('back'))).toBe('REQUEST_LIMIT 59')
  })

  it('allows exactly `max` of fifty simultaneous hits', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => attempt(at(0), limit('race', { max: 5 }))))
    expect(all.filter((outcome) => outcome === 'ok')).toHaveLength(5)
  })

  it('applies a maximum that was lowered to earlier hits', async () => {
    for (const t of [0, 10, 20, 30]) await attempt(at(t), limit('lowered', { max: 4 }))
    expect(await attempt(at(40), limit('lowered', { max: 2 }))).toBe('REQUEST_LIMIT 40')
  })

  it('deletes hits on demand and after two days', async () => {
    await consumeLimits(database, at(0), [limit('cleared', { max: 1 })])
    await clearHits(database, 'cleared')
    expect(await attempt(at(1), limit('cleared', { max: 1 }))).toBe('ok')
    await sweepHits(database, at(3 * 86_400))
    expect(await database.query('select key from limiter_turns')).toEqual([])
  })
})
