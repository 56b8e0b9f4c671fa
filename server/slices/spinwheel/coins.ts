import { createHash } from 'node:crypto'
import { toMinor } from '@krapao/contract/money.ts'
import { house, type Leg, lockWallet, own, postedAt } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import { type Tx, transaction } from '../../platform/database.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import type { CreditedDeposit } from '../deposit/public.ts'
import type { StoredBet } from '../game/public.ts'
import {
  addToDays,
  type CoinDay,
  changeCoins,
  type DueDay,
  lockDay,
  selectDueDays,
  takeFromDay,
} from './coin-store.ts'
import { coinPrice, coinsOf } from './rules.ts'

/**
 * Coins of deposits that were played with (rules.md §11.1). Whoever credits them has the member's wallet
 * locked, then the day, then the coins. Bets are stored behind other locks, so what they bring is credited by
 * a transaction of its own.
 */

type Needs = Pick<Context, 'ledger'>

/** Counts a deposit on its Bangkok day, in its transaction, and credits what the day then brings. */
export async function creditCoins(
  { ledger }: Needs,
  tx: Tx,
  { key, memberId, currency, amountMinor, postedAt }: CreditedDeposit,
): Promise<void> {
  const price = coinPrice[currency]
  // By the transaction's own handle, because the embedded database answers nothing else while it is open.
  const priceMinor = toMinor((await readSettings(tx, [price]))(price))
  const day = bangkokDay(postedAt)
  const days = [{ memberId, day, currency, priceMinor, sumMinor: amountMinor, validMinor: 0 }]
  for (const now of await addToDays(tx, days)) await creditDue({ ledger }, tx, now, key)
}

/**
 * Counts the valid stakes of bets on the days that they count towards, in the transaction that stores them.
 * What a day then brings is credited after the commit, or by the sweep.
 */
export async function countStakes(context: Context, tx: Tx, bets: StoredBet[]): Promise<void> {
  const played = bets.filter(({ validStakeMinor }) => validStakeMinor !== 0)
  if (played.length === 0) return
  const priceOf = await readSettings(tx, [coinPrice.THB, coinPrice.LAK])
  const days = [
    ...Map.groupBy(played, ({ memberId, countedDay }) => `${memberId} ${countedDay}`).values(),
  ].map((ofDay) => {
    const [{ memberId, countedDay: day, currency }] = ofDay as [StoredBet, ...StoredBet[]]
    const validMinor = ofDay.reduce((sum, bet) => sum + bet.validStakeMinor, 0)
    return {
      memberId,
      day,
      currency,
      priceMinor: toMinor(priceOf(coinPrice[currency])),
      sumMinor: 0,
      validMinor,
    }
  })
  const due = (await addToDays(tx, days)).filter((day) => coinsOf(day) > day.coins)
  if (due.length === 0) return
  tx.afterCommit(() => void creditDays(context, due))
}

/** Days that one sweep credits. */
const atMost = 200

/** Credits coins of days that no node has credited after the bets came. Any number of nodes may do so. */
export const creditPlayed = async (context: Context, stopping: AbortSignal): Promise<void> =>
  creditDays(context, await selectDueDays(context.db, atMost), stopping)

/** One day that fails hinders no other one. */
async function creditDays(
  { db, ledger, log }: Pick<Context, 'db' | 'ledger' | 'log'>,
  days: DueDay[],
  stopping?: AbortSignal,
): Promise<void> {
  for (const { memberId, day, currency } of days) {
    if (stopping?.aborted) return
    try {
      await transaction(db, async (tx) => {
        await lockWallet(tx, memberId, currency)
        const now = await lockDay(tx, memberId, day)
        if (now) await creditDue({ ledger }, tx, now)
      })
    } catch (error) {
      log.error({ err: error, memberId, day }, 'coins of a day not credited')
    }
  }
}

/**
 * Credits what is missing of a day's coins. None where coins of a reversed deposit were spent: those are made
 * up for first.
 * @param deposit the key of the deposit that brings them
 */
async function creditDue({ ledger }: Needs, tx: Tx, now: CoinDay, deposit?: string): Promise<void> {
  const coins = coinsOf(now) - now.coins
  if (coins <= 0) return
  const { memberId, day } = now
  await ledger.postIn(tx, {
    key: `coin:${deposit === undefined ? randomLetters(26) : hashOf(deposit)}`,
    kind: 'coin',
    memberId,
    legs: coinLegs(memberId, coins),
    meta: { day, ...(deposit !== undefined && { deposit }) },
  })
  await changeCoins(tx, memberId, day, coins)
}

/**
 * Takes back the coins that the day's deposits no longer bring without a reversed one, as far as the member
 * still has them: a reversal is never refused because of coins.
 */
export async function takeBackCoins(
  { ledger }: Needs,
  tx: Tx,
  { key, memberId, amountMinor }: CreditedDeposit,
): Promise<void> {
  const creditedAt = await postedAt(tx, key)
  if (!creditedAt) return
  const day = bangkokDay(creditedAt)
  const now = await takeFromDay(tx, { memberId, day, amountMinor })
  const surplus = now ? now.coins - coinsOf(now) : 0
  if (surplus <= 0) return
  for (;;) {
    const left = (await ledger.balancesIn(tx, memberId)).get(own.coin)?.amountMinor ?? 0
    const coins = Math.min(surplus, left)
    if (coins === 0) return
    try {
      await ledger.postIn(tx, {
        key: `coin-back:${hashOf(key)}`,
        kind: 'coin-back',
        memberId,
        legs: coinLegs(memberId, -coins),
        meta: { deposit: key, day },
      })
      await changeCoins(tx, memberId, day, -coins)
      return
    } catch (error) {
      // A spin was quicker. The refused posting keeps the coins locked, so the next look is the last one.
      if (!(error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH')) throw error
    }
  }
}

/** A deposit's key may be as long as a key can be. */
const hashOf = (deposit: string): string => createHash('sha256').update(deposit).digest('hex')

/** Legs that give a member coins; negative: take them. */
export const coinLegs = (memberId: string, coins: number): Leg[] => [
  { account: { house: house.coin }, asset: 'COIN', amountMinor: -coins },
  { account: { member: memberId, name: own.coin }, asset: 'COIN', amountMinor: coins },
]
