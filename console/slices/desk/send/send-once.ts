import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { keepDraft, readDraft } from '../../../app/session.ts'

/**
 * Milliseconds for which a key outlives a lost answer. Whoever says the same thing later means it again:
 * another note of the same words, or the next item that is free by then.
 */
const keyLasts = 5 * 60_000

/** Whether a call was turned away before it was looked at, which says nothing about an earlier try. */
const isUnprocessed = ({ status }: ApiError): boolean => [401, 403, 429].includes(status)

/**
 * Sends a call that must not be carried out twice. If its answer is lost, the same call is sent again with
 * the same `Idempotency-Key`, also after a reload, so that pressing again returns the first answer.
 * @param words what is asked, by which the same call is known
 * @throws ApiError
 */
export async function sendOnce<Answer>(
  words: unknown[],
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const name = `key of ${JSON.stringify(words)}`
  const [kept = '', at = String(Date.now())] = readDraft(name).split(' ')
  const isAgain = kept !== '' && Math.abs(Date.now() - Number(at)) < keyLasts
  const key = isAgain ? kept : newKey()
  keepDraft(name, `${key} ${isAgain ? at : Date.now()}`)
  try {
    const answer = await send(key)
    keepDraft(name, '')
    return answer
  } catch (error) {
    const mayBeDone =
      error instanceof ApiError &&
      (error.code === 'NETWORK' || error.status >= 500 || (isAgain && isUnprocessed(error)))
    if (!mayBeDone) keepDraft(name, '')
    throw error
  }
}
