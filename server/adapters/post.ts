import { Agent, type Dispatcher } from 'undici'

/** The maximum number of bytes that are read of an answer, unless the call expects more. */
const usualAnswer = 16_384

export interface Answered {
  status: number
  text: string
  /** The header `Retry-After`, if there is one. */
  retryAfter: string | undefined
}

/**
 * There was no answer; `message` gives the reason in one word (`TIMEOUT`, `ECONNREFUSED`, …) and quotes
 * nothing of the call.
 */
export class NoAnswer extends Error {}

/**
 * The other side has too many calls and has carried out none (429). It may have said after how many seconds
 * to come back.
 */
export class Throttled extends NoAnswer {
  readonly waitSeconds: number | undefined
  constructor(waitSeconds: number | undefined) {
    super('THROTTLED')
    this.waitSeconds = waitSeconds
  }
}

export type Post = (request: {
  origin: string
  path: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Most bytes of the answer that are read. */
  maxAnswer?: number
}) => Promise<Answered>

/**
 * POST over kept-alive connections, with one deadline for connecting, headers and body together, so that an
 * answer that trickles counts as none. Every transfer is sent by this function, so it uses undici's dispatch
 * without streams or abort signals. The number of connections is not limited: a provider that hangs must not
 * keep calls to others waiting.
 */
export function createPost(): Post {
  const agent = new Agent({ keepAliveTimeout: 10_000, headersTimeout: 0, bodyTimeout: 0 })

  return ({ origin, path, headers, body, timeoutMs, maxAnswer = usualAnswer }) =>
    new Promise((resolve, reject) => {
      let controller: Dispatcher.DispatchController | undefined
      let status = 0
      let text = ''
      let retryAfter: string | undefined
      let failed: NoAnswer | undefined

      const fail = (reason: string) => {
        if (failed) return
        failed = new NoAnswer(reason)
        clearTimeout(deadline)
        controller?.abort(failed)
        reject(failed)
      }
      const deadline = setTimeout(fail, timeoutMs, 'TIMEOUT')

      agent.dispatch(
        { origin, path, method: 'POST', headers, body },
        {
          onRequestStart(started) {
            controller = started
            // The deadline passed while the connection was being made, so the request must not be sent any
            // more.
            if (failed) started.abort(failed)
          },
          onResponseStart(_controller, statusCode, headers) {
            status = statusCode
            const wait = headers['retry-after']
            retryAfter = typeof wait === 'string' ? wait : undefined
          },
          onResponseData(_controller, chunk) {
            text += chunk.toString('latin1')
            if (text.length > maxAnswer) fail('TOO_LONG')
          },
          onResponseEnd() {
            if (failed) return
            clearTimeout(deadline)
            // Chunks are joined as bytes, because a chunk may end within a letter.
            resolve({ status, retryAfter, text: Buffer.from(text, 'latin1').toString('utf8') })
          },
          onResponseError(_controller, error) {
            fail((error as { code?: string }).code ?? 'BROKEN')
          },
        },
      )
    })
}
