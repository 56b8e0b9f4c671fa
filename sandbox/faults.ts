import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Database, rawQuery } from '../server/platform/database.ts'
import { Answer, readChoice, readJson, refused } from './answer.ts'
import { type Fault, faults, targets } from './fault-names.ts'

/** A fault that waits for its calls; `call` null: any call of the target. */
export interface SetFault {
  target: string
  call: string | null
  fault: Fault
  times: number
}

const slowMs = 2_000
const silenceMs = 30_000
const maxTimes = 100_000

export type Faults = ReturnType<typeof createFaults>

/**
 * Faults by target and the machinery that makes a call suffer them. Counters live in the database, so that they are
 * counted down once however many calls arrive together, and outlive a restart.
 */
export function createFaults(app: FastifyInstance, database: Database) {
  const silent = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of silent) end()
  })

  /** Leaves a caller without an answer until it gives up, or for half a minute. */
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

  return {
    /**
     * Answers one protocol call of a target, with the fault that is set for it, if any.
     * @param act does the call; its effects are complete when it resolves
     * @param refuse gives the definite refusal; asked only under the fault `refuse`
     */
    async answer(
      reply: FastifyReply,
      target: string,
      call: string,
      act: () => Promise<Answer>,
      refuse: () => Promise<Answer>,
    ): Promise<void> {
      const [row] = await database.query<{ fault: Fault | null }>(
        'select sandbox.take_fault($1, $2) as fault',
        [target, call],
      )
      switch (row?.fault) {
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
        case 'garbage': {
          const text = JSON.stringify((await settle(act)).body)
          reply
            .status(200)
            .type('application/json')
            .send(text.slice(0, Math.ceil(text.length / 2)))
          return
        }
        case 'duplicate':
          await settle(act)
          return give(reply, await settle(act))
        default:
          return give(reply, await settle(act))
      }
    },

    /** What is set now and has calls left. */
    list(): Promise<SetFault[]> {
      return database.query<SetFault>(
        `select target, nullif(call, '') as call, fault, times from sandbox.fault where times > 0 order by 1, 2`,
      )
    },

    /**
     * Sets the fault of a target's next calls from a request body {fault, times = 1, call?}. Without `call` it replaces
     * everything set for the target, with `call` only what is set for that call; fault `none` takes it away.
     * @throws Answer 404 NO_TARGET, 400 INVALID_REQUEST
     */
    async set(
      target: string,
      text: string,
    ): Promise<SetFault | { target: string; call: string | null; fault: 'none' }> {
      const calls = targets.get(target)
      if (!calls) throw refused(404, 'NO_TARGET', { targets: [...targets.keys()] })
      const body = readJson(text)
      const fault = readChoice(body, 'fault', [...faults, 'none'])
      const call = body.call === undefined || body.call === null ? null : readChoice(body, 'call', calls)
      const times = body.times ?? 1
      if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > maxTimes) {
        throw refused(400, 'INVALID_REQUEST', {
          field: 'times',
          reason: `a whole number from 1 to ${maxTimes}`,
        })
      }
      await database.db.transaction().execute(async (tx) => {
        const run = (sql: string, values: unknown[]) => rawQuery(tx, sql, values)
        await run('delete from sandbox.fault where target = $1 and ($2::text is null or call = $2)', [
          target,
          call,
        ])
        if (fault === 'none') return
        await run(
          `insert into sandbox.fault (target, call, fault, times) values ($1, coalesce($2, ''), $3, $4)
           on conflict (target, call) do update set fault = excluded.fault, times = excluded.times`,
          [target, call, fault, times],
        )
      })
      return fault === 'none' ? { target, call, fault } : { target, call, fault, times }
    },
  }
}

/** An answer however it comes: returned or thrown. */
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
