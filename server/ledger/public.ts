/** The ledger's exports; no other file of its folder is imported elsewhere. */
export { house, own, partsOf } from './accounts.ts'
export {
  type AccountBalance,
  type AccountRef,
  type Beside,
  type Hold,
  HoldResolved,
  type Journal,
  type Ledger,
  type LedgerOf,
  type Leg,
  type Posting,
  VersionConflict,
} from './ledger.ts'
export { createLedger } from './posting/create-ledger.ts'
export { type Report, verifyBooks, verifyIn } from './proof/books.ts'
export {
  type CreditedDeposit,
  creditedMinor,
  depositsBefore,
  depositsOf,
  flowSince,
  hasMovedMoney,
  heldAmounts,
  joinCredit,
  lockWallet,
  lossesSince,
  type Movement,
  movementsSince,
  openHoldsOf,
  type PlayResult,
  playKey,
  playResults,
  playsSince,
  postedAt,
  postedAtOf,
  postingTime,
  sealedPlay,
} from './queries.ts'
export {
  countRows,
  findRow,
  flowsOf,
  latestRows,
  type Row,
  type RowEntry,
  type RowFilter,
  type RowLeg,
  readRows,
  rowEntries,
  rowIds,
  rowOwner,
} from './rows.ts'
