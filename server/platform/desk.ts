import type {
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

/** Something that waits for an operator, as its owner tells it; the desk adds the member's data and the approvals. */
export type DeskEntry = Omit<
  Static<typeof DeskItem>,
  'queue' | 'member' | 'verdicts' | 'approvalsNeeded' | 'refusalsNeeded'
> & {
  memberId: string | null
}

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
  /** How much waits. */
  count(): Promise<number>
  /** What waits, oldest first. `after`: the id of the last entry of the page before. */
  list(page: { after?: string; limit: number }): Promise<DeskEntry[]>
  /** One entry that waits; undefined when there is none, or it is decided. */
  find(id: string): Promise<DeskEntry | undefined>
  /**
   * Carries a decision out, in the desk's transaction: only `tx` may be used, nothing slow, no call to the outside. What
   * has to be done outside is left to the owner's own job. The state of the entry is checked and changed in one
   * conditional statement, so that of several decisions at once one takes effect.
   * @returns why it was closed otherwise than the operator wanted: that is kept, too, and the operator is told
   * @throws Refusal `ALREADY_DECIDED`, `NO_DATA`, and what the decision itself may be refused with
   */
  decide(tx: Tx, id: string, decision: DeskDecision): Promise<Overtaken | undefined>
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
