/** The tasks that wait for a process of a pool (process-pool.ts), and the order in which they are taken. */

/**
 * A process carries out the tasks of one lane: `first` those of level 0, so that they never wait for others
 * to end; `usual` all that do not take long, those of level 0 as well; `heavy` what takes long.
 */
export const lanes = ['first', 'usual', 'heavy'] as const
export type Lane = (typeof lanes)[number]

const isOf: Record<Lane, (task: Task) => boolean> = {
  first: ({ isHeavy, level }) => !isHeavy && level === 0,
  usual: ({ isHeavy }) => !isHeavy,
  heavy: ({ isHeavy }) => isHeavy ?? false,
}

export interface Task {
  /** Of the functions that the program serves (process-tasks.ts). */
  name: string
  input: unknown
  /** The milliseconds of processor time that it may take; how busy the machine is does not matter. */
  cpuMs: number
  /** Milliseconds that it may wait for its turn. */
  waitMs: number
  /** Milliseconds in which it must end; far beyond its processor time, for machines that are busy. */
  wallMs: number
  /** Lower ones go first. */
  level: number
  /** Takes long (`Lane`). */
  isHeavy?: boolean
  /** Tasks of one owner are carried out one after the other. */
  owner?: string
  /**
   * When that came in which it is a step of, in ms since 1970: a later step is no newer than the first. Of
   * tasks without it, each is a thing of its own.
   */
  since?: number
  signal?: AbortSignal
}

export type TaskResult<Value> =
  /** `cpuMs`: processor time that it took. */
  | { outcome: 'done'; value: Value; cpuMs: number }
  /** It took more processor time or memory than it may, and would again. */
  | { outcome: 'over-budget' }
  /** Its function threw, or its process died: not necessarily the task's fault. */
  | { outcome: 'failed'; reason: string }
  /** Its turn did not come in time, or it did not end in time without taking much: the machine is busy. */
  | { outcome: 'busy' | 'late' }

/** A task with what is to be done about it. */
export interface Waiting {
  task: Task
  settle(result: TaskResult<never>): void
  fail(reason: unknown): void
  timer: NodeJS.Timeout
}

export interface TaskQueue {
  add(entry: Waiting): void
  /** Takes an entry out, wherever it is. */
  leave(entry: Waiting): void
  /**
   * Takes the next one of a lane out: of the lowest level the newest and the oldest in turn, by `since`. So a
   * flood neither keeps the next one waiting, also by its own next steps, nor leaves the first ones for good.
   * @param owners of the tasks that are being carried out
   */
  take(lane: Lane, owners: Set<string | undefined>): Waiting | undefined
  count(lane?: Lane): number
  /** Takes all out. */
  clear(): Waiting[]
}

export function createTaskQueue(): TaskQueue {
  let waiting: Waiting[] = []
  /** Whether the next one is the newest; it changes only when a task is taken. */
  const takesNewest: Record<Lane, boolean> = { first: true, usual: true, heavy: true }
  const inLane = (lane: Lane) => waiting.filter(({ task }) => isOf[lane](task))
  const leave = (entry: Waiting) => {
    clearTimeout(entry.timer)
    waiting = waiting.filter((other) => other !== entry)
  }
  return {
    add: (entry) => waiting.push(entry),
    leave,
    take(lane, owners) {
      const open = inLane(lane).filter(({ task: { owner } }) => owner === undefined || !owners.has(owner))
      const least = Math.min(...open.map(({ task }) => task.level))
      const equal = open.filter(({ task }) => task.level === least)
      equal.sort((a, b) => (a.task.since ?? 0) - (b.task.since ?? 0))
      const chosen = takesNewest[lane] ? equal.at(-1) : equal[0]
      if (!chosen) return undefined
      takesNewest[lane] = !takesNewest[lane]
      leave(chosen)
      return chosen
    },
    count: (lane) => (lane === undefined ? waiting : inLane(lane)).length,
    clear() {
      const all = waiting
      for (const entry of all) leave(entry)
      return all
    },
  }
}
