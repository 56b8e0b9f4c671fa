import type { BodyOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { api } from '../../app/api.ts'
import type { Item } from './queries.ts'
import type { Choice } from './votes.ts'

type Said = BodyOf<'POST /api/console/desk/:queue/:id/approve'>

/** The idempotency keys of calls whose outcome is unknown, by what was sent. */
const open = new Map<string, string>()

/**
 * Sends a call about an item. If its answer is lost, the same call about the same item is sent again with the same
 * `Idempotency-Key`, so that pressing again returns the first answer.
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

/**
 * Sends a decision. @returns whether the item is decided now; false: it waits for a second operator @throws ApiError
 */
export async function sendDecision(
  { queue, id }: Pick<Item, 'queue' | 'id'>,
  choice: Choice,
  said: Said,
): Promise<boolean> {
  const { status } = await sendOnce([queue, id, choice, said], (idempotencyKey) => {
    const given = { params: { queue, id }, ...said }
    return choice === 'approve'
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
