import type { AnswerOf } from '@krapao/contract/client.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import type { Pending } from '../wallet/public.ts'

type Outcome = AnswerOf<'GET /api/wallet/deposit/:key'>

/** How a deposit that was opened while under way has ended. OVER: the server does not say how. */
export type End = Exclude<Outcome['state'], 'UNDER_WAY' | 'CREDITED' | 'CLOSED'> | 'OVER'

export type Shown =
  | { at: 'under-way'; row: Pending }
  | { at: 'arrived'; amount: number }
  | { at: 'ended'; end: End; amount: number | null }

/**
 * What a followed deposit shows. It shows that money has arrived only if the server says so about this very
 * deposit; without an answer it stays as it was opened.
 * @param opened the row that was pressed
 * @param row the same row now, if it is still under way
 * @param error why the server did not answer
 */
export function shownOf(
  opened: Pending,
  row: Pending | undefined,
  outcome: Outcome | undefined,
  error: unknown,
): Shown {
  if (!outcome) {
    const isUnknown = error instanceof ApiError && error.code === 'NO_DATA'
    return isUnknown ? { at: 'ended', end: 'OVER', amount: opened.amount } : underWay(row ?? opened)
  }
  const amount = outcome.amount ?? opened.amount
  switch (outcome.state) {
    case 'UNDER_WAY':
      return underWay(row ?? opened)
    case 'CREDITED':
      return { at: 'arrived', amount: amount ?? 0 }
    case 'CLOSED':
      return { at: 'ended', end: 'OVER', amount }
    default:
      return { at: 'ended', end: outcome.state, amount }
  }
}

const underWay = (row: Pending): Shown => ({ at: 'under-way', row })
