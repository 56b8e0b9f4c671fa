import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database.ts'
import type { Choice } from '../../platform/desk.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import type { Decision, Said } from './rules.ts'
import { findAnswer, keepAnswer } from './store.ts'

/**
 * The answer of a decision by its `Idempotency-Key`, stored in the decision's own transaction: an operator whose answer
 * was lost sends the call again and gets it. Refusals are not stored, because they moved nothing.
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
): string =>
  createHash('sha256')
    .update(JSON.stringify([queue, id, choice, reason, Object.entries(said).sort(), reasonCode]))
    .digest('base64url')

/** The caller and the key. */
type Keyed = Pick<Decision, 'operator' | 'key'>

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
