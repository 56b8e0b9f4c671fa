/** Something in the books that is impossible. */
export interface Defect {
  /** The journal at which it was found, or null if it belongs to none. */
  journalId: number | null
  what: string
}

/** Records a defect. */
export type Complain = (journalId: number | null, what: string) => void
