import type { GameCode } from '@krapao/contract/game.ts'
import type { Context } from '../context.ts'
import { demoApps } from './providers.ts'
import {
  type Account,
  accountFinder,
  type OpenedAccount,
  type Provider,
  selectGames,
  selectProviders,
  updateDemoLinks,
  updateRead,
} from './store.ts'

/** What other parts of the server may ask of games. */
export { redactUrl, webOf } from './rules.ts'
export type { Account, OpenedAccount, Provider } from './store.ts'

/** Milliseconds that a copy of the registry may be old, like a setting. */
const registryAge = 2000

/** Most opened accounts remembered; the oldest goes first. */
const remembered = 20_000

interface Memory {
  find: ReturnType<typeof accountFinder>
  opened: Map<string, OpenedAccount>
  registry?: { readAt: number; providers: Promise<Provider[]> }
}

const memories = new WeakMap<Context, Memory>()

function memoryOf(context: Context): Memory {
  let memory = memories.get(context)
  if (!memory) {
    memory = { find: accountFinder(context), opened: new Map() }
    memories.set(context, memory)
  }
  return memory
}

/** All providers in carousel order, switched-off ones too; at most two seconds older than the database's. */
export function listProviders(context: Context): Promise<Provider[]> {
  const memory = memoryOf(context)
  if (!memory.registry || performance.now() - memory.registry.readAt > registryAge) {
    const registry = { readAt: performance.now(), providers: selectProviders(context.db) }
    memory.registry = registry
    registry.providers.catch(() => {
      if (memory.registry === registry) memory.registry = undefined
    })
  }
  return memory.registry.providers
}

/** The provider of a code from a request; undefined when there is none. Switched-off ones are found, too. */
export async function findProvider(context: Context, code: string): Promise<Provider | undefined> {
  return (await listProviders(context)).find((provider) => provider.code === code)
}

/** A member's opened account at one provider, as it is now. */
export const findAccount = (
  context: Context,
  memberId: string,
  code: GameCode,
): Promise<Account | undefined> => memoryOf(context).find({ memberId, code })

/**
 * What never changes about an opened account. Every transfer asks, so it is remembered: an account that is open stays
 * open, under its username and in its currency, on every node.
 */
export async function findOpened(
  context: Context,
  memberId: string,
  code: GameCode,
): Promise<OpenedAccount | undefined> {
  const { opened, find } = memoryOf(context)
  const key = `${memberId} ${code}`
  const known = opened.get(key)
  if (known) return known
  const account = await find({ memberId, code })
  if (!account) return undefined
  const { username, asset } = account
  const [oldest] = opened.keys()
  if (opened.size >= remembered && oldest !== undefined) opened.delete(oldest)
  const found = { memberId, code, username, asset }
  opened.set(key, found)
  return found
}

/** All opened accounts of a member. */
export const listAccounts = async (context: Context, memberId: string): Promise<Account[]> =>
  (await selectGames(context, memberId)).accounts

/** The same, and the games whose account is being opened. */
export const listGames = selectGames

/** Records when providers reported a member's balances, or failed to (rules.md §4.2). */
export const noteRead = updateRead

/** Gives the demo world's games the sandbox's pages as their own. */
export const insertDemoGames = (context: Context): Promise<void> => updateDemoLinks(context.db, demoApps)
