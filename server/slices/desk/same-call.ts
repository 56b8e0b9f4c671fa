import { createHash } from 'node:crypto'
import type { Choice } from '../../desk/queue.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import type { Decision, Said } from './rules.ts'
import { deleteAnswer, findAnswer, keepAnswer } from './store.ts'

/**
 * The answer of an operator's call by its `Idempotency-Key`, stored in the call's own transaction: an
 * operator whose answer was lost sends the call again and gets it. Refusals are not stored, because they
 * changed nothing.
 */

export const fingerprintOf = (
  {
    queue,
    id,
    choice,
    reason,
    reasonCode,
  }: Pick<Decision, 'queue' | 'id' | 'reason' | 'reasonCode'> & { choice: Choice | 'reverse' },
  said: Said = {},
): string => digestOf([queue, id, choice, reason, Object.entries(said).sort(), reasonCode])

/** The fingerprint of what a call asks. */
export const digestOf = (asked: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url')

/** The caller and the key; a call without a key is not stored. */
export type Keyed = Pick<Decision, 'operator' | 'key'>

/**
 * The stored answer of the same call.
 * @throws Refusal `IDEMPOTENCY_CONFLICT` if the key was used for another call
 */
export async function replay<Outcome>(
  { db }: Context,
  { operator, key }: Keyed,
  fingerprint: string,
): Promise<Outcome | undefined> {
  const kept = key === undefined ? undefined : await findAnswer<Outcome>(db, operator.operatorId, key)
  if (kept && kept.fingerprint !== fingerprint) throw new Refusal('IDEMPOTENCY_CONFLICT')
  return kept?.answer
}

/** @throws Refusal `IDEMPOTENCY_CONFLICT` if the key was used for something else meanwhile */
export async function keep(
  { clock }: Context,
  tx: Tx,
  { operator, key }: Keyed,
  fingerprint: string,
  answer: object,
): Promise<void> {
  if (key === undefined) return
  const { operatorId } = operator
  if (!(await keepAnswer(tx, { operatorId, key, fingerprint, answer, at: clock.now() }))) {
    throw new Refusal('IDEMPOTENCY_CONFLICT')
  }
}

/**
 * For a refused call that may have come twice at once: the answer of the other one, if that was carried out.
 * @param ask reads the stored answer
 * @returns what handles the refusal; it throws it if there is no such answer
 */
export const onceMore =
  <Outcome>(ask: () => Promise<Outcome | undefined>) =>
  async (error: unknown): Promise<Outcome> => {
    const other = error instanceof Refusal ? await ask() : undefined
    if (other === undefined) throw error
    return other
  }

/** Frees a key whose answer does not hold any more. */
export const forget = async ({ db }: Context, { operator, key }: Keyed): Promise<void> =>
  key === undefined ? undefined : deleteAnswer(db, operator.operatorId, key)
