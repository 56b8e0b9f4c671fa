import type { GiftRedeemed } from '../../../adapters/gift/port.ts'
import type { Facts } from '../../../journals/kinds.ts'
import type { PostingOf } from '../../../journals/posting.ts'
import { house } from '../../../ledger/public.ts'
import { type Attempt, ask } from '../../../outside/attempts.ts'
import { maySend } from '../../../outside/two-phase.ts'
import { type Claim, finish, leaveReview, openClaimed, postpone } from '../../../outside/work.ts'
import type { CallKey } from '../../../platform/call-key.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sealedColumn } from '../../../platform/sealer.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { findHouseWallet } from '../../house/public.ts'
import { recordEndings } from '../../outcome/public.ts'
import { depositIdOf, newDepositId } from '../deposit-id.ts'
import { minGift } from '../limits.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { type Awaited, creditDeposit, depositPosting } from '../posting.ts'
import { openGift } from './cipher.ts'
import { evaluateGift, giftFollowUp, readGift, toldOf } from './rules.ts'
import {
  askAgain,
  beginRedeeming,
  claimGift,
  creditRefused,
  endOtherClaims,
  findGift,
  type Gift,
  hasOpenGift,
  isLinkCredited,
  settleGift,
} from './store.ts'

/** The row that a sealed link is bound to. */
const linkOfGift = sealedColumn(
  { what: 'gift links under way', table: 'gifts', column: 'sealed_link', key: ['id'] },
  (id) => id,
)

/** Seconds for which a node has a gift to itself; longer than all of its calls. */
export const claimSeconds = 30
/**
 * A gift is not redeemed later than this after it was claimed: another node may take it over before the call
 * ends.
 */
const sendWithinSeconds = claimSeconds / 2
/** The wallet has never heard of a gift that was in review: it has left the review, and is due at once. */
export const leftReview = 'LEFT_REVIEW'

/** The state of a gift. `amountMinor`: null while nobody has looked into it. */
export type GiftOutcome =
  | { status: 'SUCCESS'; amountMinor: number }
  | { status: 'PENDING'; amountMinor: number | null; reason: string }
  | { status: 'REFUSED'; reason: string }

/**
 * Redeems a gift link for a member (rules.md §5.4). Claimed before anybody is asked, credited once; a
 * definite refusal releases the claim. Without a definite answer the gift is PENDING, and `follow-up.ts` asks
 * on.
 * @param sealed what the browser sent
 * @param key the caller's `Idempotency-Key`: the same key returns the state of the same gift, also after a
 *   crash
 * @throws Refusal `TRUELINK_INVALID`, `NO_WALLET`, `TRUELINK_DUPLICATE`, `IDEMPOTENCY_CONFLICT`
 */
export async function redeemGift(
  context: Context,
  memberId: string,
  sealed: string,
  key?: CallKey,
): Promise<Exclude<GiftOutcome, { status: 'REFUSED' }> & { giftId: string }> {
  const { db, clock, brand, sealer, settings } = context
  const text = openGift(brand.truelinkSecret, sealed)
  const sent = text === undefined ? undefined : readGift(text)
  if (!sent) throw new Refusal('TRUELINK_INVALID')
  const member = await findMember(context, memberId)
  const walletNo = member && (await findHouseWallet(db, sent.walletName, member.currency))
  if (!walletNo) throw new Refusal('NO_WALLET')

  const id = key === undefined ? newDepositId('gf') : depositIdOf('gf', memberId, key)
  const { hash, link } = sent
  const { currency } = member
  const createdAt = clock.now()
  const sealedLink = sealer.seal(link, linkOfGift(id))
  const request = { id, hash, sealedLink, memberId, walletNo, currency, createdAt }
  const held = await transaction(db, async (tx): Promise<GiftInHand | undefined> => {
    const gift = await claimGift(tx, request)
    if (!gift) return undefined
    const claim = await openClaimed(
      tx,
      clock,
      { kind: 'gift', key: id },
      { createdAt, seconds: claimSeconds },
    )
    return { gift, claim, attempts: [], isAnswer: true }
  })
  const outcome = held ? await resume(context, held) : await outcomeOf(context, id, hash, memberId)
  if (outcome.status === 'REFUSED') {
    context.log.info({ giftId: id, reason: outcome.reason }, 'gift refused')
    throw new Refusal('TRUELINK_INVALID', toldOf(outcome.reason))
  }
  if (held && outcome.status === 'PENDING') {
    const [first = 2] = await settings.get(giftFollowUp.seconds)
    const next = { seconds: first, reason: outcome.reason, inReview: false }
    await postpone(context, held.claim, next, held.attempts)
  }
  return { ...outcome, giftId: id }
}

