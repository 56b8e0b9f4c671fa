import type { GameCode } from '@krapao/contract/game.ts'
import { type AccountBalance, house, own, playKey, VersionConflict } from '../../ledger/public.ts'
import { createListeners, type Listeners } from '../../platform/listeners.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sharedRuns } from '../../platform/shared-runs.ts'
import type { Context } from '../context.ts'
import {
  findAccount,
  listAccounts,
  listProviders,
  noteRead,
  type OpenedAccount,
  type Provider,
} from '../game/public.ts'
import { evaluateBalance } from './rules.ts'

/** How many times a balance is read again because the account moved in between. */
const tries = 3

/**
 * The result of one reading: booked; no answer; money in transit, so the balance proves nothing; or the
 * account moved.
 */
type Reading = 'read' | 'stale' | 'in-transit' | 'moved'

/**
 * Called for each member once the balances of all the member's games were asked for and the answers are
 * booked.
 */
export type GamesListener = (memberId: string) => Promise<void>

declare module '../context.ts' {
  interface Services {
    gamesRead: Listeners<Parameters<GamesListener>>
    /** Readings under way, by member and games. */
    readings: ReturnType<typeof sharedRuns>
  }
}

/** Things for readings that are made once. */
export const readingServices = () => ({
  gamesRead: createListeners<Parameters<GamesListener>>(),
  readings: sharedRuns(),
})

export const onGamesRead = ({ services }: Pick<Context, 'services'>, ...listeners: GamesListener[]): void =>
  services.gamesRead.add(...listeners)

/**
 * Asks the provider of every opened game account, all at once, and books each difference as play result, so
 * that our balance equals the provider's at that moment (rules.md §4.2). A provider that does not answer
 * keeps its last balance, marked stale. However many refreshes of the same games a member asks for at once,
 * one of them is under way.
 */
export async function refreshGames(context: Context, memberId: string): Promise<void> {
  await readGames(context, memberId, await listAccounts(context, memberId))
  await context.services.gamesRead.notify(memberId)
}

/** The same for one game, before its money is moved to the wallet, so that wins are booked first. */
export async function refreshGame(context: Context, account: OpenedAccount): Promise<void> {
  await readGames(context, account.memberId, [account])
}

function readGames(context: Context, memberId: string, accounts: OpenedAccount[]): Promise<void> {
  const games = accounts.map(({ code }) => code).sort()
  return context.services.readings(`${memberId} ${games.join()}`, () => read(context, memberId, accounts))
}

async function read(context: Context, memberId: string, accounts: OpenedAccount[]): Promise<void> {
  const providers = new Map((await listProviders(context)).map((provider) => [provider.code, provider]))
  const readings = new Map<GameCode, Reading>()
  // Play while the providers are asked belongs to the next period.
  const askedAt = context.clock.now()
  let left = accounts
  for (let i = 0; i < tries && left.length > 0; i++) {
    // The versions are read before the providers are asked, so that any later movement makes the posting
    // fail.
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
    askedAt,
  )
}

/**
 * One reading. The posting succeeds only if neither the game account nor its in-transit account has moved
 * since before the question: every transfer moves the latter twice, so one that runs in between is never
 * taken for a win.
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

  // When the period of this result began: as far as is known, at the reading before.
  const since = (await findAccount(context, memberId, code))?.balanceReadAt
  try {
    await context.ledger.post({
      key: playKey(memberId, code, game.version),
      kind: 'play',
      memberId,
      legs: [
        { account: { member: memberId, name: own.game(code) }, asset, amountMinor: judged.playMinor },
        { account: { house: house.provider(code) }, asset, amountMinor: -judged.playMinor },
      ],
      meta: { code, ...(since && { since: since.toISOString() }) },
      expect: [
        { account: { member: memberId, name: own.game(code) }, asset, version: game.version },
        { account: { member: memberId, name: own.inTransit(code) }, asset, version: transit.version },
      ],
    })
    return 'read'
  } catch (error) {
    // Another refresh posted first, with the same version and another balance.
    const superseded = error instanceof Refusal && error.code === 'IDEMPOTENCY_CONFLICT'
    if (error instanceof VersionConflict || superseded) return 'moved'
    throw error
  }
}
