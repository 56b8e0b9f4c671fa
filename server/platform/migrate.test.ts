import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines, type TestDatabase, testDatabase } from '../testing/database.ts'
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

  it('applies all files or none', async () => {
    write('0003-fail.sql', 'create table leaves (name text)')
    await expect(migrate(database, folder)).rejects.toThrow(/already exists/)
    expect(await applied()).toEqual([])
    expect(await database.query(`select to_regclass('trees') as trees`)).toEqual([{ trees: null }])
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
    it('nodes that start together apply each file once', async () => {
      const nodes = [1, 2, 3].map(() => openPostgres(database.url, 1))
      try {
        const fresh = await Promise.all(nodes.map((node) => migrate(node, folder)))
        expect(fresh.flat().sort()).toEqual(first)
      } finally {
        await Promise.all(nodes.map((node) => node.close()))
      }
    })
  }
})
