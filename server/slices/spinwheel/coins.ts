import { createHash } from 'node:crypto'
import { toMinor } from '@krapao/contract/money.ts'
import type { Facts } from '../../journals/kinds.ts'
import type { PostingOf } from '../../journals/posting.ts'
import { house, type Leg, own, postedAt } from '../../ledger/public.ts'
import { bangkokDay } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import type { CreditedDeposit } from '../deposit/public.ts'
import { addToDay, changeCoins, takeFromDay } from './coin-store.ts'
import { coinPrice, coinsOf } from './rules.ts'

/**
 * Coins of deposits (rules.md §11.1), in the deposit's own transaction. The member's wallet is locked there
 * already, so one deposit of a member is counted at a time; the coins are locked behind it, as everywhere.
 */

type Needs = Pick<Context, 'ledger'>

/** Credits what a deposit adds to the whole coins of its Bangkok day. */
export async function creditCoins(
  { ledger }: Needs,
  tx: Tx,
  { key, memberId, currency, amountMinor, postedAt }: CreditedDeposit,
): Promise<void> {
  const price = coinPrice[currency]
  // By the transaction's own handle, because the embedded database answers nothing else while it is open.
  const priceMinor = toMinor((await readSettings(tx, [price]))(price))
  const day = bangkokDay(postedAt)
  const now = await addToDay(tx, { memberId, day, currency, priceMinor, amountMinor })
  const coins = coinsOf(now.sumMinor, now.priceMinor) - now.coins
  // Below zero where coins of a reversed deposit were spent: those are made up for first.
  if (coins <= 0) return
  await ledger.postIn(tx, postingOf('coin', memberId, coins, { deposit: key, day }))
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
  const surplus = now ? now.coins - coinsOf(now.sumMinor, now.priceMinor) : 0
  if (surplus <= 0) return
  for (;;) {
    const left = (await ledger.balancesIn(tx, memberId)).get(own.coin)?.amountMinor ?? 0
    const coins = Math.min(surplus, left)
    if (coins === 0) return
    try {
      await ledger.postIn(tx, postingOf('coin-back', memberId, -coins, { deposit: key, day }))
      await changeCoins(tx, memberId, day, -coins)
      return
    } catch (error) {
      // A spin was quicker. The refused posting keeps the coins locked, so the next look is the last one.
      if (!(error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH')) throw error
    }
  }
}

/**
 * Moves coins between the house and a member. Its key is made from the deposit's, which may be as long as a
 * key can be.
 */
function postingOf(
  kind: 'coin' | 'coin-back',
  memberId: string,
  coins: number,
  meta: Facts<'coin-back', 'single'>,
): PostingOf<'coin' | 'coin-back'> {
  return {
    key: `${kind}:${createHash('sha256').update(meta.deposit).digest('hex')}`,
    kind,
    memberId,
    legs: coinLegs(memberId, coins),
    meta,
  }
}

/** Legs that give a member coins; negative: take them. */
export const coinLegs = (memberId: string, coins: number): Leg[] => [
  { account: { house: house.coin }, asset: 'COIN', amountMinor: -coins },
  { account: { member: memberId, name: own.coin }, asset: 'COIN', amountMinor: coins },
]
