import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { api } from '../../../app/api.ts'
import type { Item } from '../queries.ts'
import type { Choice } from '../words/votes.ts'
import { sendOnce } from './send-once.ts'

type Said = BodyOf<'POST /api/console/desk/:queue/:id/approve'>
export type ClearResult = AnswerOf<'POST /api/console/desk/approve-clear'>['results'][number]

/**
 * Sends a decision about an item as it was shown. @returns whether the item is decided now; false: it waits
 * for a second operator @throws ApiError
 */
export async function sendDecision(
  { queue, id, question }: Pick<Item, 'queue' | 'id' | 'question'>,
  choice: Choice,
  said: Omit<Said, 'question'>,
): Promise<boolean> {
  const answer = { ...said, ...(question !== undefined && { question }) }
  const { status } = await sendOnce([queue, id, choice, answer], (idempotencyKey) => {
    const given = { params: { queue, id }, ...answer }
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

/** Asks for a member's bonus to end. @throws ApiError */
export const sendBonusEnd = (
  memberId: string,
  asked: BodyOf<'POST /api/console/members/:id/bonus/end'>,
): Promise<{ id: string }> =>
  sendOnce(['bonus-end', memberId, asked], (idempotencyKey) =>
    api(
      'POST /api/console/members/:id/bonus/end',
      { params: { id: memberId }, ...asked },
      { idempotencyKey },
    ),
  )

/** Approves several clear items of a queue as they are shown. @throws ApiError */
export async function sendClear(
  body: BodyOf<'POST /api/console/desk/approve-clear'>,
): Promise<ClearResult[]> {
  const { results } = await sendOnce(['clear', body], (idempotencyKey) =>
    api('POST /api/console/desk/approve-clear', body, { idempotencyKey }),
  )
  return results
}
