import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Context } from '../slices/context.ts'
import type { Park } from './node.ts'

type Act = (...given: unknown[]) => Promise<unknown>

/**
 * Makes flows of this process stand still at their points (node.ts). It listens at the edges of the server: at Fastify's
 * own channel of handlers, at PostgreSQL's client, and at the ports of the context.
 */
export function parkFlows(context: Context, parks: Park[]): void {
  const flows = new AsyncLocalStorage<Park | undefined>()
  const named = (told: unknown): Park | undefined => {
    const text = JSON.stringify(told) ?? ''
    return parks.find(({ of }) => text.includes(of))
  }
  /** Whose step this is: the request's that it serves, else, in a sweep, whoever it names. */
  const flowOf = (told: unknown): Park | undefined => flows.getStore() ?? named(told)

  parkRequests(flows, named)
  parkQueries(flowOf)
  for (const path of new Set(parks.flatMap(({ at }) => ('call' in at ? [at.call] : [])))) {
    parkCalls(context, path, flowOf)
  }
}

function parkRequests(
  flows: AsyncLocalStorage<Park | undefined>,
  named: (told: unknown) => Park | undefined,
): void {
  const handlers = tracingChannel<unknown, { request: FastifyRequest; reply: FastifyReply }>(
    'fastify.request.handler',
  )
  handlers.start.bindStore(flows, ({ request, reply }) => {
    const { url, body, caller, headers } = request
    const flow = named([decodeURIComponent(url), body, caller, headers['idempotency-key']])
    if (flow && 'answer' in flow.at) {
      reply.send = () => {
        stand(flow)
        return reply
      }
    }
    return flow
  })
}

function parkQueries(flowOf: (told: unknown) => Park | undefined): void {
  const query = pg.Client.prototype.query as Act
  /** Flows whose transactions a connection is in, to be met at the commit. */
  const committing = new WeakMap<object, Park>()

  async function parked(client: object, text: string, given: unknown[]): Promise<unknown> {
    const ends = /^(commit|rollback)$/i.test(text)
    const flow = ends ? committing.get(client) : flowOf(given)
    if (ends) committing.delete(client)
    const at = flow?.at
    if (!flow || !at || !('query' in at) || (!ends && !text.includes(at.query)))
      return query.apply(client, given)
    if (at.when === (ends ? 'before-commit' : 'before')) return stand(flow)
    const result = await query.apply(client, given)
    if (at.when === (ends ? 'after-commit' : 'after')) return stand(flow)
    if (!ends) committing.set(client, flow)
    return result
  }

  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text
    if (typeof text !== 'string' || given.some((one) => typeof one === 'function')) {
      return query.apply(this, given)
    }
    return parked(this, text, given)
  } as typeof pg.Client.prototype.query
}

/** @param path e.g. `gifts.redeem` */
function parkCalls(context: Context, path: string, flowOf: (told: unknown) => Park | undefined): void {
  const [name = '', method = ''] = path.split('.')
  const port = context[name as keyof Context] as unknown as Record<string, Act>
  const call = port[method]?.bind(port)
  if (!call) throw new TypeError(`nothing is called ${path}`)
  port[method] = async (...given) => {
    // A transaction is no part of what is said.
    const told = given.filter((one) => !isTransaction(one))
    const flow = flowOf(told)
    const at = flow?.at
    const text = JSON.stringify(told)
    if (
      !flow ||
      !at ||
      !('call' in at) ||
      at.call !== path ||
      !(at.with ?? []).every((one) => text.includes(one))
    ) {
      return call(...given)
    }
    if (at.when === 'before') return stand(flow)
    const answer = call(...given)
    if (at.when === 'during') return stand(flow)
    await answer
    return stand(flow)
  }
}

const isTransaction = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && 'isTransaction' in given

function stand({ of }: Park): Promise<never> {
  process.send?.({ parked: of })
  return new Promise<never>(() => {})
}
