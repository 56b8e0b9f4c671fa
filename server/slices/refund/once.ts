import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPassing } from '../../platform/database-trouble.ts'
import { Refusal } from '../../platform/refusal.ts'
import { requestId } from '../../platform/request-id.ts'

/** Calls that move what a member has waiting: each takes effect once, however often and wherever it is made. */

/** Another call has moved what this one had read; nothing of this one is stored. */
export class Superseded extends Error {}

const tries = 8

/**
 * The id of what a call makes: its repetition under the same key makes the same.
 * @param key the caller's `Idempotency-Key`
 */
export const idOfCall = (prefix: string, memberId: string, key: string | undefined): string =>
  `${prefix}${requestId(prefix, memberId, key ?? randomUUID())}`

/** Runs `act`, which reads, decides and stores by one transaction, until no other call has come in between. */
export async function untilAlone<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let turn = 1; ; turn++) {
    try {
      return await act()
    } catch (error) {
      if (!isSuperseded(error) || turn === tries) throw error
      await sleep(Math.random() * 10 * 2 ** turn)
    }
  }
}

/** The money is gone, or the journal was written by another one: whoever was quicker has stored why. */
const isSuperseded = (error: unknown): boolean =>
  error instanceof Superseded ||
  (error instanceof Refusal && ['MONEY_NOT_ENOUGH', 'IDEMPOTENCY_CONFLICT'].includes(error.code)) ||
  isPassing(error)
