import type { Clock } from '../platform/clock.ts'
import { sign, signatureHeader } from '../platform/signature.ts'
import { createPost, NoAnswer } from './post.ts'

/** Where an adapter's calls go. `url` is asked at each call: the sandbox's address is known only when the server listens. */
export interface Outside {
  /** Without a slash at its end; undefined: not configured. */
  url: () => string | undefined
  secret: string
  clock: Clock
}

/** A well-formed answer, whatever its status below 500. */
export interface JsonAnswer {
  status: number
  body: unknown
}

export type SignedPost = (path: string, request: object, timeoutMs: number) => Promise<JsonAnswer>

/**
 * Signed JSON calls to the outside world: `POST {url}{path}` (rules.md §15, §16). Bodies may carry credentials and
 * links, so nothing of them is in what is thrown.
 * @throws NoAnswer time-out, broken connection, 5xx, no JSON: whether the call was carried out is unknown
 */
export function createSignedPost({ url, secret, clock }: Outside): SignedPost {
  const post = createPost()
  return async (path, request, timeoutMs) => {
    const base = url()
    if (!base) throw new NoAnswer('NOT_CONFIGURED')
    const slash = base.indexOf('/', 'https://'.length)
    const body = JSON.stringify(request)
    const { status, text } = await post({
      origin: slash < 0 ? base : base.slice(0, slash),
      path: `${slash < 0 ? '' : base.slice(slash)}${path}`,
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: sign(secret, body, clock.now()),
      },
      body,
      timeoutMs,
    })
    if (status >= 500) throw new NoAnswer(`HTTP_${status}`)
    try {
      return { status, body: JSON.parse(text) }
    } catch {
      throw new NoAnswer('NOT_JSON')
    }
  }
}
