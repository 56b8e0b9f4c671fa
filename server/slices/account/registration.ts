import { createHash } from 'node:crypto'
import type { BodyOf } from '@krapao/contract/client.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import type { Phone } from '@krapao/contract/phone.ts'
import { withoutZeros } from '@krapao/contract/sender.ts'
import { addressKey } from '../../platform/limits/address-key.ts'
import { consumeLimits, tryLimits } from '../../platform/limits/limiter.ts'
import { TooMany } from '../../platform/limits/too-many.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { isHouseAccount, isHouseWallet } from '../house/public.ts'
import { findBank, findSource, isRegisterOtpOn } from '../lookup/public.ts'
import { limitsNow } from './login.ts'
import { isPhoneVerified } from './otp.ts'
import {
  type BankPart,
  checkBankPart,
  checkPhone,
  currencyOf,
  inviterIn,
  personalProblems,
  refuse,
} from './rules.ts'
import { hashPassword, newMemberId } from './secrets.ts'
import { bankAccountExists, insertMember, memberExists, phoneExists } from './store.ts'

export type Registration = BodyOf<'POST /api/account'>

/** A registration whose phone number is in its form. */
type Registering = Omit<Registration, 'username'> & { username: Phone }

/**
 * A registration with its phone number in the form by which it is checked and stored.
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`, `INVALID_USER_INFO`
 */
export const readRegistration = ({ brand }: Context, given: Registration): Registering => ({
  ...given,
  username: checkPhone(given.username, brand.variant),
})

/** rules.md §2.5 */
const bankAccountsPerPhone = defineSetting(
  'register.bankAccountsPerPhone',
  Type.Integer({ minimum: 1, maximum: 1000 }),
  5,
  'Bank accounts that a phone may try to register with in a Bangkok day',
)
const bankAccountsPerAddress = defineSetting(
  'register.bankAccountsPerAddress',
  Type.Integer({ minimum: 1, maximum: 100_000 }),
  30,
  'Bank accounts that one address may try to register with in a Bangkok day; many people may share an address',
)

/**
 * Checks the personal part of a registration (step 3 of the wizard; rules.md §2.1, §2.4, §2.5).
 * @throws Refusal `INVALID_USER_INFO`, `EXISTING_USER`, `UNVERIFIED_OTP`
 */
export async function checkPersonal(context: Context, given: Registering): Promise<void> {
  const limits = await limitsNow(context)
  const problems = personalProblems(given, limits)
  if (given.sourceCode && !(await findSource(context, given.sourceCode))) {
    problems.push({ field: 'sourceCode', reason: 'unknown' })
  }
  refuse(problems, limits)
  // Checked before the answer tells anything about members, so that strangers to the phone learn nothing
  // here.
  if ((await isRegisterOtpOn(context)) && !(await isPhoneVerified(context, given.username, given.otpToken))) {
    throw new Refusal('UNVERIFIED_OTP')
  }
  // Payments to a wallet are credited to the member who registered the payer's number.
  if (await isHouseWallet(context, given.username)) refuse([{ field: 'username', reason: 'invalid' }], limits)
  if (await phoneExists(context.db, given.username)) throw new Refusal('EXISTING_USER')
}

/**
 * The bank part in the form in which it is stored. Each bank has its number of digits (rules.md §2.5).
 * @throws Refusal `INVALID_BANK`, with `accountDigits` where the number has others; `BANK_ACCOUNT_NAME_ENG`
 */
async function readBankPart(context: Context, given: Partial<BankPart>): Promise<BankPart> {
  const part = checkBankPart(given)
  const bank = await findBank(context, part.bankCode)
  if (!bank) throw new Refusal('INVALID_BANK', { fields: [{ field: 'bankCode', reason: 'unknown' }] })
  const { accountDigits } = bank
  if (accountDigits.length > 0 && !accountDigits.includes(part.bankAccountNo.length)) {
    const fields = [{ field: 'bankAccountNo', reason: 'digits' }]
    throw new Refusal('INVALID_BANK', { fields, accountDigits })
  }
  return part
}

