import { memberRoom } from '@krapao/contract/events.ts'
import type { Tx } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { type Notifier, notifyMember } from '../push/public.ts'

/**
 * Notifies the open pages of members that their deposits have changed, so that they fetch them again.
 * @param memberIds none where the member is not known
 * @param tx the transaction of the change: the pages hear of it once it has committed, never if it rolls
 *   back. Left out where the change has been committed already.
 */
export function notifyDepositsChanged(
  { sockets }: Pick<Context, 'sockets'>,
  memberIds: readonly (string | null | undefined)[],
  tx?: Tx,
): void {
  const emit = () => {
    for (const memberId of memberIds) if (memberId) sockets.emit(memberRoom(memberId), 'deposits-changed')
  }
  if (tx) tx.afterCommit(emit)
  else emit()
}

/**
 * Notifies a member, also while the app is closed, that a slip, an announcement or a gift was refused. The
 * reason is shown only in the app, because others may see a locked screen.
 * @param tx as above
 */
export function notifyRefused(
  context: Notifier,
  { id, memberId }: { id: string; memberId: string },
  tx?: Tx,
): void {
  notifyMember(context, memberId, { key: `refused:${id}`, kind: 'refused', text: 'notCredited' }, tx)
}
