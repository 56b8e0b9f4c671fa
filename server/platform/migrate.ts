import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, type Engine, transaction } from './database.ts'
import { takeLock } from './locks.ts'

/**
 * Applies the SQL files of a folder in the order of their names, each once and all in one transaction. Nodes
 * that start together wait for each other.
 * @returns the names of the files that this call applied
 * @throws Error if the database was made by other files; the message says what the person who starts
 *   the server has to do
 */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .map((file) => ({ ...file, sha256: createHash('sha256').update(file.text).digest('hex') }))
  // Without a time limit: another node may be migrating, and tables may be large.
  const { db } = database.patient(0)
  return transaction(db, async (tx) => {
    await takeLock(tx, 'migration')
    await sql`create table if not exists migrations
      (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`.execute(
      tx,
    )
    const { rows: applied } = await sql<Applied>`select name, sha256 from migrations order by name`.execute(
      tx,
    )
    const difference = differenceOf(applied, files)
    if (difference) throw new Error(otherVersion(difference, database.engine))
    const fresh = files.filter(({ name }) => !applied.some((one) => one.name === name))
    for (const { name, text, sha256 } of fresh) {
      await sql.raw(text).execute(tx)
      await sql`insert into migrations (name, sha256) values (${name}, ${sha256})`.execute(tx)
    }
    return fresh.map(({ name }) => name)
  })
}

interface Applied {
  name: string
  sha256: string
}

/**
 * The first applied file that is missing or changed in `files`. Applied files with numbers above the last of
 * `files` are allowed: a newer version has applied them, and while nodes are upgraded one by one, a node of
 * this version may restart.
 */
function differenceOf(applied: Applied[], files: Applied[]): string | undefined {
  const last = files.at(-1)?.name ?? ''
  for (const { name, sha256 } of applied) {
    const file = files.find((one) => one.name === name)
    if (file ? file.sha256 !== sha256 : name < last) return `${name} ${file ? 'has changed' : 'is missing'}`
  }
}

const otherVersion = (difference: string, engine: Engine): string =>
  `The database was made by another version of Krapao: its migration ${difference}.
This version cannot use the database, and has changed nothing in it.
${
  engine === 'pglite'
    ? 'If its data are not needed, delete the folder DATA_DIR (.data unless it is set) and start again.'
    : 'If its data are not needed, name a new, empty database in DATABASE_URL and start again.'
}
If they are needed, start the version that made it.`
