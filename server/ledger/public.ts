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
  openHoldsOf,
  type PlayResult,
  playKey,
  playResults,
  playsSince,
  postedAt,
  sealedPlay,
} from './queries.ts'
export {
  countStatement,
  findStatementRow,
  flowsOf,
  latestStatement,
  type StatementEntry,
  type StatementFilter,
  type StatementJournal,
  type StatementLeg,
  statementEntries,
  statementIds,
  statementOf,
  statementOwner,
} from './statement.ts'
