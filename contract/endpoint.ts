import Type, { type Static, type TSchema } from 'typebox'
import { commonErrors, type ErrorBody, type ErrorCode } from './errors.ts'
import { currencies, maxAmount } from './money.ts'
import type { Role } from './slices/operator/roles.ts'

/**
 * A limit of calls in a minute; beyond it the answer is REQUEST_LIMIT_1MIN. A call is counted before its work
 * begins.
 */
export interface CallLimit {
  /** By what callers are distinguished. */
  per: 'member' | 'operator' | 'customer' | 'address'
  /** The name under which calls are counted: calls with one name share a limit. */
  name: string
  /** The key of the operator's setting with the limit. */
  perMinute: string
  /** Not every call counts: what handles the call counts it, and not the server's frame. */
  isCountedByHandler?: true
}

/** One call of the API as both sides know it. One file per endpoint under `slices/`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's form: `/api/wallet/activate/:code`. */
  path: string
  summary: string
  /**
   * The callers: anybody, a member or operator with a token, or a customer: a member, or a visitor with a
   * guest token.
   */
  access: 'visitor' | 'member' | 'operator' | 'customer'
  /** With `operator`: the roles that may call; without it every role may. */
  roles?: readonly Role[]
  /** Moves value: the server stores the first answer of an `Idempotency-Key` for 24 h (rules.md §1.5). */
  movesMoney?: boolean
  /**
   * The figures of a move that the server works out, as its caller was shown them, and the id of the thing
   * that they are about. A call that moves money has to have it, unless its body has the `amount` (`endpoint`
   * demands it). Our own apps cannot call without it; a program that was written to the first specification
   * sends none, and is answered as ever. Sent as `expected`: in the body, or of a GET as JSON in the query.
   * Where it is not what the server would do now, nothing moves, and FIGURES_CHANGED answers in `present`
   * what it would be (rules.md §1.8).
   *
   * A name instead: the field of the body that says it. null: nothing is shown beforehand that could change.
   */
  expected?: TSchema | string | null
  /** The rate limit. A key whose answer is stored is answered beyond the limit as well. */
  limit?: CallLimit
  /** Most bytes and values of its body, where it takes more than a member's call. */
  size?: { bytes: number; values: number }
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
  /** Error codes that are particular to this call; those of every call are `commonErrors`. */
  errors: readonly ErrorCode[]
}

/** A call that moves money says in its input how much, or what its caller was shown. */
type Consented<E extends Endpoint> = E extends { movesMoney: true }
  ? E extends { body: { properties: { amount: TSchema } } }
    ? unknown
    : { expected: TSchema | string | null }
  : unknown

/** Declares an endpoint and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(declaration: E & Consented<E>): E => declaration

/**
 * A report that an outside program sends us, signed over its body (rules.md §16). One file per report under
 * `slices/`.
 */
export interface Hook {
  method: 'POST'
  /** Fastify's form: `/hooks/bank/:accountNo`. */
  path: string
  summary: string
  access: 'outside'
  /** Who signs it. */
  signedBy: 'bank' | 'payment' | 'games'
  /** Most bytes and values of its body, where it takes more than a member's call. */
  size?: { bytes: number; values: number }
  params: TSchema
  body: TSchema
  answer: TSchema
  /** Error codes that are particular to this report. */
  errors: readonly ErrorCode[]
  /** Codes whose status differs from the catalogue's, which is written for members' calls. */
  statuses?: Partial<Record<ErrorCode, number>>
}

/** Declares a report and keeps its literal types. */
export const hook = <const H extends Hook>(declaration: H): H => declaration

/**
 * Every error code that a call may answer: its own, and those of all calls of its kind. Console calls never
 * answer that the service is terminated.
 */
export const errorsOf = ({
  access,
  path,
  errors,
}: Pick<Endpoint | Hook, 'access' | 'path' | 'errors'>): ErrorCode[] => {
  const codes = new Set<ErrorCode>([...errors, ...commonErrors[access]])
  if (path.startsWith('/api/console/')) codes.delete('GONE')
  return [...codes]
}

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body' | 'answer'> = E[K] extends TSchema
  ? Static<E[K]>
  : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = Part<E, 'body'>
/** What the caller was shown; undefined: the call takes no such thing. */
export type Expected<E extends Endpoint> = E extends { expected: infer X }
  ? X extends string | null
    ? undefined
    : X extends TSchema
      ? Static<X>
      : undefined
  : undefined
/** A body as our own apps send it: with the field that says what was shown, which others may leave out. */
export type SentBody<E extends Endpoint> = E extends { expected: infer K extends string }
  ? Body<E> & { [P in keyof Body<E> & K]-?: NonNullable<Body<E>[P]> }
  : Body<E>
export type Answer<E extends Endpoint> = Part<E, 'answer'>

/** The currency of an amount. */
export const Currency = Type.Enum(currencies)

/** An amount on the wire, baht or kip: 0 to 999,999,999.99 with at most two decimals (rules.md §1.1). */
export const Amount = (options: { minimum?: number; description?: string } = {}) =>
  Type.Number({ minimum: 0, maximum: maxAmount, multipleOf: 0.01, ...options })

/**
 * An amount in an answer: it may be negative (a difference) and has two decimals. The schema does not check
 * the decimals, because inside a union the serialiser would, and 40.37 is no whole multiple of 0.01 in
 * floating point.
 */
export const Money = () => Type.Number()

export const Timestamp = () => Type.String({ format: 'date-time' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Ok = Type.Object({ message: Type.Literal('OK') })
/** The body of every answer that is not a success, as the description for outside programs shows it. */
export const ErrorAnswer = Type.Unsafe<ErrorBody>(
  Type.Object({
    message: Type.String({ description: 'The code of the failure' }),
    fields: Type.Optional(
      Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
        description: 'Fields of the request that were refused, and why',
      }),
    ),
    retryAfter: Type.Optional(Type.Integer({ description: 'With 429: seconds until it may be tried again' })),
    requestId: Type.Optional(Type.String({ description: 'With 500 and more: names the request in our log' })),
  }),
)
export { Type }
