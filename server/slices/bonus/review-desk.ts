import { fromMinor } from '@krapao/contract/money.ts'
import {
  type DeskDecision,
  type DeskEntry,
  type DeskQueue,
  type Evidence,
  evidenceOf,
} from '../../desk/queue.ts'
import { house, lockWallet } from '../../ledger/public.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember, lockActive } from '../account/public.ts'
import type { Context } from '../context.ts'
import { tiesOf } from '../deposit/public.ts'
import { grant } from './condition/grant.ts'
import { receivedOf } from './condition/store.ts'
import { readBefore } from './give.ts'
import { recordReviewEnd, reservationOf } from './review.ts'
import {
  endReview,
  findReview,
  type Review,
  receiptsOf,
  selectWaiting,
  waitingReviews,
} from './review-store.ts'

/**
 * Free credits and codes of members who are tied to somebody who has had the same (rules.md §7.5). Approving
 * credits it at that moment, by the version that was taken; refusing frees what was reserved.
 */
export function reviewDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'bonus-review',
    refusalInDoubt: false,
    referenceNeeded: false,
    waiting: [waitingReviews],
    entries: async (ids) => (await selectWaiting(db, ids)).map(entryOf),
    async evidence({ id }) {
      const review = await findReview(db, id)
      return review ? { sharers: await sharersOf(context, review) } : {}
    },
    async ended(id) {
      const review = await findReview(db, id)
      if (!review) return undefined
      const { memberId, currency, state, amountMinor, endedAt } = review
      const choice = state === 'WAITING' ? null : state === 'CREDITED' ? 'approve' : 'refuse'
      const superseded = state === 'YIELDED' ? { superseded: 'YIELDED' as const } : {}
      return { choice, at: endedAt, memberId, amountMinor, currency, ...superseded }
    },
    readGames: ({ memberId }) => readBefore(context, memberId ?? ''),
    async decide(tx, id, decision) {
      await decideReview(context, tx, id, decision)
      return undefined
    },
  }
}

/** @throws Refusal `ALREADY_DECIDED`, and where it is approved as `credit` */
async function decideReview(
  context: Context,
  tx: Tx,
  id: string,
  { choice, gamesRead = new Set() }: DeskDecision,
): Promise<void> {
  const review = await findReview(tx, id)
  if (!review) throw new Refusal('NO_DATA')
  await lockWallet(tx, review.memberId, review.currency)
  const state = choice === 'approve' ? 'CREDITED' : 'REFUSED'
  const at = context.clock.now()
  if (!(await endReview(context.desk, tx, id, { state, at }))) throw new Refusal('ALREADY_DECIDED')
  const reservation = reservationOf(context, review.source)
  if (choice === 'approve') {
    // The campaign's counts before the money, as where it is given at once.
    await reservation.spend(tx, review)
    await credit(context, tx, review, gamesRead)
  } else {
    await reservation.free(tx, review)
  }
  await recordReviewEnd(context, tx, review, { result: choice === 'approve' ? 'DONE' : 'REFUSED', at })
}

/**
 * Credits it now. Later changes of the campaign do not matter, because place and budget are reserved. The
 * member's balances are looked at again.
 * @throws Refusal `MEMBER_SUSPENDED`, `BONUS_ALREADY_ACTIVE`, `BONUS_REMAINING`: it goes on waiting then
 */
async function credit(
  context: Context,
  tx: Tx,
  { id, amountMinor, maxTotalMinor, ...review }: Review,
  read: ReadonlySet<string>,
): Promise<void> {
  if (!(await lockActive(tx, review.memberId))) throw new Refusal('MEMBER_SUSPENDED')
  // A node of the version before knows no reviews, and may have given the same meanwhile.
  const given = (await receivedOf(tx, review.memberId, review.source)).get(review.campaign)
  if (given?.at.some((at) => at >= review.createdAt)) throw new Refusal('BONUS_ALREADY_ACTIVE')
  const { memberId, currency, source, campaign, version, description, terms } = review
  await grant(
    context,
    tx,
    { memberId, currency, source, campaign, version, description, terms },
    { from: { house: house.bonus }, amountMinor, maxTotalMinor, id, read },
  )
}

const entryOf = ({
  id,
  memberId,
  currency,
  source,
  campaign,
  description,
  amountMinor,
  createdAt,
  tied,
}: Review): DeskEntry => ({
  id,
  createdAt: createdAt.toISOString(),
  memberId,
  amount: fromMinor(amountMinor),
  currency,
  reason: 'TIED_RECEIVED',
  evidence: evidenceOf([
    ['offer', source],
    ['offerCode', campaign],
    ['offerTitle', `${description.th} / ${description.en}`],
    ['receivers', String(tied.length)],
  ]),
  picture: null,
})

/** Most tied members of an item. */
const mostShown = 20

/**
 * The members whom this one has something in common with, now or when it was asked for, and who of them had
 * the same.
 */
async function sharersOf(context: Context, review: Review): Promise<NonNullable<Evidence['sharers']>> {
  const { db } = context
  const ties = await tiesOf(db, review.memberId)
  // A tie may be gone since, for instance when a device was forgotten.
  const gone = review.tied.filter((tie) => ties.every(({ memberId }) => memberId !== tie.memberId))
  const before = gone.map(async ({ memberId, reasons }) => {
    return { memberId, reasons, isActive: (await findMember(context, memberId))?.isActive ?? false }
  })
  const known = [...ties, ...(await Promise.all(before))]
  const receipts = await receiptsOf(
    db,
    known.map(({ memberId }) => memberId),
    review,
  )
  return known
    .map(({ memberId, isActive, reasons }) => {
      const now = receipts.find((receipt) => receipt.memberId === memberId)
      return {
        memberId,
        isActive,
        reasons,
        received: now ? { at: now.at.toISOString(), isWaiting: now.isWaiting } : null,
      }
    })
    .sort((sharer, other) => Number(other.received !== null) - Number(sharer.received !== null))
    .slice(0, mostShown)
}
