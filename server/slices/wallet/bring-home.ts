import { type GameCode, walletEnd } from '@krapao/contract/game.ts'
import { toMinor } from '@krapao/contract/money.ts'
import { own } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { type Account, listAccounts } from '../game/public.ts'
import { refreshGames } from './refresh.ts'
import { type InGame, minOf, planHome } from './rules.ts'
import { transfer } from './transfer.ts'

/** Times that it is planned anew because a balance fell while its game was played. */
const tries = 3

/**
 * Brings to the wallet what it lacks for an amount, from the fewest games, all at once (rules.md §6.1); nothing where the
 * games do not have it. What comes home stays in the wallet. Nothing more is taken from other games when one does not
 * answer or refuses. `amountMinor` in satang or att.
 * @param reference idempotency reference: the same value resumes the transfers that are unanswered
 * @returns the games whose money is not home: on its way, or not given; none when the wallet has the amount
 * @throws Refusal `MONEY_NOT_ENOUGH`
 */
export async function bringHome(
  context: Context,
  memberId: string,
  amountMinor: number,
  reference: string,
): Promise<GameCode[]> {
  if ((await lackOf(context, memberId, amountMinor)) <= 0) return []
  await refreshGames(context, memberId)
  const [accounts, begun] = await Promise.all([
    listAccounts(context, memberId),
    context.ledger.openHolds({ kind: 'transfer', memberId, limit: 1000 }),
  ])
  const prefix = `transfer:${memberId}:`
  const ours: Move[] = []
  // Another transfer is under way there: nobody knows what such a game has.
  const busy: GameCode[] = []
  for (const { pending } of begun) {
    const { code, amountMinor } = pending.meta as { code: GameCode; amountMinor: number }
    if (pending.key.startsWith(`${prefix}${reference}:`)) {
      ours.push({ code, amountMinor, key: pending.key.slice(prefix.length) })
    } else busy.push(code)
  }
  const left = await moveAll(context, memberId, ours)
  if (left.length > 0) return left

  const free = accounts.filter(({ code }) => !busy.includes(code))
  for (let turn = 1; ; turn++) {
    const lackMinor = await lackOf(context, memberId, amountMinor)
    if (lackMinor <= 0) return []
    const plan = await planFrom(context, memberId, lackMinor, free)
    if (!plan) {
      if (busy.length > 0) return busy
      throw new Refusal('MONEY_NOT_ENOUGH')
    }
    try {
      return await moveAll(
        context,
        memberId,
        plan.map((game) => ({
          ...game,
          key: `${reference}:${game.code}:${game.version}:${game.amountMinor}`,
        })),
      )
    } catch (error) {
      // Played on meanwhile, and lost some of it: planned by what is there now.
      const fell = error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH'
      if (!fell || turn === tries) throw error
    }
  }
}

/** What the wallet lacks for an amount, in satang or att; 0 or less when it has it. */
async function lackOf({ ledger }: Context, memberId: string, amountMinor: number): Promise<number> {
  return amountMinor - ((await ledger.balances(memberId)).get(own.wallet)?.amountMinor ?? 0)
}

async function planFrom(
  { ledger, settings }: Context,
  memberId: string,
  lackMinor: number,
  accounts: Account[],
): Promise<InGame[] | undefined> {
  const balances = await ledger.balances(memberId)
  const games = accounts.map(({ code, isStale }) => {
    const { amountMinor, version } = balances.get(own.game(code)) ?? { amountMinor: 0, version: 0 }
    return { code, isStale, amountMinor, version }
  })
  const asset = accounts[0]?.asset ?? 'THB'
  return planHome(lackMinor, games, toMinor(await minOf(settings, asset)))
}

interface Move {
  code: GameCode
  amountMinor: number
  key: string
}

/** @returns the games whose money is not home. @throws what stopped one of them, once all have ended */
async function moveAll(context: Context, memberId: string, moves: Move[]): Promise<GameCode[]> {
  const ended = await Promise.allSettled(moves.map((one) => move(context, memberId, one)))
  const left = moves.filter((_, i) => {
    const end = ended[i]
    return end?.status === 'fulfilled' && !end.value
  })
  if (left.length > 0) return left.map(({ code }) => code)
  const stopped = ended.find((end) => end.status === 'rejected')
  if (stopped) throw stopped.reason
  return []
}

/** @returns whether the money is home */
async function move(context: Context, memberId: string, { code, amountMinor, key }: Move): Promise<boolean> {
  try {
    const { status } = await transfer(context, memberId, { from: code, to: walletEnd, amountMinor }, key)
    return status === 'SUCCESS'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TRANSFER_FAIL') return false
    throw error
  }
}
