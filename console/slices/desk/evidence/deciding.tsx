import { LoadingRows } from '../../../ui/loading-rows.tsx'
import type { QueueName } from '../queries.ts'
import { type Item, useEvidence } from '../queries.ts'
import { LastAnswer } from './last-answer.tsx'
import { Signs } from './signs.tsx'

/** Queues in which a decision hangs on one thing before all others. */
const hasOne: Partial<Record<QueueName, true>> = {
  withdrawal: true,
  payout: true,
  transfer: true,
  gift: true,
}

/**
 * What a decision hangs on, right below the amount: what speaks against paying a withdrawal, and what the
 * other side answered where it is not known what became of money. Its room is kept while it is asked for.
 */
export function Deciding({ item }: { item: Item }) {
  const { data, error } = useEvidence(item)
  if (!hasOne[item.queue]) return null
  // That it could not be loaded is said where the rest of it stands.
  if (!data) return error ? null : <LoadingRows className="h-20" count={1} />
  if (data.origin) return <Signs origin={data.origin} />
  return data.attempts ? <LastAnswer item={item} attempts={data.attempts} /> : null
}