/**
 * Checks the bank part (step 4) and answers it as it will be stored.
 * @param except a member whose own account it may be
 * @throws Refusal `INVALID_BANK`, `BANK_ACCOUNT_NAME_ENG`, `EXISTING_BANK`
 */
export async function checkBank(
  context: Context,
  given: Partial<BankPart>,
  except?: string,
): Promise<BankPart> {
  const part = await readBankPart(context, given)
  // Money between the house's own accounts would become the deposit of a member who registered one.
  if (await isHouseAccount(context, part.bankCode, part.bankAccountNo)) {
    throw new Refusal('INVALID_BANK', { fields: [{ field: 'bankAccountNo', reason: 'invalid' }] })
  }
  if (await bankAccountExists(context.db, part.bankCode, part.bankAccountNo, except)) {
    throw new Refusal('EXISTING_BANK')
  }
  return part
}

/**
 * Checks the bank account of a new member, like `checkBank`. The answer reveals whether an account is a
 * member's, so only a few are checked in a day, by phone and by address; the same one may be checked again,
 * as the registration itself does.
 * @throws Refusal `REQUEST_LIMIT` with `retryAfter`, also the refusals of `checkBank`
 */
export async function checkNewBank(context: Context, given: Registering, ip: string): Promise<BankPart> {
  const { bankCode, bankAccountNo } = await readBankPart(context, given)
  const account = `${bankCode}:${withoutZeros(bankAccountNo)}`
  await takeBankQuestion(context, { phone: given.username, ip, account })
  return checkBank(context, given)
}

async function takeBankQuestion(
  { database, clock, settings }: Context,
  { phone, ip, account }: { phone: Phone; ip: string; account: string },
): Promise<void> {
  const day = { within: 'day', code: 'REQUEST_LIMIT' } as const
  const asked = createHash('sha256').update(`${phone}:${account}`).digest('hex')
  const first = await tryLimits(database, clock.now(), [{ key: `register-bank:${asked}`, max: 1, ...day }])
  if (first instanceof TooMany) return
  try {
    await consumeLimits(database, clock.now(), [
      { key: `register-bank:phone:${phone}`, max: await settings.get(bankAccountsPerPhone), ...day },
      {
        key: `register-bank:address:${addressKey(ip)}`,
        max: await settings.get(bankAccountsPerAddress),
        ...day,
      },
    ])
  } catch (error) {
    await first.giveBack()
    throw error
  }
}

/**
 * Checks that an invite code is a member's (rules.md §2.5). As long as a member id is, nobody finds one by
 * trying codes.
 * @throws Refusal `INVALID_USER_INFO`
 */
export async function checkInviteCode(context: Context, code: string): Promise<void> {
  if (await inviterOf(context, code)) return
  throw new Refusal('INVALID_USER_INFO', { fields: [{ field: 'inviteCode', reason: 'unknown' }] })
}

/** The id of the member who has an invite code; null where nobody has it. */
async function inviterOf({ db }: Context, code: string): Promise<string | null> {
  const inviter = inviterIn(code)
  return inviter !== undefined && (await memberExists(db, inviter)) ? inviter : null
}

/**
 * Registers a member (rules.md §2.5).
 * @returns whether the given invite code belongs to nobody; it was ignored then
 * @throws Refusal the refusals of `readRegistration`, `checkPersonal` and `checkNewBank`; `REGISTER_FAIL`
 */
export async function register(
  context: Context,
  registration: Registration,
  ip: string,
): Promise<{ inviteUnknown: boolean }> {
  const given = readRegistration(context, registration)
  await checkPersonal(context, given)
  const bank = await checkNewBank(context, given, ip)
  const code = given.inviteCode?.trim() ?? ''
  const invitedBy = await inviterOf(context, code)
  await insertMember(context.db, {
    id: newMemberId(),
    phone: given.username,
    name: nameForm(given.name),
    passwordHash: await hashPassword(given.password),
    sourceCode: given.sourceCode || null,
    invitedBy,
    birthDate: given.birthDate || null,
    currency: currencyOf(context.brand.variant, given.currency),
    createdAt: context.clock.now(),
    ...bank,
  })
  return { inviteUnknown: code !== '' && !invitedBy }
}
