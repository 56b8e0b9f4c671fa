import type { GameCode } from '@krapao/contract/game.ts'
import { type AccountBalance, house, own, VersionConflict } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { listAccounts, listProviders, noteRead, type OpenedAccount, type Provider } from '../game/public.ts'
import { evaluateBalance } from './rules.ts'

/** Times that a figure is read anew because the account moved in between. */
const tries = 3

/** What became of one reading: booked; no answer; money in transit, so it says nothing; the account moved meanwhile. */
type Reading = 'read' | 'stale' | 'in-transit' | 'moved'

/**
 * Asks the provider of every opened game account, all at once, and books each difference as play result, so that our
 * figure equals the provider's at that moment (rules.md §4.2). A provider that does not answer keeps its last figure,
 * marked stale. Safe to run any number of times at once.
 */
export async function refreshGames(context: Context, memberId: string): Promise<void> {
  await readGames(context, memberId, await listAccounts(context, memberId))
}

/** The same for one game, before its money is brought home: so that wins are ours to bring. */
export async function refreshGame(context: Context, account: OpenedAccount): Promise<void> {
  await readGames(context, account.memberId, [account])
}

async function readGames(context: Context, memberId: string, accounts: OpenedAccount[]): Promise<void> {
  const providers = new Map((await listProviders(context)).map((provider) => [provider.code, provider]))
  const readings = new Map<GameCode, Reading>()
  let left = accounts
  for (let i = 0; i < tries && left.length > 0; i++) {
    // Before the providers are asked: what moves from here on makes the posting stale.
    const balances = await context.ledger.balances(memberId)
    await Promise.all(
      left.map(async (account) => {
        const provider = providers.get(account.code)
        if (provider) readings.set(account.code, await readGame(context, account, provider, balances))
      }),
    )
    left = left.filter(({ code }) => readings.get(code) === 'moved')
  }
  const noted = [...readings].filter(([, reading]) => reading === 'read' || reading === 'stale')
  await noteRead(
    context,
    memberId,
    noted.map(([code, reading]) => ({ code, isStale: reading === 'stale' })),
    context.clock.now(),
  )
}

/**
 * One reading. The posting holds only if neither the game account nor its in-transit account has moved since before
 * the provider was asked: every transfer moves the latter twice, so one that runs meanwhile is never taken for a win.
 */
async function readGame(
  context: Context,
  { memberId, code, username, asset }: OpenedAccount,
  provider: Provider,
  balances: Map<string, AccountBalance>,
): Promise<Reading> {
  const none = { asset, amountMinor: 0, version: 0 }
  const game = balances.get(own.game(code)) ?? none
  const transit = balances.get(own.inTransit(code)) ?? none
  if (transit.amountMinor !== 0) return 'in-transit'

  let providerMinor: number
  try {
    providerMinor = (await context.games.balance(provider, username)).amountMinor
  } catch {
    return 'stale'
  }
  const judged = evaluateBalance(providerMinor, {
    gameMinor: game.amountMinor,
    inTransitMinor: transit.amountMinor,
  })
  if (judged === 'in-transit') return judged
  if (judged.playMinor === 0) return 'read'

  try {
    await context.ledger.post({
      key: `play:${memberId}:${code}:${game.version}`,
      kind: 'play',
      memberId,
      legs: [
        { account: { member: memberId, name: own.game(code) }, asset, amountMinor: judged.playMinor },
        { account: { house: house.provider(code) }, asset, amountMinor: -judged.playMinor },
      ],
      meta: { code },
      expect: [
        { account: { member: memberId, name: own.game(code) }, asset, version: game.version },
        { account: { member: memberId, name: own.inTransit(code) }, asset, version: transit.version },
      ],
    })
    return 'read'
  } catch (error) {
    // Another refresh of the same version, with another figure, came first.
    const overtaken = error instanceof Refusal && error.code === 'IDEMPOTENCY_CONFLICT'
    if (error instanceof VersionConflict || overtaken) return 'moved'
    throw error
  }
}
