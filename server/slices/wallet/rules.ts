import { createHash } from 'node:crypto'
import type { ErrorCode } from '@krapao/contract/errors.ts'
import { type GameCode, gameCodes, type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type Leg, own } from '../../ledger/public.ts'
import { defineFollowUp } from '../../outside/follow-up.ts'
import { legsAlong, type Phase, phaseBy, type Status } from '../../outside/two-phase.ts'
import { type CallKey, type InnerKey, innerKey } from '../../platform/call-key.ts'
import { defineAmounts, defineSetting, type Settings, Type } from '../../platform/settings.ts'

/** Decisions about transfers (rules.md §4.3, §4.4), without database, clock or network. */

/** Minimum transfer (product.md §5); in kip it is the smallest note. */
export const minTransfer = defineAmounts('transfer.minimum', { THB: 1, LAK: 500 }, 'Least transfer')

/** The minimum of a transfer, in baht or kip. */
export const minOf = async (settings: Settings, currency: Currency): Promise<number> =>
  Math.max(await settings.get(minTransfer[currency]), 0.01)

export const followUpAfter = defineSetting(
  'transfer.followUpAfterSeconds',
  Type.Number({ minimum: 0, maximum: 600 }),
  15,
  'Age at which an unanswered transfer is followed up; nobody sends it to the provider again from then on',
)
export const transferFollowUp = defineFollowUp('transfer', 'an unanswered transfer', {
  seconds: [2, 4, 8, 15],
  deskAfter: 3600,
  deskSeconds: 50,
})
/** A decision: the accepted request, or the code of its refusal. */
export type Judged<T> = { ok: T } | { refused: ErrorCode }

const isGameCode = (text: string): text is GameCode => (gameCodes as readonly string[]).includes(text)

/** The member and the two ends. */
export interface Ends {
  from: TransferEnd
  to: TransferEnd
}

/**
 * The ends of a transfer (rules.md §4.4, first two checks): an empty end is `NO_WALLET` (nothing was
 * selected), one that is neither the wallet nor a game is `NO_GAME`, equal ends are `SAME_ACCOUNT`.
 */
export function evaluateEnds({ from, to }: { from: string; to: string }): Judged<Ends> {
  if (from === '' || to === '') return { refused: 'NO_WALLET' }
  if (!isEnd(from) || !isEnd(to)) return { refused: 'NO_GAME' }
  if (from === to) return { refused: 'SAME_ACCOUNT' }
  return { ok: { from, to } }
}

const isEnd = (text: string): text is TransferEnd => text === walletEnd || isGameCode(text)

/** One movement between the wallet and a game: held, sent to the provider, and resolved. */
export interface Step {
  /** The key of the pending journal, which identifies the transfer for good. */
  key: string
  /** Our id at the provider, and the provider's idempotency key. */
  transferId: string
  code: GameCode
  direction: 'in' | 'out'
}

/**
 * The steps of a transfer; from game to game through the wallet (rules.md §4.3). Keys come from the caller's
 * idempotency key, so that a retry after a crash continues the same steps.
 * @param reference the caller's `Idempotency-Key`, or a key of the house's own transfer
 */
export function planSteps(
  memberId: string,
  { from, to }: Ends,
  reference: CallKey | InnerKey,
): [Step] | [Step, Step] {
  const step = (prefix: string, code: GameCode, direction: Step['direction']): Step => {
    const key = `${prefix}:${memberId}:${reference}`
    return { key, transferId: transferIdOf(key), code, direction }
  }
  const first = 'transfer'
  if (from === walletEnd) return [step(first, to as GameCode, 'in')]
  if (to === walletEnd) return [step(first, from, 'out')]
  // A prefix and not a suffix, so that no idempotency key can equal the second step of another transfer.
  return [step(first, from, 'out'), step('transfer-on', to, 'in')]
}

/** The balance of a game account as last read, in satang or att; `version` is the account's. */
export interface InGame {
  code: GameCode
  amountMinor: number
  version: number
}

/**
 * The key of the house's own transfer from a game to the wallet: for one purpose, and once for each version
 * of the game's account.
 * @param reference the id of the bonus or withdrawal that needs the money
 */
