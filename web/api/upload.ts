import type { AnswerOf, CallName } from '@krapao/contract/client.ts'
import { delays } from '@krapao/contract/limits.ts'
import { ApiError, type createClient, headersOf } from './client.ts'

/**
 * Sends files as multipart/form-data with progress:
 * `await upload(client, 'POST /api/wallet/slip', form, { onProgress })`. It uses XMLHttpRequest, because
 * fetch reports no progress of an upload. Errors are those of `api`; an aborted call fails with `NETWORK` as
 * well, because the server may already have the file.
 * @param onProgress called with the share that was sent, 0 to 1
 * @throws ApiError
 */
export function upload<N extends CallName>(
  { around, refusal }: Pick<ReturnType<typeof createClient>, 'around' | 'refusal'>,
  name: N,
  form: FormData,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<AnswerOf<N>> {
  const [method = 'POST', path = ''] = name.split(' ')
  return new Promise((resolve, reject) => {
    const token = around.token()
    const request = new XMLHttpRequest()
    const watched = around.watch()
    const isLeft = () => around.isOver?.(token) === true
    const fail = (isCancelled: boolean) => {
      const code = watched.lost({ isReading: false, isCancelled })
      if (!isLeft()) reject(new ApiError(code, 0))
    }
    if (signal?.aborted) return fail(true)
    const lost = () => fail(false)
    request.open(method, path)
    request.timeout = delays.upload
    const { guestToken, language } = around
    for (const [name, value] of Object.entries(headersOf(token, { guestToken: guestToken?.(), language })))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onerror = lost
    request.ontimeout = lost
    request.onabort = () => fail(true)
    request.onload = () => {
      const body = parse(request.responseText)
      if (body !== undefined) watched.answered()
      if (body === undefined) lost()
      else if (isLeft()) return
      else if (request.status >= 200 && request.status < 300) resolve(body as AnswerOf<N>)
      else reject(refusal(body, request.status, token, request.getResponseHeader('x-request-id')))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** Undefined if the answer is not our server's JSON but, for instance, a proxy's page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
