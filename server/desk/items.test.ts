import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rawQuery, type Tx, transaction } from '../platform/database.ts'
import { enginesByDepth, type TestDatabase, testDatabase, waitingForLocks } from '../testing/database.ts'
import { byDepth } from '../testing/depth.ts'
import { createDesk, type Desk, mendItems, proveItems } from './items.ts'
import type { DeskQueue } from './queue.ts'

/** The list of waiting items, over a table of parcels; two queues share it. */

describe.each(enginesByDepth)('the list of what waits, on %s', (engine) => {
  let database: TestDatabase
  let desk: Desk
  let heard: unknown[]
  beforeAll(async () => {
    database = await testDatabase(engine)
    await database.query(
      `create table parcels (id bigint primary key, state text not null, amount_minor bigint, at timestamptz not null)`,
    )
  })
  beforeEach(() => {
    heard = []
    desk = createDesk({
      emit: (_room: string, event: string, queues: string[]) => void heard.push([event, queues]),
    } as never)
    const queue = (name: 'slip' | 'gift', state: string) =>
      desk.add({
        name,
        waiting: [
          {
            subject: 'slip',
            key: 'id',
            keyType: 'bigint',
            at: 'at',
            memberId: 'null::text',
            amountMinor: 'amount_minor',
            currency: `'THB'`,
            words: 'id::text',
            from: 'parcels',
            where: `state = '${state}'`,
          },
        ],
      } as unknown as DeskQueue)
    queue('slip', 'waiting')
    queue('gift', 'elsewhere')
  })
  afterEach(async () => {
    await database.query('delete from parcels')
    await database.query('delete from desk_items')
  })
  afterAll(() => database.drop())

  const put = (tx: Tx, id: number, state = 'waiting', amountMinor: number | null = null) =>
    rawQuery(
      tx,
      `insert into parcels values ($1, $2, $3, '2026-01-02T03:04:05Z')
       on conflict (id) do update set state = excluded.state, amount_minor = excluded.amount_minor`,
      [id, state, amountMinor],
    )
  const change = (id: number, state?: string, amountMinor?: number) =>
    transaction(database.db, async (tx) => {
      await put(tx, id, state, amountMinor)
      desk.changed(tx, 'slip', [id])
    })
  const listed = async () =>
    (
      await database.query<{ queue: string; id: string; amount_minor: number | null }>(
        'select queue, id, amount_minor from desk_items order by queue, id',
      )
    ).map(({ queue, id, amount_minor }) => [queue, id, amount_minor])
  const defects = () => proveItems(database, desk.queues())

  it('has an item from the commit that brings it to the one that ends it', async () => {
    await change(1)
    expect(await listed()).toEqual([['slip', '1', null]])
    expect(await defects()).toEqual([])
    await change(1, 'ended')
    expect(await listed()).toEqual([])
    expect(await defects()).toEqual([])
    expect(heard).toEqual([
      ['desk-changed', ['slip']],
      ['desk-changed', ['slip']],
    ])
  })

  it('has its facts as they are last, and tells nobody where nothing came or left', async () => {
    await change(1, 'waiting', 100)
    await change(1, 'waiting', 200)
    expect(await listed()).toEqual([['slip', '1', 200]])
    expect(heard).toHaveLength(1)
  })

  it('moves it to another queue, which both hear', async () => {
    await change(1)
    await change(1, 'elsewhere')
    expect(await listed()).toEqual([['gift', '1', null]])
    expect(heard.at(-1)).toEqual(['desk-changed', ['gift', 'slip']])
  })

  it('knows what a transaction has come to, not how', async () => {
    await transaction(database.db, async (tx) => {
      desk.changed(tx, 'slip', [1, '2', 3])
      await put(tx, 1)
      await put(tx, 2)
      desk.changed(tx, 'slip', [1])
      await put(tx, 1, 'ended')
    })
    expect(await listed()).toEqual([['slip', '2', null]])
  })

  it('has nothing of a transaction that is rolled back, and tells nobody', async () => {
    await expect(
      transaction(database.db, async (tx) => {
        await put(tx, 1)
        desk.changed(tx, 'slip', [1])
        throw new Error('half-way')
      }),
    ).rejects.toThrow('half-way')
    expect(await listed()).toEqual([])
    expect(heard).toEqual([])
  })

  it('is right about a row that many change at once', async () => {
    const states = ['waiting', 'elsewhere', 'ended']
    for (let round = 0; round < byDepth({ usual: 5, deep: 50 }); round++) {
      await Promise.all(Array.from({ length: 8 }, (_, n) => change(1 + (n % 2), states[(n + round) % 3], n)))
      expect(await defects()).toEqual([])
    }
  })

  it('is proved wrong, and is mended, where a row was changed without it', async () => {
    await change(1)
    await change(2, 'waiting', 100)
    await database.query(`update parcels set state = 'ended' where id = 1`)
    await database.query(`update parcels set amount_minor = 300 where id = 2`)
    await database.query(`insert into parcels values (3, 'waiting', null, now())`)
    const found = [
      { queue: 'slip', id: '1', subject: 'slip', key: '1', what: 'surplus' },
      { queue: 'slip', id: '2', subject: 'slip', key: '2', what: 'differs' },
      { queue: 'slip', id: '3', subject: 'slip', key: '3', what: 'missing' },
    ]
    expect(await defects()).toEqual(found)
    expect(await mendItems(database, desk)).toEqual(found)
    expect(await listed()).toEqual([
      ['slip', '2', 300],
      ['slip', '3', null],
    ])
    expect(heard.at(-1)).toEqual(['desk-changed', ['slip']])
    expect(await mendItems(database, desk)).toEqual([])
  })

  // PGlite has one session, in which nothing is half done beside something else.
  it.runIf(engine === 'postgres')(
    'is mended to what another transaction makes of a row at that moment',
    async () => {
      await database.query(`insert into parcels values (1, 'waiting', null, now())`)
      const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const held: Pick<Desk, 'queues' | 'changed'> = {
        queues: () => desk.queues(),
        changed(tx, subject, keys) {
          desk.changed(tx, subject, keys)
          tx.beforeCommit(async () => {
            written.resolve()
            await mayEnd.promise
          })
        },
      }
      const mending = mendItems(database, held)
      await written.promise
      const [ended, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const ending = transaction(database.db, async (tx) => {
        await put(tx, 1, 'ended')
        desk.changed(tx, 'slip', [1])
        tx.beforeCommit(async () => {
          ended.resolve()
          await mayCommit.promise
        })
      })
      const isWaiting = expect.poll(() => waitingForLocks(database)).toBe(1)
      await Promise.race([ended.promise, isWaiting])
      mayEnd.resolve()
      await mending
      mayCommit.resolve()
      await ending
      await isWaiting.catch(() => {})
      expect(await defects()).toEqual([])
    },
  )

  it('is filled where it is empty, however much waits', async () => {
    await database.query(
      `insert into parcels select n, case when n % 10 = 0 then 'ended' else 'waiting' end, n, now() from generate_series(1, 12000) n`,
    )
    expect(await mendItems(database, desk)).toHaveLength(10_800)
    expect(await defects()).toEqual([])
  })

  it('forgets what is of a kind that no queue has any more', async () => {
    await database.query(
      `insert into desk_items (queue, id, subject, key, at, currency, words) values ('old', '7', 'gone', '7', now(), 'THB', '')`,
    )
    expect(await mendItems(database, desk)).toMatchObject([{ queue: 'old', what: 'surplus' }])
    expect(await listed()).toEqual([])
  })
})
