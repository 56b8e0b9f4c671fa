import { formsOf } from '@krapao/contract/phone.ts'

/**
 * How banks and wallets write the numbers of those who pay: each in its own way, as in the world, so that our
 * server meets at home what it would else meet first from a bank (rules.md §16).
 */

const cut = (digits: string): string => digits.replace(/^0+/, '')
const padTo = (length: number) => (digits: string) => digits.padStart(length, '0')

/** What banks do with leading zeros in their feeds; the others leave a number as it is. */
const habits: Record<string, (digits: string) => string> = {
  KTB: padTo(12),
  BBL: cut,
  GSB: padTo(15),
  TMB: cut,
  BCEL: cut,
  JDB: padTo(17),
}

/** An account number as the feed of its bank writes it; masked ones and other texts stay as they are. */
export function accountInFeed(bank: string, accountNo: string): string {
  const digits = accountNo.replace(/[-\s]/g, '')
  return /^\d+$/.test(digits) ? (habits[bank]?.(digits) ?? accountNo) : accountNo
}

const thai: ((phone: string) => string)[] = [
  (phone) => phone,
  (phone) => `+66 ${phone.slice(1, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`,
  (phone) => `0066${phone.slice(1)}`,
  (phone) => `66${phone.slice(1)}`,
  (phone) => `+66 (0)${phone.slice(1)}`,
  (phone) => phone.slice(1),
]
const lao: ((phone: string) => string)[] = [
  (phone) => phone,
  (phone) => `+856 ${phone.slice(0, 2)} ${phone.slice(2)}`,
  (phone) => `00856${phone}`,
  (phone) => `856${phone}`,
  (phone) => `0${phone}`,
]

/**
 * A phone number as a wallet writes it, in one of several spellings; a text that is no phone number stays as
 * it is.
 * @param turn the same turn gives the same spelling
 */
export function phoneInFeed(typed: string, turn: string): string {
  const [phone] = formsOf(typed)
  if (!phone) return typed
  const ways = phone.startsWith('0') ? thai : lao
  const number = [...turn].reduce((sum, sign) => sum + sign.charCodeAt(0), 0)
  return ways[number % ways.length]?.(phone) ?? phone
}
