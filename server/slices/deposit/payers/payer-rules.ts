import { paymentWallet } from '@krapao/contract/limits.ts'
import { mayBeOneName } from '@krapao/contract/name-comparison.ts'
import { readAccountNo, withoutZeros } from '@krapao/contract/sender.ts'
import type { PayerRefusal } from '@krapao/contract/slices/deposit/transfer/payer.ts'
import { findOwnSender, type OwnAccount, phonesOf, type SenderAccount } from './sender-rules.ts'

/** Which senders may be remembered, and which sender is a remembered one (rules.md §17.11). */

/**
 * An account that is one person's: a bank's whole number in digits, or a wallet's phone number in one
 * spelling.
 */
export interface PayerAccount {
  bankCode: string
  accountNo: string
}

/**
 * The digits of a bank's account number. Banks here have ten or more, so that fewer are a part of a number,
 * which other accounts may have as well.
 */
const digitsOfNumber = { least: 10, most: 20 }

/** @returns undefined where the bank is not known, or the number is masked, shortened or none */
export function payerAccountOf({ bank, accountNo }: SenderAccount): PayerAccount | undefined {
  if (bank === '') return undefined
  if (bank === paymentWallet) {
    const [phone] = phonesOf(accountNo)
    return phone === undefined ? undefined : { bankCode: bank, accountNo: phone }
  }
  const shown = readAccountNo(accountNo, 0)
  const { length } = shown?.pattern ?? ''
  if (!shown?.isWhole || length < digitsOfNumber.least || length > digitsOfNumber.most) return undefined
  return { bankCode: bank, accountNo: shown.pattern }
}

/**
 * Why a sender cannot be remembered; null where nothing speaks against it.
 * @param houses all accounts and wallets of the house, also those that are switched off
 * @param isMembers whether a member has registered the account, or the wallet's number as phone
 */
export function payerRefusal(
  sender: SenderAccount,
  houses: readonly OwnAccount[],
  isMembers: boolean,
): PayerRefusal | null {
  if (!payerAccountOf(sender)) return 'INCOMPLETE'
  if (findOwnSender(sender, houses)) return 'HOUSE'
  return isMembers ? 'MEMBER' : null
}

/**
 * Whether a sender is the remembered one: the same bank and all the same digits but for leading zeros, and a
 * name that is not clearly another's. Banks give a closed account's number to somebody else in time.
 * @param remembered with the name as the bank showed it then
 */
export function isRememberedSender(
  remembered: PayerAccount & { accountName: string },
  sender: SenderAccount,
): boolean {
  const account = payerAccountOf(sender)
  return (
    account?.bankCode === remembered.bankCode &&
    withoutZeros(account.accountNo) === withoutZeros(remembered.accountNo) &&
    mayBeOneName(remembered.accountName, sender.name)
  )
}