/** A gift that this node has claimed, and what it has asked the wallet about it. */
export interface GiftInHand {
  gift: Gift
  claim: Claim
  attempts: Attempt[]
  /** The member's own call is answered with how it ends. */
  isAnswer?: boolean
}

/**
 * The state of a gift that the same request has claimed before; the gift goes on by itself (`follow-up.ts`).
 * @throws Refusal `TRUELINK_DUPLICATE`, with `status` where it is the member's own that is not settled yet
 */
async function outcomeOf({ db }: Context, id: string, hash: string, memberId: string): Promise<GiftOutcome> {
  const begun = await findGift(db, id)
  if (!begun) {
    const isOpen = await hasOpenGift(db, hash, memberId)
    throw new Refusal('TRUELINK_DUPLICATE', isOpen ? { status: 'PENDING' } : {})
  }
  if (begun.hash !== hash) throw new Refusal('IDEMPOTENCY_CONFLICT')
  const { state, amountMinor, reason } = begun
  if (state === 'REFUSED') return { status: 'REFUSED', reason: reason ?? 'REFUSED' }
  return state === 'CREDITED' && amountMinor !== null
    ? { status: 'SUCCESS', amountMinor }
    : { status: 'PENDING', amountMinor, reason: reason ?? 'BEGUN' }
}

/**
 * Takes a gift as far as the wallet's answers carry it. Should another node have it by now, too, the wallet
 * knows our id, and what is settled is settled once.
 */
export async function resume(context: Context, held: GiftInHand): Promise<GiftOutcome> {
  const outcome = await goOn(context, held)
  // A gift that waits keeps its attempts with the postponement.
  if (outcome.status !== 'PENDING' || outcome.reason === leftReview) {
    context.attempts.note(held.claim, held.attempts)
  }
  return outcome
}

async function goOn(context: Context, held: GiftInHand): Promise<GiftOutcome> {
  const { clock, gifts } = context
  const { gift, claim, attempts } = held
  if (gift.state === 'REFUSED') return askAboutRefused(context, held)
  if (gift.state === 'REDEEMING') {
    const known = await ask(clock, 'status', attempts, () => gifts.status(gift.id))
    if (known.outcome !== 'unknown-id') return settle(context, held, known)
    if (claim.isInReview) {
      // A person may say at any moment that it was not taken.
      await leaveReview(context, claim)
      return { status: 'PENDING', amountMinor: gift.amountMinor, reason: leftReview }
    }
    // Never arrived: the same id again is safe, because the wallet takes an id once.
    return settle(context, held, await redeem(context, held))
  }
  const link = linkOf(context, gift)
  if (link === undefined) return { status: 'PENDING', amountMinor: null, reason: 'UNREADABLE' }
  const member = await findMember(context, gift.memberId)
  const min = await minGift(context, gift.currency)
  const inspected = await ask(clock, 'inspect', attempts, () => gifts.inspect(link))
  const evaluation = evaluateGift(inspected, {
    username: member?.username ?? '',
    currency: gift.currency,
    min,
  })
  if (evaluation === 'wait') {
    const reason = 'reason' in inspected ? inspected.reason : 'UNCERTAIN'
    return { status: 'PENDING', amountMinor: null, reason }
  }
  if ('refused' in evaluation) return refuse(context, held, evaluation.refused)
  const amountMinor = evaluation.take
  if (!(await beginRedeeming(context.db, gift.id, amountMinor))) {
    return { status: 'PENDING', amountMinor, reason: 'IN_OTHER_HANDS' }
  }
  const begun: GiftInHand = { ...held, gift: { ...gift, state: 'REDEEMING', amountMinor } }
  return settle(context, begun, await redeem(context, begun))
}

