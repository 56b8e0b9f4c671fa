/** What somebody outside is asked about; of those that a person may decide also the name of the review queue. */
export type WorkKind = 'transfer' | 'payout' | 'gift' | 'slip'

/** Names one piece of work; `key` as its kind has it: of a transfer the hold's key, else the id of the row. */
export interface WorkId {
  kind: WorkKind
  key: string
}
