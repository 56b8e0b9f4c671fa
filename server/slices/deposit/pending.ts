import { transaction } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { recordEndings } from '../outcome/public.ts'
import { lockExpired } from './pending-store.ts'
import { expiredKey } from './reports/store.ts'

/**
 * Records that the member's unpaid codes are out of time. Nobody ends such a code, so it is recorded when its
 * member looks next. A failure here keeps nothing else from being shown.
 */
export async function recordExpired({ db, clock, log }: Context, memberId: string): Promise<void> {
  try {
    await transaction(db, async (tx) => {
      const expired = await lockExpired(tx, memberId, clock.now())
      const end = { kind: 'qr', result: 'EXPIRED', to: 'WALLET', memberId } as const
      await recordEndings(
        tx,
        expired.map(({ id, ...code }) => ({ ...code, ...end, key: expiredKey(id), source: id })),
      )
    })
  } catch (error) {
    log.warn({ err: error, memberId }, 'expired codes not recorded')
  }
}
