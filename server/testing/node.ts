import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { CallName } from '@krapao/contract/client.ts'
import type { Config } from '../app/config.ts'
import { type Called, type CallOptions, callApi } from './call.ts'

/**
 * A point between two steps of a flow, told by what the flow does there, so that the code under test knows nothing of it:
 * - around a `query`, a statement whose text contains this, or around the commit of its transaction;
 * - around a `call` of the ledger or of the outside, e.g. `gifts.redeem`, whose arguments contain all of `with`; `during`
 *   lets it go out and hears no answer;
 * - `answer`: all is done, and whoever asked is not told.
 */
export type Point =
  | { query: string; when: 'before' | 'after' | 'before-commit' | 'after-commit' }
  | { call: string; with?: string[]; when: 'before' | 'during' | 'after' }
  | { answer: true }

/**
 * Where one flow of a doomed node stands still. `of` names the flow: a request whose address, body, key or caller
 * contains it, with all that it causes; and in the node's own sweeps, what is done with values that contain it.
 */
export interface Park {
  of: string
  at: Point
}

/** What a node is started with, as JSON in its environment. */
export interface NodeOrder {
  config: Config
  parks?: Park[]
}

/** The real server in a process of its own: a second node, or one that is to be killed. */
export interface TestNode {
  address: string
  pid: number
  /** Whether the process has ended, by whatever cause. */
  hasEnded(): boolean
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Called<N>>
  /** Resolves when the flow of this name stands still. */
  parked(of: string): Promise<void>
  /** kill -9 */
  kill(): Promise<void>
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

export async function startNode(order: NodeOrder): Promise<TestNode> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'node-main.ts'), {
    env: { ...process.env, KRAPAO_TEST_NODE: JSON.stringify(order) },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const parked = new Set<string>()
  const waiting = new Map<string, () => void>()
  let address = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`the node ended at its start: ${code ?? signal}`)))
    child.on('message', (message: { ready?: string; parked?: string }) => {
      if (message.ready) {
        address = message.ready
        resolve()
      }
      if (message.parked) {
        parked.add(message.parked)
        waiting.get(message.parked)?.()
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
    parked: (of) =>
      new Promise((resolve) => {
        if (parked.has(of)) resolve()
        else waiting.set(of, resolve)
      }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** A flow that a node dies in the middle of. */
export interface Flow extends Park {
  /** Sets it going at the doomed node; left out where the node's own sweeps do. What it answers is of no account. */
  begin?(node: TestNode): Promise<unknown>
}

/** Milliseconds in which a flow must come to its point. */
const patience = 45_000

/**
 * Starts a node, takes one flow after the other to its point, and kills the node with all of them standing there.
 * @throws naming the flow that does not come to its point
 */
export async function dieAt(config: Config, flows: Flow[]): Promise<void> {
  const node = await startNode({ config, parks: flows.map(({ of, at }) => ({ of, at })) })
  const begun: Promise<unknown>[] = []
  try {
    for (const { of, at, begin } of flows) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`${of} does not come to ${JSON.stringify(at)}`)), patience)
      })
      if (begin) begun.push(begin(node).catch(() => undefined))
      await Promise.race([node.parked(of), late]).finally(() => clearTimeout(timer))
    }
  } finally {
    await node.kill()
  }
  await Promise.all(begun)
}
