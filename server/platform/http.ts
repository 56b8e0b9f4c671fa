import type { Answer, Body, Endpoint, Params, Query } from '@krapao/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** Who is calling: a member with a living session. */
export interface Caller {
  memberId: string
  /** SHA-256 of the session token: names the session without giving it away. */
  sessionHash: string
}

/** Who is calling from the console. */
export interface OperatorCaller {
  operatorId: string
  name: string
  role: 'owner' | 'cashier' | 'support' | 'auditor'
  /** SHA-256 of the session token. */
  sessionHash: string
}

/** What a handler is given: the validated parts of the request. `caller` is set where the endpoint asks for one. */
export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  caller: E['access'] extends 'member' ? Caller : E['access'] extends 'operator' ? OperatorCaller : undefined
  /** Set by the client on calls that move money (rules.md §1.5); unique per member. */
  idempotencyKey: E['access'] extends 'member' ? string | undefined : undefined
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

export type Language = 'th' | 'la' | 'en'

/** How calls are let in and repeated; the app composes it from the slices that know. */
export interface Gate {
  /** Throws `KEY_MISSING`, `KEY_INVALID` (403) or `invalid-token` (401). */
  admit(request: FastifyRequest): Promise<Caller>
  /** Lets an operator's call in; a member's token never works here. Throws `invalid-token` (401), `INACTIVE_USER` (403). */
  admitOperator(request: FastifyRequest): Promise<OperatorCaller>
  /** Runs `act` once per idempotency key and replays its first answer afterwards (rules.md §1.5). */
  once(caller: Caller, key: string, request: FastifyRequest, act: () => Promise<unknown>): Promise<unknown>
}

/** Adds one endpoint of the contract to the server: access, validation, headers and documentation come from it. */
export function mount<const E extends Endpoint>(
  app: FastifyInstance,
  gate: Gate,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2] ?? ''],
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      response: { 200: endpoint.answer },
      ...(endpoint.access !== 'visitor' && { security: [{ bearer: [] }] }),
    },
    config: { errors: endpoint.errors, access: endpoint.access },
    // Before validation, so that a stranger learns nothing about the form of a call that is not for everybody.
    ...(endpoint.access !== 'visitor' && {
      async onRequest(request: FastifyRequest) {
        if (endpoint.access === 'member') request.caller = await gate.admit(request)
        else {
          const operator = await gate.admitOperator(request)
          if (endpoint.roles && !endpoint.roles.includes(operator.role)) throw new Refusal('FORBIDDEN')
          request.operator = operator
        }
      },
    }),
    async handler(request, reply) {
      reply.header('cache-control', 'no-store')
      const caller = (request.caller ?? request.operator) as Call<E>['caller']
      const idempotencyKey = readIdempotencyKey(request)
      const act = () =>
        handle({
          params: request.params as Params<E>,
          query: request.query as Query<E>,
          body: request.body as Body<E>,
          caller,
          idempotencyKey: idempotencyKey as Call<E>['idempotencyKey'],
          language: languageOf(request),
          request,
          reply,
        })
      if (endpoint.movesMoney && idempotencyKey && request.caller) {
        return gate.once(request.caller, idempotencyKey, request, act)
      }
      return act()
    },
  })
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    throw new Refusal('INVALID_REQUEST', {
      fields: [{ field: 'Idempotency-Key', reason: '1 to 128 visible characters' }],
    })
  }
  return key
}

/** The caller's language: the `lang` cookie in upper case (spec.md §3), else Accept-Language, else Thai. */
function languageOf(request: FastifyRequest): Language {
  const cookie = /(?:^|;\s*)lang=(TH|LA|EN)\b/.exec(request.headers.cookie ?? '')?.[1]
  if (cookie) return cookie.toLowerCase() as Language
  const accepted = request.headers['accept-language'] ?? ''
  if (/^(lo|la)\b/i.test(accepted)) return 'la'
  if (/^en\b/i.test(accepted)) return 'en'
  return 'th'
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
    operator?: OperatorCaller
  }
  interface FastifyContextConfig {
    errors?: readonly string[]
    access?: string
  }
}
