import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Spinwheel } from '@krapao/contract/slices/spinwheel/wheel.ts'
import { own } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import { bonusesShown, withoutBonus } from './bonus-prizes.ts'
import { findDay } from './coin-store.ts'
import { coinPrice, slicesNow } from './rules.ts'
import { findNextSeed, findSeed } from './seed-store.ts'
import { nextSeedOf, seedOf, shownNext, shownSeed } from './seeds.ts'
import { readStock, selectSpins } from './store.ts'
import { type ActiveWheel, activeWheel, currencyOfCaller, wheelsOf } from './wheel.ts'

/** The wheel and past spins as their member sees them; texts in the caller's language. */

/**
 * Seven small queries, beside the wheel itself, which is kept for two seconds. The first call makes the
 * member's seed, and the next one.
 */
export async function readSetup(
  context: Context,
  memberId: string,
  language: Language,
): Promise<AnswerOf<'GET /api/spinwheel/setup'>> {
  const { db, ledger, clock, settings } = context
  const currency = await currencyOfCaller(context, memberId)
  const wheel = await activeWheel(context, currency)
  const [balances, today, price, seed, nextSeed, shown] = await Promise.all([
    ledger.balances(memberId),
    findDay(db, memberId, bangkokDay(clock.now())),
    settings.get(coinPrice[currency]),
    wheel ? seedOf(context, memberId) : findSeed(db, memberId),
    wheel ? nextSeedOf(context, db, memberId) : findNextSeed(db, memberId),
    wheel ? shownWheel(context, wheel, language) : null,
  ])
  return {
    activeSpinwheel: shown,
    userCoin: balances.get(own.coin)?.amountMinor ?? 0,
    coinsToday: today?.coins ?? 0,
    depositedToday: fromMinor(today?.sumMinor ?? 0),
    stakedToday: fromMinor(Math.max(0, today?.validMinor ?? 0)),
    coinPrice: fromMinor(today?.priceMinor ?? toMinor(price)),
    seed: seed ? shownSeed(seed) : null,
    nextSeed: nextSeed ? shownNext(nextSeed) : null,
  }
}

async function shownWheel(context: Context, wheel: ActiveWheel, language: Language): Promise<Spinwheel> {
  const { currency, version, content } = wheel
  const hasStock = content.slices.some(({ stock }) => stock !== null)
  const [won, bonuses] = await Promise.all([
    hasStock ? readStock(context.db, wheel) : new Map(),
    bonusesShown(context, wheel),
  ])
  const now = slicesNow(content, won, withoutBonus(content, bonuses))
  return {
    code: currency,
    version,
    name: content.name[language],
    description: content.description[language],
    slices: content.slices.map(({ code, label, bgColor, textColor, htmlDescription, prize }, at) => ({
      code,
      label: label[language],
      bgColor,
      textColor,
      htmlDescription: htmlDescription[language],
      weight: now[at]?.weight ?? 0,
      stock: now[at]?.left ?? null,
      prize: prize.kind,
    })),
    fallback: content.fallback,
    couponDays: content.couponDays,
    currency,
  }
}

export async function listSpins(
  context: Context,
  memberId: string,
  { page, limit }: { page: number; limit: number },
  language: Language,
): Promise<AnswerOf<'POST /api/spinwheel/spins'>> {
  const { db } = context
  const [seed, spins] = await Promise.all([
    findSeed(db, memberId),
    selectSpins(db, memberId, { offset: (page - 1) * limit, limit }),
  ])
  const wheelAt = await wheelsOf(context, spins)
  return {
    total: seed ? seed.spinsBefore + seed.nonce : 0,
    spins: spins.map((spin) => {
      const slices = wheelAt(spin)?.slices ?? []
      const labelOf = (code: string) => slices.find((slice) => slice.code === code)?.label[language] ?? code
      return {
        _id: spin.id,
        createdAt: spin.createdAt.toISOString(),
        seedId: spin.seedId,
        serverSeedHash: spin.sha256,
        serverSeed: spin.serverSeed,
        clientSeed: spin.clientSeed,
        nonce: spin.nonce,
        slices: spin.slices.map(({ code, weight }) => ({ code, label: labelOf(code), weight })),
        code: spin.code,
        label: labelOf(spin.code),
      }
    }),
  }
}
