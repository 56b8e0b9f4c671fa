import type { Currency } from '@krapao/contract/money.ts'
import type {
  DeskCounterpart,
  DeskItem,
  DeskLabel,
  DeskOvertaken,
  DeskQueueName,
  DeskVerdict,
} from '@krapao/contract/slices/desk/desk-item.ts'
import type { Static } from 'typebox'
import type { Tx } from './database.ts'

export type Verdict = Static<typeof DeskVerdict>
/** Why an approval closes an entry without the effect that it asked for. */
export type Overtaken = Static<typeof DeskOvertaken>

/** An item that waits for an operator, as its owner describes it; the desk adds the member's data and the votes. */
export type DeskEntry = Omit<
  Static<typeof DeskItem>,
  | 'queue'
  | 'member'
  | 'verdicts'
  | 'approvalsNeeded'
  | 'refusalsNeeded'
  | 'secondBecause'
  | 'referenceNeeded'
  | 'counterparts'
> & {
  memberId: string | null
  counterparts?: Counterpart[]
  /**
   * What the limits of people go by where it is more than `amount`, in the same unit: the sum that the entry is a part
   * of (rules.md §6.3).
   */
  sum?: number
}

/** Money that may be the same as an entry's, as its owner describes it; the desk adds its member. */
export type Counterpart = Omit<Static<typeof DeskCounterpart>, 'member'> & { memberId: string | null }

/** Evidence of facts, in their order, without those that nobody knows. */
export const evidenceOf = (facts: [DeskLabel, string | null | undefined][]): DeskEntry['evidence'] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []))

export interface DeskDecision {
  verdict: Verdict
  /** The operator whose decision takes effect. */
  operatorId: string
  reason: string
  /** Given where the entry has none: whose it is, and how much. */
  memberId?: string
  amountMinor?: number
  /** The transfer that an approval chose, where the entry has candidates. */
  transferId?: string
  /** The other side's reference of what an approval says was carried out there. */
  reference?: string
}

/** The outcome of an entry that does not wait, from its owner's rows; the audit log has people's decisions. */
export interface DeskEnd {
  /** As what it ended; null: it has not ended, but the system deals with it and no person is asked. */
  verdict: Verdict | null
  at: Date | null
  memberId: string | null
  amountMinor: number | null
  currency: Currency
}

/** What can be taken back of a decided item: one credit or payment of a member's, as the ledger has it. */
export interface Reversible {
  /** The journal that is reversed; of a settled hold, its settlement. */
  journalKey: string
  memberId: string
  amountMinor: number
  currency: Currency
  /** Facts to look it up by, outside too. */
  evidence: DeskEntry['evidence']
}

/**
 * Things of one kind that may need a person's decision (rules.md §5, §6). Their owner says what waits and what a decision
 * does; the desk sees to roles, two different people above the limit, and the audit log.
 */
export interface DeskQueue {
  name: Static<typeof DeskQueueName>
  /**
   * Whether a refusal gives back money that may have left all the same. It is as dangerous as an approval then, and above
   * the limit needs two different operators as well. False: it leaves things as they were, or what it gives back never left.
   */
  refusalInDoubt: boolean
  /**
   * Whether an approval says that something was carried out outside. It has to name the other side's reference then, by
   * which anybody can look it up later (rules.md §17.4).
   */
  referenceNeeded: boolean
  /** Whether every refusal takes two different operators: money leaves the house by it (rules.md §18). */
  refusalByTwo?: boolean
  /** Whether every approval takes two different operators. */
  approvalByTwo?: boolean
  /** Whether its entries are nobody's, so that an approval names no member. */
  ownerless?: boolean
  /** How much waits. */
  count(): Promise<number>
  /** What waits, oldest first. `after`: the id of the last entry of the page before. */
  list(page: { after?: string; limit: number }): Promise<DeskEntry[]>
  /** One entry that waits; undefined when there is none, or it is decided. */
  find(id: string): Promise<DeskEntry | undefined>
  /** The outcome of an item that does not wait; undefined when there never was one of this id. */
  ended(id: string): Promise<DeskEnd | undefined>
  /**
   * Where an approval chooses a transfer: the entry as it is with that one. Its amount and evidence are what the approval
   * is about, so they say how many operators it takes.
   * @throws Refusal `TRANSFER_TAKEN`
   */
  withTransfer?(entry: DeskEntry, transferId: string): Promise<DeskEntry>
  /**
   * Carries a decision out, in the desk's transaction: only `tx` may be used, nothing slow, no call to the outside. What
   * has to be done outside is left to the owner's own job. The state of the entry is checked and changed in one
   * conditional statement, so that of several decisions at once one takes effect.
   * @returns why it was closed otherwise than the operator wanted: that is kept, too, and the operator is told
   * @throws Refusal `ALREADY_DECIDED`, `NO_DATA`, and what the decision itself may be refused with
   */
  decide(tx: Tx, id: string, decision: DeskDecision): Promise<Overtaken | undefined>
  /** What can be taken back of a decided one (docs/decisions/0020); undefined where there is nothing of the kind. */
  reversible?(id: string): Promise<Reversible | undefined>
  /**
   * Takes back what `reversible` told, in the desk's transaction and under the same rules as `decide`: the journal is reversed
   * once, and the owner's rows say whose the money is now.
   * @throws Refusal `ALREADY_DECIDED` it is not as `reversible` told any more, `MONEY_NOT_ENOUGH` the member has spent it
   */
  reverse?(tx: Tx, journalKey: string, by: { operatorId: string; reason: string }): Promise<void>
}

/** The queues that slices have added. */
export interface Desk {
  add(queue: DeskQueue): void
  queues(): DeskQueue[]
}

export function createDesk(): Desk {
  const queues = new Map<string, DeskQueue>()
  return {
    add(queue) {
      if (queues.has(queue.name)) throw new TypeError(`desk queue ${queue.name} is added twice`)
      queues.set(queue.name, queue)
    },
    queues: () => [...queues.values()],
  }
}
