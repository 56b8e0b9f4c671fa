import { toMinor } from '@krapao/contract/money.ts'
import { own } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { savepoint, type Tx } from '../../platform/database.ts'
import { DatabaseTrouble, isPassing } from '../../platform/database-trouble.ts'
import { takeLock } from '../../platform/locks.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Context } from '../context.ts'
import { unsettledPlay } from '../game/public.ts'
import { refreshGames } from '../wallet/public.ts'
import { moveBudget, waitingShortly } from './budget-store.ts'
import { cancelIn } from './cancel.ts'
import { markDueIn } from './condition/due-store.ts'
import { postEnd } from './condition/end.ts'
import { leastFloor, progressOf } from './condition/evaluation.ts'
import { creditArmed, totalOf } from './condition/grant.ts'
import { ownMinorOf } from './condition/purse-store.ts'
import { lockArmed, lockBrought, type MemberBonus, markReversed } from './condition/store.ts'
import { settleSoon } from './sweep.ts'

/**
 * The effects of deposits on bonuses, in their own transactions; the member's wallet is locked by the deposit
 * (rules.md §7.1).
 */

interface Deposit {
  key: string
  memberId: string
  amountMinor: number
  postedAt: Date
}

/** Seconds after which the sweep reads the games of a member whose deposit has credited a bonus. */
const readWithin = 5

/**
 * A deposit credits the member's armed bonus, or cancels one whose time is over. Whatever hinders the bonus
 * does not hinder the deposit: the bonus then stays armed.
 * @throws what the whole transaction fails by
 */
export async function onDeposit(context: Context, tx: Tx, deposit: Deposit): Promise<void> {
  const armed = await lockArmed(tx, deposit.memberId)
  if (!armed) return
  try {
    await savepoint(tx, () => waitingShortly(tx, () => creditOrCancel(context, tx, armed, deposit)))
  } catch (error) {
    // The whole transaction is repeated, or cannot write any more: neither is about the bonus.
    if (isPassing(error) || isLost(error)) throw error
    context.log.error({ err: error, bonus: armed.id, deposit: deposit.key }, 'armed bonus not credited')
  }
}

/**
 * Whether the database takes nothing of the transaction any more. After `database-busy` it does: one
 * statement was given up.
 */
const isLost = (error: unknown): boolean =>
  error instanceof DatabaseTrouble && error.reason !== 'database-busy'

async function creditOrCancel(context: Context, tx: Tx, armed: MemberBonus, deposit: Deposit): Promise<void> {
  const { byDeposit, expiresAt, campaign, memberId } = armed
  if (!byDeposit || (expiresAt && expiresAt <= deposit.postedAt)) {
    await cancelIn(tx, armed, context.clock.now())
    return
  }
  const givenMinor = await creditArmed(context, tx, { ...armed, byDeposit }, deposit)
  if (givenMinor === 0) return
  await moveBudget(tx, campaign, { givenMinor, reservedMinor: -byDeposit.maxBonusMinor })
  // Soon, so that what was played before is known before anything else is played. What is done after a commit
  // is lost with the node, so the sweep reads the games, too.
  await markDueIn(tx, armed.id, addSeconds(context.clock.now(), readWithin))
  tx.afterCommit(() => {
    refreshGames(context, memberId).catch((error) => {
      context.log.warn({ err: error, memberId }, 'games not read after a bonus was credited')
    })
  })
}

/**
 * A deposit was taken back: the active bonus that it brought ends, and bonus and winnings go back. Where some
 * of the member's money is in games, on its way or on open bets, the bonus stays active and owes them: it
 * ends as soon as that money is home (rules.md §7.1).
 */
export async function onReversal(context: Context, tx: Tx, { key, memberId }: Deposit): Promise<void> {
  // Before the row, as bets that are being stored lock it.
  await takeLock(tx, 'memberPlay', memberId)
  const bonus = await lockBrought(tx, memberId, key)
  if (!bonus) return
  const now = context.clock.now()
  const balances = await context.ledger.balancesIn(tx, memberId)
  const inWalletMinor = balances.get(own.wallet)?.amountMinor ?? 0
  const { games } = await unsettledPlay(context, tx, memberId)
  const isReported = [...games.values()].every(({ minor }) => minor === 0)
  if (!isReported || totalOf(balances) > inWalletMinor) {
    await markReversed(tx, bonus.id, now)
    tx.afterCommit(() => settleSoon(context, memberId))
    return
  }
  const floor = leastFloor[bonus.currency]
  const settings = await readSettings(tx, [floor])
  const reversed = { ...bonus, isReversed: true }
  const progress = await progressOf(tx, reversed, {
    balances,
    purseMinor: await ownMinorOf(tx, bonus, balances),
    leastFloorMinor: toMinor(settings(floor)),
    now,
  })
  const end = { state: 'CANCELLED', backMinor: progress.forfeit.returnedMinor } as const
  await postEnd(context, tx, reversed, { end, progress })
}
