import { type GameCode, walletEnd } from '@krapao/contract/game.ts'
import { toMinor } from '@krapao/contract/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { listAccounts, type OpenedAccount } from '../game/public.ts'
import { refreshGames } from './refresh.ts'
import { minimum } from './rules.ts'
import { transfer } from './transfer.ts'

/** Times that one game is emptied anew because its balance fell while it was played. */
const tries = 3

/**
 * Brings the balance of every game to the wallet, all games at once (rules.md §6.1). What is less than a transfer may
 * move stays where it is, and so does what a game holds that does not answer or refuses [decided].
 * @param reference names the undertaking: the same again goes on with transfers that it left unanswered
 * @returns the games whose money is not home: on its way, or not given
 */
export async function bringHome(context: Context, memberId: string, reference: string): Promise<GameCode[]> {
  await refreshGames(context, memberId)
  const [accounts, begun] = await Promise.all([
    listAccounts(context, memberId),
    context.ledger.openHolds({ kind: 'transfer', memberId, limit: 1000 }),
  ])
  const ours = `transfer:${memberId}:${reference}:`
  const open = new Map<string, { key: string; amountMinor: number } | undefined>()
  for (const { pending } of begun) {
    const { code, amountMinor } = pending.meta as { code: string; amountMinor: number }
    const isOurs = pending.key.startsWith(ours)
    open.set(code, isOurs ? { key: pending.key.slice(ours.length), amountMinor } : undefined)
  }
  const left = await Promise.all(
    accounts.map(async (account) => {
      const mine = open.get(account.code)
      if (open.has(account.code) && !mine) return account.code
      if (mine && !(await move(context, account, mine.amountMinor, `${reference}:${mine.key}`))) {
        return account.code
      }
      return (await empty(context, account, reference)) ? undefined : account.code
    }),
  )
  return left.filter((code) => code !== undefined)
}

/** @returns whether nothing that could be moved is left there */
async function empty(context: Context, account: OpenedAccount, reference: string): Promise<boolean> {
  const least = toMinor(await context.settings.get(minimum))
  for (let turn = 1; turn <= tries; turn++) {
    const game = (await context.ledger.balances(account.memberId)).get(`game:${account.code}`)
    if (!game || game.amountMinor < least) return true
    try {
      return await move(context, account, game.amountMinor, `${reference}:${account.code}:${game.version}`)
    } catch (error) {
      // Played on meanwhile, and lost some of it: what is there now.
      if (!(error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH')) throw error
    }
  }
  return false
}

/** @returns whether the money is home */
async function move(
  context: Context,
  { memberId, code }: OpenedAccount,
  amountMinor: number,
  key: string,
): Promise<boolean> {
  try {
    const { status } = await transfer(context, memberId, { from: code, to: walletEnd, amountMinor }, key)
    return status === 'SUCCESS'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TRANSFER_FAIL') return false
    throw error
  }
}
