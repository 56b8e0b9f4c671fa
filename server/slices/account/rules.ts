import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { latinDigits, withoutGaps } from '@krapao/contract/digits.ts'
import { englishName, englishNameBanks, password as passwordLength } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import { type Home, isOfHome, type Phone, phoneOf } from '@krapao/contract/phone.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'

/** The minimum age (rules.md §2.5). */
export const minAge = defineSetting(
  'register.minAge',
  Type.Integer({ minimum: 18, maximum: 30 }),
  20,
  'Full years that a new member must have',
)
/** The minimum length of a password (rules.md §2.1); the app asks for at least 8 in any case. */
export const passwordMin = defineSetting(
  'password.min',
  Type.Integer({ minimum: passwordLength.min, maximum: 64 }),
  passwordLength.min,
  'Characters that a password must have',
)

/** Whether the server demands a birth date; our own app asks for it in any case (rules.md §2.5). */
export const birthDateRequired = defineSetting(
  'account.birthDate',
  Type.Boolean(),
  true,
  'Whether a registration without a birth date is refused; one that is given is checked in any case',
)

/** Why a field is refused; the app has a text for each reason. */
export interface Problem {
  field: string
  reason:
    | 'required'
    | 'too-short'
    | 'too-long'
    | 'common'
    | 'characters'
    | 'invalid'
    | 'under-age'
    | 'unknown'
    | 'digits'
}

/** The present limits: settings and the Bangkok day. */
export interface Limits {
  /** YYYY-MM-DD */
  today: string
  minAge: number
  passwordMin: number
  isBirthDateRequired: boolean
}

/** The limits of a registration in the settings: minimum age in full years, minimum length of a password. */
export async function readRegistrationNumbers({ settings }: Pick<Context, 'settings'>) {
  return { minAge: await settings.get(minAge), passwordMin: await settings.get(passwordMin) }
}

/**
 * A phone number in its form, by which it is looked up, limited and stored.
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`; in the Lao variant, where ten is not the number,
 *   `INVALID_USER_INFO`
 */
export function checkPhone(typed: string, variant: Home, field = 'username'): Phone {
  const phone = phoneOf(typed, variant)
  if (phone && isOfHome(phone, variant)) return phone
  if (variant === 'th')
    throw new Refusal('PHONE_NUMBER_REQUIRE_10_DIGIT', { fields: [{ field, reason: 'digits' }] })
  throw new Refusal('INVALID_USER_INFO', { fields: [{ field, reason: 'digits' }] })
}

/** Problems of the personal part of a registration (rules.md §2.1, §2.5); empty if there are none. */
export function personalProblems(
  given: { name: string; username: string; password: string; birthDate?: string },
  limits: Limits,
): Problem[] {
  return [
    ...nameProblems(given.name),
    ...passwordProblems('password', given.password, limits, given.username),
    ...birthDateProblems(given.birthDate, limits),
  ]
}

/** @throws Refusal `INVALID_USER_INFO` naming each field, and the numbers that the texts need */
export function refuse(problems: Problem[], limits: Limits): void {
  if (problems.length === 0) return
  throw new Refusal('INVALID_USER_INFO', {
    fields: problems,
    minAge: limits.minAge,
    passwordMin: limits.passwordMin,
  })
}

export function nameProblems(name: string): Problem[] {
  if (!/\p{L}/u.test(name)) return [{ field: 'name', reason: 'required' }]
  if (!isPrintable(name)) return [{ field: 'name', reason: 'characters' }]
  return []
}

/** 8 to 128 characters, not easily guessed, and not the phone number itself. */
export function passwordProblems(field: string, password: string, limits: Limits, phone?: string): Problem[] {
  if (password.length < limits.passwordMin)
    return [{ field, reason: password === '' ? 'required' : 'too-short' }]
  if (password.length > passwordLength.max) return [{ field, reason: 'too-long' }]
  if (password === phone || isQuicklyGuessed(password)) return [{ field, reason: 'common' }]
  return []
}

/**
 * One of the 10,000 most common passwords, or nothing but blanks and one repeated character (rules.md §2.1).
 */
export function isQuicklyGuessed(password: string): boolean {
  const lower = password.toLowerCase()
  const characters = new Set(lower.replace(/[\s\p{C}]/gu, ''))
  return characters.size < 2 || commonPasswords.has(lower)
}

