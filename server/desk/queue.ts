import type { Currency } from '@krapao/contract/money.ts'
import type { PayerRefusal } from '@krapao/contract/slices/deposit/transfer/payer.ts'
import type {
  DeskChoice,
  DeskCounterpart,
  DeskItem,
  DeskQueueName,
  DeskSuperseded,
} from '@krapao/contract/slices/desk/desk-item.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import type { DeskEvidence } from '@krapao/contract/slices/desk/evidence.ts'
import type { ReasonCode } from '@krapao/contract/slices/desk/reason-codes.ts'
import type { Static } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'
import type { OperatorCaller } from '../platform/http.ts'

export type Choice = Static<typeof DeskChoice>
/** The reason why an approval closed an entry without having the effect that the operator wanted. */
export type Superseded = Static<typeof DeskSuperseded>

/** The kinds of rows that items are about, each with keys of its own. */
export type Subject =
  | 'slip'
  | 'report'
  | 'gift'
  | 'announcement'
  | 'withdrawal'
  | 'payout'
  | 'transfer'
  | 'bonus-review'
  | 'bonus-end'
  | 'held-bet'
  | 'prize'
  | 'reversal'
  | 'campaign'
  | 'bet-day'

/** Which rows of a kind wait in a queue, as SQL without parameters. */
export interface Waiting {
  subject: Subject
  /** The column by which a row is found, with an index. */
  key: string
  keyType: 'text' | 'bigint'
  /** The item's id where it is not the key. */
  id?: string
  /** The time by which lists are ordered: timestamptz. */
  at: string
  /** Null: it belongs to nobody yet. */
  memberId: string
  /** Minor units of `currency`; null where the amount is not known. */
  amountMinor: string
  currency: string
  /** Of the sender or the payee; null where they are the member's. */
  bank?: string
  account?: string
  /** Text that is searched: ids, references and names. */
  words: string
  from: string
  where: string
}

/** A waiting item as the slice that owns it describes it; the desk adds the member's data and the votes. */
export type DeskEntry = Omit<
  Static<typeof DeskItem>,
  | 'queue'
  | 'member'
  | 'compared'
  | 'votes'
  | 'approvalsNeeded'
  | 'refusalsNeeded'
  | 'secondBecause'
  | 'referenceNeeded'
  | 'isClear'
  | 'counterparts'
  | 'isOwn'
> & {
  memberId: string | null
  /** The operator who made the waiting thing: the first of two, and never the second. */
  madeBy?: string
  counterparts?: Counterpart[]
  /**
   * The total that the entry is part of, in the unit of `amount`. If it is larger than `amount`, it decides
   * whether a second operator is needed (rules.md §6.3).
   */
  sum?: number
}

/**
 * A payment or credit that may be the same money as an entry, described by the slice that owns the entry; the
 * desk adds the member's data.
 */
export type Counterpart = Omit<Static<typeof DeskCounterpart>, 'member'> & { memberId: string | null }

type Shown = Static<typeof DeskEvidence>
type OfMember<Part> = Omit<NonNullable<Part> extends (infer One)[] ? One : never, 'member' | 'compared'> & {
  memberId: string
}

/**
 * The evidence for a decision beyond an entry's own facts, described by the slice that owns the entry; the
 * desk adds the members' data.
 */
export interface Evidence {
  /** Whose money it may be, in the order in which they are shown. */
  members?: OfMember<Shown['members']>[]
  /** Whom the sender paid for before. */
  paidFor?: OfMember<Shown['paidFor']>[]
  /** The reports of the bank's feed about the same transfer. */
  reports?: (Omit<NonNullable<Shown['reports']>[number], 'member'> & { memberId: string | null })[]
  /** Other slips of the same transfer. */
  slips?: OfMember<Shown['slips']>[]
  attempts?: NonNullable<Shown['attempts']>
  /** The desk adds what operators refused the member. */
  origin?: Omit<NonNullable<Shown['origin']>, 'ties' | 'refusals'> & {
    ties: OfMember<NonNullable<Shown['origin']>['ties']>[]
  }
  sharers?: OfMember<Shown['sharers']>[]
  payer?: NonNullable<Shown['payer']>
}

