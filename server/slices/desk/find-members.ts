import type { RefusedCall } from '../../platform/refused-calls.ts'
import { findMember, type Member, searchMembers } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findDepositOwners } from '../deposit/public.ts'
import { findWithdrawalOwners } from '../withdraw/public.ts'

/**
 * The beginnings of the references that members read out of the app: of slips, QR codes, gifts, announcements,
 * withdrawals.
 */
const reference = /^(sl|qr|gf|md|wd)[a-z0-9]{8,40}$/

/**
 * Finds members by the beginning of phone, id, account number, name or reference, in either case, with or without
 * hyphens and blanks. At most 20.
 */
export async function findMembers(context: Context, search: string): Promise<Member[]> {
  const found = await searchMembers(context, search)
  const beginning = search.toLowerCase().replace(/[\s-]/g, '')
  if (found.length > 0 || !reference.test(beginning)) return found
  const owners = await Promise.all([
    findDepositOwners(context, beginning),
    findWithdrawalOwners(context, beginning),
  ])
  const members = await Promise.all([...new Set(owners.flat())].map((id) => findMember(context, id)))
  return members.filter((member) => member !== undefined).slice(0, 20)
}

/** The form of the references of refused calls. */
const callReference = /^[\w-]{12}$/

/** The refused call with a reference, and its member; none or one. */
export async function findRefusedCalls(
  context: Context,
  search: string,
): Promise<(RefusedCall & { member: Member | undefined })[]> {
  const told = search.replace(/\s/g, '')
  const call = callReference.test(told) ? await context.refusedCalls.find(told) : undefined
  if (!call) return []
  return [{ ...call, member: call.memberId === null ? undefined : await findMember(context, call.memberId) }]
}
