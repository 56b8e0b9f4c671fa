import { fromMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import {
  type AccountBalance,
  type AccountRef,
  house,
  type Leg,
  own,
  partsOf,
} from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { requireExpected } from '../../../platform/expected.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { type UnsettledPlay, unsettledPlay, waitingLosses } from '../../game/public.ts'
import { recordEndings } from '../../outcome/public.ts'
import { requiredOf, requiredTurnover } from './condition.ts'
import { byPlace } from './purse-events.ts'
import { openPurses } from './purses.ts'
import { countStored, holdBets, storedAfter } from './stakes.ts'
import { activate, type Credit, insertActive, insertArmed, type MemberBonus, type Offered } from './store.ts'
import { type ByDeposit, bonusOf } from './terms.ts'

/**
 * How money under a condition comes to a member (rules.md §7.1). The wallet is locked before the bonus's row,
 * everywhere.
 */

type Needs = Pick<Context, 'ledger' | 'services' | 'clock'>

export const newBonusId = (): string => `bn${randomLetters(26)}`
export const creditKey = (id: string): string => `bonus:${id}`

/**
 * Credits money under a condition at once.
 * @param from where it comes from: the house, or the member's own `invite` or `refund`
 * @param maxTotalMinor most that the member may have in all before it
 * @param id of the bonus, where it has to be the same when the request is repeated
 * @param expected what the member was shown
 * @param read the games, by code, whose balances were read just before: what is played there from now on is
 *   played with it
 * @returns the bonus's id
 * @throws Refusal `BONUS_ALREADY_ACTIVE`, `BONUS_REMAINING` with `total` and `maximum`, `MONEY_NOT_ENOUGH`,
 *   `FIGURES_CHANGED`: the transaction must roll back then
 */
export async function grant(
  needs: Needs,
  tx: Tx,
  offered: Offered,
  {
    from,
    amountMinor,
    maxTotalMinor,
    id = newBonusId(),
    read = new Set(),
    expected,
  }: {
    from: AccountRef
    amountMinor: number
    maxTotalMinor?: number
    id?: string
    read?: ReadonlySet<string>
    expected?: ExpectedBonus | undefined
  },
): Promise<string> {
  const given = { from, bonusMinor: amountMinor, depositMinor: 0, depositKey: null, read }
  const credit = await post(needs, tx, { ...offered, id }, given)
  const hadMinor = credit.baseMinor - amountMinor
  if (maxTotalMinor !== undefined && hadMinor > maxTotalMinor) {
    throw tooMuch({ totalMinor: hadMinor, maxTotalMinor })
  }
  if (!(await insertActive(tx, { ...offered, id }, credit))) throw new Refusal('BONUS_ALREADY_ACTIVE')
  const totalMinor = hadMinor - credit.stakedMinor
  requireExpected(expected, figuresOf(offered, { bonusMinor: amountMinor, totalMinor }))
  await countStored(needs, tx, offered.memberId, credit.creditedAt)
  return id
}

/**
 * The figures that a member is shown before a credit at once. Stakes on open bets are no part of them: they
 * are in no balance that the member sees, and raise target and total alike when they come back.
 * @param totalMinor of the balances before the credit
 */
export const figuresOf = (
  { version, terms }: Pick<Offered, 'version' | 'terms'>,
  { bonusMinor, totalMinor }: { bonusMinor: number; totalMinor: number },
): ExpectedBonus => ({
  version,
  amount: fromMinor(bonusMinor),
  required: fromMinor(requiredOf({ terms, depositMinor: 0, bonusMinor, baseMinor: totalMinor + bonusMinor })),
})

/** The member has more in all than may be had when a bonus is taken. */
export const tooMuch = ({
  totalMinor,
  maxTotalMinor,
}: {
  totalMinor: number
  maxTotalMinor: number
}): Refusal =>
  new Refusal('BONUS_REMAINING', { total: fromMinor(totalMinor), maximum: fromMinor(maxTotalMinor) })

/**
 * Lets the next deposit bring a bonus. The member's wallet is locked already.
 * @param lapsesAt when it is cancelled, if no deposit came
 * @throws Refusal `BONUS_ALREADY_ACTIVE`
 */
export async function arm(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  offered: Offered,
  { byDeposit, lapsesAt, id = newBonusId() }: { byDeposit: ByDeposit; lapsesAt: Date; id?: string },
): Promise<string> {
  const createdAt = clock.now()
  if (!(await insertArmed(tx, { ...offered, id, byDeposit, createdAt, lapsesAt }))) {
    throw new Refusal('BONUS_ALREADY_ACTIVE')
  }
  return id
}

/**
 * Credits an armed bonus for a deposit that was posted in this transaction.
 * @param armed locked
 * @returns what it brought, in minor units; 0: the deposit is too small, and the bonus stays armed
 */
export async function creditArmed(
  needs: Needs,
  tx: Tx,
  armed: MemberBonus & { byDeposit: ByDeposit },
  deposit: { key: string; amountMinor: number },
): Promise<number> {
  const bonusMinor = bonusOf(armed.byDeposit, deposit.amountMinor)
  if (bonusMinor === 0) return 0
  const credit = await post(needs, tx, armed, {
    from: { house: house.bonus },
    bonusMinor,
    depositMinor: deposit.amountMinor,
    depositKey: deposit.key,
    read: new Set(),
  })
  await activate(tx, armed.id, credit)
  const { memberId, currency, description } = armed
  const end = {
    kind: 'bonus',
    result: 'DONE',
    to: 'WALLET',
    source: armed.id,
    at: credit.creditedAt,
  } as const
  await recordEndings(tx, [
    { key: creditKey(armed.id), memberId, amountMinor: bonusMinor, currency, description, ...end },
  ])
  await countStored(needs, tx, armed.memberId, credit.creditedAt)
  return bonusMinor
}

async function post(
  needs: Needs,
  tx: Tx,
  bonus: Offered & { id: string },
  {
    from,
    bonusMinor,
    depositMinor,
    depositKey,
    read,
  }: {
    from: AccountRef
    bonusMinor: number
    depositMinor: number
    depositKey: string | null
    read: ReadonlySet<string>
  },
): Promise<Credit & { stakedMinor: number }> {
  const { ledger } = needs
  const { id, memberId, currency: asset, source, campaign, version, description, terms } = bonus
  const journal = await ledger.postIn(tx, {
    key: creditKey(id),
    kind: 'bonus',
    memberId,
    legs: [
      { account: from, asset, amountMinor: -bonusMinor },
      { account: { member: memberId, name: own.wallet }, asset, amountMinor: bonusMinor },
      ...running(asset, bonusMinor),
    ],
    meta: { source, bonusId: id, campaign, version, description },
  })
  const creditedAt = await holdBets(needs, tx, memberId)
  const balances = await ledger.balancesIn(tx, memberId)
  const unsettled = await unsettledPlay(needs, tx, memberId)
  const gameVersions = gameVersionsOf(balances, read)
  const open = unsettled.reporting.flatMap((code): [string, number][] => {
    const minor = unsettled.games.get(code)?.minor ?? 0
    return minor !== 0 || gameVersions[code] !== undefined ? [[code, minor]] : []
  })
  const stakedMinor = stakedIn(unsettled)
  return {
    stakedMinor,
    creditedAt,
    expiresAt: addSeconds(creditedAt, terms.days * 86_400),
    depositMinor,
    bonusMinor,
    baseMinor: totalOf(balances) + stakedMinor,
    journalId: journal.id,
    depositKey,
    gameVersions,
    ownOpen: Object.fromEntries(open),
    // Losses that a balance still had are no wins whose bets are reported later.
    ownOpenLeft: Object.fromEntries(
      open.filter(([code, minor]) => minor > 0 || (minor < 0 && gameVersions[code] === undefined)),
    ),
    purses: openPurses({
      balances: byPlace(balances),
      bonusMinor,
      staked: Object.fromEntries([...unsettled.games].map(([code, { minor }]) => [code, minor])),
      losses: (await waitingLosses(tx, memberId)).map(({ leftMinor, ...loss }) => ({
        ...loss,
        minor: leftMinor,
      })),
    }),
    betsBefore: await storedAfter(tx, memberId, creditedAt),
    requiredMinor: requiredTurnover(terms, { depositMinor, bonusMinor }),
  }
}

/** Legs that count money as given under a condition, or no longer (negative). */
export const running = (asset: Leg['asset'], amountMinor: number): Leg[] => [
  { account: { house: house.bonusRunning }, asset, amountMinor },
  { account: { house: house.bonusEnded }, asset, amountMinor: -amountMinor },
]

/** The stakes of a member on bets that are not settled: money that is in no balance. */
const stakedIn = ({ games }: UnsettledPlay): number =>
  [...games.values()].reduce((sum, { minor }) => sum + Math.max(0, minor), 0)

/** A member's money in all (rules.md §7.1): to play with, and staked on bets that are not settled. */
export const totalWithStakes = async (
  needs: Pick<Context, 'clock'>,
  tx: Tx,
  memberId: string,
  balances: ReadonlyMap<string, { amountMinor: number }>,
): Promise<number> => totalOf(balances) + stakedIn(await unsettledPlay(needs, tx, memberId))

/** A member's money to play with: the wallet, the games, and money in transit between them; minor units. */
export function totalOf(balances: ReadonlyMap<string, { amountMinor: number }>): number {
  let total = 0
  for (const [name, { amountMinor }] of balances) {
    const { kind } = partsOf(name)
    if (kind === 'wallet' || kind === 'game' || kind === 'in-transit') total += amountMinor
  }
  return total
}

/** The versions of a member's game accounts that were not read just before, by the game's code. */
function gameVersionsOf(
  balances: ReadonlyMap<string, AccountBalance>,
  read: ReadonlySet<string>,
): Record<string, number> {
  const versions: Record<string, number> = {}
  for (const [name, { version }] of balances) {
    const { kind, of } = partsOf(name)
    if (kind === 'game' && !read.has(of)) versions[of] = version
  }
  return versions
}
