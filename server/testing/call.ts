import type { AnswerOf, BodyOf, CallName, ExpectedOf, ParamsOf } from '@krapao/contract/client.ts'
import type { ErrorBody } from '@krapao/contract/errors.ts'
import { requestedWith } from '@krapao/contract/limits.ts'

export interface CallOptions<N extends CallName> {
  body?: BodyOf<N>
  /** What the caller was shown, if the call carries it. */
  expected?: ExpectedOf<N> | undefined
  params?: ParamsOf<N>
  query?: Record<string, string>
  token?: string
  headers?: Record<string, string>
}

export interface Called<N extends CallName> {
  status: number
  /** The body of the answer, typed as a success, so check `status` or `error` first. */
  body: AnswerOf<N>
  /** The body of the error, if the status is not 200. */
  error: ErrorBody | undefined
  headers: Headers
}

/**
 * Makes one call of the contract over real HTTP, with the fixed header of every call (product.md §7).
 * @param address where the server listens, e.g. http://localhost:8080
 */
export async function callApi<N extends CallName>(
  address: string,
  name: N,
  options: CallOptions<N> = {},
): Promise<Called<N>> {
  const [method = '', path = ''] = name.split(' ')
  const params = (options.params ?? {}) as Record<string, string>
  const url = new URL(
    path.replace(/:(\w+)/g, (_, key) => encodeURIComponent(params[key] ?? '')),
    address,
  )
  const { expected } = options
  if (expected && method === 'GET') url.searchParams.set('expected', JSON.stringify(expected))
  for (const [key, value] of Object.entries(options.query ?? {})) url.searchParams.set(key, value)
  const sent = expected && method !== 'GET' ? { ...options.body, expected } : options.body
  const response = await fetch(url, {
    method,
    headers: {
      'x-requested-with': requestedWith,
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return {
    status: response.status,
    body,
    error: response.status === 200 ? undefined : body,
    headers: response.headers,
  }
}