/** Builds an entry's evidence from facts, in the given order; facts without a value are left out. */
export const evidenceOf = (facts: [DeskLabel, string | null | undefined][]): DeskEntry['evidence'] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))

export interface DeskDecision {
  choice: Choice
  /** The operator whose decision takes effect. */
  operatorId: string
  /** The same as they call, for a queue that looks at more than the desk does. */
  caller?: OperatorCaller
  reason: string
  /** One of the queue's `reasonCodes`; the slice says to the member what it means (rules.md §17.3). */
  reasonCode?: ReasonCode
  /** The member that the operator named, if the entry has no member. */
  memberId?: string
  /** The amount that the operator named, if the entry has no amount. */
  amountMinor?: number
  /** The transfer that the operator chose, if the entry has candidates. */
  transferId?: string
  /** The entry's `question` as the operator was shown it; missing where it has none. */
  question?: string
  /** The other side's reference of the payment that an approval says was carried out there. */
  reference?: string
  /**
   * The vote that waited for this decision, or for another where this one suffices by now; also the
   * operator's own.
   */
  first?: { operatorId: string; name: string; at: Date; reference: string | null }
  /** The member's games that were read just before, by code, where the queue has them read (`readGames`). */
  gamesRead?: ReadonlySet<string>
  /**
   * That the sender is to be remembered for the member (rules.md §17.11), with this note, which may be empty.
   */
  payerNote?: string
}

/**
 * The outcome of an entry that no longer waits, read from the tables of the slice that owns it. Decisions of
 * operators are in the audit log.
 */
export interface DeskEnd {
  /** Null: the entry has not ended, but the system is settling it, so that no operator has to decide. */
  choice: Choice | null
  at: Date | null
  memberId: string | null
  amountMinor: number | null
  currency: Currency
  /** Why it ended without a person. */
  superseded?: Superseded
  /** The person who decided it elsewhere than at the desk, and the reason. */
  by?: { id: string; name: string }
  reason?: string
}

/**
 * The part of a decided item that can be reversed: one credit to a member, or one payment, as the ledger has
 * it.
 */
export interface Reversible {
  /** The journal that a reversal reverses; for a settled hold, the journal that settled it. */
  journalKey: string
  memberId: string
  amountMinor: number
  currency: Currency
  /** Facts by which the money can be looked up, also at the bank or provider. */
  evidence: DeskEntry['evidence']
}

/**
 * A review queue: items of one kind that may need an operator's decision (rules.md §5, §6). The slice that
 * owns the items lists them and carries decisions out; the desk checks roles, requires a second operator
 * above the limits, and writes the audit log.
 */
