import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
import { openGate } from '../testing/gate.ts'
import { type Database, rawQuery, type Tx, transaction } from './database.ts'
import { openPostgres } from './database-postgres.ts'

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())

  // The job queue's supervision sends several statements in one text.
  it('a text of several statements returns the rows of all of them', async () => {
    expect(await database.query('begin; select 1 as a; select 2 as a; commit')).toEqual([{ a: 1 }, { a: 2 }])
    expect(await database.query('select 1 as a where false')).toEqual([])
    expect(await database.query('select $1::int as a', [3])).toEqual([{ a: 3 }])
  })

  describe('a transaction', () => {
    beforeAll(() => database.query('create table kept (fact text unique)'))
    beforeEach(() => database.query('delete from kept'))
    const keep = (tx: Tx, fact: string) => rawQuery(tx, 'insert into kept values ($1)', [fact])
    const kept = async () =>
      (await database.query<{ fact: string }>('select fact from kept')).map(({ fact }) => fact)

    it('calls the afterCommit functions once and in their order, when others can see its rows', async () => {
      const heard: string[] = []
      let seen: Promise<string[]> | undefined
      const answer = await transaction(database.db, async (tx) => {
        tx.afterCommit(() => {
          heard.push('first')
          seen = kept()
        })
        await keep(tx, 'a')
        tx.afterCommit(() => heard.push('second'))
        expect(heard).toEqual([])
        return 'answer'
      })
      expect([answer, heard, await seen]).toEqual(['answer', ['first', 'second'], ['a']])
      // The next transaction gets the same connection, and must not call them again.
      await transaction(database.db, (tx) => keep(tx, 'b'))
      expect(heard).toEqual(['first', 'second'])
    })

    it('calls no afterCommit function after a rollback, and rejects with the error of its work', async () => {
      const call = vi.fn()
      const failing = transaction(database.db, async (tx) => {
        tx.afterCommit(call)
        await keep(tx, 'a')
        throw new Error('the work has failed')
      })
      await expect(failing).rejects.toThrow('the work has failed')
      await transaction(database.db, (tx) => keep(tx, 'b'))
      expect([call.mock.calls, await kept()]).toEqual([[], ['b']])
    })

    it('rejects if COMMIT rolls back because the error of a statement was swallowed', async () => {
      const call = vi.fn()
      const failing = transaction(database.db, async (tx) => {
        tx.afterCommit(call)
        await keep(tx, 'a')
        await keep(tx, 'a').catch(() => {})
      })
      await expect(failing).rejects.toThrow(/rolled back instead of committed/)
      expect([call.mock.calls, await kept()]).toEqual([[], []])
      await transaction(database.db, (tx) => keep(tx, 'b'))
      expect(await kept()).toEqual(['b'])
    })

    it('calls no afterCommit function when the COMMIT itself fails', async () => {
      await database.query(
        'create table later (fact text references kept (fact) deferrable initially deferred)',
      )
      const call = vi.fn()
      const failing = transaction(database.db, async (tx) => {
        tx.afterCommit(call)
        await rawQuery(tx, `insert into later values ('nothing')`)
      })
      await expect(failing).rejects.toThrow(/foreign key/)
      expect(call).not.toHaveBeenCalled()
    })

    it('calls the afterCommit functions that were added before a rollback to a savepoint', async () => {
      const call = vi.fn()
      await transaction(database.db, async (tx) => {
        await sql`savepoint before`.execute(tx)
        tx.afterCommit(call)
        await keep(tx, 'a')
        await sql`rollback to savepoint before`.execute(tx)
        expect(call).not.toHaveBeenCalled()
      })
      expect([call.mock.calls.length, await kept()]).toEqual([1, []])
    })

    it('warns when an afterCommit function throws, stays committed, and calls the next one', async () => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
      const next = vi.fn()
      const failure = new Error('nobody is there to hear it')
      const answer = await transaction(database.db, async (tx) => {
        tx.afterCommit(() => {
          throw failure
        })
        tx.afterCommit(next)
        await keep(tx, 'a')
        return 'answer'
      })
      expect([answer, next.mock.calls.length, await kept()]).toEqual(['answer', 1, ['a']])
      expect(warned.mock.calls).toEqual([[failure]])
      warned.mockRestore()
    })

    it('has the isolation level and access mode that were requested', async () => {
      const { rows } = await transaction(
        database.db,
        (tx) =>
          sql<{ isolation: string; only: string }>`
            select current_setting('transaction_isolation') as isolation,
              current_setting('transaction_read_only') as only`.execute(tx),
        { isolation: 'repeatable read', access: 'read only' },
      )
      expect(rows).toEqual([{ isolation: 'repeatable read', only: 'on' }])
    })
  })
})

it('a connection keeps our limits of time, whatever was lent meanwhile and whatever the role has', async () => {
  const database = await testDatabase('postgres')
  const name = new URL(database.url).pathname.slice(1)
  await database.query(`alter database ${name} set statement_timeout = '77s'`)
  // Without them among the parameters of the start, which a pooler refuses.
  const single = openPostgres(database.url, 1)
  const limits = async (of: Database) =>
    (
      await of.query(
        `select name, setting from pg_settings
         where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
      )
    ).map(({ setting }) => setting)
  const sources = await single.query(
    `select distinct source from pg_settings where name in ('statement_timeout', 'lock_timeout')`,
  )
  expect(sources).toEqual([{ source: 'session' }])
  expect(await limits(single)).toEqual(['5000', '3000', '4000'])
  expect(await limits(single.patient(0))).toEqual(['60000', '0', '0'])
  expect(await limits(single)).toEqual(['5000', '3000', '4000'])
  await single.close()
  await database.drop()
})

it('once a connection was found silent, no further call waits for one that is as old', async () => {
  const database = await testDatabase('postgres')
  const gate = await openGate(database.url)
  const opened = openPostgres(gate.url, 5, 1)
  const fiveAtOnce = () => Promise.all([1, 2, 3, 4, 5].map(() => opened.query('select pg_sleep(0.2)')))
  await fiveAtOnce()
  gate.swallow()
  await expect(opened.query('select 1')).rejects.toMatchObject({ reason: 'database-away' })
  // Four of them were idle, and are silent as well.
  await fiveAtOnce()
  await opened.close()
  await gate.close()
  await database.drop()
})
