import { paymentWallet } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'
import {
  type Agreement,
  compareAccountNo,
  compareNames,
  mayBeOneName,
  minVisibleDigits,
  nationalPhone,
  readAccountNo,
} from '@krapao/contract/sender.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { MemberAccount } from '../../account/public.ts'

/** The fewest visible digits of a masked account number that still identify an owner (rules.md §5.2). */
export const visibleDigits = defineSetting(
  'deposit.feed.visibleDigits',
  Type.Integer({ minimum: 3, maximum: 10 }),
  minVisibleDigits,
  'Digits that a masked sender account must show for the transfer to be credited without an operator',
)

/** Who sent a transfer, as the bank shows it. */
export interface Sender {
  /** Digits; masked ones are x, X or *. Dashes and spaces mean nothing. */
  accountNo: string
  name: string
}

/** The accounts that may be the sender's, and the one that certainly is. */
export interface Candidates {
  /** Every account whose digits agree with the shown ones and whose name is not clearly another person's. */
  accounts: MemberAccount[]
  /** The only candidate, where all digits of its number agree, and they are shown whole or its name is the sender's. */
  owner: MemberAccount | undefined
}

/**
 * Whose a sender's account can be (rules.md §5.1). An account whose name is written in another script stays a candidate,
 * and one whose number is longer or shorter than the mask, so that nobody takes another's deposits by registering a number
 * that looks alike.
 * A whole number is its owner's under any name that is not clearly another's: it is registered once at a bank, and a
 * withdrawal returns the money to that same account.
 * @param accounts members' accounts at the sender's bank
 * @param least digits that a masked number must show (`deposit.feed.visibleDigits`)
 */
export function findCandidates(sender: Sender, accounts: MemberAccount[], minDigits: number): Candidates {
  const shown = readAccountNo(sender.accountNo, 0)
  const fits = accounts.filter(
    ({ accountNo, accountName }) =>
      shown !== undefined &&
      compareAccountNo(sender.accountNo, accountNo) !== 'different' &&
      compareNames(sender.name, accountName) !== 'different',
  )
  const [only, another] = fits
  const isCertain =
    only !== undefined &&
    another === undefined &&
    compareAccountNo(sender.accountNo, only.accountNo, minDigits) === 'same' &&
    (shown?.isWhole || compareNames(sender.name, only.accountName) === 'same')
  return { accounts: fits, owner: isCertain ? only : undefined }
}

/**
 * The one member whose transfer it is (rules.md §5.2); undefined where none or several could have sent it, and where
 * the one who did may not be credited: then a person decides.
 * @param currency of the house's account: a kip is never credited as a baht
 */
export function matchSender(
  sender: Sender,
  currency: Currency,
  accounts: MemberAccount[],
  minDigits: number,
): MemberAccount | undefined {
  const { owner } = findCandidates(sender, accounts, minDigits)
  return owner?.isActive && owner.currency === currency ? owner : undefined
}

/**
 * The spellings in which a wallet's phone number may be registered; none for a masked number or for what is no phone
 * number.
 */
export function phonesOf(shown: string): string[] {
  if (!/^\+?[\d\p{Pd}\s()]+$/u.test(shown)) return []
  const national = nationalPhone(shown)
  if (!/^\d{8,11}$/.test(national)) return []
  return /^20\d{8}$/.test(national) ? [national, `0${national}`] : [national]
}

/** An account of the house, as a sender is compared with it. */
export interface OwnAccount {
  bankCode: string
  accountNo: string
}

/**
 * Whether the house itself sent a transfer, from another account of its own: no deposit then (rules.md §5.2, §18).
 * A wallet's number is a phone number, in whatever spelling.
 * @param houses all accounts and wallets of the house, also those that are switched off or only paid from
 * @returns the account where its number is shown whole; `may be` where masked digits, or a number with other leading zeros,
 *   fit one, whatever the name
 */
export function findOwnSender<A extends OwnAccount>(
  sender: SenderAccount,
  houses: readonly A[],
): A | 'may be' | undefined {
  const phone = sender.bank === paymentWallet ? phonesOf(sender.accountNo)[0] : undefined
  const wallet = houses.find(
    ({ bankCode, accountNo }) => bankCode === paymentWallet && nationalPhone(accountNo) === phone,
  )
  if (wallet) return wallet
  if (!readAccountNo(sender.accountNo, 1)) return undefined
  const agree = (house: A): Agreement =>
    house.bankCode === sender.bank && readAccountNo(house.accountNo, 1)
      ? compareAccountNo(sender.accountNo, house.accountNo, 1)
      : 'different'
  const isWhole = readAccountNo(sender.accountNo, 0)?.isWhole
  const own = isWhole ? houses.find((house) => agree(house) === 'same') : undefined
  return own ?? (houses.some((house) => agree(house) !== 'different') ? 'may be' : undefined)
}

/** A sender as one source reports it, `bank` included; unknown fields are empty. */
export interface SenderAccount extends Sender {
  bank: string
}

/**
 * Whether two reports may be of one sender, as far as each shows it: numbers masked in different places, names cut
 * off at different lengths. A field that one report lacks contradicts nothing.
 */
export function couldBeOneSender(one: SenderAccount, other: SenderAccount): boolean {
  if (one.bank !== '' && other.bank !== '' && one.bank !== other.bank) return false
  return (
    compareAccountNo(one.accountNo, other.accountNo) !== 'different' && mayBeOneName(one.name, other.name)
  )
}

/** Whether two reports show the same digits of a number at one bank. */
export const sendersAgree = (one: SenderAccount, other: SenderAccount): boolean =>
  one.bank !== '' && one.bank === other.bank && compareAccountNo(one.accountNo, other.accountNo, 1) === 'same'
