import { paymentWallet } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { compareNames, mayBeOneName } from '@krapao/contract/name-comparison.ts'
import { formsOf, isSamePhone } from '@krapao/contract/phone.ts'
import { type Agreement, compareAccountNo, minVisibleDigits, readAccountNo } from '@krapao/contract/sender.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { MemberAccount } from '../../account/public.ts'

/** The fewest visible digits of a masked account number that still identify an owner (rules.md §5.2). */
export const visibleDigits = defineSetting(
  'deposit.feed.visibleDigits',
  Type.Integer({ minimum: 3, maximum: 10 }),
  minVisibleDigits,
  'Digits that a masked sender account must show for the transfer to be credited without an operator',
)

/** The sender of a transfer, as the bank shows it. */
export interface Sender {
  /** Digits; masked ones are x, X or *. Dashes and spaces mean nothing. */
  accountNo: string
  name: string
}

/** The accounts that may be the sender's, and the one that certainly is. */
export interface Candidates {
  /**
   * Every account whose digits agree with the shown ones and whose name is not clearly another person's; and
   * the one whose whole number it is, under any name.
   */
  accounts: MemberAccount[]
  /**
   * The only candidate, where all digits of its number agree, and they are shown whole under a name that is
   * not clearly another's, or its name is the sender's.
   */
  owner: MemberAccount | undefined
}

/**
 * Whose a sender's account can be (rules.md §5.1). An account whose name is written in another script stays a
 * candidate, and one whose number is longer or shorter than the mask, so that nobody takes another's deposits
 * by registering a number that looks alike. A whole number is its owner's under any name that is not clearly
 * another's: it is registered once at a bank, and a withdrawal returns the money to that same account. Under
 * a name that is, its owner is a candidate and not more, as for a slip (`compareSender`): a bank gives a
 * closed account's number to somebody else in time, and a person decides.
 * @param accounts members' accounts at the sender's bank
 * @param least digits that a masked number must show (`deposit.feed.visibleDigits`)
 */
export function findCandidates(sender: Sender, accounts: MemberAccount[], minDigits: number): Candidates {
  const shown = readAccountNo(sender.accountNo, 0)
  const isWhole = shown?.isWhole === true
  const fits = accounts
    .map((account) => ({
      account,
      number: shown ? compareAccountNo(sender.accountNo, account.accountNo, minDigits) : 'different',
      name: compareNames(sender.name, account.accountName),
    }))
    .filter(
      ({ number, name }) =>
        number !== 'different' && (name !== 'different' || (isWhole && number === 'same')),
    )
  const [only, another] = fits
  const isCertain =
    only?.number === 'same' &&
    another === undefined &&
    (isWhole ? only.name !== 'different' : only.name === 'same')
  return { accounts: fits.map(({ account }) => account), owner: isCertain ? only.account : undefined }
}

/**
 * The one member whose transfer it is (rules.md §5.2); undefined where none or several could have sent it,
 * and where the one who did may not be credited: then a person decides.
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
 * The spellings in which a wallet's phone number may be stored, its form first; none for a masked number or
 * for what is no phone number. Where another member had a Lao number's form, a member of before kept it with
 * its 0.
 */
export function phonesOf(shown: string): string[] {
  const forms = formsOf(shown)
  return [...forms, ...forms.flatMap((phone) => (phone.startsWith('0') ? [] : [`0${phone}`]))]
}

/** An account of the house, as a sender is compared with it. */
export interface OwnAccount {
  bankCode: string
  accountNo: string
}

/**
 * Whether the house itself sent a transfer, from another account of its own: no deposit then (rules.md §5.2,
 * §18). A wallet's number is a phone number, in whatever spelling.
 * @param houses all accounts and wallets of the house, also those that are switched off or only paid from
 * @returns the account where its number is shown whole; `may be` where masked digits, or a number with other
 *   leading zeros, fit one, whatever the name
 */
export function findOwnSender<A extends OwnAccount>(
  sender: SenderAccount,
  houses: readonly A[],
): A | 'may be' | undefined {
  const wallet =
    sender.bank === paymentWallet
      ? houses.find(
          ({ bankCode, accountNo }) => bankCode === paymentWallet && isSamePhone(accountNo, sender.accountNo),
        )
      : undefined
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
 * Whether two reports may be of one sender, as far as each shows it: numbers masked in different places,
 * names cut off at different lengths. A field that one report lacks contradicts nothing.
 */
export function couldBeOneSender(sender: SenderAccount, other: SenderAccount): boolean {
  if (sender.bank !== '' && other.bank !== '' && sender.bank !== other.bank) return false
  return (
    compareAccountNo(sender.accountNo, other.accountNo) !== 'different' &&
    mayBeOneName(sender.name, other.name)
  )
}

/** Whether two reports show the same digits of a number at one bank. */
export const sendersAgree = (sender: SenderAccount, other: SenderAccount): boolean =>
  sender.bank !== '' &&
  sender.bank === other.bank &&
  compareAccountNo(sender.accountNo, other.accountNo, 1) === 'same'
