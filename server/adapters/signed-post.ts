import { sign, signatureHeader } from '@krapao/contract/signature.ts'
import type { Clock } from '../platform/clock.ts'
import { storableJson } from '../platform/storable.ts'
import { createPost, NoAnswer, Throttled } from './post.ts'
import { readRetryAfter } from './retry-after.ts'

/**
 * Where an adapter's calls are sent. `url` is read at each call, because the sandbox's address is known only
 * once the server listens.
 */
export interface Outside {
  /** Without a slash at its end; undefined if not configured. */
  url: () => string | undefined
  /** Of a partner: the first part of a call's path, e.g. PG of `/PG/transfer`. */
  secret: (partner: string) => string
  clock: Clock
}

/** The longest pause, in seconds, that an other side may ask for. */
const maxPause = 60

/** A well-formed answer with a status below 500; each of its texts can be stored (platform/storable.ts). */
export interface JsonAnswer {
  status: number
  body: unknown
}

export type SignedPost = (
  path: string,
  request: object,
  timeoutMs: number,
  maxAnswer?: number,
) => Promise<JsonAnswer>

/**
 * Signed JSON calls to the outside: `POST {url}{path}` (rules.md §15, §16). Bodies may contain credentials
 * and links, so errors quote nothing of them.
 * @throws Throttled 429; and NoAnswer time-out, broken connection, 5xx or no JSON: it is unknown whether the
 *   call was carried out
 */
export function createSignedPost({ url, secret, clock }: Outside): SignedPost {
  const post = createPost()
  return async (path, request, timeoutMs, maxAnswer) => {
    const base = url()
    if (!base) throw new NoAnswer('NOT_CONFIGURED')
    const slash = base.indexOf('/', 'https://'.length)
    const body = JSON.stringify(request)
    const { status, text, retryAfter } = await post({
      origin: slash < 0 ? base : base.slice(0, slash),
      path: `${slash < 0 ? '' : base.slice(slash)}${path}`,
      headers: {
        'content-type': 'application/json',
        [signatureHeader]: sign(secret(path.split('/')[1] ?? ''), body, clock.now()),
      },
      body,
      timeoutMs,
      ...(maxAnswer && { maxAnswer }),
    })
    if (status === 429) throw new Throttled(readRetryAfter(retryAfter, clock.now(), maxPause))
    if (status >= 500) throw new NoAnswer(`HTTP_${status}`)
    try {
      return { status, body: storableJson(JSON.parse(text)) }
    } catch {
      throw new NoAnswer('NOT_JSON')
    }
  }
}
