import { type ComparisonResult, compare } from '@krapao/contract/comparison.ts'
import { compareAccountNo, mayBeOneName, readAccountNo } from '@krapao/contract/sender.ts'
import type { MemberSign } from '@krapao/contract/slices/desk/evidence.ts'
import type { DeskEntry } from '../../../platform/desk.ts'
import type { Member } from '../../account/public.ts'
import type { PastCredit } from './possible-store.ts'
import type { SenderAccount } from './sender-rules.ts'

/** How much speaks for a member whose money it may be (rules.md §17.7). It orders a list; a person chooses. */

/** A sign for or against a member, besides the comparison. */
export interface Sign {
  sign: MemberSign
  at: Date | null
  count: number | null
}

/** What is known of a member in view of one transfer. */
export interface Evaluated {
  memberId: string
  score: number
  differs: boolean
  signs: Sign[]
}

type Points = Record<ComparisonResult, number>
const accountPoints: Points = { same: 30, fits: 20, unclear: 8, differs: 0 }
const namePoints: Points = { same: 32, fits: 26, unclear: 8, differs: 0 }
/**
 * Anybody can say something about money that is not theirs, so that what members said weighs less together than the
 * difference between a name that agrees and one that only may.
 */
const saidPoints = { SENT_SLIP: 7, ANNOUNCED: 5, QR_OPEN: 4 } as const
const phonePoints = 30
/** Of one earlier credit, and of each more; people decided about those, or the sender was certain. */
const paidPoints = { first: 10, more: 2, most: 18 }

/**
 * @param item what waits, with its sender in the evidence; compared as the desk itself does, so that what is red here
 *   takes two people there
 */
export function evaluateMember(
  item: Pick<DeskEntry, 'evidence'> & { queue: 'bank-transfer' | 'qr-payment' | 'slip' },
  member: Member,
  signs: Sign[],
): Evaluated {
  const lines = compare(item, member)
  const resultOf = (label: 'fromAccountNo' | 'fromName') =>
    lines.find((line) => line.label === label)?.result ?? 'differs'
  const isBankOther = lines.some(({ label, result }) => label === 'fromBank' && result === 'differs')
  // Digits prove something at one bank only.
  const account = isBankOther ? 0 : accountPoints[resultOf('fromAccountNo')]
  const score = account + namePoints[resultOf('fromName')] + signs.map(pointsOf).reduce((a, b) => a + b, 0)
  return {
    memberId: member.id,
    score: Math.min(score, 100),
    differs: lines.some(({ result }) => result === 'differs'),
    signs: [...signs, ...(member.isActive ? [] : [{ sign: 'INACTIVE' as const, at: null, count: null }])],
  }
}

function pointsOf({ sign, count }: Sign): number {
  if (sign === 'PAID_BEFORE') {
    return Math.min(paidPoints.first + paidPoints.more * ((count ?? 1) - 1), paidPoints.most)
  }
  if (sign === 'SAME_PHONE') return phonePoints
  return sign === 'INACTIVE' ? 0 : saidPoints[sign]
}

/** Whom nothing contradicts comes first, however much speaks for another; then the score, then the id. */
export const inOrder = (members: Evaluated[]): Evaluated[] =>
  [...members].sort(
    (a, b) =>
      Number(a.differs) - Number(b.differs) || b.score - a.score || (a.memberId < b.memberId ? -1 : 1),
  )

/**
 * Whether an earlier credit's sender is this one. At one bank a whole number is one account; of a masked number the name
 * has to go with it, because many accounts show the same digits.
 */
export function isSameSender(past: SenderAccount, sender: SenderAccount): boolean {
  if (past.bank === '' || past.bank !== sender.bank) return false
  if (compareAccountNo(past.accountNo, sender.accountNo, 3) !== 'same') return false
  const isWhole = readAccountNo(past.accountNo, 0)?.isWhole && readAccountNo(sender.accountNo, 0)?.isWhole
  return isWhole === true || mayBeOneName(past.name, sender.name)
}

/** What one sender paid for one member. */
export interface PaidFor {
  memberId: string
  count: number
  amountMinor: number
  lastAt: Date
}

/** A sender's earlier credits by member, the last one first. */
export function paidForBy(sender: SenderAccount, credits: PastCredit[]): PaidFor[] {
  const own = credits.filter((past) => isSameSender(past, sender))
  return [...Map.groupBy(own, ({ memberId }) => memberId)]
    .map(([memberId, all]) => ({
      memberId,
      count: all.length,
      amountMinor: all.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      lastAt: new Date(Math.max(...all.map(({ at }) => at.getTime()))),
    }))
    .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
}
