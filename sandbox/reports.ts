import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sign, signatureHeader } from '../server/platform/signature.ts'
import type { World } from './world.ts'

/** What came of one report. */
export interface Answered {
  /** Whether our server took it. */
  delivered: boolean
  /** Its word: a status, an error code, or NO_ANSWER. */
  answer: string
}

const waitMs = 5_000
const maxWaitMs = 60_000

/**
 * Signed reports to our server. One that is not taken is made again in the background, after twice the wait each time,
 * signed anew; the sandbox's end ends them.
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

  async function tell(path: string, text: string): Promise<Answered> {
    try {
      if (!world.server()) throw new Error('nobody to report to')
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
    /** One report, as it is. */
    tell,
    /** Runs `act` until it says that it is done, at most ten times, in the background. */
    again(act: () => Promise<boolean>): void {
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
    },
  }
}