export interface DeskQueue {
  name: Static<typeof DeskQueueName>
  /**
   * True: a refusal gives money back to the member although the same money may already have been paid out, so
   * that it takes two operators above the limits, as an approval does. False: a refusal changes nothing, or
   * gives back money that certainly was not paid out.
   */
  refusalInDoubt: boolean
  /**
   * Whether an approval states that the other side carried something out. The operator then has to give the
   * other side's reference, so that the fact can be checked later (rules.md §17.4).
   */
  referenceNeeded: boolean
  /** Whether two people have to name one reference: a vote that has none does not count. */
  oneReference?: true
  /**
   * Why every refusal takes two different operators: it sends money out of the house (rules.md §18), or it
   * gives back money that may have left (§17.5), but for a contradiction, where nothing moves any more.
   */
  refusalByTwo?: 'RETURN' | 'NOT_CARRIED_OUT'
  /** Why every approval takes two different operators. */
  approvalByTwo?: 'REVERSAL' | 'BONUS_END'
  /** Whether the entries belong to no member, so that an approval names none. */
  ownerless?: boolean
  /**
   * The rows that wait, by which the desk keeps its list: of one kind, or of several that share the queue.
   */
  waiting: readonly Waiting[]
  /**
   * Those of these entries that wait, in no order, by a fixed number of queries; unknown ids are left out.
   */
  entries(ids: string[]): Promise<DeskEntry[]>
  /**
   * The evidence for a decision about a waiting entry (rules.md §17.7). Apart from `entries`, because it may
   * read much more; its cost is bounded all the same, and it locks nothing.
   */
  evidence?(entry: DeskEntry): Promise<Evidence>
  /**
   * For queues whose approval names a member: whether another one may be meant as well as the named one
   * (rules.md §17.5). The approval then takes two people, each with a reference.
   */
  rivalled?(entry: DeskEntry, memberId: string): Promise<boolean>
  /**
   * For queues whose entries may be approved together: what speaks against it, of entries by their ids
   * (rules.md §17.12). A fixed number of queries, however many entries.
   */
  doubts?(entries: DeskEntry[]): Promise<Map<string, readonly string[]>>
  /**
   * For queues whose approval may remember the sender: why it cannot be remembered, null where it can.
   * `decide` checks it again.
   */
  payerRefusal?(entry: DeskEntry): Promise<PayerRefusal | null>
  /**
   * For queues whose approval gives money under a condition, or takes it back: reads the balances of the
   * member's games, before the transaction (rules.md §7.1, §7.7).
   * @param isSecond whether somebody else has approved it
   * @returns the games that answered, by code
   * @throws Refusal where they keep it from being approved
   */
  readGames?(entry: DeskEntry, isSecond: boolean): Promise<ReadonlySet<string>>
  /**
   * Makes the next question to the other side due now; the slice's own follow-up asks it, as always once at a
   * time.
   * @returns false if it is being asked, or is due already
   */
  askOutside?(tx: Tx, entry: DeskEntry, clock: Clock): Promise<boolean>
  /** The outcome of an item that no longer waits; undefined if the id is unknown. */
  ended(id: string): Promise<DeskEnd | undefined>
  /**
   * For queues whose approval chooses a transfer: returns the entry with the amount and evidence of the
   * chosen transfer. Both decide how many operators the approval takes.
   * @throws Refusal `TRANSFER_TAKEN`
   */
  withTransfer?(entry: DeskEntry, transferId: string): Promise<DeskEntry>
  /**
   * Carries a decision out in the desk's transaction. It may only use `tx`, must be quick, and must not call
   * a bank or provider: such calls are left to a job of the slice. One conditional statement checks and
   * changes the entry's state, so that only one of several simultaneous decisions takes effect.
   * @returns the reason if the entry was closed in another way than the operator wanted; the desk records the
   *   reason and shows it to the operator
   * @throws Refusal `ALREADY_DECIDED`, `NO_DATA`, and further codes of the queue
   */
  decide(tx: Tx, id: string, decision: DeskDecision): Promise<Superseded | undefined>
  /**
   * The credit or payment of a decided item that can be reversed (docs/decisions/0020); undefined if there is
   * none.
   */
  reversible?(id: string): Promise<Reversible | undefined>
  /**
   * Reverses a journal that `reversible` returned, in the desk's transaction and under the same rules as
   * `decide`. The journal is reversed once, and the slice's tables record the owner of the money from now on.
   * @throws Refusal `ALREADY_DECIDED` if the item has changed since `reversible` returned, `MONEY_NOT_ENOUGH`
   *   if the member has spent the money
   */
  reverse?(tx: Tx, journalKey: string, by: { operatorId: string; reason: string }): Promise<void>
}

/** The entries at these places of the list that wait, in the order of the ids. */
export async function entriesOf(queue: DeskQueue, ids: string[]): Promise<DeskEntry[]> {
  const found = new Map((await queue.entries(ids)).map((entry) => [entry.id, entry]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
