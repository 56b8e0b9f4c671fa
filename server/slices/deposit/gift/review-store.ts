import type { Db, Tx } from '../../../platform/database.ts'
import type { GiftState } from './store.ts'

/** A gift that nobody could say the outcome of. */
export interface UncertainGift {
  id: string
  hash: string
  memberId: string
  walletNo: string
  currency: 'THB' | 'LAK'
  amountMinor: number | null
  reason: string | null
  createdAt: Date
}

const columns = [
  'id',
  'link_hash as hash',
  'member_id as memberId',
  'wallet_no as walletNo',
  'currency',
  'amount_minor as amountMinor',
  'reason',
  'created_at as createdAt',
] as const

const uncertain = (db: Db) =>
  db.selectFrom('gifts').select(columns).where('on_desk', '=', true).where('state', '=', 'REDEEMING')

/** Gifts that wait for a person, oldest first, after the one with the id `after`. */
export function selectUncertain(db: Db, after: string | undefined, limit: number): Promise<UncertainGift[]> {
  return uncertain(db)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('created_at', 'id'),
          '>',
          selectFrom('gifts as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', after ?? '')
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export const findUncertain = (db: Db, id: string): Promise<UncertainGift | undefined> =>
  uncertain(db).where('id', '=', id).executeTakeFirst()

export async function countUncertain(db: Db): Promise<number> {
  const row = await db
    .selectFrom('gifts')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('on_desk', '=', true)
    .where('state', '=', 'REDEEMING')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** A gift, held until the transaction ends. */
export function lockGift(
  tx: Tx,
  id: string,
): Promise<(UncertainGift & { state: GiftState; onDesk: boolean }) | undefined> {
  return tx
    .selectFrom('gifts')
    .select([...columns, 'state', 'on_desk as onDesk'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
