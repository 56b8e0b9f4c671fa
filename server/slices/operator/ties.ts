import { addSeconds } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, readSettings, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { type OperatorTieRow, selectOperatorTies } from './tie-store.ts'

/** Operators who cannot be the two people of one decision (rules.md §17.8). */

export const tieDays = defineSetting(
  'operator.tieDays',
  Type.Integer({ minimum: 0, maximum: 365 }),
  30,
  'Days in which two operators are not the two people of one decision, after one of them added, reset, promoted or reinstated the other, or one person was shown the one-time passwords of both',
)

/** A tie with the moment at which it ends. */
export type OperatorTie = OperatorTieRow & { until: Date }

/** The operators with whom this one cannot be the two people of a decision now, each with the last reason. */
export async function operatorTiesOf(
  { clock }: Pick<Context, 'clock'>,
  handle: Db | Tx,
  operatorId: string,
): Promise<OperatorTie[]> {
  const days = (await readSettings(handle, [tieDays]))(tieDays)
  const rows = await selectOperatorTies(handle, operatorId, addSeconds(clock.now(), -days * 86_400))
  return rows.map((row) => ({ ...row, until: addSeconds(row.at, days * 86_400) }))
}

/**
 * Refuses a decision of two people who may be one: within `operator.tieDays` one of them added, reset,
 * promoted or reinstated the other, or one person was shown the one-time passwords of both. For the deciding
 * transaction; both operators have to be locked in it (`lockOperators`), because what makes a tie locks them,
 * too.
 * @param others whose decisions count together with this operator's
 * @throws Refusal `OPERATORS_TIED` with `name` of the other, `act`, `isOwn` and `until`
 */
export async function requireUntied(
  context: Pick<Context, 'clock'>,
  tx: Tx,
  operatorId: string,
  others: readonly string[],
): Promise<void> {
  if (others.length === 0) return
  const tie = (await operatorTiesOf(context, tx, operatorId)).find(({ id }) => others.includes(id))
  if (!tie) return
  const { name, act, isOwn, until } = tie
  throw new Refusal('OPERATORS_TIED', { name, act, isOwn, until: until.toISOString() })
}
