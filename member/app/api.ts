import type { AnswerOf, BodyOf, CallName, ParamsOf } from '@krapao/contract/client.ts'
import type { ErrorBody, ErrorCode } from '@krapao/contract/errors.ts'
import { delays, requestedWith } from '@krapao/contract/limits.ts'
import { noteServerTime } from './server-time.ts'
import { clearSession, readToken } from './session.ts'

/** An answer that is not a success, or none at all (`NETWORK`: nobody knows whether the call was carried out). */
export class ApiError extends Error {
  readonly code: ErrorCode | 'NETWORK'
  readonly status: number
  readonly body: Partial<ErrorBody>

  constructor(code: ErrorCode | 'NETWORK', status: number, body: Partial<ErrorBody> = {}) {
    super(code)
    this.code = code
    this.status = status
    this.body = body
  }
}

interface Options {
  signal?: AbortSignal
  /** For calls that move money: the same key again replays the first answer instead of paying twice. */
  idempotencyKey?: string
  query?: Record<string, string>
}

type Input<N extends CallName> = (BodyOf<N> extends undefined ? unknown : BodyOf<N>) &
  (ParamsOf<N> extends undefined ? unknown : { params: ParamsOf<N> })
type Arguments<N extends CallName> = [BodyOf<N>, ParamsOf<N>] extends [undefined, undefined]
  ? [options?: Options]
  : [input: Input<N>, options?: Options]

/** Where a refused session leads; the app sets it, so that this file knows no router. */
export const leave: { toLogin: () => void; toTerminated: () => void } = { toLogin() {}, toTerminated() {} }

/**
 * Calls the server: `await api('POST /api/wallet/transfer', { from, to, amount }, { idempotencyKey })`.
 * Path parameters go as `{ params: { code } }`, beside the fields of the body. An invalid token ends the session and
 * leads to the login page; a terminated service leads to /terminated.
 * @throws ApiError
 */
export async function api<N extends CallName>(name: N, ...rest: Arguments<N>): Promise<AnswerOf<N>> {
  const [method = 'GET', pattern = ''] = name.split(' ')
  const takesBody = method === 'POST' || method === 'PUT'
  const takesParams = pattern.includes(':')
  const input = (takesBody || takesParams ? rest[0] : undefined) as Record<string, unknown> | undefined
  const options = ((takesBody || takesParams ? rest[1] : rest[0]) ?? {}) as Options
  const { params: given, ...fields } = takesParams ? (input ?? {}) : { ...input, params: {} }
  const params = given as Record<string, string>
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))

  const token = readToken()
  // Not AbortSignal.any and .timeout: half of the phones we serve do not know them yet.
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), delays.call)
  options.signal?.addEventListener('abort', () => abort.abort(), { once: true })

  let response: Response
  let body: unknown
  try {
    response = await fetch(options.query ? `${path}?${new URLSearchParams(options.query)}` : path, {
      method,
      headers: {
        'x-requested-with': requestedWith,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(takesBody && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(takesBody && { body: JSON.stringify(fields) }),
      signal: abort.signal,
    })
    noteServerTime(response.headers.get('date'))
    body = await response.json()
  } catch {
    throw new ApiError('NETWORK', 0)
  } finally {
    clearTimeout(timer)
  }
  if (response.ok) return body as AnswerOf<N>

  throw refusal(body, response.status, token)
}

/**
 * The error of an answer that is not a success. An invalid token ends the session and leads to the login page; a
 * terminated service leads to /terminated.
 * @param token what the call was sent with
 */
export function refusal(body: unknown, status: number, token: string | null): ApiError {
  const error = body as Partial<ErrorBody>
  const code = error.message ?? 'INTERNAL_SERVER_ERROR'
  // Only the session that was refused ends: several calls may fail at once, and a new session may have begun.
  if (code === 'invalid-token' && token && token === readToken()) {
    clearSession()
    leave.toLogin()
  }
  if (code === 'GONE') leave.toTerminated()
  return new ApiError(code, status, error)
}
