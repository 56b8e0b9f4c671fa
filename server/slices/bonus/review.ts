import { fromMinor } from '@krapao/contract/money.ts'
import type { BonusReview } from '@krapao/contract/slices/bonus/list-reviews.ts'
import { lockWallet } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import type { Language } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { mayHaveMore, type Tie, tiesOf } from '../deposit/public.ts'
import type { Offered } from './condition/store.ts'
import {
  endReview,
  findReview,
  findWaiting,
  insertReview,
  type Review,
  type ReviewSource,
  receiptsOf,
  selectShown,
  type TiedReceiver,
} from './review-store.ts'

/** One person, one free credit (rules.md §7.5): what somebody tied to the member has had waits for a person. */

/** What the slice of a source does with the place or budget that a waiting credit has reserved, in the transaction that ends it. */
interface Reservation {
  /** The credit is given. */
  spend(tx: Tx, review: Review): Promise<void>
  /** It is not. */
  free(tx: Tx, review: Review): Promise<void>
}

declare module '../context.ts' {
  interface Services {
    /** By source; each slice adds its own when it is mounted. */
    reservations: Map<ReviewSource, Reservation>
  }
}

export const reservationOf = ({ services }: Pick<Context, 'services'>, source: ReviewSource): Reservation => {
  const found = services.reservations.get(source)
  if (!found) throw new TypeError(`no slice reserves credits of ${source}`)
  return found
}

/**
 * What waits of a member counts like an open bonus. The wallet is locked.
 * @param asked what is asked for; undefined: something that does not wait itself
 * @throws Refusal `BONUS_REVIEW` the same is asked for again; `BONUS_ALREADY_ACTIVE` something else
 */
export async function requireNoneWaiting(
  tx: Tx,
  memberId: string,
  asked?: Pick<Review, 'source' | 'campaign'>,
): Promise<void> {
  const waiting = await findWaiting(tx, memberId)
  if (!waiting) return
  const isSame = waiting.source === asked?.source && waiting.campaign === asked.campaign
  throw new Refusal(isSame ? 'BONUS_REVIEW' : 'BONUS_ALREADY_ACTIVE')
}

/** With whom a member is strongly tied. Read before the campaign's counts are locked, which many wait for. */
export async function strongTies(tx: Tx, memberId: string): Promise<Tie[]> {
  return (await tiesOf(tx, memberId)).filter(({ isStrong }) => isStrong)
}

/**
 * Those of a member's ties who have had the same, or wait for it. To be asked behind the lock of the campaign's counts: of two
 * tied members who ask at once, the second one sees the first.
 * @param ties `strongTies`
 * @param counts whether a receipt of that time counts
 * @returns undefined: nobody, and nothing is to wait; a list may be empty where there may be more ties than are known
 */
export async function tiedReceivers(
  tx: Tx,
  ties: readonly Tie[],
  of: Pick<Review, 'source' | 'campaign'>,
  counts: (at: Date) => boolean = () => true,
): Promise<TiedReceiver[] | undefined> {
  if (ties.length === 0) return undefined
  const ids = ties.map((tie) => tie.memberId)
  const receipts = (await receiptsOf(tx, ids, of)).filter(({ at }) => counts(at))
  const found = ties.flatMap(({ memberId: other, reasons }) => {
    const latest = receipts.find((one) => one.memberId === other)
    return latest
      ? [{ memberId: other, reasons, at: latest.at.toISOString(), isWaiting: latest.isWaiting }]
      : []
  })
  return found.length > 0 || mayHaveMore(ties) ? found : undefined
}

/** Has a credit wait for a person. What it needs of budget and uses is reserved by the caller, in the same transaction. */
export async function holdForReview(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  { source: _, ...offered }: Offered,
  held: Pick<Review, 'id' | 'source' | 'day' | 'amountMinor' | 'maxTotalMinor' | 'tied'>,
): Promise<void> {
  await insertReview(tx, { ...offered, ...held, createdAt: clock.now() })
}

/** Days for which a member sees that a credit was refused. */
const shownDays = 7

/** What waits of a member, and what was refused of late, newest first. */
export async function listReviews(
  { db, clock }: Context,
  memberId: string,
  language: Language,
): Promise<BonusReview[]> {
  const reviews = await selectShown(db, memberId, addSeconds(clock.now(), -shownDays * 86_400))
  return reviews.map(
    ({ id, source, campaign, description, amountMinor, currency, state, createdAt, endedAt }) => ({
      _id: id,
      source,
      code: campaign,
      title: description[language],
      amount: fromMinor(amountMinor),
      currency,
      state: state === 'REFUSED' ? 'REFUSED' : 'WAITING',
      createdAt: createdAt.toISOString(),
      refusedAt: endedAt?.toISOString() ?? null,
    }),
  )
}

/**
 * The member wants it no more: what was reserved is free again. Asked twice, it is done once.
 * @throws Refusal `NO_DATA` not this member's; `ALREADY_DECIDED` a person has decided it
 */
export async function withdrawReview(context: Context, memberId: string, id: string): Promise<void> {
  const { db, clock } = context
  await transaction(db, async (tx) => {
    const review = await findReview(tx, id)
    if (review?.memberId !== memberId) throw new Refusal('NO_DATA')
    await lockWallet(tx, memberId, review.currency)
    if (await endReview(tx, id, { state: 'WITHDRAWN', at: clock.now() })) {
      await reservationOf(context, review.source).free(tx, review)
    } else if ((await findReview(tx, id))?.state !== 'WITHDRAWN') {
      throw new Refusal('ALREADY_DECIDED')
    }
  })
}
