import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawQuery } from '../../../platform/database.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import type { StoredBet } from './store.ts'
import { accountsOfNobody, betOf, report, storedOf, wrongSums } from './testing/bets.ts'

/**
 * A report about many members is stored in parts, so that no transaction holds a lock for each of 500
 * (rules.md §4.6).
 */

let app: TestApp
/** Locks that the transaction of each batch of stored bets held. */
const locks: number[] = []
let heard: StoredBet[] = []
/** Batches after which the next one fails; null: none does. */
let failsAfter: number | null = null
let members: { id: string }[] = []

beforeAll(async () => {
  app = await testApp()
  members = (await accountsOfNobody(app, 'PG', 500)).map((id) => ({ id }))
  app.context.services.betsStored.add(async (tx, bets) => {
    if (failsAfter !== null && failsAfter-- === 0) throw new Error('not now')
    const held = await rawQuery(
      tx,
      `select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    )
    locks.push(held.length)
    heard.push(...bets)
  })
})
afterAll(async () => {
  expect(await wrongSums(app)).toEqual([])
  await app.close()
})

/** What the server answers that all these bets became. */
const outcome = (change: object) => ({ stored: 0, known: 0, contradicted: 0, unknown: 0, ...change })

it('holds few locks at a time, and stores each bet once', async () => {
  const bets = members.map((member) => betOf(member))
  expect(await report(app, 'PG', bets)).toEqual([200, outcome({ stored: 500 })])
  expect(locks.length).toBeGreaterThan(0)
  expect(Math.max(...locks)).toBeLessThanOrEqual(60)
  expect(new Set(heard.map(({ id }) => id)).size).toBe(500)
  expect(heard).toHaveLength(500)
  // In another order: the parts are others.
  expect(await report(app, 'PG', bets.toReversed())).toEqual([200, outcome({ known: 500 })])
  expect(heard).toHaveLength(500)
})

it('that fails half-way keeps what is stored, and the provider’s next one stores the rest', async () => {
  heard = []
  const bets = members.map((member) => betOf(member))
  failsAfter = 3
  expect((await report(app, 'PG', bets))[0]).toBe(500)
  failsAfter = null
  const stored = heard.length
  expect(stored).toBeGreaterThan(0)
  expect(await report(app, 'PG', bets)).toEqual([200, outcome({ stored: 500 - stored, known: stored })])
  expect(heard).toHaveLength(500)
  for (const member of [members[0], members[499]])
    expect((await storedOf(app, member as { id: string })).bets).toHaveLength(2)
})
