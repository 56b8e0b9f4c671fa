import { may } from '@krapao/contract/slices/operator/roles.ts'
import { rowOwner } from '../../ledger/public.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import type { RefusedCall } from '../../platform/refused-calls.ts'
import {
  findMember,
  type Member,
  searchAccountEnds,
  searchMembers,
  searchPhoneEnds,
} from '../account/public.ts'
import type { Context } from '../context.ts'
import { findDepositOwners, findTransferOwners } from '../deposit/public.ts'
import { findGameOwners } from '../game/public.ts'
import { admitNumberSearch } from '../operator/public.ts'
import { statementTypes } from '../statement/public.ts'
import { findWithdrawalOwners } from '../withdraw/public.ts'

/**
 * The beginnings of the references that members read out of the app: of slips, QR codes, gifts,
 * announcements, withdrawals.
 */
const reference = /^(sl|qr|gf|md|wd)[a-z0-9]{8,40}$/
/**
 * The number of a receipt that nothing else has a number for: the bank reported the money, or it is of long
 * ago.
 */
const rowNumber = /^tx(\d{1,15})$/

/**
 * Finds members by the beginning of phone, id, account number, of a word of the name, of a username at a game
 * provider, or of a reference, in either case, with or without hyphens and blanks; by the end of phone or
 * account number, as slips show it; and by a bank's whole reference. At most 20, the newest of those whose
 * number has the typed end.
 * @returns `hasMoreEnds`: more of those than are answered
 * @throws Refusal as `admitNumberSearch`
 */
export async function findMembers(
  context: Context,
  operator: OperatorCaller,
  search: string,
): Promise<{ members: Member[]; hasMoreEnds: boolean }> {
  await admitNumberSearch(context, operator, 'members', search)
  const seesNumbers = may(operator.role, 'seeNumbers')
  const text = search.trim().toLowerCase().replaceAll('\u0000', '')
  const close = text.replace(/[\s-]/g, '')
  if (close.length < 3) return { members: [], hasMoreEnds: false }
  const [found, byPhone, byAccount, ...named] = await Promise.all([
    searchMembers(context, search, seesNumbers),
    searchPhoneEnds(context.database, search, seesNumbers),
    searchAccountEnds(context.database, search, seesNumbers),
    findGameOwners(context, text),
    findTransferOwners(context, search.trim().replaceAll('\u0000', '')),
    findRowOwners(context, close),
    ...(reference.test(close)
      ? [findDepositOwners(context, close), findWithdrawalOwners(context, close)]
      : []),
  ])
  const known = new Set(found.map(({ id }) => id))
  const byEnd = [...byPhone, ...byAccount]
  const others = [...new Set([...named.flat(), ...byEnd])].filter((id) => !known.has(id)).slice(0, atMost)
  const members = await Promise.all(others.map((id) => findMember(context, id)))
  const shown = [...found, ...members.filter((member) => member !== undefined)].slice(0, atMost)
  const shownIds = new Set(shown.map(({ id }) => id))
  return { members: shown, hasMoreEnds: byEnd.some((id) => !shownIds.has(id)) }
}

const atMost = 20

/** The member whose statement has the row with this number; none or one. */
async function findRowOwners({ db }: Context, search: string): Promise<string[]> {
  const [, id] = rowNumber.exec(search) ?? []
  const owner = id === undefined ? undefined : await rowOwner(db, statementTypes, Number(id))
  return owner === undefined ? [] : [owner]
}

/** The form of the references of refused calls. */
const callReference = /^[\w-]{12}$/

/** The refused call with a reference, and its member; none or one. */
export async function findRefusedCalls(
  context: Context,
  search: string,
): Promise<(RefusedCall & { member: Member | undefined })[]> {
  const entered = search.replace(/\s/g, '')
  const call = callReference.test(entered) ? await context.refusedCalls.find(entered) : undefined
  if (!call) return []
  return [{ ...call, member: call.memberId === null ? undefined : await findMember(context, call.memberId) }]
}