export const homeKey = (reference: string, { code, version, amountMinor }: InGame): InnerKey =>
  innerKey('home:', `${reference}:${code}:${version}:${amountMinor}`)

/**
 * What such a transfer moves, by the key of the hold that it has begun; undefined: the hold is another
 * transfer's.
 */
export function homeOf(
  memberId: string,
  reference: string,
  { key, ...moved }: Pick<InGame, 'code' | 'amountMinor'> & { key: string },
): InGame | undefined {
  const version = Number(/:(\d+):\d+$/.exec(key)?.[1])
  const move = { ...moved, version }
  const [step] = planSteps(memberId, { from: move.code, to: walletEnd }, homeKey(reference, move))
  return step.key === key ? move : undefined
}

/**
 * Which games give the wallet the missing part (rules.md §6.1): as few as possible, so the fullest first, and
 * the last one gives only the rest. A game that did not answer the last question is asked only if the others
 * do not have it. No transfer is below the minimum.
 * @returns the amount of each; undefined if all of them together do not have it
 */
export function planHome(
  lackMinor: number,
  games: (InGame & { isStale: boolean })[],
  minMinor: number,
): InGame[] | undefined {
  const givers = games
    .filter(({ amountMinor }) => amountMinor >= minMinor)
    .sort((a, b) => Number(a.isStale) - Number(b.isStale) || b.amountMinor - a.amountMinor)
  const plan: InGame[] = []
  let left = lackMinor
  for (const { code, version, amountMinor: held } of givers) {
    if (left <= 0) break
    const amountMinor = Math.min(held, Math.max(left, minMinor))
    plan.push({ code, version, amountMinor })
    left -= amountMinor
  }
  return left <= 0 ? plan : undefined
}

/** 30 letters and digits by which the provider knows a transfer. */
export const transferIdOf = (key: string): string =>
  `kt${createHash('sha256').update(key).digest('hex').slice(0, 28)}`

/** Ledger accounts that a step moves money between. */
export function accountsOf({ code, direction }: Pick<Step, 'code' | 'direction'>) {
  const game = own.game(code)
  const [source, target] = direction === 'in' ? ([own.wallet, game] as const) : ([game, own.wallet] as const)
  return { source, target, transit: own.inTransit(code) }
}

/** Legs of a step's hold, or of its end: onwards (`posted`) or back (`voided`). */
export function legsOf(
  step: Pick<Step, 'code' | 'direction'>,
  phase: 'pending' | Phase,
  { memberId, ...money }: { memberId: string; asset: Leg['asset']; amountMinor: number },
): Leg[] {
  const { source, target, transit } = accountsOf(step)
  const account = (name: string) => ({ member: memberId, name })
  return legsAlong({ from: account(source), held: account(transit), to: account(target) }, phase, money)
}

/** Where the money of a failed step is: the `returnedTo` of the answer. */
export const returnedTo = ({ code, direction }: Pick<Step, 'code' | 'direction'>): TransferEnd =>
  direction === 'in' ? walletEnd : code

/**
 * How a status ends a transfer (rules.md §4.3): only a definite answer moves money. "Unknown id" is definite
 * only once the provider's settlement window has passed since the last moment at which the transfer can have
 * been sent.
 */
export function endByStatus(
  status: Status,
  ages: { ageSeconds: number; followUpAfterSeconds: number; settlementWindowSeconds: number },
): Phase | 'wait' {
  const isGivenUp = ages.ageSeconds >= ages.followUpAfterSeconds + ages.settlementWindowSeconds
  return phaseBy(status, isGivenUp ? 'voided' : 'wait')
}

/**
 * The effect of a provider's balance on a game account (rules.md §4.2): none while money is in transit,
 * because it may or may not be in that balance; otherwise the difference is a play result.
 */
export function evaluateBalance(
  providerMinor: number,
  ours: { gameMinor: number; inTransitMinor: number },
): { playMinor: number } | 'in-transit' {
  if (ours.inTransitMinor !== 0) return 'in-transit'
  return { playMinor: providerMinor - ours.gameMinor }
}
