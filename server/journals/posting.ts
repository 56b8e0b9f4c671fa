import type { Posting as AnyPosting, LedgerOf } from '../ledger/public.ts'
import type { Facts, Kind, PhaseOf } from './kinds.ts'

/** The postings of the product: each kind and phase with its facts. */
export type Posting = { [K in Kind]: { [P in PhaseOf<K>]: Of<K, P> }[PhaseOf<K>] }[Kind]

/** The facts may be left out where every one of them may. */
type Of<K extends Kind, P extends PhaseOf<K>> = Omit<AnyPosting, 'kind' | 'phase' | 'meta'> & {
  kind: K
} & (P extends 'single' ? { phase?: never } : { phase: P }) &
  (Record<string, never> extends Facts<K, P> ? { meta?: Facts<K, P> } : { meta: Facts<K, P> })

/** The postings of one kind. */
export type PostingOf<K extends Kind> = Extract<Posting, { kind: K }>

/** The ledger, for everything of the product: it posts only what `kinds.ts` knows. */
export type Ledger = LedgerOf<Posting>
