import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines, type TestDatabase, testDatabase, waitingForLocks } from '../testing/database.ts'
import { rawQuery, transaction } from './database.ts'
import { openPostgres } from './database-postgres.ts'
import { migrate } from './migrate.ts'

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await testDatabase(engine)
  })
  afterAll(() => database.drop())
  beforeEach(async () => {
    await database.query('delete from migrations; drop table if exists trees, leaves')
    folder = mkdtempSync(join(tmpdir(), 'krapao-migrate-'))
    write('0001-create-trees.sql', 'create table trees (name text)')
    write('0002-create-leaves.sql', "create table leaves (name text); insert into trees values ('oak')")
    return () => rmSync(folder, { recursive: true })
  })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const applied = async () =>
    (await database.query<{ name: string }>('select name from migrations order by name')).map(
      ({ name }) => name,
    )
  const first = ['0001-create-trees.sql', '0002-create-leaves.sql']

  it('applies each file once, in the order of their numbers', async () => {
    expect(await migrate(database, folder)).toEqual(first)
    expect(await migrate(database, folder)).toEqual([])
    write('0003-add-height.sql', 'alter table trees add column height integer')
    expect(await migrate(database, folder)).toEqual(['0003-add-height.sql'])
    expect(await database.query('select name, height from trees')).toEqual([{ name: 'oak', height: null }])
  })

  it('applies a file whole or not at all, and keeps those before it', async () => {
    write('0003-fail.sql', "insert into trees values ('elm'); create table leaves (name text)")
    await expect(migrate(database, folder)).rejects.toThrow(/already exists/)
    expect(await applied()).toEqual(first)
    expect(await database.query('select name from trees')).toEqual([{ name: 'oak' }])
    rmSync(join(folder, '0003-fail.sql'))
    write('0003-pass.sql', "insert into trees values ('elm')")
    expect(await migrate(database, folder)).toEqual(['0003-pass.sql'])
  })

  const outside = '-- outside a transaction\n-- Trees are many.\n'
  const indexes = () =>
    database.query(
      `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = 'trees'::regclass`,
    )

  it('builds indexes outside a transaction, and repeats a file that was left in the middle', async () => {
    write(
      '0003-index-trees.sql',
      `${outside}create index concurrently if not exists trees_name\n  on trees (name);\ndrop index concurrently if exists none;`,
    )
    expect(await migrate(database, folder)).toEqual([...first, '0003-index-trees.sql'])
    expect(await indexes()).toEqual([{ name: 'trees_name', valid: true }])
    await database.query(`delete from migrations where name like '0003%'`)
    expect(await migrate(database, folder)).toEqual(['0003-index-trees.sql'])
    expect(await indexes()).toEqual([{ name: 'trees_name', valid: true }])
  })

  it('does nothing else outside a transaction', async () => {
    write('0003-index-trees.sql', `${outside}create index trees_name on trees (name)`)
    await expect(migrate(database, folder)).rejects.toThrow(/0003-index-trees.sql runs outside a transaction/)
    expect(await applied()).toEqual(first)
  })

  it.each([
    ['has changed', () => write('0001-create-trees.sql', 'create table trees (name text, height integer)')],
    ['is missing', () => rmSync(join(folder, '0001-create-trees.sql'))],
  ])('refuses to start when an applied file %s, and says what to do', async (what, change) => {
    await migrate(database, folder)
    change()
    write('0003-add-height.sql', 'alter table trees add column height integer')
    const error: Error = await migrate(database, folder).then(
      () => expect.fail('it was not refused'),
      (refused) => refused,
    )
    expect(error.message).toContain(
      `made by another version of Krapao: its migration 0001-create-trees.sql ${what}.`,
    )
    expect(error.message).toContain(
      engine === 'pglite' ? 'delete the folder DATA_DIR' : 'new, empty database in DATABASE_URL',
    )
    expect(await applied()).toEqual(first)
  })

  it('accepts a database to which a newer version has applied further files', async () => {
    await migrate(database, folder)
    await database.query(`insert into migrations (name, sha256) values ('0003-add-height.sql', 'any')`)
    expect(await migrate(database, folder)).toEqual([])
  })

  // Only one process can open a PGlite database.
  if (engine === 'postgres') {
    it('nodes that start together apply each file once, an index among them', async () => {
      write(
        '0003-index-trees.sql',
        `${outside}create index concurrently if not exists trees_name on trees (name)`,
      )
      const nodes = [1, 2, 3].map(() => openPostgres(database.url, 1))
      try {
        const fresh = await Promise.all(nodes.map((node) => migrate(node, folder)))
        expect(fresh.flat().sort()).toEqual([...first, '0003-index-trees.sql'])
        const locks = await database.query(
          `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        )
        expect(locks).toEqual([])
      } finally {
        await Promise.all(nodes.map((node) => node.close()))
      }
    })

    it('an index that was left half-built is built again', async () => {
      write(
        '0003-index-trees.sql',
        `${outside}create index concurrently if not exists trees_name on trees (name)`,
      )
      await migrate(database, folder)
      await database.query(`delete from migrations where name like '0003%';
        update pg_index set indisvalid = false where indexrelid = 'trees_name'::regclass`)
      expect(await migrate(database, folder)).toEqual(['0003-index-trees.sql'])
      expect(await indexes()).toEqual([{ name: 'trees_name', valid: true }])
    })

    it('behind somebody who reads for long, a change waits and whoever comes after it does not', async () => {
      await migrate(database, folder)
      write('0003-add-height.sql', 'alter table trees add column height integer')
      write(
        '0004-index-trees.sql',
        `${outside}create index concurrently if not exists trees_name on trees (name)`,
      )
      const [reader, member] = [openPostgres(database.url, 1), openPostgres(database.url, 1)]
      const said: string[] = []
      const read = Promise.withResolvers<void>()
      const reading = Promise.withResolvers<void>()
      const longRead = transaction(
        reader.patient(0).db,
        async (tx) => {
          await rawQuery(tx, 'select count(*) from trees')
          reading.resolve()
          await read.promise
        },
        { isolation: 'repeatable read', access: 'read only' },
      )
      await reading.promise
      const migrating = migrate(database, folder, (text) => said.push(text))
      try {
        await expect
          .poll(() => said)
          .toEqual([expect.stringContaining('0003-add-height.sql waits for a lock')])
        // A member's call gives up after three seconds; this one is made again and again while the change
        // waits.
        for (let calls = 0; calls < 6; calls++) {
          await member.query(`insert into trees values ('ash')`)
          await sleep(500)
        }
        expect(await applied()).toEqual(first)
      } finally {
        read.resolve()
        await longRead
      }
      expect(await migrating).toEqual(['0003-add-height.sql', '0004-index-trees.sql'])
      expect(await database.query(`select count(*) from trees where name = 'ash'`)).toEqual([{ count: 6 }])
      await Promise.all([reader.close(), member.close()])
    })

    it('a change that waits in a circle with a member’s call is tried again', async () => {
      await migrate(database, folder)
      write(
        '0003-add-height.sql',
        'alter table leaves add column height integer; alter table trees add column height integer',
      )
      const member = openPostgres(database.url, 1)
      const said: string[] = []
      const calling = transaction(member.patient(0).db, async (tx) => {
        // It waits for the change as the second one, so the database ends the change, which has waited
        // longer.
        await rawQuery(tx, "set local deadlock_timeout = '30s'")
        await rawQuery(tx, "insert into trees values ('ash')")
        const migrating = migrate(database, folder, (text) => said.push(text))
        await expect.poll(() => waitingForLocks(database)).toBe(1)
        await rawQuery(tx, "insert into leaves values ('needle')")
        return { migrating }
      })
      const { migrating } = await calling
      expect(await migrating).toEqual(['0003-add-height.sql'])
      expect(said).toEqual([expect.stringContaining('0003-add-height.sql waits for a lock')])
      await member.close()
    })

    it('an index is built behind somebody who reads for long, and nobody waits for it', async () => {
      await migrate(database, folder)
      write(
        '0003-index-trees.sql',
        `${outside}create index concurrently if not exists trees_name on trees (name)`,
      )
      const [reader, member] = [openPostgres(database.url, 1), openPostgres(database.url, 1)]
      const read = Promise.withResolvers<void>()
      const reading = Promise.withResolvers<void>()
      const longRead = transaction(
        reader.patient(0).db,
        async (tx) => {
          await rawQuery(tx, 'select count(*) from trees')
          reading.resolve()
          await read.promise
        },
        { isolation: 'repeatable read', access: 'read only' },
      )
      await reading.promise
      const node = openPostgres(database.url, 1)
      const migrating = Promise.all([migrate(database, folder), migrate(node, folder)])
      try {
        await expect.poll(() => waitingForLocks(database)).toBeGreaterThan(0)
        for (let calls = 0; calls < 3; calls++) {
          const began = performance.now()
          await member.query(`insert into trees values ('ash')`)
          expect(performance.now() - began).toBeLessThan(2000)
        }
      } finally {
        read.resolve()
        await longRead
      }
      expect((await migrating).flat()).toEqual(['0003-index-trees.sql'])
      expect(await indexes()).toEqual([{ name: 'trees_name', valid: true }])
      await Promise.all([reader.close(), member.close(), node.close()])
    })
  }
})
