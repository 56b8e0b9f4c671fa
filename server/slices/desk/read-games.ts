import type { DeskEntry, DeskQueue } from '../../desk/queue.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { listVotes } from './store.ts'

/**
 * Reads the games of an item's member before it is approved (`DeskQueue.readGames`). Asks the providers, so
 * not within a transaction.
 */
export async function readGames(
  { db }: Context,
  queue: DeskQueue,
  entry: DeskEntry,
  { operatorId }: OperatorCaller,
): Promise<ReadonlySet<string> | undefined> {
  if (!queue.readGames) return undefined
  const votes = await listVotes(db, queue.name, [entry.id])
  const isSecond = votes.some((vote) => vote.choice === 'approve' && vote.operator_id !== operatorId)
  return queue.readGames(entry, isSecond)
}
