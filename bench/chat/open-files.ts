import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Files beside the sockets: the database, Redis, calls over HTTP, and Node's own. */
const others = 1000

/** How many files a process of ours may have open; Node raises its limit to this by itself. */
function limitOfFiles(): number {
  const hard = /Max open files +\S+ +(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard)
}

/**
 * Lets this process and those that it starts open a number of sockets. Only root may raise the limit.
 * @throws if the machine does not allow so many
 */
export function allowSockets(count: number): void {
  const needed = count + others
  if (limitOfFiles() >= needed) return
  try {
    execFileSync('prlimit', [`--pid=${process.pid}`, `--nofile=${needed}:${needed}`], { stdio: 'ignore' })
  } catch {
    // What counts is the limit now.
  }
  if (limitOfFiles() >= needed) return
  throw new Error(
    `This machine allows a process ${limitOfFiles()} open files (ulimit -Hn), and ${count} sockets need ${needed}. ` +
      'Raise the limit as root, or measure fewer with BENCH_SOCKETS.',
  )
}
