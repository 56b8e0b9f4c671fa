import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { CallName } from '@krapao/contract/client.ts'
import type { Config } from '../app/config.ts'
import { type Called, type CallOptions, callApi } from './call.ts'

/**
 * Where a doomed node stands still in a transfer: around the commit of the hold, while the provider is being called,
 * between its answer and the commit of the settlement, and after that but before the answer to the client.
 */
export const parkPoints = ['before-hold', 'after-hold', 'calling', 'after-call', 'after-settle'] as const
export type ParkPoint = (typeof parkPoints)[number]

/**
 * Where a doomed node stands still in a withdrawal: around the commit of the hold, when it has claimed the payout, while
 * the bank is being called, between its answer and the commit of the settlement, and after that.
 */
export const payoutPoints = [
  'before-withdrawal',
  'after-withdrawal',
  'before-pay',
  'paying',
  'after-pay',
  'after-payout',
] as const
export type PayoutPoint = (typeof payoutPoints)[number]

/** What a node is started with, as JSON in its environment. */
export interface NodeOrder {
  config: Config
  parkAt?: ParkPoint | PayoutPoint
}

/** The real server in a process of its own: a second node, or one that is to be killed. */
export interface TestNode {
  address: string
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Called<N>>
  /** Resolves when the transfer of this idempotency key, or the withdrawal of this id, stands still at the park point. */
  parked(name: string): Promise<void>
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
    call: (name, options) => callApi(address, name, options),
    parked: (key) =>
      new Promise((resolve) => {
        if (parked.has(key)) resolve()
        else waiting.set(key, resolve)
      }),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
