import type {
  AnswerOf,
  CallName,
  ExpectedOf,
  ParamsOf,
  QueryOf,
  SentBodyOf,
} from '@krapao/contract/client.ts'
import type { ErrorBody, ErrorCode } from '@krapao/contract/errors.ts'
import { delays, requestedWith } from '@krapao/contract/limits.ts'

/**
 * Our own codes for calls without an answer. `NETWORK`: the call may have been carried out. `NOT_SENT`: it
 * cannot have been. `UNREACHED`: it only reads, so there was nothing to carry out.
 */
export type Unanswered = 'NETWORK' | 'NOT_SENT' | 'UNREACHED'

/** A call that failed: it was answered with an error, or not at all. */
export class ApiError extends Error {
  readonly code: ErrorCode | Unanswered
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(code: ErrorCode | Unanswered, status: number, body: Partial<ErrorBody> = {}) {
    super(code)
    this.code = code
    this.status = status
    this.body = body
  }
}

/** What a call takes and answers. */
interface Call {
  answer: unknown
  body?: unknown
  params?: unknown
  query?: unknown
  expected?: unknown
}

/** The calls of the contract, or some of them, by their names. */
export type ContractCalls<N extends CallName = CallName> = {
  [K in N]: {
    answer: AnswerOf<K>
    body: SentBodyOf<K>
    params: ParamsOf<K>
    query: QueryOf<K>
    expected: ExpectedOf<K>
  }
}

interface CommonOptions<C extends Call> {
  signal?: AbortSignal
  /** For calls that move money: the same key again returns the first answer instead of paying twice. */
  idempotencyKey?: string
  query?: C['query']
}

type Consented = { expected: object }
/** A call that moves what the server works out carries what its caller was shown. */
type Options<C extends Call> = CommonOptions<C> &
  (C extends Consented ? { expected: C['expected'] } : unknown)
type LastArgument<C extends Call> = C extends Consented ? [options: Options<C>] : [options?: Options<C>]

type Input<C extends Call> = (C extends { body: object } ? C['body'] : unknown) &
  (C extends { params: object } ? { params: C['params'] } : unknown)
/** A call with a body or with values in its path takes an input. */
type Arguments<N, C extends Call> = N extends `POST ${string}` | `PUT ${string}` | `${string}:${string}`
  ? [input: Input<C>, ...LastArgument<C>]
  : LastArgument<C>

