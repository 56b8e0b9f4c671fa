import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDesk, mendItems, proveItems } from '../desk/items.ts'
import type { DeskQueue } from '../desk/queue.ts'
import { listedItems, storeRefusal, votesIn } from '../desk/testing.ts'
import { addSeconds, type Clock } from '../platform/clock.ts'
import { type Database, transaction } from '../platform/database.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import { storeOperator } from '../slices/operator/testing.ts'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
import type { Attempt } from './attempts.ts'
import { endReview } from './review.ts'
import {
  type Claim,
  claim,
  claimDue,
  findDue,
  finish,
  leaveReview,
  makeDue,
  openClaimed,
  postpone,
  putInReview,
  release,
  type Where,
} from './work.ts'

const start = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number): Date => addSeconds(start, seconds)
/** A clock of tests that shows this time after the start, and the database's with it. */
const clockAt = (seconds: number): Clock => ({
  now: () => at(seconds),
  movedSeconds: () => (at(seconds).getTime() - Date.now()) / 1000,
})
const kinds = ['gift', 'transfer'] as const
/** A desk that lists the work itself. */
const desk = createDesk({ emit() {} })
for (const kind of kinds) {
  const waiting = {
    subject: kind,
    key: 'w.key',
    keyType: 'text',
    at: 'w.created_at',
    memberId: 'null',
    amountMinor: 'null::bigint',
    currency: `'THB'`,
    words: 'w.key',
    from: 'outside_work w',
    where: `w.kind = '${kind}' and w.review_reason is not null`,
  } as const
  desk.add({ name: kind, waiting: [waiting] } as unknown as DeskQueue)
}
const after = (database: Database, seconds: number): Where => ({
  database,
  clock: clockAt(seconds),
  desk,
})
/** Seconds after the start, without those that statements take on a busy machine. */
const secondsOf = (time: unknown): number =>
  Math.floor(((time as Date).getTime() - start.getTime()) / 5000) * 5
const attempt: Attempt = {
  askedAt: start,
  question: 'status',
  answer: 'uncertain',
  reason: 'TIMEOUT',
  reference: null,
  milliseconds: 1000,
}

