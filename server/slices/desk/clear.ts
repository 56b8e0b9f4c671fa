import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { decide } from './decide.ts'
import { queueOf } from './list.ts'
import { reasonIn } from './rules.ts'

type Result = AnswerOf<'POST /api/console/desk/approve-clear'>['results'][number]

/**
 * Approves several clear items (rules.md §17.3), one after the other, each as if it were decided alone: in a
 * transaction of its own, with its own audit and its own stored answer. So the same call again repeats
 * nothing, and goes on where it broke off.
 * @throws Refusal `INVALID_REQUEST` no reason of this queue, `NO_DATA` no such queue
 */
export async function approveClear(
  context: Context,
  operator: OperatorCaller,
  { queue, items, ...said }: BodyOf<'POST /api/console/desk/approve-clear'>,
  key: string | undefined,
): Promise<{ results: Result[] }> {
  const choice = 'approve'
  const reason = reasonIn({ queue, choice }, said)
  queueOf(context, queue)
  const results: Result[] = []
  for (const { id, ...clearAs } of items) {
    const own = key === undefined ? undefined : `${key} ${id}`
    const none = { id, decidedBy: null, choice: null }
    try {
      await decide(context, { queue, id, choice, operator, ...reason, key: own, clearAs })
      results.push({ ...none, code: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { decidedBy = null, choice: decided = null } = error.details as Partial<Result>
      results.push({ ...none, code: error.code, decidedBy, choice: decided })
    }
  }
  return { results }
}
