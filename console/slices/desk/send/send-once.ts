import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { keepDraft, readDraft } from '../../../app/session.ts'

/**
 * Sends a call that must not be carried out twice. If its answer is lost, the same call is sent again with the same
 * `Idempotency-Key`, also after a reload, so that pressing again returns the first answer.
 * @param words what is asked, by which the same call is known
 * @throws ApiError
 */
export async function sendOnce<Answer>(
  words: unknown[],
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const name = `key of ${JSON.stringify(words)}`
  const key = readDraft(name) || newKey()
  keepDraft(name, key)
  try {
    const answer = await send(key)
    keepDraft(name, '')
    return answer
  } catch (error) {
    const isLost = error instanceof ApiError && (error.code === 'NETWORK' || error.status >= 500)
    if (!isLost) keepDraft(name, '')
    throw error
  }
}
