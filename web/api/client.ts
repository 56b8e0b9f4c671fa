import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '@krapao/contract/client.ts'
import type { ErrorBody, ErrorCode } from '@krapao/contract/errors.ts'
import { delays, requestedWith } from '@krapao/contract/limits.ts'

/**
 * Codes of our own for calls without an answer. `NETWORK`: it may have been carried out. `NOT_SENT`: it cannot have been.
 * `UNREACHED`: there was nothing to carry out, it only reads.
 */
export type Unanswered = 'NETWORK' | 'NOT_SENT' | 'UNREACHED'

/** An answer that is not a success, or none at all. */
export class ApiError extends Error {
  readonly code: ErrorCode | Unanswered
  /** Of HTTP; 0 without an answer. */
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(code: ErrorCode | Unanswered, status: number, body: Partial<ErrorBody> = {}) {
    super(code)
    this.code = code
    this.status = status
    this.body = body
  }
}

interface Options<N extends CallName> {
  signal?: AbortSignal
  /** For calls that move money: the same key again replays the first answer instead of paying twice. */
  idempotencyKey?: string
  query?: QueryOf<N>
}

type Input<N extends CallName> = (BodyOf<N> extends undefined ? unknown : BodyOf<N>) &
  (ParamsOf<N> extends undefined ? unknown : { params: ParamsOf<N> })
/** What has a body or parts of its path to fill takes an input. */
type Arguments<N extends CallName> = N extends `POST ${string}` | `PUT ${string}` | `${string}:${string}`
  ? [input: Input<N>, options?: Options<N>]
  : [options?: Options<N>]

/** What an app knows and does around its calls. */
export interface Surroundings {
  /** The token that a call goes out with; undefined for a visitor's. @throws ApiError in place of the call */
  token(): string | undefined
  /** Told of every refusal before it is thrown. @param token what the call was sent with */
  refused(code: ErrorCode | Unanswered, token: string | undefined): void
  /** Begins to watch a call: one of the two is called when it ends, `lost` to say what is known without an answer. */
  watch(): { answered(): void; lost(how: { method: string; isCancelled: boolean }): Unanswered }
  /** Given the `Date` header of each answer. */
  noteTime?(date: string | null): void
}

/** Headers of every call. */
export const headersOf = (token: string | undefined): Record<string, string> => ({
  'x-requested-with': requestedWith,
  ...(token && { authorization: `Bearer ${token}` }),
})

/**
 * An app's way to call the server.
 * @returns `api` calls: `await api('POST /api/wallet/transfer', { from, to, amount }, { idempotencyKey })`, parts of the path
 *   as `{ params: { code } }` beside the fields of the body; it throws ApiError. `refusal` makes the error of an answer that
 *   came another way.
 */
export function createClient<Call extends CallName = CallName>(around: Surroundings) {
  async function api<N extends Call>(name: N, ...rest: Arguments<N>): Promise<AnswerOf<N>> {
    const [method = 'GET', pattern = ''] = name.split(' ')
    const takesBody = method === 'POST' || method === 'PUT'
    const takesInput = takesBody || pattern.includes(':')
    const input = (takesInput ? rest[0] : undefined) as Record<string, unknown> | undefined
    const options = ((takesInput ? rest[1] : rest[0]) ?? {}) as Options<N>
    const { params: given, ...fields } = pattern.includes(':') ? (input ?? {}) : { ...input, params: {} }
    const params = given as Record<string, string>
    const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const asked = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(asked as [string, string][]).toString()

    const token = around.token()
    // Not AbortSignal.any and .timeout: half of the phones we serve do not know them yet.
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), delays.call)
    options.signal?.addEventListener('abort', () => abort.abort(), { once: true })

    const watched = around.watch()
    let response: Response
    let body: unknown
    try {
      response = await fetch(query ? `${path}?${query}` : path, {
        method,
        headers: {
          ...headersOf(token),
          ...(takesBody && { 'content-type': 'application/json' }),
          ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        },
        ...(takesBody && { body: JSON.stringify(fields) }),
        signal: abort.signal,
      })
      around.noteTime?.(response.headers.get('date'))
      body = await response.json()
      watched.answered()
    } catch {
      throw new ApiError(watched.lost({ method, isCancelled: options.signal?.aborted === true }), 0)
    } finally {
      clearTimeout(timer)
    }
    if (response.ok) return body as AnswerOf<N>

    throw refusal(body, response.status, token, response.headers.get('x-request-id'))
  }

  /**
   * The error of an answer that is not a success; the app has heard of it.
   * @param token what the call was sent with
   * @param requestId what support finds the call by
   */
  function refusal(
    body: unknown,
    status: number,
    token: string | undefined,
    requestId: string | null,
  ): ApiError {
    const error = { ...(requestId && { requestId }), ...(body as Partial<ErrorBody>) }
    const code = readCode(error.message)
    around.refused(code, token)
    return new ApiError(code, status, error)
  }

  return { api, refusal, around }
}

/** A code of the catalogue; the other name that an invalid token has (product.md §8) is the same fact. */
function readCode(message: string | undefined): ErrorCode {
  if (message === 'cannot verify identity') return 'invalid-token'
  return (message as ErrorCode | undefined) ?? 'INTERNAL_SERVER_ERROR'
}
