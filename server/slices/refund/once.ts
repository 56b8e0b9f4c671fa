import { type CallKey, type InnerKey, newKey } from '../../platform/call-key.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requestId } from '../../platform/request-id.ts'
import { untilAlone } from '../../platform/until-alone.ts'

/**
 * Calls that move waiting money of a member: each takes effect once, however often and wherever it is made.
 */

/**
 * The id of what a call makes: its repetition under the same key makes the same.
 * @param key the caller's `Idempotency-Key`
 */
export const idOfCall = (prefix: string, memberId: string, key: CallKey | InnerKey = newKey()): string =>
  `${prefix}${requestId(prefix, memberId, key)}`

/**
 * Runs `act`, which reads, decides and stores by one transaction, until no other call has moved the money in
 * between.
 */
export const untilMoved = <Result>(act: () => Promise<Result>): Promise<Result> =>
  untilAlone(act, { tries: 8, isInWay: isMoved })

/** The money is gone, or the journal was written by another one: the quicker call has stored why. */
const isMoved = (error: unknown): boolean =>
  error instanceof Refusal && ['MONEY_NOT_ENOUGH', 'IDEMPOTENCY_CONFLICT'].includes(error.code)
