import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'

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

/** Claims a link for one member. @returns undefined when somebody has it, or a gift of this id was there before */
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

/** From here on the wallet may be asked to take it. @returns whether the gift still stood before that */
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

/** Ends a gift; only one that stands `from` is ended, so of several at once one has effect. */
export async function settleGift(
  db: Db | Tx,
  id: string,
  from: GiftState[],
  end: { at: Date; operatorId?: string } & (
    | { state: 'CREDITED'; amountMinor: number; journalKey: string }
    | { state: 'REFUSED'; reason: string }
  ),
): Promise<boolean> {
  const settled = await db
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
