import { type ChildProcess, fork } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import type { Asked, ProcessOrder, Told } from './process-tasks.ts'
import { createTaskQueue, type Lane, lanes, type Task, type TaskResult, type Waiting } from './task-queue.ts'

export type { Task, TaskResult } from './task-queue.ts'

/**
 * Processes that carry out what strangers can make slow or fatal, such as decoding their pictures. A process
 * has one task at a time and can be ended in the middle of it, which no thread of a native library can.
 */
export interface ProcessPool {
  /**
   * Carries out a task. Never in two processes at once.
   * @throws PoolClosed; the reason of `signal` when it is aborted: the task then ends at once
   */
  run<Value>(task: Task): Promise<TaskResult<Value>>
  /** Begins nothing more, lets running tasks go on for `graceMs`, and ends the processes. */
  close(): Promise<void>
  /** The ids of its processes. */
  pids(): number[]
}

/** The pool is closed: nothing is wrong with the task. */
export class PoolClosed extends Error {}

export interface PoolOptions {
  /** The file that the processes run. */
  program: string
  /**
   * The most processes for usual tasks; one is started when it is needed, and kept, as the one for heavy
   * tasks is.
   */
  size: number
  /** Whether there is a process for tasks of level 0 alone. */
  hasFirst?: boolean
  /** How far its processes step back for the server and its equals, 0 to 19. */
  nice: number
  order: ProcessOrder
  /**
   * Milliseconds in which a process must be ready; then it is ended, so that it does not keep its place for
   * ever.
   */
  startMs?: number
}

/** Tasks after which a process is replaced, so that nothing grows in it for ever. */
const mostTasks = 500
/** How far a process of a lane steps back for others, in addition to the pool's own step. */
const laneNice: Record<Lane, number> = { first: 0, usual: 2, heavy: 8 }
/** The number by which a process steps back for all others. */
const mostNice = 19
/** Tasks that may wait. */
const mostWaiting = 500
/** Milliseconds that running tasks have when the pool is closed. */
const graceMs = 3000
/** Milliseconds in which a process is ready also on a machine that is very busy. */
const usualStartMs = 20_000
/** MB of JavaScript's own heap; pictures lie outside of it. */
const heapMegabytes = 192

interface Member {
  process: ChildProcess
  lane: Lane
  state: 'starting' | 'idle' | 'busy'
  /** Whether it is ended because it was not ready in time. */
  isLate: boolean
  tasks: number
  /** The end of what it wrote to its error output. */
  words: string
  current?: Running
}

interface Running extends Omit<Waiting, 'timer'> {
  timer: NodeJS.Timeout
  answer(told: Exclude<Told, { ready: true }>): void
}

