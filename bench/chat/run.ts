import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@krapao/server/platform/database-postgres.ts'
import { addMembers, answer, startServer } from '../ledger/http-server.ts'
import { round } from '../ledger/load.ts'
import type { Usage } from './answer-usage.ts'
import type { Order, Reply } from './customers.ts'
import { allowSockets } from './open-files.ts'
import type { Outcome } from './tally.ts'

export interface ChatMeasured {
  sockets: number
  perSecond: number
  seconds: number
  /** Seconds until the sockets had joined. */
  joinSeconds: number
  /**
   * Memory of the server's process after garbage was collected: with few sockets, with all, and after the
   * messages.
   */
  memory: {
    fewMb: number
    allMb: number
    afterMb: number
    /** Resident memory, and the part of it that is JavaScript's, of a socket that has joined. */
    perSocketKb: number
    heapPerSocketKb: number
  }
  /**
   * The processor's time of the server for a message that was sent, with the bot's answer and all else that
   * it did, ms.
   */
  cpuPerMessage: number
  messages: Outcome
}

const mb = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/**
 * Opens sockets of as many members on one real server, in a process of its own, and then sends messages at a
 * fixed rate, each by the next member. The members are another process.
 * @param url a PostgreSQL database, empty or with the server's tables
 * @throws if the machine does not allow so many open files
 */
export async function runChat(
  { url, redisUrl }: { url: string; redisUrl: string },
  { sockets, perSecond, seconds }: { sockets: number; perSecond: number; seconds: number },
): Promise<ChatMeasured> {
  allowSockets(sockets)
  const folder = mkdtempSync(join(tmpdir(), 'krapao-bench-chat-'))
  const settings = { REDIS_URL: redisUrl, TRUST_PROXY: 'loopback', DATA_DIR: folder }
  const flags = ['--expose-gc', '--import', join(import.meta.dirname, 'answer-usage.ts')]
  const server = await startServer(url, {}, { settings, flags })
  const load = fork(join(import.meta.dirname, 'customers.ts'))
  const database = openPostgres(url, 1, 0)
  const ask = async <T extends Reply>(order: Order): Promise<T> => {
    load.send(order)
    return answerOrEnd<T>(load)
  }
  const usage = (): Promise<Usage> => {
    server.process.send({})
    return answerOrEnd<Usage>(server.process)
  }
  try {
    const members = await addMembers(database, sockets)
    // What the first ones bring along, as compiled code and connections, is no cost of a socket.
    const few = Math.ceil(sockets / 10)
    await ask({ order: 'open', port: server.port, customers: members.slice(0, few) })
    const withFew = await usage()
    const began = performance.now()
    await ask({ order: 'open', port: server.port, customers: members.slice(few) })
    const joinSeconds = round((performance.now() - began) / 1000)
    const withAll = await usage()
    await ask({ order: 'send', perSecond, seconds, warmUp: Math.min(2, seconds / 4) })
    const [row] = await database.query<{ stored: number }>(
      'select count(*)::int as stored from chat_messages',
    )
    const messages = await ask<Outcome>({ order: 'end', stored: row?.stored ?? 0 })
    const after = await usage()
    const each = (what: 'rss' | 'heapUsed') => round((withAll[what] - withFew[what]) / (sockets - few) / 1024)
    return {
      sockets,
      perSecond,
      seconds,
      joinSeconds,
      memory: {
        fewMb: mb(withFew.rss),
        allMb: mb(withAll.rss),
        afterMb: mb(after.rss),
        perSocketKb: each('rss'),
        heapPerSocketKb: each('heapUsed'),
      },
      cpuPerMessage: round((after.cpu - withAll.cpu) / messages.sent),
      messages,
    }
  } finally {
    load.kill()
    server.process.kill()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws if the process ends instead of answering */
function answerOrEnd<T>(child: ReturnType<typeof fork>): Promise<T> {
  return Promise.race([
    answer<T>(child),
    new Promise<never>((_, reject) =>
      child.once('exit', (code) => reject(new Error(`a process ended with ${code}`))),
    ),
  ])
}
