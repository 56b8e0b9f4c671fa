import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'
import { nameForm } from '@krapao/contract/name-form.ts'
import { hasMovedMoney, own } from '../../ledger/public.ts'
import type { Caller } from '../../platform/http.ts'
import { consumeLimits } from '../../platform/limits/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { limitsNow } from './login.ts'
import { findMember, type Member } from './members.ts'
import { checkBank } from './registration.ts'
import {
  accountDigits,
  checkBankPart,
  checkEnglishName,
  nameProblems,
  refuse,
  tidyAccountName,
} from './rules.ts'
import { updateBankAccount, updateMemberName } from './store.ts'

/** rules.md §2.6 */
const bankChangesPerDay = defineSetting(
  'profile.bankChangesPerDay',
  Type.Integer({ minimum: 1, maximum: 100 }),
  3,
  'Bank accounts that a member may try to change to in a Bangkok day; after that through support',
)

/** A member who calls and must therefore exist. */
async function callingMember(context: Context, memberId: string): Promise<Member> {
  const member = await findMember(context, memberId)
  if (!member) throw new Error(`member ${memberId} has a session and no record`)
  return member
}

export async function readProfile(
  context: Context,
  memberId: string,
): Promise<AnswerOf<'GET /api/account/profile'>> {
  const member = await callingMember(context, memberId)
  const balances = await context.ledger.balances(memberId)
  return {
    _id: member.id,
    name: member.name,
    username: member.username,
    createdAt: member.createdAt.toISOString(),
    coin: balances.get(own.coin)?.amountMinor ?? 0,
    bankAccount: {
      bankCode: member.bankCode,
      bankAccountName: member.bankAccountName,
      bankAccountNo: member.bankAccountNo,
      bank: member.bank,
    },
    currency: member.currency,
    bankEditable: !(await hasMovedMoney(context.db, memberId)),
  }
}

/**
 * Changes the name, and the bank account while nothing was ever deposited or withdrawn (rules.md §2.6). A
 * form that sends the bank account along unchanged is fine at any time. A well-formed try counts whatever
 * comes of it: the answer says whose accounts are taken.
 * @throws Refusal `INVALID_USER_INFO`, `INVALID_BANK`, `BANK_ACCOUNT_NAME_ENG`, `EXISTING_BANK`,
 *   `PROFILE_LOCKED`, `PROFILE_CHANGE_LIMIT` with `retryAfter` in seconds
 */
export async function changeProfile(
  context: Context,
  caller: Caller,
  given: BodyOf<'PUT /api/account/profile'>,
): Promise<void> {
  const { memberId } = caller
  const member = await callingMember(context, memberId)
  if (given.name !== undefined) refuse(nameProblems(given.name), await limitsNow(context))

  const wanted = {
    bankCode: given.bankCode ?? member.bankCode,
    bankAccountName: tidyAccountName(given.bankAccountName ?? member.bankAccountName),
    bankAccountNo: accountDigits(given.bankAccountNo ?? member.bankAccountNo),
  }
  const bankChanges =
    wanted.bankCode !== member.bankCode ||
    !isSameText(wanted, member) ||
    wanted.bankAccountNo !== member.bankAccountNo
  if (bankChanges) {
    if (await hasMovedMoney(context.db, memberId)) throw new Refusal('PROFILE_LOCKED')
    checkBankPart(wanted)
    await consumeLimits(context.database, context.clock.now(), [
      {
        key: `profile-bank:${memberId}`,
        max: await context.settings.get(bankChangesPerDay),
        within: 'day',
        code: 'PROFILE_CHANGE_LIMIT',
      },
    ])
    const bank = await checkBank(context, wanted, memberId)
    const changed = await updateBankAccount(context.db, caller, bank, context.clock.now(), {
      whileUnused: true,
    })
    if (!changed) throw new Refusal('PROFILE_LOCKED')
  }
  if (given.name !== undefined) await updateMemberName(context.db, memberId, nameForm(given.name))
}

/**
 * Corrects the account name of a bank that writes names in English (rules.md §2.6). Once the name is in
 * English and money has moved, a further change is support's: slips are matched by this name.
 * @throws Refusal `INVALID_BANK` (not the member's own bank, or a bank without that rule),
 *   `BANK_ACCOUNT_NAME_ENG`, `PROFILE_LOCKED`
 */
export async function correctAccountName(
  context: Context,
  caller: Caller,
  given: BodyOf<'PUT /api/account/bankAccountName'>,
): Promise<void> {
  const member = await callingMember(context, caller.memberId)
  if (given.bankCode !== member.bankCode || !englishNameBanks.includes(member.bankCode)) {
    throw new Refusal('INVALID_BANK', { fields: [{ field: 'bankCode', reason: 'invalid' }] })
  }
  const bankAccountName = tidyAccountName(given.bankAccountName)
  checkEnglishName(member.bankCode, bankAccountName)
  if (isSameText({ bankAccountName }, member)) return
  const whileUnused = englishName.test(member.bankAccountName)
  const changed = await updateBankAccount(
    context.db,
    caller,
    { bankCode: member.bankCode, bankAccountNo: member.bankAccountNo, bankAccountName },
    context.clock.now(),
    { whileUnused },
  )
  if (!changed) throw new Refusal('PROFILE_LOCKED')
}

/** Whether an account name is written as the stored one, which may be older than its form. */
function isSameText(...both: [Named, Named]): boolean {
  const [name, other] = both.map(({ bankAccountName }) => tidyAccountName(bankAccountName))
  return name === other
}
type Named = Pick<Member, 'bankAccountName'>
