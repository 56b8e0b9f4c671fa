import { fromMinor } from '@krapao/contract/money.ts'
import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import { type AccountBalance, house, type Leg, own, VersionConflict } from '../../../ledger/public.ts'
import { keepClaim } from '../../../platform/claims.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { requireExpected } from '../../../platform/expected.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { recordEndings } from '../../outcome/public.ts'
import { moveBudget } from '../budget-store.ts'
import type { Progress } from './condition.ts'
import {
  type Evaluated,
  evaluateBonus,
  type Needs,
  type OpenBets,
  openBetsOf,
  stakesOf,
} from './evaluation.ts'
import { running } from './grant.ts'
import { holdBets } from './stakes.ts'
import { endBonus, findBonus, type MemberBonus, type State } from './store.ts'

/** How a bonus ends (rules.md §7.2, §7.3). */

/** Times that it is evaluated anew because the member's money moved in between. */
const tries = 5

/**
 * The outcome: still running; ended; or it would end, but money that goes back to the house is in games, or
 * staked.
 */
export type Settled = { bonus: MemberBonus; progress: Progress } & (
  | ({ outcome: 'running' } & Pick<Evaluated, 'lookAt'>)
  | { outcome: 'ended'; state: State; backMinor: number }
  /** `backMinor`: what the wallet has to have. */
  | { outcome: 'in-games'; backMinor: number }
  /** Bets are not settled, and what they win would be free of the condition. */
  | ({ outcome: 'staked' } & OpenBets)
)

export interface Wish {
  /** The member gives it back, with any condition. */
  forfeits?: boolean
  /** The member's request that ends it, so that the same request finds what it has done. */
  request?: string
  /** The figures of the end that the member was shown with the request. */
  expected?: ExpectedClear
  /** Whether the sum that goes back may be taken by the balances of now; else such a bonus ends later. */
  mayTake?: boolean
  /** Whether every game with money has answered; else nothing ends that balances decide. */
  isRead?: boolean
  /** False where nothing may be taken and nobody is shown a figure: most readings end nothing. */
  withPurses?: boolean
}

/**
 * Ends the member's bonus where its condition is met, it has failed or its days are over. Money that then
 * goes back to the house is taken from the wallet; where the wallet has too little of it, or a bet is open
 * that could still win, nothing ends.
 * @returns undefined: none is active, or not the one that was shown
 * @throws Refusal `FIGURES_CHANGED`
 */
export async function settleBonus(
  needs: Needs,
  memberId: string,
  { forfeits = false, mayTake = true, isRead = true, withPurses = true, request, expected }: Wish = {},
): Promise<Settled | undefined> {
  for (let turn = 1; ; turn++) {
    const evaluated = await evaluateBonus(needs, memberId, { withPurses })
    // The bonus that was asked about may have ended, and the next one be open.
    if (!evaluated || (expected && expected.bonusId !== evaluated.bonus.id)) return undefined
    const { bonus, progress, balances, lookAt } = evaluated
    const end = endOf(progress, forfeits)
    if (!end) return { outcome: 'running', bonus, progress, lookAt }
    const openBets = takesBack(bonus, end) ? openBetsOf(await stakesOf(needs, bonus)) : null
    if (openBets) return { outcome: 'staked', bonus, progress, ...openBets }
    // The figures are those of the posting, which fails where any balance has moved since. Before any money
    // is brought home.
    requireExpected(expected, figuresOf(bonus, progress, end))
    const inWallet = balances.get(own.wallet)?.amountMinor ?? 0
    const isGuess = !isRead && isByBalances(bonus, end)
    if (isGuess || end.backMinor > inWallet || (!mayTake && takesBack(bonus, end))) {
      return { outcome: 'in-games', bonus, progress, backMinor: end.backMinor }
    }
    try {
      await post(needs, evaluated, end, request)
      return { outcome: 'ended', bonus, progress, ...end }
    } catch (error) {
      // Another node has ended it by other balances; the next look finds none.
      const hasEnded = error instanceof Refusal && error.code === 'IDEMPOTENCY_CONFLICT'
      if (!(error instanceof VersionConflict || hasEnded) || turn === tries) throw error
    }
  }
}

/**
 * Whether the bonus still ends as its member was shown, by the balances of now.
 * @returns false: it has ended, or would run on; or the bets that keep it from ending
 * @throws Refusal `FIGURES_CHANGED`
 */
export async function endsAsShown(
  needs: Needs,
  memberId: string,
  { forfeits = false, expected }: Wish,
): Promise<boolean | OpenBets> {
  const evaluated = await evaluateBonus(needs, memberId)
  const end = evaluated && endOf(evaluated.progress, forfeits)
  if (!end || (expected && expected.bonusId !== evaluated.bonus.id)) return false
  const openBets = takesBack(evaluated.bonus, end) ? openBetsOf(await stakesOf(needs, evaluated.bonus)) : null
  if (openBets) return openBets
  requireExpected(expected, figuresOf(evaluated.bonus, evaluated.progress, end))
  return true
}

/**
 * The open bets that keep the bonus from ending now, where it would end by itself; null: there are none, or
 * its end is far. Of a bonus that is far from its end they are not asked for, because that reads all that its
 * member has played.
 */
export async function openBetsBeforeEnd(
  needs: Needs,
  { bonus, progress, lookAt }: Evaluated,
): Promise<OpenBets | null> {
  const end = endOf(progress, false)
  const mayHinder = end ? takesBack(bonus, end) : lookAt !== null
  return mayHinder ? openBetsOf(await stakesOf(needs, bonus)) : null
}

interface End {
  state: State
  backMinor: number
}

