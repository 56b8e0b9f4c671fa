import { fromMinor } from '@krapao/contract/money.ts'
import type { PendingMoney } from '@krapao/contract/slices/statement/list-pending.ts'
import type { Context } from '../context.ts'
import { recordEndings } from '../outcome/public.ts'
import { selectExpired, selectPendingDeposits } from './pending-store.ts'

/** What a member may still be credited for; `limit` of each way in. */
export async function listPendingDeposits(
  { db, clock }: Context,
  memberId: string,
  limit: number,
): Promise<PendingMoney[]> {
  const rows = await selectPendingDeposits(db, memberId, clock.now(), limit)
  return rows.map(({ amountMinor, createdAt, expiresAt, ...row }) => ({
    ...row,
    amount: amountMinor === null ? null : fromMinor(amountMinor),
    createdAt: createdAt.toISOString(),
    expireIn: expiresAt?.toISOString() ?? null,
    to: 'WALLET',
  }))
}

/**
 * Records that the member's unpaid codes are out of time. Nobody ends such a code, so it is recorded when its member looks
 * next. What fails here keeps nothing else from being shown.
 */
export async function recordExpired({ db, clock, log }: Context, memberId: string): Promise<void> {
  try {
    const expired = await selectExpired(db, memberId, clock.now())
    const end = { kind: 'qr', result: 'EXPIRED', to: 'WALLET', memberId } as const
    await recordEndings(
      db,
      expired.map(({ id, ...code }) => ({ ...code, ...end, key: `expired:${id}`, source: id })),
    )
  } catch (error) {
    log.warn({ err: error, memberId }, 'expired codes not recorded')
  }
}
