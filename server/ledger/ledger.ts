import type { HouseAccountName } from '@krapao/contract/ledger-accounts.ts'
import type { Asset } from '@krapao/contract/money.ts'
import type { Tx } from '../platform/database.ts'
import type { DatabaseTrouble } from '../platform/database-trouble.ts'

/**
 * The ledger's interface for every other part of the server (rules.md §1). Nothing else writes balances.
 *
 * All amounts are `amountMinor`: integers of the asset's minor unit, never zero in a leg. A posting's legs
 * add up to zero per asset. Member accounts never go below zero; house accounts may.
 * @template P the postings that its users may make
 */
export interface LedgerOf<P extends Posting> {
  /**
   * Posts one journal through group commit: postings that arrive together are one statement in one
   * transaction, each with its own outcome. The same key again answers with the first journal (`replayed:
   * true`).
   *
   * Two-phase movements are postings too: `phase: 'pending'` holds, then exactly one of `posted` or `voided`
   * names the hold by `pendingKey` and moves what was held on, or back. A second resolution with the same
   * kind and legs replays the first one.
   *
   * Rejects with `DatabaseTrouble` when the database is away; whether the posting was written is then
   * unknown, and posting the same key again is the safe way to find out. `database-busy`: somebody keeps an
   * account of it locked; nothing was written.
   * @throws Refusal `MONEY_NOT_ENOUGH`, `IDEMPOTENCY_CONFLICT` (same key, other money: kind, phase, hold,
   *   member or legs; `meta` and `expect` are not compared)
   * @throws VersionConflict when `expect` no longer holds
   * @throws HoldResolved the hold was resolved before, in another way
   * @throws TypeError a malformed posting, a `pendingKey` that names no hold, or an end that does not take
   *   off exactly what its hold has put on
   */
  post(posting: P): Promise<Journal>

  /**
   * The same inside the caller's own transaction (READ COMMITTED, as PostgreSQL's default is), for facts that
   * must commit together with the money. The accounts stay locked until it commits, so do slow things before,
   * not after. Listeners of `onPosted` are called after the commit. A refusal leaves the transaction usable;
   * any other error (deadlock 40P01 among them) is the end of it, and the caller may run the whole of it
   * again.
   */
  postIn(tx: Tx, posting: P): Promise<Journal>

  /**
   * Several postings inside the caller's own transaction, by one statement. One result per posting, in order:
   * what `postIn` would answer, or the error that it would throw for a refusal. A refused one does not harm
   * the others. As with `post`, an account that somebody keeps locked is not waited for again and again:
   * `database-busy`.
   */
  postAllIn(tx: Tx, postings: P[], options?: PostingOptions): Promise<(Journal | Error)[]>

  /**
   * Locks the wallets of members, and their other accounts of these names, in the caller's own transaction
   * and in the order of every posting. What the transaction reads next about these members stays true until
   * it has posted.
   */
  lockWalletsIn(tx: Tx, memberIds: string[], others: string[]): Promise<LockedWallets>

  /**
   * Holds that are neither posted nor voided, oldest first; `after`: only those after the hold of this
   * journal id.
   */
  openHolds(filter: {
    kind: string
    olderThan?: Date
    memberId?: string
    after?: number
    limit: number
  }): Promise<Hold[]>
  /** One hold by the key of its pending journal, with its resolution if there is one. */
  findHold(key: string): Promise<Hold | undefined>

  /**
   * Reverses a journal by one with opposite legs, at most once per original: again answers with the first
   * reversal. A settled hold is reversed by the key of its `posted` journal, hold and settlement together.
   * @throws Refusal `NO_DATA` no such journal, `MONEY_NOT_ENOUGH` what it brought is spent
   * @throws TypeError a hold (void it), a voided hold, or a reversal
   */
  reverse(originalKey: string, reason: string): Promise<Journal>

  /** The same inside the caller's own transaction, as `postIn` is to `post`; with what it moved. */
  reverseIn(tx: Tx, originalKey: string, reason: string): Promise<Journal & { legs: Leg[] }>

  /** Balances of a member's accounts, by account name (one asset each); accounts never used are absent. */
  balances(memberId: string): Promise<Map<string, AccountBalance>>
  /**
   * The same as the caller's own transaction sees them: after its postings, and whatever others have
   * committed.
   */
  balancesIn(tx: Tx, memberId: string): Promise<Map<string, AccountBalance>>
  /** A house account's balance: its snapshot plus later entries. */
  houseBalance(name: string, asset: Asset): Promise<number>

