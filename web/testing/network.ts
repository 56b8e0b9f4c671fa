import type { AnswerOf, CallName } from '@krapao/contract/client.ts'
import { type ErrorCode, errorStatus } from '@krapao/contract/errors.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A call as it left the page. */
export interface Sent {
  path: string
  key: string | null
  /** Without a body what its address says that the member was shown. */
  body: unknown
}
type Answer = (sent: Sent) => Response | Promise<Response>

/** A call whose answers the test gives when it wants to. Each of them is for the last call. */
export interface Held<N extends CallName> {
  sent: Sent[]
  answer(body: AnswerOf<N>): void
  refuse(code: ErrorCode, details?: object): void
  /** The call may have arrived; its answer does not. */
  lose(): void
}

/**
 * The network of a file of tests: it stands in the place of the server, and the page's own client talks to
 * it. A test says of each call that its part makes how it is answered; one that it has not named fails it.
 */
export function openNetwork() {
  const answers = new Map<string, Answer>()
  const unnamed: string[] = []

  beforeEach(() => {
    const outside = globalThis.fetch
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(String(input instanceof Request ? input.url : input), location.href)
      // Asked after a lost call: whether the server is there again.
      if (url.pathname === '/health/live') return Promise.resolve(Response.json({}))
      if (!url.pathname.startsWith('/api/')) return outside(input, init)
      const name = `${init?.method ?? 'GET'} ${url.pathname}`
      const answer = answers.get(name) ?? [...answers].find(([one]) => pattern(one).test(name))?.[1]
      if (answer) return Promise.resolve(answer(sentBy(url, init)))
      unnamed.push(name)
      return Promise.reject(new TypeError(`${name} has no answer in this test`))
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    answers.clear()
    expect(unnamed.splice(0)).toEqual([])
  })

  return {
    /** Answers every call of a name at once. @returns changes what is answered from then on */
    serve<N extends CallName>(name: N, body: AnswerOf<N>): (next: AnswerOf<N>) => void {
      let now = body
      answers.set(name, () => Response.json(now))
      return (next) => {
        now = next
      }
    },
    hold<N extends CallName>(name: N): Held<N> {
      const sent: Sent[] = []
      let give = (_: Response | PromiseLike<never>): void => {}
      answers.set(name, (call) => {
        sent.push(call)
        return new Promise<Response>((resolve) => {
          give = resolve
        })
      })
      return {
        sent,
        answer: (body) => give(Response.json(body)),
        refuse: (code, details) =>
          give(Response.json({ message: code, ...details }, { status: errorStatus[code] })),
        lose: () => give(Promise.reject(new TypeError('Failed to fetch'))),
      }
    },
  }
}

const pattern = (name: string) => new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`)

function sentBy({ pathname, searchParams }: URL, init: RequestInit | undefined): Sent {
  const expected = searchParams.get('expected')
  return {
    path: pathname,
    key: new Headers(init?.headers).get('idempotency-key'),
    body:
      typeof init?.body === 'string' ? JSON.parse(init.body) : expected && { expected: JSON.parse(expected) },
  }
}
