import {
  type Answer,
  type Body,
  type CallLimit,
  type Endpoint,
  type Expected,
  errorsOf,
  type Hook,
  type Params,
  type Query,
} from '@krapao/contract/endpoint.ts'
import type { ErrorCode } from '@krapao/contract/errors.ts'
import { isLanguage, type Language, languageTagged } from '@krapao/contract/languages.ts'
import { may, type Role } from '@krapao/contract/slices/operator/roles.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'
import { type CallKey, readCallKey } from './call-key.ts'
import type { Clock } from './clock.ts'
import { takeExpected, withExpected } from './expected.ts'
import { passing } from './late-body.ts'
import { addressKey } from './limits/address-key.ts'
import { maskOf } from './masking.ts'
import { Refusal } from './refusal.ts'
import { readSigned } from './signed-body.ts'
import { storableJson } from './storable.ts'

/** The member who makes a call, with a valid session. */
export interface Caller {
  memberId: string
  /** SHA-256 of the session token: identifies the session, but cannot be used to log in. */
  sessionHash: string
}

/** The operator who makes a call from the console. */
export interface OperatorCaller {
  operatorId: string
  name: string
  role: Role
  /** SHA-256 of the session token. */
  sessionHash: string
}

/**
 * The customer who writes to the staff: a member with a valid session, or a visitor with a guest token
 * (rules.md §12.1).
 */
export type Customer = { memberId: string; guestId: null } | { memberId: null; guestId: string }

/**
 * The validated parts of a request, for its handler. `caller` is undefined if the endpoint is for visitors.
 */
export interface Call<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** The figures that the caller was shown; undefined where the call takes none, or its client sends none. */
  expected: Expected<E> | undefined
  caller: E['access'] extends 'visitor' ? undefined : Callers[E['access'] & keyof Callers]
  /** Set by the client on calls that move money (rules.md §1.5); unique per member or operator. */
  idempotencyKey: E['access'] extends 'visitor' ? undefined : CallKey | undefined
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

interface Callers {
  member: Caller
  operator: OperatorCaller
  customer: Customer
}

/**
 * Authentication, rate limits and idempotency of calls; the app composes it from the slices that implement
 * them.
 */
export interface Gate {
  /**
   * Authenticates a member's call.
   * @throws Refusal `KEY_MISSING`, `KEY_INVALID` (403), `invalid-token` (401)
   */
  admit(request: FastifyRequest): Promise<Caller>
  /**
   * Authenticates an operator's call; a member's token is not accepted.
   * @throws Refusal `invalid-token` (401), `INACTIVE_USER` (403)
   */
  admitOperator(request: FastifyRequest): Promise<OperatorCaller>
  /**
   * Authenticates a customer's call: a member's, or a visitor's with `X-Guest-Token`.
   * @throws Refusal as `admit`
   */
  admitCustomer(request: FastifyRequest): Promise<Customer>
  /** Counts a call of a caller against its limit, or throws `REQUEST_LIMIT_1MIN` with `retryAfter`. */
  limiter(limit: CallLimit): (caller: string) => Promise<void>
  /**
   * Runs `act` once per idempotency key; repeated calls get the first answer (rules.md §1.5).
   * @throws Refusal `INVALID_REQUEST` without a key, where the operator demands one
   */
  once(
    caller: Caller,
    key: CallKey | undefined,
    request: FastifyRequest,
    act: () => Promise<unknown>,
  ): Promise<unknown>
  /** The stored answer of an earlier call with this key; undefined if there is none. */
  answerOf(caller: Caller, key: string): Promise<{ status: number; answer: unknown } | undefined>
}

/**
 * Adds an endpoint of the contract to the server, with the access, validation and documentation that it
 * declares. An operator who may not see phone and account numbers is answered them masked (rules.md §17.8).
 */
