import { may, type rights } from '@krapao/contract/slices/operator/roles.ts'
import type { Tx } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { type Colleague, requireChecked, requireUntied } from '../operator/public.ts'
import { selectApprovedHosts } from './host-store.ts'
import { isOwnHost } from './hosts.ts'

/**
 * When what bot and canned replies say takes two people (rules.md §12.10, §17.5). For transactions that hold
 * the lock `chatTexts`.
 */

/**
 * The hosts for which a second person is needed: neither the installation's own, nor in what is in force, nor
 * approved.
 * @param hosts of what is to be said
 * @param inForce of what is said now
 */
export async function newHostsOf(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  tx: Tx,
  { hosts, inForce }: { hosts: string[]; inForce: string[] },
): Promise<string[]> {
  const foreign = hosts.filter((host) => !isOwnHost(publicUrl, host) && !inForce.includes(host))
  if (foreign.length === 0) return []
  const approved = await selectApprovedHosts(tx, foreign)
  return foreign.filter((host) => !approved.includes(host))
}

/**
 * Refuses an approval by an operator who cannot be the author's second person, or has not proved their
 * identity lately.
 * @param people caller and author, locked
 * @param right the author's, who must still have it
 * @throws Refusal `SECOND_OPERATOR`, `AUTHOR_INACTIVE`, `OPERATORS_TIED`, `CONFIRM_IDENTITY`
 */
export async function requireSecondPerson(
  context: Context,
  tx: Tx,
  caller: OperatorCaller,
  { author, people, right }: { author: string; people: Colleague[]; right: keyof typeof rights },
): Promise<void> {
  if (author === caller.operatorId) throw new Refusal('SECOND_OPERATOR')
  const found = people.find(({ id }) => id === author)
  if (!found?.isActive || !may(found.role, right)) throw new Refusal('AUTHOR_INACTIVE')
  await requireUntied(context, tx, caller.operatorId, [author])
  await requireChecked(context, tx, caller)
}
