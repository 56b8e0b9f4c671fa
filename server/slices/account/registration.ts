import type { BodyOf } from '@krapao/contract/client.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
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
  tidyName,
} from './rules.ts'
import { hashPassword, newMemberId } from './secrets.ts'
import { bankAccountExists, insertMember, memberExists, phoneExists } from './store.ts'

export type Registration = BodyOf<'POST /api/account'>

/**
 * Checks the personal part of a registration (step 3 of the wizard; rules.md §2.1, §2.4, §2.5).
 * @throws Refusal `PHONE_NUMBER_REQUIRE_10_DIGIT`, `INVALID_USER_INFO`, `EXISTING_USER`, `UNVERIFIED_OTP`
 */
export async function checkPersonal(context: Context, given: Registration): Promise<void> {
  checkPhone(given.username, context.brand.variant)
  const limits = await limitsNow(context)
  const problems = personalProblems(given, limits)
  if (given.sourceCode && !(await findSource(context, given.sourceCode))) {
    problems.push({ field: 'sourceCode', reason: 'unknown' })
  }
  refuse(problems, limits)
  if (await phoneExists(context.db, given.username)) throw new Refusal('EXISTING_USER')
  if ((await isRegisterOtpOn(context)) && !(await isPhoneVerified(context, given.username))) {
    throw new Refusal('UNVERIFIED_OTP')
  }
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
  const part = checkBankPart(given)
  if (!(await findBank(context, part.bankCode))) {
    throw new Refusal('INVALID_BANK', { fields: [{ field: 'bankCode', reason: 'unknown' }] })
  }
  if (await bankAccountExists(context.db, part.bankCode, part.bankAccountNo, except)) {
    throw new Refusal('EXISTING_BANK')
  }
  return part
}

/**
 * Registers a member (rules.md §2.5).
 * @returns whether an invite code was given that nobody owns; it was ignored
 * @throws Refusal what `checkPersonal` and `checkBank` throw; `REGISTER_FAIL`
 */
export async function register(context: Context, given: Registration): Promise<{ inviteUnknown: boolean }> {
  await checkPersonal(context, given)
  const bank = await checkBank(context, given)
  const code = given.inviteCode?.trim() ?? ''
  const inviter = inviterIn(code)
  const invitedBy = inviter && (await memberExists(context.db, inviter)) ? inviter : null
  await insertMember(context.db, {
    id: newMemberId(),
    phone: given.username,
    name: tidyName(given.name),
    passwordHash: await hashPassword(given.password),
    sourceCode: given.sourceCode || null,
    invitedBy,
    birthDate: given.birthDate,
    currency: currencyOf(context.brand.variant, given.currency),
    createdAt: context.clock.now(),
    ...bank,
  })
  return { inviteUnknown: code !== '' && !invitedBy }
}
