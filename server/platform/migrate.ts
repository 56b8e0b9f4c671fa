import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Applies the plain SQL files of a folder in name order, each once and in one transaction. Throws when a file that
 * was applied has changed since. Nodes that start together wait for each other.
 * @returns names of the files applied by this call
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
  // However long it takes: other nodes' migrations are waited for, and tables may be large.
  const { db } = database.patient(0)
  return db.transaction().execute(async (tx) => {
    if (database.engine === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(7_201_001)})`.execute(tx)
    await sql`create table if not exists migrations
      (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(
      tx,
    )
    const known = await sql<{ name: string; sha256: string }>`select name, sha256 from migrations`.execute(tx)
    const applied = new Map(known.rows.map((row) => [row.name, row.sha256]))
    const fresh: string[] = []
    for (const name of files) {
      const text = readFileSync(join(folder, name), 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === sha256) continue
      if (before) throw new Error(`migration ${name} changed after it was applied`)
      await sql.raw(text).execute(tx)
      await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(tx)
      fresh.push(name)
    }
    return fresh
  })
}
