import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Context } from '../slices/context.ts'
import type { PausePoint } from './node.ts'

type Act = (...given: unknown[]) => Promise<unknown>

/**
 * Pauses flows of this process at their points (node.ts). It intercepts at the edges of the server: Fastify's
 * diagnostics channel of handlers, PostgreSQL's client, and the ports of the context.
 */
export function pauseFlows(context: Context, pauses: PausePoint[]): void {
  const flows = new AsyncLocalStorage<PausePoint | undefined>()
  const named = (values: unknown): PausePoint | undefined => {
    const text = JSON.stringify(values) ?? ''
    return pauses.find(({ of }) => text.includes(of))
  }
  /**
   * The flow to which a step belongs: that of the current request or, in a job, the flow that the values
   * identify.
   */
  const flowOf = (values: unknown): PausePoint | undefined => flows.getStore() ?? named(values)

  pauseRequests(flows, named)
  pauseQueries(flowOf)
  for (const path of new Set(pauses.flatMap(({ at }) => ('call' in at ? [at.call] : [])))) {
    pauseCalls(context, path, flowOf)
  }
}

function pauseRequests(
  flows: AsyncLocalStorage<PausePoint | undefined>,
  named: (values: unknown) => PausePoint | undefined,
): void {
  const handlers = tracingChannel<unknown, { request: FastifyRequest; reply: FastifyReply }>(
    'fastify.request.handler',
  )
  handlers.start.bindStore(flows, ({ request, reply }) => {
    const { url, body, caller, headers } = request
    const flow = named([decodeURIComponent(url), body, caller, headers['idempotency-key']])
    if (flow && 'answer' in flow.at) {
      reply.send = () => {
        pauseForever(flow)
        return reply
      }
    }
    return flow
  })
}

function pauseQueries(flowOf: (values: unknown) => PausePoint | undefined): void {
  const query = pg.Client.prototype.query as Act
  /** The flow whose transaction is open on a connection, for a pause at the commit. */
  const committing = new WeakMap<object, PausePoint>()

  async function paused(client: object, text: string, given: unknown[]): Promise<unknown> {
    const ends = /^(commit|rollback)$/i.test(text)
    const flow = ends ? committing.get(client) : flowOf(given)
    if (ends) committing.delete(client)
    const at = flow?.at
    if (!flow || !at || !('query' in at) || (!ends && !text.includes(at.query)))
      return query.apply(client, given)
    if (at.when === (ends ? 'before-commit' : 'before')) return pauseForever(flow)
    const result = await query.apply(client, given)
    if (at.when === (ends ? 'after-commit' : 'after')) return pauseForever(flow)
    if (!ends) committing.set(client, flow)
    return result
  }

  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    if (typeof text !== 'string' || given.some((argument) => typeof argument === 'function')) {
      return query.apply(this, given)
    }
    return paused(this, text, given)
  } as typeof pg.Client.prototype.query
}

/** @param path e.g. `gifts.redeem` */
function pauseCalls(
  context: Context,
  path: string,
  flowOf: (values: unknown) => PausePoint | undefined,
): void {
  const [name = '', method = ''] = path.split('.')
  const port = context[name as keyof Context] as unknown as Record<string, Act>
  const call = port[method]?.bind(port)
  if (!call) throw new TypeError(`there is no call ${path}`)
  port[method] = async (...given) => {
    // The transaction object is left out, because it does not identify a flow.
    const values = given.filter((argument) => !isTransaction(argument))
    const flow = flowOf(values)
    const at = flow?.at
    const text = JSON.stringify(values)
    if (
      !flow ||
      !at ||
      !('call' in at) ||
      at.call !== path ||
      !(at.with ?? []).every((part) => text.includes(part))
    ) {
      return call(...given)
    }
    if (at.when === 'before') return pauseForever(flow)
    const answer = call(...given)
    if (at.when === 'during') return pauseForever(flow)
    await answer
    return pauseForever(flow)
  }
}

const isTransaction = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && 'isTransaction' in given

function pauseForever({ of }: PausePoint): Promise<never> {
  process.send?.({ paused: of })
  return new Promise<never>(() => {})
}