export function mount<const E extends Endpoint>(
  app: FastifyInstance,
  gate: Gate,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): void {
  const { limit } = endpoint
  const consume = limit && !limit.isCountedByHandler ? gate.limiter(limit) : undefined
  const { query, body } = withExpected(endpoint)
  const mask = endpoint.access === 'operator' ? maskOf(endpoint.answer) : undefined
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2] ?? ''],
      ...(endpoint.params && { params: endpoint.params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: endpoint.answer },
    },
    config: { errors: errorsOf(endpoint), ...(endpoint.size && { maxValues: endpoint.size.values }) },
    ...(endpoint.size && { bodyLimit: endpoint.size.bytes }),
    // Authentication comes before validation, so that a caller without access learns nothing about the call's
    // schema.
    ...(endpoint.access !== 'visitor' && {
      onRequest: (request: FastifyRequest) => passing(request, () => admitTo(endpoint, gate, request)),
    }),
    // A client that has nothing to say sends no body at all: the first specification has calls without a
    // payload.
    ...(endpoint.body &&
      needsNothing(endpoint.body) && {
        async preValidation(request: FastifyRequest) {
          request.body ??= {}
        },
      }),
    async handler(request, reply) {
      reply.header('cache-control', 'no-store')
      const caller = (request.caller ?? request.operator ?? request.customer) as Call<E>['caller']
      const idempotencyKey = readCallKey(request.headers['idempotency-key'])
      const expected = takeExpected(endpoint, request)
      const act = async () => {
        if (limit) await consume?.(callerOf(limit, request))
        const answer = await handle({
          params: request.params as Params<E>,
          query: request.query as Query<E>,
          body: request.body as Body<E>,
          expected,
          caller,
          idempotencyKey: idempotencyKey as Call<E>['idempotencyKey'],
          language: languageOf(request),
          request,
          reply,
        })
        if (!mask || !request.operator || may(request.operator.role, 'seeNumbers')) return answer
        return mask(answer, (request.params as { queue?: string } | undefined)?.queue)
      }
      if (!endpoint.movesMoney || !request.caller) return act()
      return gate.once(request.caller, idempotencyKey, request, act).catch(async (error) => {
        // The session ended meanwhile; why it did says the gate.
        if (error instanceof Refusal && error.code === 'invalid-token') await admitTo(endpoint, gate, request)
        throw error
      })
    },
  })
}

/** Whether an empty object fits the schema of a body. */
const needsNothing = (body: TSchema): boolean => Value.Check(body, {})

/**
 * Authenticates the caller of an endpoint that is not for visitors. @throws Refusal those of the gate,
 * `FORBIDDEN`
 */
async function admitTo(endpoint: Endpoint, gate: Gate, request: FastifyRequest): Promise<void> {
  if (endpoint.access === 'member') request.caller = await gate.admit(request)
  else if (endpoint.access === 'customer') request.customer = await gate.admitCustomer(request)
  else {
    const operator = await gate.admitOperator(request)
    if (endpoint.roles && !endpoint.roles.includes(operator.role)) throw new Refusal('FORBIDDEN')
    request.operator = operator
  }
}

/** The key under which a call is counted against its limit. */
function callerOf({ per }: CallLimit, { caller, operator, customer, ip }: FastifyRequest): string {
  const key = {
    member: caller?.memberId,
    operator: operator?.operatorId,
    customer: customer?.memberId ?? customer?.guestId,
    address: addressKey(ip),
  }[per]
  if (key === undefined) throw new TypeError(`a limit per ${per} on a call that has none`)
  return key
}

/**
 * The secrets that sign the reports of banks and providers (rules.md §16); undefined: every report is
 * refused.
 */
export type HookSecrets = Record<Hook['signedBy'], (partner: string) => string | undefined>

/** Adds a hook of the contract to the server. A report's signature is checked before its body is parsed. */
export function mountHook<const H extends Hook>(
  app: FastifyInstance,
  hook: H,
  { hookSecrets, clock }: { hookSecrets: HookSecrets; clock: Clock },
  handle: (report: {
    params: Static<H['params']>
    body: Static<H['body']>
    reply: FastifyReply
  }) => Promise<Static<H['answer']> | FastifyReply>,
): void {
  app.route({
    method: hook.method,
    url: hook.path,
    schema: {
      summary: hook.summary,
      tags: ['hooks'],
      params: hook.params,
      body: hook.body,
      response: { 200: hook.answer },
    },
    config: { errors: errorsOf(hook), ...(hook.size && { maxValues: hook.size.values }) },
    ...(hook.size && { bodyLimit: hook.size.bytes }),
    preParsing: readSigned(hookSecrets[hook.signedBy], clock),
    // A refused report would be money that nobody sees, so half an emoji in a name is replaced and not
    // refused.
    async preValidation(request) {
      request.body = storableJson(request.body)
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store')
      return handle({
        params: request.params as Static<H['params']>,
        body: request.body as Static<H['body']>,
        reply,
      })
    },
  })
}

/**
 * The caller's language: X-Language of the chat on another site, else the `lang` cookie in upper case
 * (product.md §3), else Accept-Language, else Thai.
 */
export function languageOf(request: FastifyRequest): Language {
  const said = request.headers['x-language']
  if (isLanguage(said)) return said
  const cookie = /(?:^|;\s*)lang=([A-Z]+)\b/.exec(request.headers.cookie ?? '')?.[1]?.toLowerCase()
  if (isLanguage(cookie)) return cookie
  const [accepted = ''] = /^\w+/.exec(request.headers['accept-language'] ?? '') ?? []
  return languageTagged(accepted) ?? 'th'
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
    operator?: OperatorCaller
    customer?: Customer
  }
  interface FastifyContextConfig {
    /** All error codes that the call may answer with; undefined for routes that are not in the contract. */
    errors?: readonly ErrorCode[]
    /** The most values that a JSON body may have, if it differs from the server's usual limit. */
    maxValues?: number
  }
}