/** A person refused it, and the wallet has not said yet that it did not take it. */
async function askAboutRefused(context: Context, held: GiftInHand): Promise<GiftOutcome> {
  const { gift, attempts } = held
  const { clock, db, gifts, log } = context
  const known = await ask(clock, 'status', attempts, () => gifts.status(gift.id))
  if (known.outcome === 'redeemed' || known.outcome === 'uncertain') return settle(context, held, known)
  log.info({ giftId: gift.id, known }, 'the wallet did not take a gift that was refused at the desk')
  await transaction(db, (tx) => finish(context, tx, 'gift', [gift.id]))
  return { status: 'REFUSED', reason: gift.reason ?? 'REFUSED' }
}

async function redeem(context: Context, { gift, claim, attempts }: GiftInHand): Promise<GiftRedeemed> {
  if (!maySend(claim.heldSeconds(), sendWithinSeconds)) {
    return { outcome: 'uncertain', reason: 'NODE_WAS_ASLEEP' }
  }
  const link = linkOf(context, gift)
  if (link === undefined) return { outcome: 'uncertain', reason: 'UNREADABLE' }
  const order = { giftId: gift.id, link, walletNo: gift.walletNo }
  return ask(context.clock, 'send', attempts, () => context.gifts.redeem(order))
}

/** The link; undefined when the gift was settled meanwhile, or the key that sealed it is gone. */
function linkOf({ sealer, log }: Context, { id, sealedLink }: Gift): string | undefined {
  try {
    return sealedLink === null ? undefined : sealer.open(sealedLink, linkOfGift(id))
  } catch {
    log.error(
      { giftId: id },
      'a sealed gift link cannot be opened; was CREDENTIAL_KEY changed without keys:reseal?',
    )
    return undefined
  }
}

async function settle(context: Context, held: GiftInHand, redeemed: GiftRedeemed): Promise<GiftOutcome> {
  const { gift, isAnswer = false } = held
  if (redeemed.outcome === 'uncertain') {
    return { status: 'PENDING', amountMinor: gift.amountMinor, reason: redeemed.reason }
  }
  if (redeemed.outcome === 'refused') return refuse(context, held, redeemed.reason)
  const { amountMinor } = redeemed
  const { db, clock, log } = context
  const at = clock.now()
  const end = { state: 'CREDITED', at, amountMinor, journalKey: giftKey(gift) } as const
  const settled = await transaction(db, async (tx) => {
    const isEnded = await settleGift(tx, gift.id, ['REDEEMING'], end)
    const settled = isEnded ? 'credited' : await settleRefused(context, tx, gift, end)
    if (settled === 'credited') {
      await creditDeposit(context, tx, giftCredit(gift, amountMinor), giftAwaited(gift, isAnswer))
      notifyDepositsChanged(context, [gift.memberId], tx)
    }
    if (settled === 'link-held') await askAgain(tx, clock, gift, 0)
    else await finish(context, tx, 'gift', [gift.id])
    return settled
  })
  if (settled === 'link-held') return { status: 'PENDING', amountMinor, reason: 'LINK_HELD' }
  if (settled === 'link-credited') {
    log.error({ giftId: gift.id }, 'the wallet took a gift whose link was credited for another claim')
    return { status: 'REFUSED', reason: 'LINK_CREDITED' }
  }
  return { status: 'SUCCESS', amountMinor }
}

