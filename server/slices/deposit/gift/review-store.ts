import type { Currency } from '@krapao/contract/money.ts'
import type { Waiting } from '../../../desk/queue.ts'
import { type InReview, inReview, reviewColumns } from '../../../outside/review.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import type { GiftState } from './store.ts'

/** A gift that nobody could say the outcome of. */
export interface UncertainGift {
  id: string
  hash: string
  memberId: string
  walletNo: string
  currency: Currency
  amountMinor: number | null
  createdAt: Date
}

const columns = `g.id, g.link_hash as hash, g.member_id as "memberId", g.wallet_no as "walletNo", g.currency,
  g.amount_minor as "amountMinor", g.created_at as "createdAt"`

const uncertain = `select ${columns}, ${reviewColumns}
  from ${inReview('gift')} join gifts g on g.id = w.key
  where g.state = 'REDEEMING'`

/**
 * Work is put in review only while its gift is being redeemed (follow-up.ts), and leaves the review in the
 * transaction that settles the gift: so the list follows the work, and the gift's own changes of state say
 * nothing to the desk.
 */
export const waitingGifts: Waiting = {
  subject: 'gift',
  key: 'g.id',
  keyType: 'text',
  at: 'g.created_at',
  memberId: 'g.member_id',
  amountMinor: 'g.amount_minor',
  currency: 'g.currency',
  words: 'g.id',
  from: `${inReview('gift')} join gifts g on g.id = w.key`,
  where: `g.state = 'REDEEMING'`,
}

/** Those of these gifts that wait for a person. */
export const selectUncertain = (db: Db, ids: string[]): Promise<(UncertainGift & InReview)[]> =>
  rawQuery(db, `${uncertain} and g.id = any($1::text[])`, [ids])

/** A gift, held until the transaction ends. */
export async function lockGift(
  tx: Tx,
  id: string,
): Promise<(UncertainGift & { state: GiftState }) | undefined> {
  const [row] = await rawQuery<UncertainGift & { state: GiftState }>(
    tx,
    `select ${columns}, g.state from gifts g where g.id = $1 for update`,
    [id],
  )
  return row
}