export function createProcessPool({
  program,
  size,
  hasFirst = false,
  nice,
  order,
  startMs = usualStartMs,
}: PoolOptions): ProcessPool {
  const queue = createTaskQueue()
  const members = new Set<Member>()
  const sizes: Record<Lane, number> = { first: hasFirst ? 1 : 0, usual: size, heavy: 1 }
  let isClosed = false
  let whenIdle: (() => void) | undefined

  function start(lane: Lane): void {
    const member = startProcess(program, order, lane, nice + laneNice[lane])
    members.add(member)
    const timer = setTimeout(() => {
      member.isLate = true
      member.process.kill('SIGKILL')
    }, startMs).unref()
    member.process.on('message', (told: Told) => {
      if ('ready' in told) {
        clearTimeout(timer)
        if (member.state === 'starting' && !member.isLate) member.state = 'idle'
      } else member.current?.answer(told)
      next()
    })
    member.process.on('error', () => {
      if (member.process.pid === undefined) ended(member, null)
    })
    member.process.once('exit', (_code, signal) => {
      clearTimeout(timer)
      ended(member, signal)
    })
  }

  function ended(member: Member, signal: NodeJS.Signals | null): void {
    members.delete(member)
    const { current } = member
    if (current) {
      const reason = `the process ended: ${signal ?? 'exit'} ${member.words}`
      current.settle(signal === 'SIGALRM' ? { outcome: 'over-budget' } : { outcome: 'failed', reason })
    } else if (member.state === 'starting') {
      // One task for each start that fails, so that a program that cannot start is not started for ever.
      const reason = `the process does not start: ${member.words}`
      take(member.lane)?.settle(member.isLate ? { outcome: 'late' } : { outcome: 'failed', reason })
    }
    // The next one is at work sooner if it does not have to start first.
    if (!isClosed && member.state !== 'starting' && inLane(member.lane).length === 0) start(member.lane)
    next()
  }

  const inLane = (lane: Lane): Member[] => [...members].filter((member) => member.lane === lane)

  /** Takes the next task out of the queue. */
  const take = (lane: Lane): Waiting | undefined =>
    queue.take(lane, new Set([...members].map(({ current }) => current?.task.owner)))

  function next(): void {
    for (const lane of isClosed ? [] : lanes) {
      for (const member of inLane(lane)) {
        const chosen = member.state === 'idle' ? take(lane) : undefined
        if (chosen) begin(member, chosen)
      }
      const own = inLane(lane)
      const starting = own.filter(({ state }) => state === 'starting').length
      if (queue.count(lane) > starting && own.length < sizes[lane]) start(lane)
    }
    if (![...members].some(({ current }) => current)) whenIdle?.()
  }

  function begin(member: Member, { task, settle, fail }: Waiting): void {
    const end = () => {
      clearTimeout(timer)
      delete member.current
      rest(member)
    }
    const timer = setTimeout(() => {
      member.current?.settle({ outcome: 'late' })
      member.process.kill('SIGKILL')
    }, task.wallMs)
    member.state = 'busy'
    member.tasks++
    member.process.ref()
    member.process.channel?.ref()
    member.current = {
      task,
      timer,
      settle(result) {
        end()
        settle(result)
      },
      fail(reason) {
        end()
        fail(reason)
        member.process.kill('SIGKILL')
      },
      answer(told) {
        end()
        member.state = 'idle'
        if (member.tasks >= mostTasks) {
          members.delete(member)
          member.process.kill('SIGKILL')
        }
        if ('error' in told) settle({ outcome: 'failed', reason: told.error })
        else settle({ outcome: 'done', value: told.value as never, cpuMs: told.cpuMs })
      },
    }
    const asked: Asked = { name: task.name, input: task.input, cpuMs: task.cpuMs }
    // Where the process is just ending, its end is the answer.
    member.process.send(asked, () => {})
  }

  /** Ends a task that nobody wants any more, waiting or at work. */
  function cancel(entry: Waiting): void {
    queue.leave(entry)
    const running = [...members].find(({ current }) => current?.task === entry.task)?.current
    ;(running ?? entry).fail(entry.task.signal?.reason)
  }

  /** Waits for the tasks at work, not for ever. */
  function idle(): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs)
      whenIdle = () => {
        clearTimeout(timer)
        resolve()
      }
      if (![...members].some(({ current }) => current)) whenIdle()
    })
  }

  return {
    run<Value>(task: Task) {
      return new Promise<TaskResult<Value>>((resolve, reject) => {
        if (isClosed) throw new PoolClosed('the pool is closed')
        task.signal?.throwIfAborted()
        if (queue.count() >= mostWaiting) return resolve({ outcome: 'busy' })
        const abort = () => cancel(entry)
        const over = () => task.signal?.removeEventListener('abort', abort)
        const entry: Waiting = {
          task,
          settle(result) {
            over()
            resolve(result)
          },
          fail(reason) {
            over()
            reject(reason)
          },
          timer: setTimeout(() => {
            queue.leave(entry)
            entry.settle({ outcome: 'busy' })
          }, task.waitMs),
        }
        task.signal?.addEventListener('abort', abort)
        queue.add(entry)
        next()
      })
    },
    async close() {
      isClosed = true
      for (const { fail } of queue.clear()) fail(new PoolClosed('the pool is closed'))
      await idle()
      await Promise.all([...members].map(end))
    },
    pids: () => [...members].flatMap(({ process }) => process.pid ?? []),
  }
}

/** Ends a process, and its task with it. */
function end({ process, current }: Member): Promise<void> {
  return new Promise((resolve) => {
    process.once('exit', () => resolve())
    current?.fail(new PoolClosed('the pool is closed'))
    process.kill('SIGKILL')
  })
}

function startProcess(program: string, order: ProcessOrder, lane: Lane, nice: number): Member {
  const process = fork(program, [JSON.stringify(order)], {
    // It needs no secret of ours.
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // From its start, which takes as long as some tasks: it must not keep those waiting that it steps back for.
  if (process.pid !== undefined) {
    setPriority(process.pid, Math.min(mostNice, getPriority() + nice))
  }
  const member: Member = { process, lane, state: 'starting', isLate: false, tasks: 0, words: '' }
  rest(member)
  process.stderr?.on('data', (text) => {
    member.words = (member.words + text).slice(-500)
  })
  return member
}

/** A process that rests, or starts, does not keep ours from ending. */
function rest({ process }: Member): void {
  process.unref()
  process.channel?.unref()
  ;(process.stderr as (Readable & { unref?(): void }) | null)?.unref?.()
}
