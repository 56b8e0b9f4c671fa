import { type GameCode, walletEnd } from '@krapao/contract/game.ts'
import { toMinor } from '@krapao/contract/money.ts'
import { readable } from '../../journals/facts.ts'
import { type AccountBalance, own, VersionConflict } from '../../ledger/public.ts'
import type { InnerKey } from '../../platform/call-key.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { type Account, listAccounts } from '../game/public.ts'
import { refreshGames } from './refresh.ts'
import { homeKey, homeOf, type InGame, minOf, planHome } from './rules.ts'
import { transfer } from './transfer.ts'

/** How many times a plan is made again because a balance moved while its game was played. */
const tries = 3

/** For callers that bring money home only while something holds that play may change. */
export interface Condition {
  /**
   * Asked once the games are read, before each plan: whether the money is still to come home. From then on a
   * game whose balance has moved gives nothing, and it is asked again.
   * @throws what ends the attempt
   */
  holds(): Promise<boolean>
  /** The money of a game has come into the wallet, where it stays however the attempt ends. */
  arrived(code: GameCode): void
}

/**
 * Moves the missing part of an amount from games to the wallet, from as few games as possible, all at once
 * (rules.md §6.1). If the games do not have it, nothing is moved. Money that has arrived stays in the wallet;
 * if one game refuses or does not answer, nothing more is taken from others. `amountMinor` in satang or att.
 * @param reference idempotency reference: the same value resumes the transfers that are unanswered
 * @returns the games whose money has not arrived: it is under way, or was refused; none if the wallet has the
 *   amount, or `condition` no longer holds
 * @throws Refusal `MONEY_NOT_ENOUGH`; VersionConflict where `condition` is asked and games were played all
 *   the time; what it throws
 */
export async function bringHome(
  context: Context,
  memberId: string,
  amountMinor: number,
  reference: string,
  condition?: Condition,
): Promise<GameCode[]> {
  if ((await lackOf(context, memberId, amountMinor)) <= 0) return []
  await refreshGames(context, memberId)
  const [accounts, begun] = await Promise.all([
    listAccounts(context, memberId),
    context.ledger.openHolds({ kind: 'transfer', memberId, limit: 1000 }),
  ])
  const ours: InGame[] = []
  // Another transfer is under way there, so the game's balance is not known.
  const busy: GameCode[] = []
  for (const { pending } of begun) {
    const { code, amountMinor } = readable('transfer', 'pending', pending.meta)
    // A game that this version does not know gives nothing anyway.
    if (!code) continue
    const own =
      amountMinor === undefined
        ? undefined
        : homeOf(memberId, reference, { key: pending.key, code, amountMinor })
    if (own) ours.push(own)
    else busy.push(code)
  }
  const left = await moveAll(context, memberId, { reference, moves: ours, condition })
  if (left.length > 0) return left

  const free = accounts.filter(({ code }) => !busy.includes(code))
  for (let turn = 1; ; turn++) {
    const lackMinor = await lackOf(context, memberId, amountMinor)
    if (lackMinor <= 0) return []
    const balances = await context.ledger.balances(memberId)
    const plan = await planFrom(context, balances, lackMinor, free)
    if (!plan) {
      if (busy.length > 0) return busy
      throw new Refusal('MONEY_NOT_ENOUGH')
    }
    // By balances that were read after the plan's: what moves from then on is found by the holds.
    if (condition && !(await condition.holds())) return []
    try {
      const left = await moveAll(context, memberId, { reference, moves: plan, condition, isPlanned: true })
      if (left.length > 0) return left
      // That the transfers are said to have succeeded is not all: each must have come into the wallet since.
      const since = versionOf(await context.ledger.balances(memberId)) - versionOf(balances)
      return since >= plan.length ? [] : plan.map(({ code }) => code)
    } catch (error) {
      // The member has played in between, so a new plan is made with the present balance.
      const moved =
        error instanceof VersionConflict || (error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH')
      if (!moved || turn === tries) throw error
    }
  }
}

/** The missing part of an amount, in satang or att; 0 or less if the wallet has it. */
async function lackOf({ ledger }: Context, memberId: string, amountMinor: number): Promise<number> {
  return amountMinor - ((await ledger.balances(memberId)).get(own.wallet)?.amountMinor ?? 0)
}

const versionOf = (balances: Map<string, AccountBalance>): number => balances.get(own.wallet)?.version ?? 0

async function planFrom(
  { settings }: Context,
  balances: Map<string, AccountBalance>,
  lackMinor: number,
  accounts: Account[],
): Promise<InGame[] | undefined> {
  const games = accounts.map(({ code, isStale }) => {
    const { amountMinor, version } = balances.get(own.game(code)) ?? { amountMinor: 0, version: 0 }
    return { code, isStale, amountMinor, version }
  })
  const asset = accounts[0]?.asset ?? 'THB'
  return planHome(lackMinor, games, toMinor(await minOf(settings, asset)))
}

interface Moves {
  reference: string
  moves: InGame[]
  condition: Condition | undefined
  /** They are made by a plan for which the condition holds, not left from an earlier attempt. */
  isPlanned?: boolean
}

/**
 * @returns the games whose money has not arrived. @throws the error that stopped one of them, once all have
 *   ended
 */
async function moveAll(
  context: Context,
  memberId: string,
  { reference, moves, condition, isPlanned = false }: Moves,
): Promise<GameCode[]> {
  const ended = await Promise.allSettled(
    moves.map(async (planned) => {
      const version = condition && isPlanned ? planned.version : undefined
      const hasArrived = await move(context, memberId, {
        ...planned,
        key: homeKey(reference, planned),
        version,
      })
      if (hasArrived) condition?.arrived(planned.code)
      return hasArrived
    }),
  )
  const left = moves.filter((_, i) => {
    const end = ended[i]
    return end?.status === 'fulfilled' && !end.value
  })
  if (left.length > 0) return left.map(({ code }) => code)
  const stopped = ended.find((end) => end.status === 'rejected')
  if (stopped) throw stopped.reason
  return []
}

/** @returns whether the money has arrived */
async function move(
  context: Context,
  memberId: string,
  {
    code,
    amountMinor,
    key,
    version,
  }: Omit<InGame, 'version'> & { key: InnerKey; version: number | undefined },
): Promise<boolean> {
  try {
    const { status } = await transfer(
      context,
      memberId,
      { from: code, to: walletEnd, amountMinor, version },
      key,
    )
    return status === 'SUCCESS'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TRANSFER_FAIL') return false
    throw error
  }
}
