import { defineSetting, Type } from '../../platform/settings.ts'

/** How little of a masked account number still says something about whose it is (rules.md §5.2). */
export const visibleDigits = defineSetting(
  'deposit.feed.visibleDigits',
  Type.Integer({ minimum: 3, maximum: 10 }),
  4,
  'Digits that a masked sender account must show for the transfer to be credited without an operator',
)

/** Who sent a transfer, as the bank shows it. */
export interface Sender {
  /** Digits, where masked x, X or *; dashes and spaces mean nothing. */
  accountNo: string
  name: string
}

/** A member's account at the sender's bank. */
export interface MemberAccount {
  memberId: string
  /** Digits only. */
  accountNo: string
  accountName: string
  currency: 'THB' | 'LAK'
  isActive: boolean
}

/** An account number as far as the bank shows it: digits, and `_` for each that is masked. */
export interface Shown {
  pattern: string
  isWhole: boolean
}

/** Reads a sender's account number; undefined where it is none, or shows fewer than `least` digits. */
export function readAccountNo(text: string, least: number): Shown | undefined {
  const plain = text.replace(/[-\s]/g, '')
  if (!/^[\dxX*]+$/.test(plain)) return undefined
  const pattern = plain.replace(/\D/g, '_')
  const isWhole = !pattern.includes('_')
  return isWhole || pattern.replaceAll('_', '').length >= least ? { pattern, isWhole } : undefined
}

/** Whether an account can be the one that is shown: as long, and equal wherever a digit is visible. */
export function agrees({ pattern }: Shown, accountNo: string): boolean {
  return (
    pattern.length === accountNo.length &&
    [...pattern].every((sign, at) => sign === '_' || sign === accountNo[at])
  )
}

/**
 * The one member whose transfer it is (rules.md §5.2); undefined where none or several could have sent it, and where
 * the one who did may not be credited: then a person decides.
 * - A whole number names its owner, unless the bank reports a clearly different name.
 * - A masked number is the owner's only together with the name.
 * @param currency of the house's account: a kip is never credited as a baht
 */
export function matchSender(
  sender: Sender,
  currency: 'THB' | 'LAK',
  accounts: MemberAccount[],
  least: number,
): MemberAccount | undefined {
  const shown = readAccountNo(sender.accountNo, least)
  if (!shown) return undefined
  const candidates = accounts.filter(({ accountNo, accountName }) => {
    if (!agrees(shown, accountNo)) return false
    const verdict = compareNames(sender.name, accountName)
    return verdict === 'same' || (shown.isWhole && verdict === 'cannot tell')
  })
  const [only, another] = candidates
  if (!only || another || !only.isActive || only.currency !== currency) return undefined
  return only
}

/**
 * Whether a name that a bank reports is the account holder's. The first name must be whole; of the rest the beginning
 * is enough, because banks cut it off or mask it (SOMCHAI J, SOMCHAI J***). Not to be told where one is in another
 * script, or shows only a first name.
 */
export function compareNames(reported: string, own: string): 'same' | 'different' | 'cannot tell' {
  const [first = '', ...rest] = plainName(reported).split(' ')
  const [ownFirst = '', ...ownRest] = plainName(own).split(' ')
  const script = scriptOf(reported)
  if (script === undefined || script !== scriptOf(own)) return 'cannot tell'
  if (first !== ownFirst && !(first.includes('*') && ownFirst.startsWith(visible(first)))) return 'different'
  const shownRest = visible(rest.join(''))
  if (!ownRest.join('').startsWith(shownRest)) return ownRest.length === 0 ? 'cannot tell' : 'different'
  return first === ownFirst && shownRest !== '' ? 'same' : 'cannot tell'
}

/** A sender as one side shows it, `bank` included; what is not known is empty. */
export interface SenderAccount extends Sender {
  bank: string
}

/**
 * Whether two sides may speak of one sender, each as far as it shows them: numbers masked in different places, names cut
 * off in different lengths. What a side does not show speaks against nothing.
 */
export function couldBeOneSender(one: SenderAccount, other: SenderAccount): boolean {
  if (one.bank !== '' && other.bank !== '' && one.bank !== other.bank) return false
  return compareShown(one, other) !== 'different' && couldBeOneName(one.name, other.name)
}

/** Whether two sides show the same digits of a number at one bank. */
export const sendersAgree = (one: SenderAccount, other: SenderAccount): boolean =>
  one.bank !== '' && one.bank === other.bank && compareShown(one, other) === 'same'

/** Compares the digits that both sides show; there may be none. */
function compareShown(one: Sender, other: Sender): 'same' | 'different' | 'cannot tell' {
  const pattern = readAccountNo(one.accountNo, 0)?.pattern
  const against = readAccountNo(other.accountNo, 0)?.pattern
  if (!pattern || pattern.length !== against?.length) return 'cannot tell'
  const both = [...pattern].flatMap((sign, at) =>
    sign === '_' || against[at] === '_' ? [] : [sign === against[at]],
  )
  return both.length === 0 ? 'cannot tell' : both.every((equal) => equal) ? 'same' : 'different'
}

/** Whether the visible beginnings of two names agree; in different scripts they may. */
function couldBeOneName(one: string, other: string): boolean {
  const script = scriptOf(one)
  if (script === undefined || script !== scriptOf(other)) return true
  const [first = '', ...rest] = plainName(one).split(' ')
  const [otherFirst = '', ...otherRest] = plainName(other).split(' ')
  const begins = (a: string, b: string) => {
    const [seen, against] = [visible(a), visible(b)]
    return seen.startsWith(against) || against.startsWith(seen)
  }
  return begins(first, otherFirst) && begins(rest.join(''), otherRest.join(''))
}

const visible = (masked: string): string => masked.split('*', 1)[0] ?? ''

// Thai and Lao titles are written without a space; a combining mark after one shows that it is part of a name.
const title = /^(?:(?:MRS|MISS|MR|MS)(?:\. ?| )|(?:นางสาว|น\.ส\.|นาง|นาย|ທ້າວ|ນາງ)(?!\p{M}) ?)/u

/** In capitals, with single spaces, without the title. */
const plainName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim().replace(title, '')

const scripts = [/\p{Script=Thai}/u, /\p{Script=Lao}/u, /\p{Script=Latin}/u]
const scriptOf = (name: string): RegExp | undefined => scripts.find((script) => script.test(name))
