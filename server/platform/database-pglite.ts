import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { type Pool, type Result, wrap } from './database-pool.ts'
import { safeInteger } from './safe-integer.ts'

/**
 * Opens PGlite, in `directory` or in memory. It runs without fsync and has one session: for demo, development
 * and tests, not for real money. A lock file beside the directory names the process that uses it.
 * @param dump of another database, with which a new one starts
 */
export async function openPglite(directory?: string, dump?: Blob): Promise<Database> {
  const unlock = directory ? lockDirectory(directory) : () => {}
  const pglite = await PGlite.create(directory ? `file://${directory}` : 'memory://', {
    parsers: { [pgliteTypes.INT8]: safeInteger },
    ...(dump && { loadDataDir: dump }),
  })
  let tail: Promise<void> = Promise.resolve()

  const pool: Pool = {
    async connect() {
      const { promise, resolve: release } = Promise.withResolvers<void>()
      const before = tail
      tail = promise
      // There is one session: code with an open transaction that queries the database itself instead of its
      // `tx` would wait for its own transaction. The error after 30 s names this mistake.
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), 30_000)
      })
      const free = await Promise.race([before.then(() => true), tooLong])
      clearTimeout(timer)
      if (!free) {
        before.then(release)
        throw new Error('waited 30 s for the only database session; does a transaction use `db`, not `tx`?')
      }
      return { query: run, release: () => release() }
    },
    async end() {
      await tail
      await pglite.close()
      unlock()
    },
  }

  async function run(text: string, values: readonly unknown[] = []): Promise<Result> {
    const results =
      values.length > 0 ? [await pglite.query(text, values as unknown[])] : await pglite.exec(text)
    const rows = results.flatMap((result) => result.rows)
    // The command that was carried out; for COMMIT of a failed transaction it is ROLLBACK, which Kysely
    // checks.
    const { command = '', rowCount = null } = results.at(-1) ?? {}
    return { command, rowCount, rows }
  }

  const database: Database = {
    ...wrap('pglite', pool),
    patient: () => database,
    trouble: () => undefined,
    dump: () => pglite.dumpDataDir('none'),
  }
  return database
}

/**
 * Creates the lock file of a PGlite folder. A lock file whose process has ended is replaced.
 * @throws Error if a running process uses the folder
 */
function lockDirectory(directory: string): () => void {
  const file = `${directory}.lock`
  mkdirSync(dirname(directory), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const [pid = '', started = ''] = readFileSync(file, 'utf8').split(' ')
    if (started !== '' && startOf(Number(pid)) === started) {
      throw new Error(`the database folder ${directory} is in use by process ${pid}`)
    }
    // A killed process also leaves PGlite's own lock file.
    rmSync(file, { force: true })
    rmSync(join(directory, 'postmaster.pid'), { force: true })
  }
}

/**
 * The start time of a process in kernel ticks, because a pid is reused; `running` where the system does not
 * report it, empty if there is no such process.
 */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    try {
      process.kill(pid, 0)
      return 'running'
    } catch {
      return ''
    }
  }
}