describe.each(engines)('work with the outside, on %s', (engine) => {
  let database: TestDatabase
  /** A node of its own if the engine allows it: PGlite runs in one process. */
  let other: Database
  beforeAll(async () => {
    database = await testDatabase(engine)
    other = engine === 'postgres' ? openPostgres(database.url, 4, 20) : database
  })
  afterAll(async () => {
    if (other !== database) await other.close()
    await database.drop()
  })

  const rowOf = async (key: string) =>
    (await database.query('select * from outside_work where key = $1', [key]))[0]
  const attemptsOf = (key: string) =>
    database.query('select * from outside_attempts where key = $1 order by number', [key])
  /** Gifts are claimed when they are due, transfers by their keys. */
  const take = async (node: Database, now: number, until: number): Promise<Claim | undefined> =>
    (await claimDue(after(node, now), 'gift', { seconds: until - now, limit: 10 }))[0]
  /** Opens one piece of work that is due at `seconds`. */
  async function opened(key: string, seconds = 0): Promise<void> {
    await transaction(database.db, (tx) =>
      openClaimed(tx, clockAt(0), { kind: 'gift', key }, { createdAt: start, seconds: seconds - 1 }),
    )
  }
  const clear = async () => {
    await database.query('delete from outside_work')
    await mendItems(database, desk)
  }
  const listed = async () => (await listedItems(database)).map(({ id }) => id).sort()
  afterEach(async () => expect(await proveItems(database, desk.queues())).toEqual([]))

  it('is claimed by its creator until the claim ends, then by one of two nodes', async () => {
    await opened('gf1', 30)
    expect(await take(database, 20, 50)).toBeUndefined()
    const taken = await Promise.all([take(database, 30, 60), take(other, 30, 60)])
    const [first, ...more] = taken.filter((claim) => claim !== undefined)
    expect(more).toEqual([])
    expect(first).toMatchObject({ key: 'gf1', attempts: 0 })
    expect(secondsOf(first?.until)).toBe(60)
    // The node has died, so its claim ends.
    expect(await take(other, 50, 80)).toBeUndefined()
    expect(await take(other, 70, 100)).toMatchObject({ key: 'gf1' })
    await clear()
  })

  it('is not created by a transaction that rolls back', async () => {
    const failed = transaction(database.db, async (tx) => {
      await openClaimed(tx, clockAt(0), { kind: 'gift', key: 'gf2' }, { createdAt: start, seconds: 0 })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await take(database, 100, 130)).toBeUndefined()
  })

  it('is claimed once: of fifty pieces and many claims at the same time, each piece goes to one claim', async () => {
    for (let i = 0; i < 50; i++) await opened(`many${i}`)
    const claimed = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        claimDue(after(i % 2 ? other : database, 1), 'gift', { seconds: 30, limit: 10 }),
      ),
    )
    const keys = claimed.flat().map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    const rest = await claimDue(after(database, 1), 'gift', { seconds: 30, limit: 100 })
    expect([...keys, ...rest.map(({ key }) => key)].sort()).toEqual(
      Array.from({ length: 50 }, (_, i) => `many${i}`).sort(),
    )
    await clear()
  })

  it('is claimed in the order of waiting, within the limit, and of one kind only', async () => {
    await opened('late', 20)
    await opened('early', 10)
    await opened('middle', 15)
    await claim(after(database, 0), { kind: 'transfer', key: 'transfer:1' }, 1)
    const first = await claimDue(after(database, 30), 'gift', { seconds: 30, limit: 2 })
    expect(first.map(({ key }) => key).sort()).toEqual(['early', 'middle'])
    await clear()
  })

  it('is postponed by the owner of the claim, together with its attempts', async () => {
    await opened('gf3')
    const held = (await take(database, 1, 31)) as Claim
    expect(
      await postpone(after(database, 1), held, { seconds: 30, reason: 'TIMEOUT', inReview: false }, [
        { ...attempt, question: 'status', answer: 'unknown-id', reason: null },
        { ...attempt, question: 'send' },
      ]),
    ).toBe(true)
    const row = await rowOf('gf3')
    expect(secondsOf(row?.next_at)).toBe(30)
    expect(row).toMatchObject({
      attempts: 1,
      claimed_until: null,
      last_reason: 'TIMEOUT',
      review_reason: null,
    })
    expect(await attemptsOf('gf3')).toMatchObject([
      {
        kind: 'gift',
        question: 'status',
        answer: 'unknown-id',
        reason: null,
        reference: null,
        milliseconds: 1000,
      },
      { kind: 'gift', question: 'send', answer: 'uncertain', reason: 'TIMEOUT', asked_at: start },
    ])
    expect(await take(database, 20, 50)).toBeUndefined()
    expect(await take(database, 40, 70)).toMatchObject({ attempts: 1 })
    await clear()
  })

  it('is made due once, even if the clock of the second node is behind', async () => {
    await opened('gf12')
    const held = (await take(database, 1, 31)) as Claim
    await postpone(after(database, 1), held, { seconds: 600, reason: 'TIMEOUT', inReview: true }, [attempt])
    const due = (node: Database, seconds: number) =>
      transaction(node.db, (tx) => makeDue(tx, { kind: 'gift', key: 'gf12' }, clockAt(seconds)))
    expect(await due(database, 10)).toBe(true)
    expect(await due(other, 9)).toBe(false)
    expect(await take(other, 9, 39)).toMatchObject({ key: 'gf12' })
    await clear()
  })

  it('is not changed by a node that lost its claim, but that node’s attempt is stored', async () => {
    await opened('gf4')
    const slow = (await take(database, 1, 31)) as Claim
    const next = (await take(other, 45, 75)) as Claim
    const before = await rowOf('gf4')
    const late = { seconds: 2, reason: 'TIMEOUT', inReview: true }
    expect(await postpone(after(database, 45), slow, late, [attempt])).toBe(false)
    await leaveReview(after(database, 45), slow)
    expect(await rowOf('gf4')).toEqual(before)
    expect(await attemptsOf('gf4')).toHaveLength(1)
    expect(await postpone(after(other, 45), next, late, [])).toBe(true)
    // Finished in between: it is not created again.
    await transaction(database.db, (tx) => finish({ desk }, tx, 'gift', ['gf4']))
    expect(await postpone(after(other, 45), next, late, [])).toBe(false)
    expect(await rowOf('gf4')).toBeUndefined()
  })

  it('is given back by the owner of the claim, and is due at once', async () => {
    await opened('gf5')
    const held = (await take(database, 1, 31)) as Claim
    await release(after(database, 2), { ...held, until: at(30) })
    expect(await take(other, 3, 33)).toBeUndefined()
    await release(after(database, 2), held)
    expect(await take(other, 10, 40)).toMatchObject({ key: 'gf5', attempts: 0 })
    await clear()
  })

  it('that has no row yet is created by the first claim', async () => {
    const id = { kind: 'transfer', key: 'transfer:2' } as const
    expect(await findDue(after(database, 0), 'transfer', ['transfer:3', id.key])).toEqual([
      'transfer:3',
      id.key,
    ])
    const claims = await Promise.all(
      [database, other, database, other].map((node) => claim(after(node, 0), id, 30)),
    )
    const [held] = claims.filter((claim) => claim !== undefined)
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
    expect(await findDue(after(database, 20), 'transfer', ['transfer:3', id.key])).toEqual(['transfer:3'])
    await postpone(
      after(database, 0),
      held as Claim,
      { seconds: 20, reason: 'HTTP_500', inReview: false },
      [],
    )
    expect(await findDue(after(database, 30), 'transfer', [id.key])).toEqual([id.key])
    expect(await claim(after(other, 9), id, 30)).toBeUndefined()
    expect(await claim(after(other, 30), id, 30)).toMatchObject({ attempts: 1 })
    expect(await findDue(after(database, 99), 'transfer', [])).toEqual([])
    await clear()
  })

  describe('in review', () => {
    const id = { kind: 'gift', key: 'gf9' } as const
    const votes = () => votesIn(database, 'gift')
    /** In review after an hour without an answer, with one vote; claimed again. */
    async function uncertain(): Promise<Claim> {
      await clear()
      await opened(id.key)
      const first = (await take(database, 1, 31)) as Claim
      await postpone(after(database, 30), first, { seconds: 30, reason: 'TIMEOUT', inReview: true }, [])
      await storeOperator(database, 'op-1')
      await storeRefusal(database, 'gift', id.key, 'op-1')
      return (await take(database, 70, 100)) as Claim
    }
    const decide = () => transaction(database.db, (tx) => endReview({ desk }, tx, id))

    it('is followed up, and its votes stay', async () => {
      const held = await uncertain()
      expect(held).toMatchObject({ isInReview: true, attempts: 1 })
      await postpone(after(database, 70), held, { seconds: 50, reason: 'HTTP_500', inReview: true }, [])
      expect(await listed()).toEqual([id.key])
      expect(await votes()).toHaveLength(1)
    })

    it('leaves the desk with the answer of the other side, unless that rolls back', async () => {
      await uncertain()
      const end = (fails: boolean) =>
        transaction(database.db, async (tx) => {
          await finish({ desk }, tx, 'gift', [id.key])
          if (fails) throw new Error('rolled back')
        })
      await expect(end(true)).rejects.toThrow('rolled back')
      expect(await listed()).toEqual([id.key])
      await end(false)
      expect(await listed()).toEqual([])
    })

    it('comes back and leaves while nodes and a person write about it at once: the list is what waits', async () => {
      for (let turn = 0; turn < 12; turn++) {
        const held = await uncertain()
        const postponed = { seconds: 50, reason: 'X', inReview: turn % 3 > 0 }
        await Promise.all([
          postpone(after(other, 75), held, postponed, []),
          turn % 2 === 0 ? decide() : leaveReview(after(database, 75), held),
          putInReview(after(other, 76), { kind: 'transfer', key: 'transfer:9' }, 'posted after voided'),
        ])
        expect(await proveItems(database, desk.queues())).toEqual([])
      }
      await clear()
    })

    it('is ended by the owner of the claim, and its votes are removed', async () => {
      const held = await uncertain()
      await leaveReview(after(database, 75), held)
      const row = await rowOf(id.key)
      expect(row).toMatchObject({ review_reason: null, claimed_until: null })
      expect(secondsOf(row?.next_at)).toBe(75)
      expect(await votes()).toEqual([])
      // An operator who still has it open decides too late.
      expect(await decide()).toBe(false)
    })

    it('is ended by one of several decisions; after that the owner of the claim changes nothing', async () => {
      const held = await uncertain()
      const decided = await Promise.all([decide(), decide(), decide()])
      expect(decided.filter(Boolean)).toHaveLength(1)
      await leaveReview(after(database, 75), held)
      expect(
        await postpone(after(database, 75), held, { seconds: 50, reason: 'X', inReview: true }, []),
      ).toBe(false)
      expect(await rowOf(id.key)).toBeUndefined()
      expect(await votes()).toEqual([])
    })

    it('stays after a contradiction until an operator has seen it, whoever finishes or postpones it', async () => {
      await clear()
      await putInReview(after(database, 0), id, 'posted after voided')
      expect(await take(database, 1e6, 1e6 + 30)).toBeUndefined()
      expect(await findDue(after(database, 1e6), 'gift', [id.key])).toEqual([])
      await transaction(database.db, (tx) => finish({ desk }, tx, 'gift', [id.key]))
      expect(await rowOf(id.key)).toMatchObject({
        last_reason: 'posted after voided',
        review_reason: 'CONTRADICTION',
      })
      expect(await decide()).toBe(true)
    })

    it('has no answer of a follow-up by contradictions, however many, where nobody had asked', async () => {
      await clear()
      for (const word of ['posted after voided', 'voided after posted']) {
        await putInReview(after(database, 0), id, word)
        expect(await rowOf(id.key)).toMatchObject({ attempts: 0, last_reason: word })
      }
      await clear()
    })

    it('replaces its reason by a contradiction', async () => {
      const held = await uncertain()
      await putInReview(after(database, 61), id, 'voided after posted')
      expect(
        await postpone(after(database, 75), held, { seconds: 5, reason: 'X', inReview: false }, []),
      ).toBe(false)
      expect(await rowOf(id.key)).toMatchObject({ next_at: null, review_reason: 'CONTRADICTION' })
    })
  })
})
