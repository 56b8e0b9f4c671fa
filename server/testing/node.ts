import { type ChildProcess, fork } from 'node:child_process'
import type { CallName } from '@krapao/contract/client.ts'
import type { Config } from '../app/config.ts'
import { type Called, type CallOptions, callApi } from './call.ts'
import { patientSeconds } from './database.ts'
import { builtProgram } from './node-build.ts'

/**
 * A pause point between two steps of a flow. The code under test needs no changes, because the point is
 * described by the step:
 * - `query`: before or after a statement whose text contains this string, or the commit of the statement's
 *   transaction;
 * - `call`: before or after a call of the ledger or of an adapter, e.g. `gifts.redeem`, whose arguments
 *   contain all of `with`; `during` sends the call and drops its answer;
 * - `answer`: everything is done, but the answer is not sent.
 */
export type Point =
  | { query: string; when: 'before' | 'after' | 'before-commit' | 'after-commit' }
  | { call: string; with?: string[]; when: 'before' | 'during' | 'after' }
  | { answer: true }

/**
 * Where one flow of a node pauses before the node is killed. `of` identifies the flow: a request whose
 * address, body, key or caller contains this string, with everything that the request causes; in jobs, the
 * steps whose values contain it.
 */
export interface PausePoint {
  of: string
  at: Point
}

/** The options of a node, as JSON in its environment. */
export interface NodeOrder {
  config: Config
  pauses?: PausePoint[]
  /** Sweeps that the node does not run (server.ts). */
  idleSweeps?: string[]
  /** Seconds that a statement of the node may take; `patientSeconds` unless the test is about that limit. */
  statementSeconds?: number
}

/** The real server in a process of its own: a second node, or one that will be killed. */
export interface TestNode {
  address: string
  pid: number
  /** Whether the process has ended, for whatever reason. */
  hasEnded(): boolean
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Called<N>>
  /** Resolves when the flow of this name has paused. */
  paused(of: string): Promise<void>
  /** kill -9 */
  kill(): Promise<void>
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

const usualOrder = {
  pauses: [],
  idleSweeps: [],
  statementSeconds: patientSeconds,
} satisfies Partial<NodeOrder>

export async function startNode(order: NodeOrder): Promise<TestNode> {
  const child: ChildProcess = fork(await builtProgram('node'), {
    env: { ...process.env, KRAPAO_TEST_NODE: JSON.stringify({ ...usualOrder, ...order }) },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const paused = new Set<string>()
  const waiting = new Map<string, () => void>()
  let address = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`the node ended at its start: ${code ?? signal}`)))
    child.on('message', (message: { ready?: string; paused?: string }) => {
      if (message.ready) {
        address = message.ready
        resolve()
      }
      if (message.paused) {
        paused.add(message.paused)
        waiting.get(message.paused)?.()
      }
    })
  })

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    child.kill(signal)
    await ended
  }

  return {
    address,
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    call: (name, options) => callApi(address, name, options),
    paused: (of) =>
      new Promise((resolve) => {
        if (paused.has(of)) resolve()
        else waiting.set(of, resolve)
      }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** A flow during which a node is killed. */
export interface Flow extends PausePoint {
  /** Starts the flow at the node; absent if the node's own jobs start it. The answer is ignored. */
  begin?(node: TestNode): Promise<unknown>
}

/** Milliseconds in which a flow must reach its pause point. */
const patience = 45_000

/**
 * Starts a node, brings one flow after the other to its pause point, and kills the node while all of them are
 * paused.
 * @param idleSweeps sweeps that could take up a flow's work before the request does, which is then not
 *   recognised
 * @throws naming the flow that does not reach its point
 */
export async function dieAt(config: Config, flows: Flow[], idleSweeps: string[] = []): Promise<void> {
  const node = await startNode({ config, pauses: flows.map(({ of, at }) => ({ of, at })), idleSweeps })
  const begun: Promise<unknown>[] = []
  try {
    for (const { of, at, begin } of flows) {
      let timer: NodeJS.Timeout | undefined
      let cause: unknown
      const late = new Promise<never>((_, reject) => {
        const text = `${of} does not reach ${JSON.stringify(at)}`
        timer = setTimeout(() => reject(new Error(text, { cause })), patience)
      })
      if (begin) {
        const noted = begin(node).catch((error) => {
          cause = error
        })
        begun.push(noted)
      }
      await Promise.race([node.paused(of), late]).finally(() => clearTimeout(timer))
    }
  } finally {
    await node.kill()
  }
  await Promise.all(begun)
}
