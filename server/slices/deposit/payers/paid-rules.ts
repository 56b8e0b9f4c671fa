import { differs } from '@krapao/contract/comparison.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { mayBeOneName } from '@krapao/contract/name-comparison.ts'
import { compareAccountNo, readAccountNo, withoutZeros } from '@krapao/contract/sender.ts'
import { evidenceOf } from '../../../desk/queue.ts'
import { deskMember, type Member } from '../../account/public.ts'
import type { PastCredit } from './paid-store.ts'
import { phonesOf, type SenderAccount } from './sender-rules.ts'

/** The earlier credits that tell something about a sender, and about the payers of a member. */

/**
 * Whether an earlier credit's sender is this one. At one bank a whole number is one account; of a masked
 * number the name has to go with it, because many accounts show the same digits.
 */
export function isSameSender(past: SenderAccount, sender: SenderAccount): boolean {
  if (past.bank === '' || past.bank !== sender.bank) return false
  if (compareAccountNo(past.accountNo, sender.accountNo, 3) !== 'same') return false
  const isWhole = readAccountNo(past.accountNo, 0)?.isWhole && readAccountNo(sender.accountNo, 0)?.isWhole
  return isWhole === true || mayBeOneName(past.name, sender.name)
}

/** The payments of one sender for one member. */
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

/** The payments of one account of somebody else for a member, as the bank showed it last. */
export interface PaidBy extends SenderAccount {
  count: number
  amountMinor: number
  lastAt: Date
}

/**
 * A member's credits by account, the last one first, without those that may come from the member's own
 * account or wallet. Accounts with masked numbers are distinguished by the name.
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
      const amountMinor = all.reduce((sum, credit) => sum + credit.amountMinor, 0)
      return { bank, accountNo, name, lastAt: at, count: all.length, amountMinor }
    })
    .sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
}
