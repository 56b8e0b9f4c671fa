import { maskedNumber } from '@krapao/contract/masked-number.ts'
import { typedNumber } from '@krapao/contract/sender.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { isReached, type Limit, tryLimits } from '../../platform/limits/limiter.ts'
import { TooMany } from '../../platform/limits/too-many.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import { hashToken } from '../account/public.ts'
import type { Context } from '../context.ts'
import { insertAuditEvent } from './store.ts'

const numberSearchesPerHour = defineSetting(
  'operator.numberSearchesPerHour',
  Type.Integer({ minimum: 1, maximum: 10_000 }),
  120,
  'Searches by a phone or account number in one hour, of each list, by an operator to whom numbers are masked',
)

/** Whether a typed text is searched as a number: four digits or more, and otherwise signs of a mask only. */
const isNumber = (number: string): boolean =>
  /^\+?[\dxX*•]+$/.test(number) && number.replace(/\D/g, '').length >= 4

/**
 * Counts and audits a search by a phone or account number, where numbers are masked to the operator: each
 * answer says a little about a number that is hidden (docs/decisions/0062). The same one counts once in an
 * hour: a list asks again whenever something changes. Any other search passes.
 * @param list what is searched: each list has a limit of its own, because the console asks several of them at
 *   once
 * @throws Refusal `REQUEST_LIMIT` with `retryAfter`
 */
export async function admitNumberSearch(
  context: Context,
  { operatorId, role }: OperatorCaller,
  list: 'members' | 'chats' | 'items',
  typed: string,
): Promise<void> {
  const number = typedNumber(typed)
  if (may(role, 'seeNumbers') || !isNumber(number)) return
  const now = context.clock.now()
  const key = `operator-number:${list}:${operatorId}`
  const max = await context.settings.get(numberSearchesPerHour)
  const hour: Limit = { key, max, within: 3600, code: 'REQUEST_LIMIT' }
  const once: Limit = { ...hour, key: `${key}:${hashToken(number)}`, max: 1 }
  const count = (limit: Limit) => tryLimits(context.database, now, [limit])
  // The hour first: only a search that was allowed by it makes the next one of the same number a repetition.
  const counted = await count(hour)
  if (counted instanceof TooMany) {
    if (await isReached(context.database, now, once)) return
    throw counted
  }
  const isNew = await count(once).catch(async (error) => {
    await counted.giveBack()
    throw error
  })
  if (isNew instanceof TooMany) return counted.giveBack()
  try {
    // The log is kept for good, so it has what a mask shows: the last four digits.
    const search = /^\d{4}$/.test(number) ? number : maskedNumber(number)
    await insertAuditEvent(context.db, { operatorId, action: 'look.search', details: { search } }, now)
  } catch (error) {
    // It is not answered, so the next time it is no repetition.
    await isNew.giveBack()
    await counted.giveBack()
    throw error
  }
}
