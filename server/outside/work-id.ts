/**
 * The kinds of work with the other side; kinds that operators can decide have a review queue of the same
 * name.
 */
export type WorkKind = 'transfer' | 'payout' | 'gift' | 'slip'

/**
 * Identifies one piece of work. `key` is the hold's key for a transfer, and the id of the row for other
 * kinds.
 */
export interface WorkId {
  kind: WorkKind
  key: string
}
