/** Something in the books that cannot be so. */
export interface Defect {
  /** The journal that it shows at, or null where no journal is to blame. */
  journalId: number | null
  what: string
}

/** Notes a defect. */
export type Complain = (journalId: number | null, what: string) => void
