import { Agent, type Dispatcher } from 'undici'

/** Most bytes of an answer that are read. */
const maxAnswer = 16_384

export interface Answered {
  status: number
  text: string
}

/** No answer; `message` says why in one word (`TIMEOUT`, `ECONNREFUSED`, …) and holds nothing of the exchange. */
export class NoAnswer extends Error {}

export type Post = (request: {
  origin: string
  path: string
  headers: Record<string, string>
  body: string
  timeoutMs: number
}) => Promise<Answered>

/**
 * POST over kept-alive connections, with one deadline for connecting, headers and body together: an answer that
 * trickles is no answer. Every transfer passes here, so it takes undici's dispatch without streams or abort signals.
 * There is no limit of connections: a provider that hangs must not keep the others waiting.
 */
export function createPost(): Post {
  const agent = new Agent({ keepAliveTimeout: 10_000, headersTimeout: 0, bodyTimeout: 0 })

  return ({ origin, path, headers, body, timeoutMs }) =>
    new Promise((resolve, reject) => {
      let controller: Dispatcher.DispatchController | undefined
      let status = 0
      let text = ''
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
            // The deadline passed while it was still connecting: it must not go out any more.
            if (failed) started.abort(failed)
          },
          onResponseStart(_controller, statusCode) {
            status = statusCode
          },
          onResponseData(_controller, chunk) {
            text += chunk.toString('latin1')
            if (text.length > maxAnswer) fail('TOO_LONG')
          },
          onResponseEnd() {
            if (failed) return
            clearTimeout(deadline)
            // Collected byte by byte, because a letter may be cut by a chunk's end.
            resolve({ status, text: Buffer.from(text, 'latin1').toString('utf8') })
          },
          onResponseError(_controller, error) {
            fail((error as { code?: string }).code ?? 'BROKEN')
          },
        },
      )
    })
}
