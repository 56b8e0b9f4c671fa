import type { AnswerOf, BodyOf, CallName, ParamsOf, QueryOf } from '@krapao/contract/client.ts'
import type { ErrorBody, ErrorCode } from '@krapao/contract/errors.ts'
import { delays, requestedWith } from '@krapao/contract/limits.ts'
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

type Part<Name extends string, T> = T extends undefined ? unknown : { [K in Name]: T }
type Input<N extends CallName> = Part<'params', ParamsOf<N>> &
  Part<'query', QueryOf<N>> &
  Part<'body', BodyOf<N>> & { signal?: AbortSignal }

/** Where a refused session leads; the app sets it, so that this file knows no router. */
export const leave: { toLogin: () => void } = { toLogin() {} }

/**
 * Calls the server: `await api('GET /api/console/desk/:queue', { params: { queue }, query: { after } })`. An invalid
 * token ends the session and leads to the login page.
 * @throws ApiError
 */
export async function api<N extends Extract<CallName, `${string} /api/console/${string}`>>(
  name: N,
  input: Input<N>,
): Promise<AnswerOf<N>> {
  const [method = 'GET', pattern = ''] = name.split(' ')
  const { params, query, body, signal } = input as {
    params?: Record<string, string>
    query?: Record<string, string | undefined>
    body?: object
    signal?: AbortSignal
  }
  const url = new URL(
    pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? '')),
    location.origin,
  )
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) url.searchParams.set(key, value)
  }
  const token = readToken()
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), delays.call)
  signal?.addEventListener('abort', () => abort.abort(), { once: true })

  let response: Response
  let answer: unknown
  try {
    response = await fetch(url, {
      method,
      headers: {
        'x-requested-with': requestedWith,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: abort.signal,
    })
    answer = await response.json()
  } catch {
    throw new ApiError('NETWORK', 0)
  } finally {
    clearTimeout(timer)
  }
  if (response.ok) return answer as AnswerOf<N>

  const error = answer as Partial<ErrorBody>
  const code = error.message ?? 'INTERNAL_SERVER_ERROR'
  // Only the session that was refused ends: several calls may fail at once, and a new session may have begun.
  const isOver = code === 'invalid-token' || (code === 'INACTIVE_USER' && token !== null)
  if (isOver && token && token === readToken()) {
    clearSession()
    leave.toLogin()
  }
  throw new ApiError(code, response.status, error)
}
