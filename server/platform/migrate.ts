import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, type Db, type Engine, rawQuery, type Tx, transaction } from './database.ts'
import { sqlState } from './database-trouble.ts'
import { lockNumbers } from './locks.ts'

/**
 * The first line of a file whose statements run one by one and in no transaction, because they build or drop
 * indexes of tables that members use meanwhile (decision 50). Each statement may run again: a start that was
 * killed between two of them repeats the file.
 */
const outsideMark = '-- outside a transaction'
const outsideStatement =
  /^(?:create (?:unique )?index concurrently if not exists (?<made>\w+)|drop index concurrently if exists (?<dropped>\w+))\b/

/** Milliseconds. */
const waits = {
  /**
   * A statement waits for a lock at most this long: statements after it wait behind it, and give up after
   * three seconds.
   */
  lock: 2000,
  /** Between two attempts, so that those who came after it get their turn. */
  retry: 1000,
  /** Between two looks whether another node has ended its migration. */
  turn: 200,
}

/**
 * Applies the SQL files of a folder in the order of their names, each once and in a transaction of its own. A
 * file that does not get a lock within two seconds, or that a deadlock ended, is rolled back and tried again,
 * for as long as it takes. Nodes that start together wait for each other.
 * @param say is called with a text for the log when a file has to wait
 * @returns the names of the files that this call applied
 * @throws Error if the database was made by other files; the message says what the person who starts the
 *   server has to do
 */
export async function migrate(
  database: Database,
  folder: string,
  say: (text: string) => void = () => {},
): Promise<string[]> {
  const files = readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .map((file) => ({ ...file, sha256: createHash('sha256').update(file.text).digest('hex') }))
  // Without a time limit for statements: tables may be large.
  const { db } = database.patient(0)
  return db.connection().execute(async (session) => {
    await takeTurn(session)
    try {
      await rawQuery(
        session,
        `create table if not exists migrations
           (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
      )
      const applied = await rawQuery<Applied>(session, 'select name, sha256 from migrations order by name')
      const difference = differenceOf(applied, files)
      if (difference) throw new Error(otherVersion(difference, database.engine))
      const fresh = files.filter(({ name }) => !applied.some((migration) => migration.name === name))
      for (const file of fresh) await apply(session, database.engine, file, say)
      return fresh.map(({ name }) => name)
    } finally {
      // A connection that has broken has given the lock up already.
      await rawQuery(session, 'select pg_advisory_unlock($1::bigint)', [lockNumbers.migration]).catch(
        () => {},
      )
    }
  })
}

/**
 * Takes the lock of migrations for this session. It asks again and again: a statement that waits for the lock
 * would keep a snapshot, and `create index concurrently` of the node that has it waits until no older
 * snapshot is left.
 */
async function takeTurn(session: Db): Promise<void> {
  for (;;) {
    const [row] = await rawQuery<{ taken: boolean }>(
      session,
      'select pg_try_advisory_lock($1::bigint) as taken',
      [lockNumbers.migration],
    )
    if (row?.taken) return
    await sleep(waits.turn)
  }
}

async function apply(session: Db, engine: Engine, file: File, say: (text: string) => void): Promise<void> {
  const isOutside = file.text.startsWith(`${outsideMark}\n`)
  if (isOutside && engine === 'postgres') {
    for (const statement of statementsOf(file)) await runOutside(session, statement)
    await note(session, file)
    return
  }
  // The embedded database has one session, so no other session waits for a turn.
  const text = isOutside ? statementsOf(file).join(';').replaceAll(' concurrently ', ' ') : file.text
  for (let attempt = 1; ; attempt++) {
    try {
      await transaction(session, async (tx) => {
        await rawQuery(tx, `set local lock_timeout = ${waits.lock}`)
        await sql.raw(text).execute(tx)
        await note(tx, file)
      })
      return
    } catch (error) {
      if (!passing.has(sqlState(error))) throw error
      if (attempt === 1) say(`migration ${file.name} waits for a lock that somebody keeps, and tries again`)
      await sleep(waits.retry)
    }
  }
}

const note = (handle: Db | Tx, { name, sha256 }: Applied) =>
  rawQuery(handle, 'insert into migrations (name, sha256) values ($1, $2)', [name, sha256])

/** The statements of a file that runs outside a transaction, without comments. */
function statementsOf({ name, text }: File): string[] {
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => statement !== '')
  for (const statement of statements) {
    if (!outsideStatement.test(statement))
      throw new Error(
        `${name} runs outside a transaction, so it may only create an index concurrently if not exists, or drop one concurrently if exists`,
      )
  }
  return statements
}

/**
 * Builds or drops an index while the table is used. An index that a killed start left half-built is removed
 * first.
 */
async function runOutside(session: Db, statement: string): Promise<void> {
  const made = outsideStatement.exec(statement)?.groups?.made
  if (made) {
    const [broken] = await rawQuery<{ name: string }>(
      session,
      `select indexrelid::regclass::text as name from pg_index
       where indexrelid = to_regclass($1) and not indisvalid`,
      [made],
    )
    if (broken) await rawQuery(session, `drop index concurrently ${broken.name}`)
  }
  await rawQuery(session, statement)
}

/**
 * Somebody kept a lock for long, or waited in a circle with the file, which was ended: nothing of it is
 * written.
 */
const passing = new Set(['55P03', '40P01'])

interface File extends Applied {
  text: string
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
    const file = files.find((candidate) => candidate.name === name)
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
