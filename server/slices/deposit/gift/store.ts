import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import { openUnlessOpen } from '../../../outside/work.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Db, savepoint, type Tx } from '../../../platform/database.ts'
import { sqlState } from '../../../platform/database-trouble.ts'

declare module '../../../platform/database.ts' {
  interface Tables {
    gifts: {
      id: string
      link_hash: string
      sealed_link: string | null
      member_id: string
      wallet_no: string
      currency: Currency
      state: GiftState
      amount_minor: Generated<number | null>
      reason: Generated<string | null>
      operator_id: Generated<string | null>
      created_at: Date
      settled_at: Generated<Date | null>
      journal_key: Generated<string | null>
    }
  }
}

/** `CLAIMED`: nobody was asked to take it; `REDEEMING`: the wallet may have taken it. */
export type GiftState = 'CLAIMED' | 'REDEEMING' | 'CREDITED' | 'REFUSED'

/** A gift that is being redeemed. */
export interface Gift {
  id: string
  hash: string
  sealedLink: string | null
  memberId: string
  walletNo: string
  currency: Currency
  state: GiftState
  /** Known once it was inspected. */
  amountMinor: number | null
  /** Why it was refused. */
  reason: string | null
  createdAt: Date
}

const columns = [
  'id',
  'link_hash as hash',
  'sealed_link as sealedLink',
  'member_id as memberId',
  'wallet_no as walletNo',
  'currency',
  'state',
  'amount_minor as amountMinor',
  'reason',
  'created_at as createdAt',
] as const

/**
 * Claims a link for one member. @returns undefined when somebody has it, or a gift of this id was there
 * before
 */
export function claimGift(
  tx: Tx,
  gift: Pick<Gift, 'id' | 'hash' | 'memberId' | 'walletNo' | 'currency' | 'createdAt'> & {
    sealedLink: string
  },
): Promise<Gift | undefined> {
  return tx
    .insertInto('gifts')
    .values({
      id: gift.id,
      link_hash: gift.hash,
      sealed_link: gift.sealedLink,
      member_id: gift.memberId,
      wallet_no: gift.walletNo,
      currency: gift.currency,
      state: 'CLAIMED',
      created_at: gift.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

export function findGift(db: Db, id: string): Promise<Gift | undefined> {
  return db.selectFrom('gifts').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Whether a link is being redeemed for this member. */
export async function hasOpenGift(db: Db, hash: string, memberId: string): Promise<boolean> {
  const open = await db
    .selectFrom('gifts')
    .select('id')
    .where('link_hash', '=', hash)
    .where('member_id', '=', memberId)
    .where('state', 'in', ['CLAIMED', 'REDEEMING'])
    .executeTakeFirst()
  return open !== undefined
}

/**
 * From here on the wallet may be asked to take the gift. @returns whether it was still only claimed before
 * that
 */
export async function beginRedeeming(db: Db, id: string, amountMinor: number): Promise<boolean> {
  const begun = await db
    .updateTable('gifts')
    .set({ state: 'REDEEMING', amount_minor: amountMinor })
    .where('id', '=', id)
    .where('state', '=', 'CLAIMED')
    .returning('id')
    .executeTakeFirst()
  return begun !== undefined
}

/**
 * Ends a gift; only one in a state of `from` is ended, so of several calls at once one has effect. Its work,
 * by which it may wait at the desk, ends in the same transaction.
 */
export async function settleGift(
  tx: Tx,
  id: string,
  from: GiftState[],
  end: { at: Date; operatorId?: string } & (
    | { state: 'CREDITED'; amountMinor: number; journalKey: string }
    | { state: 'REFUSED'; reason: string }
  ),
): Promise<boolean> {
  const settled = await tx
    .updateTable('gifts')
    .set({
      state: end.state,
      settled_at: end.at,
      sealed_link: null,
      ...(end.operatorId !== undefined && { operator_id: end.operatorId }),
      ...(end.state === 'CREDITED'
        ? { amount_minor: end.amountMinor, journal_key: end.journalKey }
        : { reason: end.reason }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return settled !== undefined
}

/**
 * Refuses the other gift that has claimed a gift's link, where nobody was asked to take it: the link is used.
 * @returns the gifts that were refused
 */
export function endOtherClaims(
  tx: Tx,
  { id, hash }: Pick<Gift, 'id' | 'hash'>,
  at: Date,
): Promise<Pick<Gift, 'id' | 'memberId' | 'amountMinor' | 'currency'>[]> {
  return tx
    .updateTable('gifts')
    .set({ state: 'REFUSED', settled_at: at, sealed_link: null, reason: 'TAKEN' })
    .where('link_hash', '=', hash)
    .where('state', '=', 'CLAIMED')
    .where('id', '!=', id)
    .returning(['id', 'member_id as memberId', 'amount_minor as amountMinor', 'currency'])
    .execute()
}

/**
 * Ends a gift as credited that was refused before. Its link may be another gift's by now, also one that
 * claims it at this very moment: a link is one gift's (index `gifts_claim`), and this one stays refused then.
 * @returns `link-held` where that is so; `not-refused` where the gift was not
 */
export async function creditRefused(
  tx: Tx,
  id: string,
  end: Parameters<typeof settleGift>[3] & { state: 'CREDITED' },
): Promise<'credited' | 'not-refused' | 'link-held'> {
  try {
    return (await savepoint(tx, () => settleGift(tx, id, ['REFUSED'], end))) ? 'credited' : 'not-refused'
  } catch (error) {
    if (sqlState(error) === '23505') return 'link-held'
    throw error
  }
}

/** Whether a link was credited, whichever of its gifts that was for. */
export async function isLinkCredited(tx: Tx, hash: string): Promise<boolean> {
  const credited = await tx
    .selectFrom('gifts')
    .select('id')
    .where('link_hash', '=', hash)
    .where('state', '=', 'CREDITED')
    .executeTakeFirst()
  return credited !== undefined
}

/** Lets a gift that was ended be asked about again in some seconds, unless it is asked about already. */
export const askAgain = (
  tx: Tx,
  clock: Clock,
  { id, createdAt }: Pick<Gift, 'id' | 'createdAt'>,
  seconds: number,
): Promise<void> => openUnlessOpen(tx, clock, { kind: 'gift', key: id }, { createdAt, seconds })
