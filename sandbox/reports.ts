import { setTimeout as sleep } from 'node:timers/promises'
import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** The result of one report. */
export interface Answered {
  /** Whether our server accepted the report. */
  delivered: boolean
  /** Our server's answer: a status, an error code, or NO_ANSWER. */
  answer: string
}

const waitMs = 5_000
const maxWaitMs = 60_000

/**
 * Sends signed reports to our server. A report that our server does not accept is repeated in the background
 * with a new signature, after a pause that doubles each time. Repetitions end when the sandbox closes.
 */
export function createReports(
  app: FastifyInstance,
  world: Pick<World, 'clock' | 'secret' | 'server' | 'retryMs'>,
) {
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  app.addHook('preClose', async () => {
    closing.abort()
    await Promise.allSettled(running)
  })

  async function send(path: string, text: string): Promise<Answered> {
    try {
      if (!world.server()) throw new Error('the server does not listen yet')
      const response = await fetch(world.server() + path, {
        method: 'POST',
        body: text,
        headers: {
          'content-type': 'application/json',
          [signatureHeader]: sign(world.secret, text, world.clock.now()),
        },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(waitMs)]),
      })
      const said = (await response.json()) as { status?: string; message?: string }
      return { delivered: response.ok, answer: said.status ?? said.message ?? `${response.status}` }
    } catch {
      return { delivered: false, answer: 'NO_ANSWER' }
    }
  }

  return {
    /** Sends one report, once. Never rejects. */
    send,
    /** Runs `act` in the background until it returns true, at most ten times. Never rejects. */
    again(act: () => Promise<boolean>): Promise<void> {
      const turns = (async () => {
        for (let turn = 0; turn < 10; turn++) {
          await sleep(Math.min(world.retryMs * 2 ** turn, maxWaitMs), undefined, { signal: closing.signal })
          if (await act()) return
        }
      })()
        .catch((error: Error) => {
          if (!closing.signal.aborted) app.log.error({ err: error }, 'report failed')
        })
        .finally(() => running.delete(turns))
      running.add(turns)
      return turns
    },
  }
}
