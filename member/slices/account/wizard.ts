import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'
import { type Home, isOfHome, phoneOf } from '@krapao/contract/phone.ts'
import { type BirthDate, birthDateProblem, isoDate } from './birth-date.ts'
import type { ProblemKey, Problems } from './problems.ts'

/** What the four steps of the register wizard ask for and check (product.md §4 Registration, §5). */
export type Step = 'phone' | 'code' | 'person' | 'bank'

export interface Draft {
  phone: string
  name: string
  password: string
  confirm: string
  birthDate: BirthDate
  sourceCode: string
  inviteCode: string
  bankCode: string
  firstName: string
  lastName: string
  accountNo: string
  currency: 'LAK' | 'BAHT'
}

export const emptyDraft = (inviteCode: string): Draft => ({
  phone: '',
  name: '',
  password: '',
  confirm: '',
  birthDate: { day: '', month: '', year: '' },
  sourceCode: '',
  inviteCode,
  bankCode: '',
  firstName: '',
  lastName: '',
  accountNo: '',
  currency: 'LAK',
})

/** A code that was sent: the phone number, and the time in milliseconds. */
export interface SentCode {
  phone: string
  otpToken: string
  otpRef: string
  sentAt: number
  /** When another code may be sent, as the server says. */
  resendSeconds: number
  /** The gateway has not confirmed that it sent the message. */
  isUnconfirmed: boolean
  /** The code was right: the token now proves that this browser verified the phone. */
  isVerified: boolean
}

/** Whether a code that was sent before is still usable, so that going back and forth sends no other one. */
export const stillServes = (sent: SentCode | undefined, phone: string, now: number): sent is SentCode =>
  sent?.phone === phone && !sent.isVerified && now - sent.sentAt < 4 * 60_000

/** The token that is sent with a phone number; undefined if its code went to another number. */
export const tokenFor = (sent: SentCode | undefined, phone: string): { otpToken?: string } =>
  sent?.phone === phone ? { otpToken: sent.otpToken } : {}

/** Whole seconds until another code may be sent. */
export const resendIn = ({ sentAt, resendSeconds }: SentCode, now: number): number =>
  Math.max(0, Math.ceil(resendSeconds - Math.max(0, now - sentAt) / 1000))

/** m:ss */
export const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** What is wrong with a phone number as it was typed. */
export function phoneProblem(typed: string, home: Home): ProblemKey | undefined {
  if (typed === '') return 'required'
  const phone = phoneOf(typed, home)
  if (phone && isOfHome(phone, home)) return undefined
  return home === 'la' ? 'phoneLao' : 'phone'
}

export const phoneProblems = ({ phone }: Draft, home: Home): Problems<'phone'> => ({
  phone: phoneProblem(phone, home),
})

/** A draft with its phone number in the form that the server stores. */
export const inForm = (draft: Draft, home: Home): Draft => ({
  ...draft,
  phone: phoneOf(draft.phone, home) ?? draft.phone,
})

/** The requirements for a new member: age in full years, length of the password. */
export interface RegistrationNumbers {
  minAge: number
  passwordMin: number
}

export type PersonField =
  | 'name'
  | 'phone'
  | 'password'
  | 'confirm'
  | 'birthDate'
  | 'sourceCode'
  | 'inviteCode'

/**
 * What is wrong with the answers about the person.
 * @param numbers the limits that the server named; without them the server alone checks age and length
 */
export function personProblems(
  draft: Draft,
  today: string,
  numbers: RegistrationNumbers | undefined,
): Problems<PersonField> {
  const problems: Problems<PersonField> = {}
  if (draft.name.trim() === '') problems.name = 'required'
  if (draft.password === '') problems.password = 'required'
  else if (numbers && draft.password.length < numbers.passwordMin) problems.password = 'passwordShort'
  if (draft.confirm === '') problems.confirm = 'required'
  else if (draft.confirm !== draft.password) problems.confirm = 'mismatch'
  const birth = birthDateProblem(draft.birthDate, today, numbers?.minAge)
  if (birth)
    problems.birthDate = birth === 'required' ? 'required' : birth === 'invalid' ? 'birthDate' : 'age'
  return problems
}

export type BankField = 'bankCode' | 'firstName' | 'lastName' | 'accountNo'

/**
 * What is wrong with the bank account.
 * @param digits how many an account number has at the bank; empty: that is the server's to say
 */
export function bankProblems(
  draft: Pick<Draft, BankField>,
  digits: readonly number[] = [],
): Problems<BankField> {
  const problems: Problems<BankField> = {}
  if (draft.bankCode === '') problems.bankCode = 'required'
  for (const field of ['firstName', 'lastName'] as const) {
    const name = draft[field].trim()
    if (name === '') problems[field] = 'required'
    else if (englishNameBanks.includes(draft.bankCode) && !englishName.test(name)) problems[field] = 'english'
  }
  if (draft.accountNo === '') problems.accountNo = 'required'
  else if (!isAccountLength(draft.accountNo.length, digits)) problems.accountNo = 'accountNo'
  return problems
}

/** Whether an account number may have so many digits, where those of its bank are known. */
export const isAccountLength = (length: number, digits: readonly number[]): boolean =>
  digits.length === 0 ? length >= 6 && length <= 20 : digits.includes(length)

/** The request to validate (step 3, without the bank) and to register (step 4). */
export function registrationOf(
  draft: Draft,
  variant: 'th' | 'la',
  options: { bank: boolean; sent: SentCode | undefined },
) {
  return {
    ...tokenFor(options.sent, draft.phone),
    name: draft.name.trim(),
    username: draft.phone,
    password: draft.password,
    birthDate: isoDate(draft.birthDate) ?? '',
    ...(draft.sourceCode && { sourceCode: draft.sourceCode }),
    ...(draft.inviteCode.trim() && { inviteCode: draft.inviteCode.trim() }),
    ...(options.bank && {
      bankCode: draft.bankCode,
      bankAccountName: `${draft.firstName.trim()} ${draft.lastName.trim()}`,
      bankAccountNo: draft.accountNo,
      ...(variant === 'la' && { currency: draft.currency }),
    }),
  }
}
