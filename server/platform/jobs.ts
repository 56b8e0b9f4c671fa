import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/** Background work of the server. */
export interface Jobs {
  /** Runs `act` at the times of a cron expression (Bangkok time), each time on one of the nodes. */
  cron(name: string, expression: string, act: () => Promise<void>): Promise<void>
  /**
   * Runs `act` on every node repeatedly, each time `seconds` after its last run ended. `act` has to claim its
   * work in the database, so that two nodes do not do the same, and to begin nothing new once `stopping` is
   * aborted.
   */
  sweep(name: string, seconds: number, act: (stopping: AbortSignal) => Promise<void>): void
  /** How the jobs of this node have gone so far, by their names. */
  runs(): Map<string, JobRuns>
  /** Starts the jobs that were added. May be called again after a failure. */
  start(): Promise<void>
  /** Starts no more runs, and waits until the current ones have ended. */
  stop(): Promise<void>
}

/** How often a job has failed on this node, and when it last ended well there; undefined: never yet. */
export interface JobRuns {
  failures: number
  lastSuccess: Date | undefined
}

/** Seconds that a statement of a cron job, or of the queue itself, may take. */
export const jobSeconds = 60

/** @param idleSweeps the names of sweeps that this node never runs */
export function createJobs(database: Database, log: Logger, idleSweeps: string[] = []): Jobs {
  const slow = database.patient(jobSeconds)
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => ({ rows: await slow.query(text, values as unknown[]) }) },
    schema: 'jobs',
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'))
  const runs = new Map<string, JobRuns>()
  const crons: { name: string; expression: string; act: () => Promise<void> }[] = []
  const sweeps: { name: string; seconds: number; act: (stopping: AbortSignal) => Promise<void> }[] = []
  const stopping = new AbortController()
  const loops: Promise<void>[] = []
  let started = 0

  /** Runs a job once, and counts how it ends. @throws what the job throws, which is logged */
  async function run(name: string, act: () => Promise<void>): Promise<void> {
    const counted = runs.get(name) ?? { failures: 0, lastSuccess: undefined }
    runs.set(name, counted)
    try {
      await act()
      counted.lastSuccess = new Date()
    } catch (error) {
      counted.failures++
      log.error({ err: error, job: name }, 'job failed')
      throw error
    }
  }

  async function loop({ name, seconds, act }: (typeof sweeps)[number]): Promise<void> {
    while (!stopping.signal.aborted) {
      // It is tried again at its next turn.
      await run(name, () => act(stopping.signal)).catch(() => {})
      // A stop during `act` has already fired its abort event, so the listener below would never be called.
      if (stopping.signal.aborted) return
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          stopping.signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, seconds * 1000)
        stopping.signal.addEventListener('abort', done)
      })
    }
  }

  return {
    runs: () => runs,
    async cron(name, expression, act) {
      crons.push({ name, expression, act })
    },
    sweep(name, seconds, act) {
      if (!idleSweeps.includes(name)) sweeps.push({ name, seconds, act })
    },
    async start() {
      if (crons.length > 0) {
        await boss.start()
        // `started` counts the crons of an earlier call that failed, which are not started twice.
        for (let cron = crons[started]; cron; cron = crons[++started]) {
          const { name, expression, act } = cron
          await boss.createQueue(name)
          await boss.schedule(name, expression, null, { tz: 'Asia/Bangkok' })
          await boss.work(name, { pollingIntervalSeconds: 5 }, () => run(name, act))
        }
      }
      for (const sweep of sweeps) loops.push(loop(sweep))
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      if (crons.length > 0) await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}
