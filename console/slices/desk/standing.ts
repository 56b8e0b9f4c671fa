import type { Item } from './queries.ts'

export type Verdict = Item['verdicts'][number]['verdict']

/** What an operator is about to say of an item; member and amount where the item does not tell them. */
interface Statement {
  verdict: Verdict
  memberId: string | null
  amount: number | null
}

/** How many different operators a verdict takes. */
export const neededFor = (item: Item, verdict: Verdict): number =>
  verdict === 'approve' ? item.approvalsNeeded : item.refusalsNeeded

/**
 * What a verdict leads to, and what was said first. `alone`: nobody said anything, and it suffices. `first`: it waits for
 * a second person. `second`: it takes effect with what was said. `replaces`: it says something else, so the first
 * counts no longer and this one waits. `ends`: it says something else, and suffices.
 */
export function stepOf(
  { verdicts, ...item }: Item,
  said: Statement,
): {
  step: 'alone' | 'first' | 'second' | 'replaces' | 'ends'
  before: Item['verdicts'][number] | undefined
} {
  const before = verdicts[0]
  const suffices = neededFor({ verdicts, ...item }, said.verdict) === 1
  if (!before) return { step: suffices ? 'alone' : 'first', before }
  const agrees =
    before.verdict === said.verdict &&
    (before.member?._id ?? null) === said.memberId &&
    before.amount === said.amount
  return { step: agrees ? 'second' : suffices ? 'ends' : 'replaces', before }
}
