import { compareNames } from '@krapao/contract/name-comparison.ts'
import { compareAccountNo, readAccountNo, withoutZeros } from '@krapao/contract/sender.ts'
import type { TieReason } from '@krapao/contract/slices/desk/ties.ts'
import type { Payer } from './paid-store.ts'

/** The ties between members (rules.md §2.10), without database, clock or network. */

/**
 * Reasons that hardly ever are chance. A network is shared by strangers, and an inviter is another person
 * than the invited one.
 */
const strong: readonly TieReason[] = ['DEVICE', 'BANK_ACCOUNT', 'PAYER', 'PERSON']

export const isStrong = (reasons: readonly TieReason[]): boolean =>
  reasons.some((reason) => strong.includes(reason))

/**
 * Whether two payers are one: their numbers agree as far as both are shown and, where a bank masks one of
 * them, the names do as well, because strangers may share four digits.
 */
export function isSamePayer(payer: Payer, other: Payer): boolean {
  if (payer.bankCode !== other.bankCode) return false
  const [digits, others] = [wholeDigits(payer), wholeDigits(other)]
  if (digits !== undefined && others !== undefined) return digits === others
  if (compareAccountNo(payer.accountNo, other.accountNo) !== 'same') return false
  return (
    compareNames(payer.accountName, other.accountName) === 'same' ||
    compareNames(other.accountName, payer.accountName) === 'same'
  )
}

/**
 * The digits of a number that is shown whole, without leading zeros; undefined where a part of it is masked.
 */
function wholeDigits({ accountNo }: Payer): string | undefined {
  const shown = readAccountNo(accountNo, 0)
  return shown?.isWhole ? withoutZeros(shown.pattern) : undefined
}

/** Whether one of the names of a person is one of another's, whole on both sides; `[own, of the account]`. */
export const isSamePerson = (own: readonly string[], others: readonly string[]): boolean =>
  own.some((name) =>
    others.some((other) => compareNames(name, other) === 'same' && compareNames(other, name) === 'same'),
  )
