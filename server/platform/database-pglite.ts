import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import type { Database } from './database.ts'
import { type Pool, type Result, wrap } from './database-pool.ts'
import { safeInteger } from './safe-integer.ts'

/**
 * Opens PGlite, in `directory` or in memory. It runs without fsync and has one session: for demo, development and
 * tests, not for real money. A directory is guarded by a lock file naming the process that holds it. `dump`: what a
 * new database starts from.
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
      // With one session, a query outside the handle of its own open transaction waits for itself: say so.
      let stuck: NodeJS.Timeout | undefined
      const tooLong = new Promise<boolean>((resolve) => {
        stuck = setTimeout(() => resolve(false), 30_000)
      })
      const free = await Promise.race([before.then(() => true), tooLong])
      clearTimeout(stuck)
      if (!free) {
        before.then(release)
        throw new Error('waited 30 s for the one database session; was a transaction’s own handle bypassed?')
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
    const command = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? ''
    const rows = results.flatMap((result) => result.rows)
    return { command, rowCount: results.at(-1)?.affectedRows ?? rows.length, rows }
  }

  const database: Database = {
    ...wrap('pglite', pool),
    patient: () => database,
    trouble: () => undefined,
    dump: () => pglite.dumpDataDir('none'),
  }
  return database
}

/** Takes the lock of a PGlite folder. Throws when another living process has it; a dead one's lock is taken over. */
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
    // A process that was killed leaves PGlite's own lock behind too.
    rmSync(file, { force: true })
    rmSync(join(directory, 'postmaster.pid'), { force: true })
  }
}

/** When a process started, in kernel ticks (a pid alone is reused); empty when there is no such process. */
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