/** What an app adds to its calls. */
export interface Surroundings {
  /** The token of a call; undefined for a visitor's. @throws ApiError instead of calling */
  token(): string | undefined
  /** A visitor's token in the chat, for calls without a member's. */
  guestToken?(): string | undefined
  /**
   * Said to the server in place of the cookie, which is another's where the page is in another site's frame.
   */
  language?: string | undefined
  /** Called with every refusal before it is thrown. @param token the token of the call */
  refused(code: ErrorCode | Unanswered, token: string | undefined): void
  /**
   * Called when a call begins. When the call ends, one of the results is called: `answered`, or `lost`, which
   * names the code for the missing answer. `isReading`: the call carries nothing out; a GET with an
   * idempotency key does.
   */
  watch(): { answered(): void; lost(how: { isReading: boolean; isCancelled: boolean }): Unanswered }
  /** The answer to a GET that the page asked for before the app ran; undefined if it did not, or got none. */
  early?(
    url: string,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<Response | undefined> | undefined
  /**
   * Whether the session of this token is over. Then the answer is not for whoever uses the device now: the
   * call never ends, so that nothing of it is shown, kept or saved. A call that moves money ends in any case:
   * what became of it is recorded for the member who made it (member/frame/money).
   */
  isOver?(token: string | undefined): boolean
  /** Further headers of a call that begins now. */
  headers?(): Record<string, string>
  /** Called with the `Date` header of each answer, and when the call was sent, by this device's clock. */
  noteTime?(date: string | null, sentAt: number): void
}

/** The headers of every call. */
export const headersOf = (
  token: string | undefined,
  { guestToken, language }: { guestToken?: string | undefined; language?: string | undefined } = {},
): Record<string, string> => ({
  'x-requested-with': requestedWith,
  ...(token ? { authorization: `Bearer ${token}` } : guestToken && { 'x-guest-token': guestToken }),
  ...(language && { 'x-language': language }),
})

/**
 * Makes an app's functions to call the server.
 * @typeParam Calls the server's calls by their names, `METHOD /path/:value`
 * @returns `api` calls: `await api('POST /api/wallet/transfer', { from, to, amount }, { idempotencyKey })`,
 *   with the path's values as `{ params: { code } }` beside the fields of the body; it throws ApiError.
 *   `refusal` makes the error of an answer that was received in another way.
 */
export function createClient<Calls extends { [N in keyof Calls]: Call } = ContractCalls>(
  around: Surroundings,
) {
  async function api<N extends keyof Calls & string>(
    name: N,
    ...rest: Arguments<N, Calls[N]>
  ): Promise<Calls[N]['answer']> {
    const [method = 'GET', pattern = ''] = name.split(' ')
    const takesBody = method === 'POST' || method === 'PUT'
    const takesInput = takesBody || pattern.includes(':')
    const input = (takesInput ? rest[0] : undefined) as Record<string, unknown> | undefined
    const options = ((takesInput ? rest[1] : rest[0]) ?? {}) as CommonOptions<Calls[N]> & {
      expected?: object
    }
    const { expected } = options
    const { params: given, ...fields } = pattern.includes(':') ? (input ?? {}) : { ...input, params: {} }
    const params = given as Record<string, string>
    const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const shown = !takesBody && expected ? { expected: JSON.stringify(expected) } : {}
    const asked = Object.entries({ ...(options.query as object | undefined), ...shown }).filter(
      ([, value]) => value !== undefined,
    )
    const query = new URLSearchParams(asked as [string, string][]).toString()

    const token = around.token()
    // Not AbortSignal.any and .timeout: half of the phones that we serve lack them.
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), delays.call)
    if (options.signal?.aborted) abort.abort()
    options.signal?.addEventListener('abort', () => abort.abort(), { once: true })

    const isLeft = () => options.idempotencyKey === undefined && around.isOver?.(token) === true
    const watched = around.watch()
    const sentAt = Date.now()
    let response: Response
    let body: unknown
    try {
      const url = query ? `${path}?${query}` : path
      const begun = method === 'GET' ? around.early?.(url, token, abort.signal) : undefined
      const early = begun && (await begun)
      response =
        early ??
        (await fetch(url, {
          method,
          headers: {
            ...headersOf(token, { guestToken: around.guestToken?.(), language: around.language }),
            ...around.headers?.(),
            ...(takesBody && { 'content-type': 'application/json' }),
            ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
          },
          ...(takesBody && { body: JSON.stringify(expected ? { ...fields, expected } : fields) }),
          signal: abort.signal,
        }))
      // An early answer came at an unknown time.
      if (!early) around.noteTime?.(response.headers.get('date'), sentAt)
      body = await response.json()
      watched.answered()
    } catch {
      const isReading = method === 'GET' && options.idempotencyKey === undefined
      const code = watched.lost({ isReading, isCancelled: options.signal?.aborted === true })
      if (isLeft()) return never()
      throw new ApiError(code, 0)
    } finally {
      clearTimeout(timer)
    }
    if (isLeft()) return never()
    if (response.ok) return body as Calls[N]['answer']

    throw refusal(body, response.status, token, response.headers.get('x-request-id'))
  }

  /**
   * The error of an answer that is not a success; the app's `refused` is called with it.
   * @param token the token of the call
   * @param requestId the reference by which support finds the call
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

/**
 * The end of a call whose session is over. A promise of its own each time, which goes with whoever waits for
 * it.
 */
const never = () => new Promise<never>(() => {})

/** Replaces the message that an invalid token also has (product.md §8) by its code. */
function readCode(message: string | undefined): ErrorCode {
  if (message === 'cannot verify identity') return 'invalid-token'
  return (message as ErrorCode | undefined) ?? 'INTERNAL_SERVER_ERROR'
}
