import Type, { type Static, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { maxAmount } from './money.ts'

/** One call of the API: everything both sides agree on. One file per endpoint under `slices/`. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's form: `/api/wallet/activate/:code`. */
  path: string
  summary: string
  /** Who may call: anybody, a member with a token, or an operator with one. */
  access: 'visitor' | 'member' | 'operator'
  /** With `operator`: the roles that may call; any when left out. */
  roles?: readonly ('owner' | 'cashier' | 'support' | 'auditor')[]
  /** Changes something: answers `no-store`, and where money moves takes an `Idempotency-Key`. */
  mutates: boolean
  /** Moves value: the server stores the first answer per `Idempotency-Key` for 24 h (rules.md §1.5). */
  movesMoney?: boolean
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
  /** Codes besides those any call may answer with (`invalid-token`, `GONE`, …). */
  errors: readonly ErrorCode[]
}

/** Declares an endpoint and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body' | 'answer'> = E[K] extends TSchema
  ? Static<E[K]>
  : undefined
export type Params<E extends Endpoint> = Part<E, 'params'>
export type Query<E extends Endpoint> = Part<E, 'query'>
export type Body<E extends Endpoint> = Part<E, 'body'>
export type Answer<E extends Endpoint> = Part<E, 'answer'>

/** An amount on the wire, baht or kip: 0 to 999,999,999.99 with at most two decimals (rules.md §1.1). */
export const Amount = (options: { minimum?: number; description?: string } = {}) =>
  Type.Number({ minimum: 0, maximum: maxAmount, multipleOf: 0.01, ...options })

/**
 * A figure the server answers with: may be negative (a difference), two decimals. Without a rule about them: inside a
 * union the answer's serialiser would check it, and 40.37 is no whole multiple of 0.01 in floating point.
 */
export const Money = () => Type.Number()

export const Timestamp = () => Type.String({ format: 'date-time' })
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const Ok = Type.Object({ message: Type.Literal('OK') })
export { Type }
