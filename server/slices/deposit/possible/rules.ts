import { type ComparisonResult, compare } from '@krapao/contract/comparison.ts'
import type { RememberedPayer } from '@krapao/contract/slices/deposit/transfer/payer.ts'
import type { MemberSign } from '@krapao/contract/slices/desk/evidence.ts'
import type { Static } from 'typebox'
import type { DeskEntry } from '../../../desk/queue.ts'
import type { Member } from '../../account/public.ts'

/**
 * How much speaks for a member whose money it may be (rules.md §17.7). It orders a list; a person chooses.
 */

/** A sign for or against a member, besides the comparison. */
export interface Sign {
  sign: MemberSign
  at: Date | null
  count: number | null
}

/** The facts about a member in view of one transfer. */
export interface Evaluated {
  memberId: string
  score: number
  differs: boolean
  /**
   * Whether the sending account may be the member's own: the registered one, or the wallet of the member's
   * phone.
   */
  owns: boolean
  signs: Sign[]
  remembered: Remembered | null
}

export type Remembered = Static<typeof RememberedPayer>

type Points = Record<ComparisonResult, number>
const accountPoints: Points = { same: 30, fits: 20, unclear: 8, differs: 0 }
const namePoints: Points = { same: 32, fits: 26, unclear: 8, differs: 0 }
/**
 * Anybody can say something about money that is not theirs, so that what members said weighs less together
 * than the difference between a name that agrees and one that only may.
 */
const saidPoints = { SENT_SLIP: 7, ANNOUNCED: 5, QR_OPEN: 4 } as const
const phonePoints = 30
/** Of one earlier credit, and of each more; people decided about those, or the sender was certain. */
const rememberedPoints = 20
const paidPoints = { first: 10, more: 2, most: 18 }

/**
 * @param item the waiting item, with its sender in the evidence; compared as the desk itself does, so that
 *   what is red here takes two people there
 */
export function evaluateMember(
  item: Pick<DeskEntry, 'evidence'> & { queue: 'bank-transfer' | 'qr-payment' | 'slip' },
  member: Member,
  signs: Sign[],
  remembered: Remembered | null = null,
): Evaluated {
  const lines = compare(item, member)
  const resultOf = (label: 'fromAccountNo' | 'fromName') =>
    lines.find((line) => line.label === label)?.result ?? 'differs'
  const isBankOther = lines.some(({ label, result }) => label === 'fromBank' && result === 'differs')
  // Digits prove something at one bank only.
  const account = isBankOther ? 0 : accountPoints[resultOf('fromAccountNo')]
  const said = signs.map(pointsOf).reduce((a, b) => a + b, 0)
  const score = account + namePoints[resultOf('fromName')] + said + (remembered ? rememberedPoints : 0)
  return {
    memberId: member.id,
    score: Math.min(score, 100),
    differs: lines.some(({ result }) => result === 'differs'),
    owns:
      (!isBankOther && resultOf('fromAccountNo') !== 'differs') ||
      signs.some(({ sign }) => sign === 'SAME_PHONE'),
    remembered,
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

/**
 * Whom nothing contradicts comes first, however much speaks for another; then the score, then the id. A
 * sender who is remembered shows a whole number: first comes whose own account it is, then for whom it is
 * remembered, then the others.
 */
export function inOrder(members: Evaluated[]): Evaluated[] {
  const isRemembered = members.some(({ remembered }) => remembered !== null)
  const place = ({ owns, remembered }: Evaluated): number =>
    !isRemembered || owns ? 0 : remembered === null ? 2 : 1
  return [...members].sort(
    (a, b) =>
      place(a) - place(b) ||
      Number(a.differs) - Number(b.differs) ||
      b.score - a.score ||
      (a.memberId < b.memberId ? -1 : 1),
  )
}

/**
 * Two members whose points differ by no more are alike: so much is one earlier credit, or a number that is
 * shown whole instead of masked, and either may be chance. The words of members alone do not make up for it.
 */
const nearPoints = 10

/**
 * Whether another member, whom nothing contradicts, may be meant as well as the chosen one (rules.md §17.5).
 * A member who was not proposed is less likely than each of them.
 */
export function isRivalled(
  members: readonly Pick<Evaluated, 'memberId' | 'score' | 'differs'>[],
  chosenId: string,
): boolean {
  const chosen = members.find(({ memberId }) => memberId === chosenId)
  // It takes two people already, because it differs.
  if (chosen?.differs) return false
  const least = chosen ? chosen.score - nearPoints : 0
  return members.some(({ memberId, differs, score }) => memberId !== chosenId && !differs && score >= least)
}