  /**
   * Checks that a posting could be written, without writing one.
   * @throws DatabaseTrouble if postings cannot be written at present
   */
  probe(): Promise<void>

  /**
   * Called after commit with the members whose accounts this node's postings moved. Returns the unsubscriber.
   */
  onPosted(listener: (memberIds: string[]) => void): () => void

  /**
   * Seals the journals since the last seal (rules.md §1.7); a job runs it every minute. Does nothing while a
   * long transaction prevents it; the next run seals the rest.
   */
  seal(): Promise<void>
  /** Seconds for which the oldest journal that is in no seal yet has waited for one; 0 if there is none. */
  unsealedSeconds(): Promise<number>
  /** Moves house snapshots forward, under the same conditions; the same job runs it. */
  snapshotHouse(): Promise<void>
}

/** The ledger itself: it takes postings of any kind. */
export type Ledger = LedgerOf<Posting>

export interface PostingOptions {
  /** `at` of `lockWalletsIn`: the journals have this time, which is the one that the caller decided by. */
  at?: string
  /** A part of the same statement, which spares it a round trip. */
  beside?: Beside
}

/** SQL that runs in the statement of the postings, after them. */
export interface Beside {
  /**
   * Common table expressions, which may use `written (place)`: the places, from 1, of the postings that were
   * written by this statement and not before.
   * @param first the number of the parameter that has the first of `values`
   */
  sql(first: number): string
  values: unknown[]
}

export interface LockedWallets {
  /** The time after all of them were locked, as PostgreSQL's text because a `Date` has fewer digits. */
  at: string
  /**
   * By member: `locked`, or `database-busy` if somebody keeps it locked. A member without a wallet is absent.
   */
  wallets: Map<string, 'locked' | DatabaseTrouble>
}

/**
 * An account: a member's (`wallet`, `game:PG`, `in-transit:PG`, …) or the house's (`provider:PG`, `bank:…`).
 */
export type AccountRef = { member: string; name: string } | { house: HouseAccountName }

export interface Leg {
  account: AccountRef
  asset: Asset
  /** Positive: into the account; negative: out of it. */
  amountMinor: number
}

export interface Posting {
  /** The business fact, e.g. `slip:KBANK:0123` (rules.md §1.4). 1 to 200 characters; not `reverse:…`. */
  key: string
  /**
   * The kind of movement, e.g. `deposit`, `transfer`, `play`, `withdraw`; the statement's kinds come from it.
   */
  kind: string
  /** At most 20; legs on one account are added up. */
  legs: Leg[]
  /** The member whose statement shows it, if there is one. */
  memberId?: string
  /** Facts that explain it; kept with the journal, part of the seal. Never credentials. */
  meta?: Record<string, unknown>
  /**
   * With a hold: the claim under which a call makes it. The hold is refused once another call has taken the
   * claim over.
   */
  claim?: { key: string; holder: string }
  phase?: 'pending' | 'posted' | 'voided'
  /** With `posted` and `voided`: the key of the pending journal that this one resolves. */
  pendingKey?: string
  /**
   * Refuses the posting unless these member accounts are at these versions (each entry raises the version by
   * one; an account never used has version 0).
   */
  expect?: { account: { member: string; name: string }; asset: Asset; version: number }[]
}

export interface Journal {
  id: number
  key: string
  kind: string
  phase: 'single' | 'pending' | 'posted' | 'voided'
  memberId: string | null
  meta: Record<string, unknown>
  postedAt: Date
  /** Whether this is the answer of an earlier posting with the same key. */
  replayed: boolean
}

export interface Hold {
  pending: Journal
  legs: Leg[]
  resolution: Journal | null
}

export interface AccountBalance {
  asset: Asset
  amountMinor: number
  version: number
}

/** The accounts that a posting expected unchanged have moved; the caller reads again and decides again. */
export class VersionConflict extends Error {}

/** A hold was already posted or voided by another journal. */
export class HoldResolved extends Error {
  readonly resolution: Journal
  constructor(resolution: Journal) {
    super(`hold already ${resolution.phase} by ${resolution.key}`)
    this.resolution = resolution
  }
}
