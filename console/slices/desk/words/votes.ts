import { differs } from '@krapao/contract/comparison.ts'
import type { Candidate, Evidence, Item, Member } from '../queries.ts'

export type Choice = Item['votes'][number]['choice']

/** What an operator is about to decide; with member, amount and transfer if the item does not have them. */
interface Statement {
  choice: Choice
  member: Member | null
  amount: number | null
  transfer?: Candidate | undefined
  /** Whether another member may be meant as well (`isRivalled`). */
  rivalled?: boolean
}

/**
 * The number of different operators that a decision takes; at least two if the chosen member differs from the
 * sender, or is one of several who fit.
 */
export function neededFor(
  item: Item,
  { choice, member, transfer, rivalled = false }: Omit<Statement, 'amount'>,
): number {
  if (choice === 'refuse') return item.refusalsNeeded
  const whose = member ?? item.member
  const evidence = transfer?.evidence ?? item.evidence
  const isOther = whose !== null && differs({ queue: item.queue, evidence }, whose)
  return isOther || rivalled ? Math.max(2, item.approvalsNeeded) : item.approvalsNeeded
}

/** The vote that the next one is counted with. Votes of operators who may no longer decide do not count. */
export const lastVote = ({ votes }: Pick<Item, 'votes'>): Item['votes'][number] | undefined =>
  votes.find(({ counts }) => counts)

/**
 * Whether a decision needs nothing but a reason: one operator suffices, nothing is to be said or chosen,
 * nothing may be the same money, and nobody has decided otherwise. Everything else takes the whole form
 * (rules.md §17.3).
 * @param named the member whom the operator chose, where `onlyFit` returned it
 */
export function isQuick(item: Item, choice: Choice, named: Member | null = null): boolean {
  const isAlone = neededFor(item, { choice, member: named }) === 1 && !lastVote(item)
  if (choice === 'refuse') return isAlone
  const isKnown = item.amount !== null && (item.member !== null || named !== null || item.queue === 'return')
  const asksNothing = isKnown && !item.referenceNeeded && item.candidates === undefined
  return isAlone && asksNothing && !item.counterparts?.length
}

/**
 * The chosen member, if nothing contradicts that one alone of all whose money it may be; else null. Where two
 * fit, one of them may have been made to look like the other, so the choice is looked at once more.
 */
export function onlyFit(members: Evidence['members'], chosen: Member | null): Member | null {
  const fitting = members?.filter(({ differs }) => !differs) ?? []
  return fitting.length === 1 && fitting[0]?.member._id === chosen?._id ? chosen : null
}

/**
 * Whether another member may be meant as well as the chosen one. The server says it of those whom it
 * proposes; somebody who was found otherwise is less likely than each of them whom nothing contradicts.
 */
export function isRivalled(members: Evidence['members'], chosen: Member | null): boolean {
  if (!members || !chosen) return false
  const found = members.find(({ member }) => member._id === chosen._id)
  return found ? found.rivalled : members.some(({ differs }) => !differs)
}

/**
 * The effect of a decision, and the vote before it. `alone`: there is no vote, and one operator suffices.
 * `first`: it waits for a second operator. `second`: it agrees with the vote and takes effect. `replaces`: it
 * differs from the vote, which no longer counts, and waits itself. `ends`: it differs from the vote, and
 * suffices alone.
 */
export function stepOf(
  item: Item,
  said: Statement,
): {
  step: 'alone' | 'first' | 'second' | 'replaces' | 'ends'
  before: Item['votes'][number] | undefined
} {
  const before = lastVote(item)
  const suffices = neededFor(item, said) === 1
  if (!before) return { step: suffices ? 'alone' : 'first', before }
  const agrees =
    before.choice === said.choice &&
    (before.member?._id ?? null) === (said.member?._id ?? null) &&
    before.amount === said.amount &&
    before.transferId === (said.transfer?.transferId ?? null)
  return { step: agrees ? 'second' : suffices ? 'ends' : 'replaces', before }
}
