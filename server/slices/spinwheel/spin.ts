import { randomUUID } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { toMinor } from '@krapao/contract/money.ts'
import type { Prize } from '@krapao/contract/slices/campaign/content.ts'
import { draw } from '@krapao/contract/slices/spinwheel/draw.ts'
import { lockWallet, own } from '../../ledger/public.ts'
import { keepClaim } from '../../platform/claims.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { Overtaken, untilAlone } from '../../platform/until-alone.ts'
import { reserveWon } from '../bonus/public.ts'
import type { Context } from '../context.ts'
import { type Bonuses, bonusesNow, withoutBonus } from './bonus-prizes.ts'
import { coinLegs } from './coins.ts'
import { type Coupon, insertCoupon } from './coupon-store.ts'
import { hmacOf, newClientSeed, newCouponId, slicesNow, spinIdOf } from './rules.ts'
import { lockSeedOf, openSeed, shownSeed } from './seeds.ts'
import { findSpin, insertSpin, readStock, type SpinWithSeed, takeStock } from './store.ts'
import { type ActiveWheel, activeWheel, currencyOfCaller, wheelOf } from './wheel.ts'

type SpinAnswer = AnswerOf<'POST /api/spinwheel/spin'>

/** How often a spin is tried: of each slice, another one may take the last of the stock or of a budget. */
const tries = 20

/**
 * Takes a coin and draws (rules.md §11.1). Coin, draw, stock and coupon are one transaction.
 * @param key the caller's `Idempotency-Key`: the same key answers the same spin, also after a crash
 * @returns why nothing was drawn as an answer, as product.md §7 has it: `NO_COIN`, `NO_WHEEL`,
 *   `WHEEL_CHANGED`
 * @throws Refusal `IDEMPOTENCY_CONFLICT`
 */
export async function spin(
  context: Context,
  memberId: string,
  asked: BodyOf<'POST /api/spinwheel/spin'>,
  { language, key }: { language: Language; key: string | undefined },
): Promise<SpinAnswer> {
  const id = spinIdOf(memberId, key ?? randomUUID())
  const currency = await currencyOfCaller(context, memberId)
  const spun = async (): Promise<SpinAnswer> => {
    const made = await findSpin(context.db, id)
    if (made) return answerOf(context, made, asked, language)
    const wheel = await activeWheel(context, currency)
    if (!wheel) return { success: false, error: 'NO_WHEEL' }
    if (asked.version !== undefined && asked.version !== wheel.version) {
      return { success: false, error: 'WHEEL_CHANGED' }
    }
    const now = await transaction(context.db, (tx) => spinIn(context, tx, wheel, { ...asked, id, memberId }))
    return answerOf(context, now, asked, language)
  }
  return untilAlone(spun, { tries }).catch((error): SpinAnswer => {
    if (error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH') {
      return { success: false, error: 'NO_COIN' }
    }
    throw error
  })
}

/**
 * The wallet first, as where a deposit credits a bonus and coins. Then the coin: its posting keeps the
 * member's coins locked, so that a member's spins are drawn one after the other.
 * @throws Overtaken the same key has spun elsewhere in this moment, and the next look finds it; or the stock
 *   or budget that was read is gone
 */
async function spinIn(
  context: Context,
  tx: Tx,
  wheel: ActiveWheel,
  { id, memberId, clientSeed = newClientSeed() }: { id: string; memberId: string; clientSeed?: string },
): Promise<SpinWithSeed> {
  const { currency, version, content } = wheel
  await lockWallet(tx, memberId, currency)
  const journal = await context.ledger.postIn(tx, {
    key: `spin:${id}`,
    kind: 'spin',
    memberId,
    legs: coinLegs(memberId, -1),
    meta: { spinId: id, wheel: currency, version },
  })
  if (journal.replayed) throw new Overtaken()
  await keepClaim(tx)
  const seed = await lockSeedOf(context, tx, memberId)
  const hasStock = content.slices.some(({ stock }) => stock !== null)
  const bonuses = await bonusesNow(context, tx, wheel)
  const slices = slicesNow(
    content,
    hasStock ? await readStock(tx, { currency, version }) : new Map(),
    withoutBonus(content, bonuses),
  )
  const serverSeed = openSeed(context, seed)
  const code = await draw(hmacOf(serverSeed), { clientSeed, nonce: seed.nonce }, slices)
  const won = content.slices.find((slice) => slice.code === code)
  if (!won) throw new Error(`wheel ${currency}/${version} has no slice ${code}`)
  if (won.stock !== null && !(await takeStock(tx, { currency, version, code, stock: won.stock }))) {
    throw new Overtaken()
  }
  const bonus = await reserve(context, tx, won.prize, bonuses)
  if (won.prize.kind === 'BONUS' && !bonus && code !== content.fallback) throw new Overtaken()
  const made = {
    id,
    memberId,
    currency,
    version,
    seedId: seed.id,
    nonce: seed.nonce,
    clientSeed,
    slices: slices.map(({ code, weight }) => ({ code, weight })),
    code,
    coinsLeft: (await context.ledger.balancesIn(tx, memberId)).get(own.coin)?.amountMinor ?? 0,
    createdAt: journal.postedAt,
  }
  await insertSpin(tx, made)
  if (won.prize.kind !== 'NONE') {
    await insertCoupon(tx, id, {
      id: newCouponId(),
      memberId,
      currency,
      version,
      code,
      type: won.prize.kind,
      amountMinor: amountOf(won.prize),
      createdAt: journal.postedAt,
      expiresAt: addSeconds(journal.postedAt, content.couponDays * 86_400),
      bonus,
    })
  }
  return { ...made, sha256: seed.sha256, serverSeed: null }
}

/** Reserves the bonus of a prize. @returns null: the prize is none, or nothing is left of it */
async function reserve(context: Context, tx: Tx, prize: Prize, bonuses: Bonuses): Promise<Coupon['bonus']> {
  const campaign = prize.kind === 'BONUS' ? bonuses.get(prize.code) : undefined
  const reservedMinor = campaign && (await reserveWon(context, tx, campaign))
  if (!campaign || reservedMinor === undefined) return null
  return { code: campaign.code, version: campaign.version, reservedMinor }
}

/** Money in minor units, or coins. */
function amountOf(prize: Prize): number {
  if (prize.kind === 'CREDIT') return toMinor(prize.amount)
  return prize.kind === 'COIN' ? prize.coins : 0
}

async function answerOf(
  context: Context,
  spun: SpinWithSeed,
  asked: BodyOf<'POST /api/spinwheel/spin'>,
  language: Language,
): Promise<SpinAnswer> {
  if (asked.clientSeed !== undefined && asked.clientSeed !== spun.clientSeed) {
    throw new Refusal('IDEMPOTENCY_CONFLICT')
  }
  const wheel = await wheelOf(context, spun)
  const slice = wheel?.slices.find(({ code }) => code === spun.code)
  return {
    success: true,
    result: {
      spinId: spun.id,
      code: spun.code,
      label: slice?.label[language] ?? spun.code,
      htmlDescription: slice?.htmlDescription[language] ?? '',
      prize: slice?.prize.kind ?? 'NONE',
      remainingCoin: spun.coinsLeft,
      clientSeed: spun.clientSeed,
      nonce: spun.nonce,
      seed: shownSeed({ id: spun.seedId, sha256: spun.sha256, nonce: spun.nonce + 1 }),
    },
  }
}
