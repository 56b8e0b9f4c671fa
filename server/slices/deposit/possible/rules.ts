import { type ComparisonResult, compare, differs } from '@krapao/contract/comparison.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { mayBeOneName } from '@krapao/contract/name-comparison.ts'
import { compareAccountNo, readAccountNo, withoutZeros } from '@krapao/contract/sender.ts'
import type { RememberedPayer } from '@krapao/contract/slices/deposit/transfer/payer.ts'
import type { MemberSign } from '@krapao/contract/slices/desk/evidence.ts'
import type { Static } from 'typebox'
import { type DeskEntry, evidenceOf } from '../../../desk/queue.ts'
import { deskMember, type Member } from '../../account/public.ts'
import { phonesOf, type SenderAccount } from '../payers/sender-rules.ts'
import type { PastCredit } from './store.ts'

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
  /** Whether the sending account may be the member's own: the registered one, or the wallet of the member's phone. */
  owns: boolean
  signs: Sign[]
  remembered: Remembered | null
}

export type Remembered = Static<typeof RememberedPayer>

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
const rememberedPoints = 20
const paidPoints = { first: 10, more: 2, most: 18 }

/**
 * @param item what waits, with its sender in the evidence; compared as the desk itself does, so that what is red here
 *   takes two people there
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
 * Whom nothing contradicts comes first, however much speaks for another; then the score, then the id. A sender who is
 * remembered shows a whole number: first comes whose own account it is, then for whom it is remembered, then the others.
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
 * Two members whose points differ by no more are alike: so much is one earlier credit, or a number that is shown whole instead of
 * masked, and either may be chance. What members say does not make up for it alone.
 */
const nearPoints = 10

/**
 * Whether another member may be meant as well as the chosen one, nobody of whom anything contradicts (rules.md §17.5). A member who
 * was not proposed is less likely than each of them.
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

/** What one account of somebody else paid for a member, as the bank showed it last. */
export interface PaidBy extends SenderAccount {
  count: number
  amountMinor: number
  lastAt: Date
}

/**
 * A member's credits by account, the last one first, without those that may come from the member's own account or
 * wallet. Accounts with masked numbers are distinguished by the name.
 */
export function paidByOthers(member: Member, credits: PastCredit[]): PaidBy[] {
  const own = new Set(phonesOf(member.username))
  const others = credits.filter(({ bank, accountNo, name }) => {
    const evidence = evidenceOf([
      ['fromBank', bank],
      ['fromAccountNo', accountNo],
      ['fromName', name],
    ])
    const isOwnWallet = bank === paymentWallet && phonesOf(accountNo).some((phone) => own.has(phone))
    return !isOwnWallet && differs({ queue: 'bank-transfer', evidence }, deskMember(member))
  })
  const accountIn = ({ bank, accountNo, name }: PastCredit): string => {
    const shown = readAccountNo(accountNo, 0)
    return JSON.stringify(shown?.isWhole ? [bank, withoutZeros(shown.pattern)] : [bank, accountNo, name])
  }
  return [...Map.groupBy(others, accountIn).values()]
    .map((all) => {
      const [last] = all.toSorted((a, b) => b.at.getTime() - a.at.getTime())
      const { bank = '', accountNo = '', name = '', at = new Date(0) } = last ?? {}
      const amountMinor = all.reduce((sum, one) => sum + one.amountMinor, 0)
      return { bank, accountNo, name, lastAt: at, count: all.length, amountMinor }
    })
    .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
}
