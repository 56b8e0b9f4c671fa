import type { BodyOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { api } from '../../app/api.ts'
import type { Item } from './queries.ts'
import type { Verdict } from './votes.ts'

type Said = BodyOf<'POST /api/console/desk/:queue/:id/approve'>

/** Keys of verdicts that nobody knows the outcome of. */
const open = new Map<string, string>()

/**
 * Sends words about an item. As long as their answer is lost, the same words about the same item go out under the same
 * `Idempotency-Key`: pressing again is answered as the first time.
 * @throws ApiError
 */
async function sendOnce<Answer>(words: unknown[], send: (key: string) => Promise<Answer>): Promise<Answer> {
  const said = JSON.stringify(words)
  const key = open.get(said) ?? newKey()
  open.set(said, key)
  try {
    const answer = await send(key)
    open.delete(said)
    return answer
  } catch (error) {
    const isLost = error instanceof ApiError && (error.code === 'NETWORK' || error.status >= 500)
    if (!isLost) open.delete(said)
    throw error
  }
}

/** Sends a verdict. @returns whether the item is decided by it; false: it waits for a second person @throws ApiError */
export async function sendVerdict(
  { queue, id }: Pick<Item, 'queue' | 'id'>,
  verdict: Verdict,
  said: Said,
): Promise<boolean> {
  const { status } = await sendOnce([queue, id, verdict, said], (idempotencyKey) => {
    const given = { params: { queue, id }, ...said }
    return verdict === 'approve'
      ? api('POST /api/console/desk/:queue/:id/approve', given, { idempotencyKey })
      : api('POST /api/console/desk/:queue/:id/refuse', given, { idempotencyKey })
  })
  return status === 'DONE'
}

/** Asks for a decided item to be taken back. @throws ApiError */
export const sendReversal = (
  { queue, id }: Pick<Item, 'queue' | 'id'>,
  reason: string,
): Promise<{ id: string }> =>
  sendOnce([queue, id, 'reverse', reason], (idempotencyKey) =>
    api('POST /api/console/desk/:queue/:id/reverse', { params: { queue, id }, reason }, { idempotencyKey }),
  )
