import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Answer, readChoice, readJson, refused } from './answer.ts'
import type { Database } from './database.ts'
import { backgroundCalls, type Fault, faultsOf, type OddAnswer, targets } from './fault-names.ts'
import type { SetFault } from './wire.ts'

const slowMs = 2_000
const silenceMs = 30_000
/** Seconds after which a caller may come back, as the answer that there are too many calls says. */
const throttleSeconds = 20
const maxTimes = 100_000

export type Faults = ReturnType<typeof createFaults>

/**
 * The faults that are set, by target and call. Their counters are in the database, so that each call counts
 * down once also when many arrive together, and so that they survive a restart.
 */
export function createFaults(app: FastifyInstance, database: Database) {
  const silent = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of silent) end()
  })

  /**
   * Sends no answer; the connection is closed after half a minute, if the caller has not closed it before.
   */
  function staySilent(reply: FastifyReply): void {
    reply.hijack()
    const { socket } = reply.raw
    const end = () => socket?.destroy()
    silent.add(end)
    const timer = setTimeout(end, silenceMs)
    reply.raw.once('close', () => {
      clearTimeout(timer)
      silent.delete(end)
    })
  }

  /** The fault for a call that arrives now, which counts it down; null if none is set. */
  async function take(target: string, call: string): Promise<Fault | null> {
    const taking = backgroundCalls.includes(call) ? 'meet_fault' : 'take_fault'
    const [row] = await database.query<{ fault: Fault | null }>(`select sandbox.${taking}($1, $2) as fault`, [
      target,
      call,
    ])
    return row?.fault ?? null
  }

  return {
    take,

    /**
     * Answers a call of a target, with the fault that is set for the call, if any.
     * @param act carries the call out; its effects are complete when it resolves
     * @param refuse refuses the call definitely; called for the fault `refuse` only
     */
    async answer(
      reply: FastifyReply,
      target: string,
      call: string,
      act: () => Promise<Answer>,
      refuse: () => Promise<Answer>,
    ): Promise<void> {
      const fault = await take(target, call)
      switch (fault) {
        case 'slow': {
          const answer = await settle(act)
          await sleep(slowMs)
          return give(reply, answer)
        }
        case 'timeout-applied':
          await settle(act)
          return staySilent(reply)
        case 'timeout-lost':
          return staySilent(reply)
        case 'refuse':
          return give(reply, await refuse())
        case 'error':
          return give(reply, refused(500, 'OUT_OF_ORDER'))
        case 'throttled':
          reply.header('retry-after', String(throttleSeconds))
          return give(reply, refused(429, 'TOO_MANY_CALLS'))
        case 'garbage': {
          const text = JSON.stringify((await settle(act)).body)
          reply
            .status(200)
            .type('application/json')
            .send(text.slice(0, Math.ceil(text.length / 2)))
          return
        }
        case 'left-out':
        case 'half-emoji':
        case 'zero-byte': {
          const { status, body } = await settle(act)
          return give(reply, new Answer(status, odd(fault, body)))
        }
        case 'duplicate':
          await settle(act)
          return give(reply, await settle(act))
        default:
          return give(reply, await settle(act))
      }
    },

    /** The faults that still apply to further calls. */
    list(): Promise<SetFault[]> {
      return database.query<SetFault>(
        `select target, nullif(call, '') as call, fault, times from sandbox.fault where times > 0 order by 1, 2`,
      )
    },

    /**
     * Sets the fault of a target's next calls from a request body {fault, times = 1, call?}. Without `call`
     * it replaces all faults of the target, with `call` only the fault of that call. The fault `none` removes
     * them.
     * @throws Answer 404 NO_TARGET, 400 INVALID_REQUEST
     */
    async set(
      target: string,
      text: string,
    ): Promise<SetFault | { target: string; call: string | null; fault: 'none' }> {
      const calls = targets.get(target)
      if (!calls) throw refused(404, 'NO_TARGET', { targets: [...targets.keys()] })
      const body = readJson(text)
      const fault = readChoice(body, 'fault', [...faultsOf(target), 'none'])
      const call = body.call === undefined || body.call === null ? null : readChoice(body, 'call', calls)
      const times = body.times ?? 1
      if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > maxTimes) {
        throw refused(400, 'INVALID_REQUEST', {
          field: 'times',
          reason: `a whole number from 1 to ${maxTimes}`,
        })
      }
      await database.query('select sandbox.set_fault($1, $2, $3, $4)', [target, call, fault, times])
      return fault === 'none' ? { target, call, fault } : { target, call, fault, times }
    },
  }
}

/**
 * An answer without what its parts say of people, or with something in every text that many programs cannot
 * store.
 */
function odd(how: OddAnswer, body: Record<string, unknown>): Record<string, unknown> {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return value + (how === 'half-emoji' ? '\ud83d' : '\0')
    return typeof value === 'object' && value !== null ? odd(how, value as Record<string, unknown>) : value
  }
  const kept = Object.entries(body).filter(([, value]) => how !== 'left-out' || typeof value !== 'object')
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      // Otherwise it would be no answer at all.
      how === 'left-out' || name === 'status' || name === 'at' || name === 'bank' ? value : changed(value),
    ]),
  )
}

/** The answer of `act`, whether it returns or throws it. */
async function settle(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Answer) return error
    throw error
  }
}

function give(reply: FastifyReply, answer: Answer): void {
  reply.status(answer.status).send(answer.body)
}
