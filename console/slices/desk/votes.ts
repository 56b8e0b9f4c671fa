import { differs } from '@krapao/contract/comparison.ts'
import type { Candidate, Item, Member } from './queries.ts'

export type Verdict = Item['verdicts'][number]['verdict']

/** What an operator is about to say of an item; member, amount and transfer where the item does not tell them. */
interface Statement {
  verdict: Verdict
  member: Member | null
  amount: number | null
  transfer?: Candidate | undefined
}

/** How many different operators a verdict takes; two also where it names a member whom the sender is not. */
export function neededFor(item: Item, { verdict, member, transfer }: Omit<Statement, 'amount'>): number {
  if (verdict === 'refuse') return item.refusalsNeeded
  const whose = member ?? item.member
  const evidence = transfer?.evidence ?? item.evidence
  const isOther = whose !== null && differs({ queue: item.queue, evidence }, whose)
  return isOther ? Math.max(2, item.approvalsNeeded) : item.approvalsNeeded
}

/** The verdict that the next one counts together with; those of people who may decide no longer count with none. */
export const lastWord = ({ verdicts }: Pick<Item, 'verdicts'>): Item['verdicts'][number] | undefined =>
  verdicts.find(({ counts }) => counts)

/**
 * What a verdict leads to, and what was said first. `alone`: nobody said anything, and it suffices. `first`: it waits for
 * a second person. `second`: it takes effect with what was said. `replaces`: it says something else, so the first
 * counts no longer and this one waits. `ends`: it says something else, and suffices.
 */
export function stepOf(
  item: Item,
  said: Statement,
): {
  step: 'alone' | 'first' | 'second' | 'replaces' | 'ends'
  before: Item['verdicts'][number] | undefined
} {
  const before = lastWord(item)
  const suffices = neededFor(item, said) === 1
  if (!before) return { step: suffices ? 'alone' : 'first', before }
  const agrees =
    before.verdict === said.verdict &&
    (before.member?._id ?? null) === (said.member?._id ?? null) &&
    before.amount === said.amount &&
    before.transferId === (said.transfer?.transferId ?? null)
  return { step: agrees ? 'second' : suffices ? 'ends' : 'replaces', before }
}