/**
 * Credits a gift that the wallet took although a person has refused it meanwhile (rules.md §5.4). Another
 * claim of its link ends where nobody was asked to take it. One that the wallet is being asked about is
 * waited for: the wallet takes a link once, so it comes to nothing, unless a person says that it was taken.
 */
async function settleRefused(
  context: Context,
  tx: Tx,
  gift: Gift,
  end: Parameters<typeof creditRefused>[2],
): Promise<'credited' | 'not-refused' | 'link-held' | 'link-credited'> {
  const ended = await endOtherClaims(tx, gift, end.at)
  await finish(
    context,
    tx,
    'gift',
    ended.map(({ id }) => id),
  )
  await recordRefused(tx, ended, end.at)
  notifyDepositsChanged(
    context,
    ended.map(({ memberId }) => memberId),
    tx,
  )
  const settled = await creditRefused(tx, gift.id, end)
  if (settled === 'link-held') return (await isLinkCredited(tx, gift.hash)) ? 'link-credited' : 'link-held'
  if (settled === 'credited') {
    context.log.error({ giftId: gift.id }, 'the wallet took a gift that was refused at the desk')
  }
  return settled
}

/** Ends a gift that was not taken and will not be; its link is free again. */
export async function refuse(
  context: Context,
  { gift, isAnswer = false }: Pick<GiftInHand, 'gift' | 'isAnswer'>,
  reason: string,
): Promise<GiftOutcome> {
  const { db, clock } = context
  const refused = { state: 'REFUSED', at: clock.now(), reason } as const
  const isRefused = await transaction(db, async (tx) => {
    if (!(await settleGift(tx, gift.id, [gift.state], refused))) return false
    await finish(context, tx, 'gift', [gift.id])
    await recordRefused(tx, [gift], refused.at, isAnswer)
    notifyDepositsChanged(context, [gift.memberId], tx)
    return true
  })
  return isRefused
    ? { status: 'REFUSED', reason }
    : { status: 'PENDING', amountMinor: gift.amountMinor, reason: 'IN_OTHER_HANDS' }
}

/** A link is credited once, however often it is claimed. */
export const giftKey = ({ hash }: Pick<Gift, 'hash'>): string => `gift:${hash}`

/** The gift as the thing that its credit ends. */
export const giftAwaited = ({ id }: Pick<Gift, 'id'>, isAnswer = false): Awaited => ({
  kind: 'gift',
  source: id,
  from: 'GIFT',
  isAnswer,
})

/** Records that gifts were not taken. Why is not said: the wallet's words are its own. */
export const recordRefused = (
  tx: Tx,
  gifts: readonly Pick<Gift, 'id' | 'memberId' | 'amountMinor' | 'currency'>[],
  at: Date,
  isAnswer = false,
): Promise<void> =>
  recordEndings(
    tx,
    gifts.map((gift) => ({
      ...giftAwaited(gift, isAnswer),
      key: `refused:${gift.id}`,
      memberId: gift.memberId,
      result: 'REFUSED',
      amountMinor: gift.amountMinor,
      currency: gift.currency,
      to: 'WALLET',
      at,
    })),
  )

/** The journal that brings a gift into a member's wallet. */
export function giftCredit(
  gift: Pick<Gift, 'id' | 'hash' | 'memberId' | 'currency' | 'walletNo'>,
  amountMinor: number,
  meta: Pick<Facts<'deposit', 'single'>, 'operatorId'> = {},
): PostingOf<'deposit'> {
  const { memberId, currency } = gift
  return depositPosting({
    key: giftKey(gift),
    memberId,
    currency,
    sources: [{ house: house.gift, amountMinor }],
    meta: { source: 'gift', giftId: gift.id, walletNo: gift.walletNo, ...meta },
  })
}
