import { addSeconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, readSettings, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { findCheckedAt } from './session-store.ts'

/** How long a proof of identity counts in a session (rules.md §17.8). */

const confirmMinutes = defineSetting(
  'operator.confirmMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  15,
  'Minutes after which an operator proves again who they are before an approval that takes two people',
)

/**
 * Refuses decisions of two people, and changes of the second factor, in a session without a recent proof of
 * identity (`operator.confirmMinutes`). The login is a proof. For the deciding transaction.
 * @throws Refusal `CONFIRM_IDENTITY`
 */
export async function requireChecked(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { sessionHash }: Pick<OperatorCaller, 'sessionHash'>,
): Promise<void> {
  const minutes = (await readSettings(tx, [confirmMinutes]))(confirmMinutes)
  const at = await findCheckedAt(tx, sessionHash)
  if (!at || at <= addSeconds(clock.now(), -minutes * 60)) throw new Refusal('CONFIRM_IDENTITY')
}
