import type { ErrorCode } from '@krapao/contract/errors.ts'
import { memberRoom } from '@krapao/contract/events.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { BonusReview } from '@krapao/contract/slices/bonus/list-reviews.ts'
import { lockWallet } from '../../ledger/public.ts'
import { addSeconds, bangkokDay } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { mayHaveMore, type Tie, tiesOf } from '../deposit/public.ts'
import { recordEndings } from '../outcome/public.ts'
import type { Offered } from './condition/store.ts'
import {
  endReview,
  findReview,
  findWaiting,
  insertReview,
  lockYielding,
  type Review,
  type ReviewSource,
  receiptsOf,
  selectShown,
  type TiedReceiver,
} from './review-store.ts'

/**
 * One person, one free credit (rules.md §7.5): a credit that somebody tied to the member has had waits for a
 * person.
 */

/**
 * What the slice of a source does with the place or budget that a waiting credit has reserved, in the
 * transaction that ends it.
 */
interface Reservation {
  /** The credit is given. */
  spend(tx: Tx, review: Review): Promise<void>
  /** It is not. */
  free(tx: Tx, review: Review): Promise<void>
}

declare module '../context.ts' {
  interface Services {
    /** By source; each slice adds its own by `addReservation` when it is mounted. */
    reservations: Map<ReviewSource, Reservation>
  }
}

export const reservationServices = () => ({ reservations: new Map<ReviewSource, Reservation>() })

export const addReservation = (
  { services }: Pick<Context, 'services'>,
  source: ReviewSource,
  reservation: Reservation,
): void => void services.reservations.set(source, reservation)

export const reservationOf = ({ services }: Pick<Context, 'services'>, source: ReviewSource): Reservation => {
  const found = services.reservations.get(source)
  if (!found) throw new TypeError(`no slice reserves credits of ${source}`)
  return found
}

/**
 * A waiting credit of the member counts like an open bonus. The wallet is locked.
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

/**
 * How the request that waited is answered again.
 * @param received the code of something that was received
 */
export const againOf = (state: Review['state'], received: ErrorCode): ErrorCode =>
  state === 'WAITING' ? 'BONUS_REVIEW' : state === 'YIELDED' ? 'BONUS_FULL' : received

/** The strong ties of a member. Read before the campaign's counts are locked, for which many wait. */
export async function strongTies(tx: Tx, memberId: string): Promise<Tie[]> {
  return (await tiesOf(tx, memberId)).filter(({ isStrong }) => isStrong)
}

/**
 * Those of a member's ties who have had the same, or wait for it. To be asked behind the lock of the
 * campaign's counts: of two tied members who ask at once, the second one sees the first.
 * @param ties `strongTies`
 * @param counts whether a receipt of that time counts
 * @returns undefined: nobody, and nothing is to wait; a list may be empty where there may be more ties than
 *   are known
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
    const latest = receipts.find((receipt) => receipt.memberId === other)
    return latest
      ? [{ memberId: other, reasons, at: latest.at.toISOString(), isWaiting: latest.isWaiting }]
      : []
  })
  return found.length > 0 || mayHaveMore(ties) ? found : undefined
}

/**
 * Has a credit wait for a person. The caller reserves its budget and use, in the same transaction.
 * @param held `createdAt`: the instant by which the caller decided, whose day it counts for
 */
export async function holdForReview(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  { source: _, ...offered }: Offered,
  held: Pick<Review, 'id' | 'source' | 'createdAt' | 'amountMinor' | 'maxTotalMinor' | 'tied'>,
): Promise<void> {
  await insertReview(desk, tx, { ...offered, ...held, day: bangkokDay(held.createdAt) })
}

/**
 * Takes the place of a credit that waits, for a member who need not wait (rules.md §7.5). To be asked behind
 * the lock of the campaign's counts, where the campaign has no other place left.
 * @param needed `lockYielding`
 * @returns the credit that waits no more; undefined: none has such a place
 */
export async function takeYielded(
  context: Pick<Context, 'clock' | 'desk' | 'services' | 'sockets'>,
  tx: Tx,
  of: Pick<Review, 'source' | 'campaign'>,
  needed: Parameters<typeof lockYielding>[2],
): Promise<Review | undefined> {
  const review = await lockYielding(tx, of, needed)
  if (!review) return undefined
  const at = context.clock.now()
  await endReview(context.desk, tx, review.id, { state: 'YIELDED', at })
  await reservationOf(context, review.source).free(tx, review)
  await recordReviewEnd(context, tx, review, { result: 'EXPIRED', at })
  return review
}

/** Tells the member how it ended, once the transaction has committed (rules.md §21). */
export async function recordReviewEnd(
  { sockets }: Pick<Context, 'sockets'>,
  tx: Tx,
  { id, memberId, amountMinor, currency, description }: Review,
  { result, at }: { result: 'DONE' | 'REFUSED' | 'EXPIRED'; at: Date },
): Promise<void> {
  const end = { kind: 'review', result, source: id, to: 'WALLET', at } as const
  await recordEndings(tx, [{ key: `review:${id}`, memberId, amountMinor, currency, description, ...end }])
  tx.afterCommit(() => sockets.emit(memberRoom(memberId), 'wallet-changed'))
}

/** Days for which a member sees that a credit was refused. */
const shownDays = 7

/** The member's waiting credits, and those that were refused of late, newest first. */
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
  const { db, clock, desk } = context
  await transaction(db, async (tx) => {
    const review = await findReview(tx, id)
    if (review?.memberId !== memberId) throw new Refusal('NO_DATA')
    await lockWallet(tx, memberId, review.currency)
    if (await endReview(desk, tx, id, { state: 'WITHDRAWN', at: clock.now() })) {
      await reservationOf(context, review.source).free(tx, review)
    } else if ((await findReview(tx, id))?.state !== 'WITHDRAWN') {
      throw new Refusal('ALREADY_DECIDED')
    }
  })
}