/** The state in which it ends now, and the sum that goes back to the house; undefined: it runs on. */
export function endOf(progress: Progress, forfeits: boolean): End | undefined {
  const { state, removedMinor, forfeit } = progress
  if (state === 'met') return { state: 'FINISHED', backMinor: removedMinor }
  if (state === 'failed') return { state: 'FAILED', backMinor: 0 }
  if (state === 'reversed') return { state: 'CANCELLED', backMinor: forfeit.returnedMinor }
  if (state === 'expired') return { state: 'EXPIRED', backMinor: forfeit.returnedMinor }
  return forfeits ? { state: 'FORFEITED', backMinor: forfeit.returnedMinor } : undefined
}

/** The figures that a member is shown before such an end. */
const figuresOf = ({ id }: MemberBonus, { totalMinor }: Progress, { backMinor }: End): ExpectedClear => ({
  bonusId: id,
  returned: fromMinor(backMinor),
  kept: fromMinor(totalMinor - backMinor),
})

/**
 * Whether such an end takes money back by what the member has in all, so that a balance that was not read
 * matters.
 */
const takesBack = ({ terms }: MemberBonus, { state }: End): boolean =>
  state === 'FINISHED' ? terms.maxCashOutMinor !== null : state !== 'FAILED'

/** Whether balances decide that it ends, or what goes back: one that was not read might say otherwise. */
const isByBalances = (bonus: MemberBonus, end: End): boolean =>
  end.state === 'FAILED' || bonus.terms.mode === 'balance' || takesBack(bonus, end)

/** The key of the outcome that says how a bonus ended by itself. */
export const endingOf = (id: string): string => `bonus-end:${id}`

const results: Record<State, 'DONE' | 'FAILED' | 'EXPIRED' | 'TAKEN_BACK'> = {
  ARMED: 'TAKEN_BACK',
  ACTIVE: 'TAKEN_BACK',
  FINISHED: 'DONE',
  FAILED: 'FAILED',
  EXPIRED: 'EXPIRED',
  FORFEITED: 'TAKEN_BACK',
  // The deposit that brought it was taken back.
  CANCELLED: 'TAKEN_BACK',
}

/** @throws VersionConflict when the member's money has moved, or bets were added, since it was evaluated */
async function post(
  { db, ledger, services }: Needs,
  { bonus, progress, balances }: Evaluated,
  { state, backMinor }: End,
  request: string | undefined,
): Promise<void> {
  const { memberId, currency: asset } = bonus
  // A wallet that did not exist when the balances were read has moved since, because the bonus was credited
  // to it.
  const wallet: AccountBalance = { asset, amountMinor: 0, version: 0 }
  const moving = new Map([[own.wallet as string, wallet], ...balances])
  await transaction(db, async (tx) => {
    await postEnd({ ledger, services }, tx, bonus, {
      end: { state, backMinor },
      progress,
      ...(request !== undefined && { request }),
      expect: [...moving]
        .filter(([, balance]) => balance.asset === asset)
        .map(([name, { version }]) => ({ account: { member: memberId, name }, asset, version })),
    })
    // A bonus that ends by itself ends in any call that has read the games, so it needs no claim.
    if (request !== undefined) await keepClaim(tx)
  })
}

/**
 * Posts the end of an active bonus and marks its row. The wallet is locked by the posting, before the row.
 * @throws VersionConflict when bets were added since it was evaluated
 */
export async function postEnd(
  needs: Pick<Needs, 'ledger' | 'services'>,
  tx: Tx,
  {
    id,
    memberId,
    currency: asset,
    bonusMinor,
    betCount,
    depositKey,
    source,
    campaign,
    version,
    description,
  }: MemberBonus,
  {
    end: { state, backMinor },
    progress,
    request,
    expect,
  }: {
    end: End
    progress: Progress
    request?: string
    expect?: Parameters<Context['ledger']['postIn']>[1]['expect']
  },
): Promise<void> {
  const back: Leg[] = [
    { account: { member: memberId, name: own.wallet }, asset, amountMinor: -backMinor },
    { account: { house: house.bonus }, asset, amountMinor: backMinor },
  ]
  // The only end of an active bonus that is no end by its condition or by its member.
  const isReversed = state === 'CANCELLED' && depositKey !== null
  const reversal = isReversed && { reversedDeposit: depositKey }
  const journal = await needs.ledger.postIn(tx, {
    key: `bonus-end:${id}`,
    kind: 'finish_bonus',
    memberId,
    legs: [...(backMinor > 0 ? back : []), ...running(asset, -bonusMinor)],
    meta: { source, bonusId: id, campaign, version, description, outcome: state, ...reversal },
    ...(expect && { expect }),
  })
  if (journal.replayed) return
  const at = await holdBets(needs, tx, memberId)
  const ending = {
    state,
    at,
    progress,
    betCount,
    ...(request !== undefined && { request }),
  }
  if (await endBonus(tx, id, 'ACTIVE', ending)) {
    await needs.services.bonusEnded.notify(tx, id)
    // It was not received then.
    if (isReversed && source === 'bonus') await moveBudget(tx, campaign, { givenMinor: -bonusMinor })
    // A bonus that the member has ended is answered in that call.
    if (request === undefined) {
      const end = { kind: 'bonus-end', result: results[state], source: id, at: journal.postedAt } as const
      await recordEndings(tx, [
        { key: endingOf(id), memberId, amountMinor: backMinor, currency: asset, description, ...end },
      ])
    }
    return
  }
  // A met condition stays met: a bonus does not end by a turnover to which bets were added meanwhile.
  const now = await findBonus(tx, id)
  if (now?.state === 'ACTIVE') throw new VersionConflict(`bonus ${id} has got on`)
  throw new Error(`bonus ${id} has ended without its journal`)
}
