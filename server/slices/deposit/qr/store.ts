import { type Db, transaction } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import { type Code, codeColumns } from '../reports/code-store.ts'

/** A code that is closed here, and may be cancelled at its gateway. */
export interface Replaced {
  id: string
  gateway: string
}

/**
 * Opens a code in place of the open one at the same gateway, or of every open one of the member. Calls for
 * one member run one after the other.
 * @param everywhere all open codes of the member are closed, not only the gateway's
 * @param unlessOpen nothing is done if the member has a code that may be paid, or may be soon
 * @returns the codes that it replaced; undefined if it was not opened
 */
export function openCode(
  db: Db,
  code: Pick<Code, 'id' | 'memberId' | 'gateway' | 'currency' | 'amountMinor' | 'expiresAt'>,
  now: Date,
  { everywhere = false, unlessOpen = false } = {},
): Promise<Replaced[] | undefined> {
  return transaction(db, async (tx) => {
    await takeLock(tx, 'qrCode', code.memberId)
    if (unlessOpen) {
      const open = await tx
        .selectFrom('qr_payments')
        .select('id')
        .where('member_id', '=', code.memberId)
        .where('state', '=', 'OPEN')
        .where('expires_at', '>', now)
        .limit(1)
        .executeTakeFirst()
      if (open) return undefined
    }
    const replaced = await tx
      .updateTable('qr_payments')
      .set({ state: 'CANCELLED', closed_at: now })
      .where('member_id', '=', code.memberId)
      .$if(!everywhere, (query) => query.where('gateway', '=', code.gateway))
      .where('state', '=', 'OPEN')
      .returning(['id', 'gateway'])
      .execute()
    await tx
      .insertInto('qr_payments')
      .values({
        id: code.id,
        member_id: code.memberId,
        gateway: code.gateway,
        currency: code.currency,
        amount_minor: code.amountMinor,
        state: 'OPEN',
        created_at: now,
        expires_at: code.expiresAt,
      })
      .execute()
    return replaced
  })
}

/**
 * Stores the gateway's answer.
 * @returns whether the code is still open
 */
export async function storePayload(db: Db, id: string, payload: string): Promise<boolean> {
  const stored = await db
    .updateTable('qr_payments')
    .set({ payload })
    .where('id', '=', id)
    .where('state', '=', 'OPEN')
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Closes an open code. @returns its gateway; undefined when it is not open, expired, or not this member's */
export async function closeCode(
  db: Db,
  code: { id: string; memberId: string },
  state: 'CANCELLED' | 'FAILED',
  now: Date,
): Promise<string | undefined> {
  const closed = await db
    .updateTable('qr_payments')
    .set({ state, closed_at: now })
    .where('id', '=', code.id)
    .where('member_id', '=', code.memberId)
    .where('state', '=', 'OPEN')
    .where('expires_at', '>', now)
    .returning('gateway')
    .executeTakeFirst()
  return closed?.gateway
}

/** The code that a member may pay now, at one gateway or the newest at any. */
export function findOpenCode(
  db: Db,
  memberId: string,
  gateway: string | undefined,
  now: Date,
): Promise<(Code & { payload: string }) | undefined> {
  return db
    .selectFrom('qr_payments')
    .select(codeColumns)
    .where('member_id', '=', memberId)
    .$if(gateway !== undefined, (query) => query.where('gateway', '=', gateway as string))
    .where('state', '=', 'OPEN')
    .where('expires_at', '>', now)
    .where('payload', 'is not', null)
    .$narrowType<{ payload: string }>()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
