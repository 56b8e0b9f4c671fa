import { toMinor } from '@krapao/contract/money.ts'
import type { CallKey } from '../../../platform/call-key.ts'
import { bangkokDay } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { defineAmounts } from '../../../platform/settings.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { depositIdOf, newDepositId } from '../deposit-id.ts'
import { isManualOn, minDeposit } from '../limits.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { findAmount, insertAnnouncement } from './store.ts'

export const maxAnnounced = defineAmounts(
  'deposit.manualDailySum',
  { THB: 50_000, LAK: 30_000_000 },
  'Most that one member may announce on one Bangkok day; refused announcements do not count',
)

/**
 * Announces a deposit that an operator confirms (rules.md §5.5), while the operator allows it; one at a time
 * per member.
 * @param amount in the member's currency
 * @param key the caller's `Idempotency-Key`: the same key answers the same announcement
 * @returns its id
 * @throws Refusal `FORBIDDEN`, `DEPOSIT_MINIMUM` (with `minimum`), `DEPOSIT_MAXIMUM` (with the day's
 *   `maximum`), `DEPOSIT_ANNOUNCED`, `IDEMPOTENCY_CONFLICT`
 */
export async function announce(
  context: Context,
  memberId: string,
  amount: number,
  key?: CallKey,
): Promise<string> {
  const id = key === undefined ? newDepositId('md') : depositIdOf('md', memberId, key)
  const announcedMinor = key === undefined ? undefined : await findAmount(context.db, id)
  if (announcedMinor !== undefined) {
    if (announcedMinor !== toMinor(amount)) throw new Refusal('IDEMPOTENCY_CONFLICT')
    return id
  }
  if (!(await isManualOn(context))) throw new Refusal('FORBIDDEN')
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('NO_USER')
  const { currency } = member
  const minimum = Math.max(await minDeposit(context, currency), 0.01)
  if (toMinor(amount) < toMinor(minimum)) throw new Refusal('DEPOSIT_MINIMUM', { minimum, currency })
  const maximum = await context.settings.get(maxAnnounced[currency])
  const now = context.clock.now()
  const announcement = { id, memberId, currency, amountMinor: toMinor(amount), createdAt: now }
  const kept = await insertAnnouncement(context, announcement, {
    dayStart: new Date(`${bangkokDay(now)}T00:00:00+07:00`),
    maxMinor: toMinor(maximum),
  })
  if (kept === 'another-waits') throw new Refusal('DEPOSIT_ANNOUNCED')
  if (kept === 'above-max') throw new Refusal('DEPOSIT_MAXIMUM', { maximum, currency })
  notifyDepositsChanged(context, [memberId])
  return id
}