/**
 * A day of the calendar from 1900 to today, at least `minAge` years before today in Bangkok (rules.md §2.5).
 */
export function birthDateProblems(birthDate: string | undefined, limits: Limits): Problem[] {
  if (!birthDate) return limits.isBirthDateRequired ? [{ field: 'birthDate', reason: 'required' }] : []
  const born = dayOf(birthDate)
  const today = dayOf(limits.today)
  if (!born || !today || born.getUTCFullYear() < 1900 || born > today)
    return [{ field: 'birthDate', reason: 'invalid' }]
  // A birthday on 29 February falls on 1 March in a year without one.
  const ofAge = new Date(born)
  ofAge.setUTCFullYear(born.getUTCFullYear() + limits.minAge)
  return ofAge <= today ? [] : [{ field: 'birthDate', reason: 'under-age' }]
}

/** A day written YYYY-MM-DD; undefined when the calendar has no such day. */
function dayOf(text: string): Date | undefined {
  const day = new Date(`${text}T00:00:00Z`)
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
  return isDay ? day : undefined
}

/** An account number as it was typed or pasted, without the signs between its digits. */
export const accountDigits = (typed: string): string => withoutGaps(latinDigits(typed))

/** The bank part as it is stored: account name in capitals and in its one form, account number as digits. */
export interface BankPart {
  bankCode: string
  bankAccountName: string
  bankAccountNo: string
}

/**
 * Normalises and checks a bank account (rules.md §2.5). The caller checks whether the bank exists.
 * @throws Refusal `INVALID_BANK` naming the fields, `BANK_ACCOUNT_NAME_ENG`
 */
export function checkBankPart(given: Partial<BankPart>): BankPart {
  const part: BankPart = {
    bankCode: given.bankCode ?? '',
    bankAccountName: tidyAccountName(given.bankAccountName ?? ''),
    bankAccountNo: accountDigits(given.bankAccountNo ?? ''),
  }
  const problems: Problem[] = []
  if (part.bankCode === '') problems.push({ field: 'bankCode', reason: 'required' })
  if (!/\p{L}/u.test(part.bankAccountName)) problems.push({ field: 'bankAccountName', reason: 'required' })
  else if (!isPrintable(given.bankAccountName ?? ''))
    problems.push({ field: 'bankAccountName', reason: 'characters' })
  if (part.bankAccountNo === '') problems.push({ field: 'bankAccountNo', reason: 'required' })
  else if (!/^\d{6,20}$/.test(part.bankAccountNo)) problems.push({ field: 'bankAccountNo', reason: 'digits' })
  if (problems.length > 0) throw new Refusal('INVALID_BANK', { fields: problems })
  checkEnglishName(part.bankCode, part.bankAccountName)
  return part
}

/**
 * @throws Refusal `BANK_ACCOUNT_NAME_ENG` when a bank that writes names in English is given another script
 */
export function checkEnglishName(bankCode: string, accountName: string): void {
  if (englishNameBanks.includes(bankCode) && !englishName.test(accountName)) {
    throw new Refusal('BANK_ACCOUNT_NAME_ENG', {
      fields: [{ field: 'bankAccountName', reason: 'characters' }],
    })
  }
}

/** An account name as it is stored and as slips show it; titles stay, because the member reads it. */
export const tidyAccountName = (name: string): string => nameForm(nameForm(name).toUpperCase())

/**
 * Whether a text has no control or formatting characters. Blanks, joiners and marks of direction, as copied
 * text has them, are permitted; `nameForm` leaves them out. Signs that turn text around are not.
 */
const isPrintable = (text: string): boolean =>
  !/[^\P{C}\s\u00ad\u061c\u200b-\u200f\u2060-\u2069\ufeff]/u.test(text)

/** The member id in a personal invite code `PR{id}`; undefined if the code is not one. */
export const inviterIn = (code: string): string | undefined =>
  /^PR([a-z2-7]{12})$/i.exec(code.trim())?.[1]?.toLowerCase()

/**
 * A member's currency: chosen in the Lao variant only, where BAHT is the wire's word for THB (product.md §5).
 */
export function currencyOf(variant: 'th' | 'la', chosen: 'LAK' | 'BAHT' | '' | undefined): Currency {
  return variant === 'la' && chosen !== 'BAHT' ? 'LAK' : 'THB'
}

const commonPasswords = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)
