import type { Answer } from '@krapao/contract/endpoint.ts'
import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { transfer as transferEndpoint } from '@krapao/contract/slices/wallet/transfer.ts'
import { factsOf } from '../../journals/facts.ts'
import { own } from '../../ledger/public.ts'
import { type CallKey, type InnerKey, newKey } from '../../platform/call-key.ts'
import { requireExpected } from '../../platform/expected.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findOpened, findProvider, type OpenedAccount, type Provider } from '../game/public.ts'
import { type Ends, evaluateEnds, type Judged, minOf, planSteps } from './rules.ts'
import { type StepStatus, takeStep } from './step.ts'

export type TransferAnswer = Answer<typeof transferEndpoint>

/**
 * Moves money between wallet and game, or from game to game through the wallet (rules.md §4.3, §4.4).
 * `amountMinor` in satang or att. PENDING: the provider has not answered; the money is in transit, and a
 * follow-up resolves it.
 *
 * From game to game, the second half begins only if the first one is SUCCESS. The money stays in the wallet
 * if the second half fails (`returnedTo: 'WALLET'`), or if the first one is PENDING and succeeds later.
 * @param asked `version` of the game's account from which it moves: it moves only while nothing else has
 *   moved there
 * @param key the caller's `Idempotency-Key`, or the key of the house's own transfer: the same one continues
 *   the same transfer, also after a crash
 * @throws Refusal `NO_WALLET`, `NO_GAME`, `SAME_ACCOUNT`, `TRANSFER_MINIMUM`, `SLOT_NO_ACCOUNT`,
 *   `MONEY_NOT_ENOUGH`, `TRANSFER_FAIL`, `IDEMPOTENCY_CONFLICT`; VersionConflict, and nothing was held
 */
export async function transfer(
  context: Context,
  memberId: string,
  asked: { from: string; to: string; amountMinor: number; version?: number | undefined },
  key?: CallKey | InnerKey,
): Promise<TransferAnswer> {
  const ends = orRefuse(evaluateEnds(asked))
  const games = await gamesOf(context, ends)
  try {
    await requireNew(context, memberId, ends, games, asked.amountMinor)
  } catch (error) {
    // A transfer that the key has begun is continued, even if a new one would be refused by now.
    if ((await begunAmount(context, memberId, ends, key)) === undefined) throw error
  }
  const accounts = await openedAccounts(context, memberId, games)
  const { amountMinor, version } = asked
  return move(context, memberId, { ends, amountMinor, version, games, accounts, reference: key })
}

/**
 * Moves the whole wallet to one game (rules.md §4.4): its present balance or, if the key has begun a transfer
 * before, the balance at that time.
 * @param expected what the member was shown: exactly this is held, or nothing
 * @throws Refusal as `transfer`, `FIGURES_CHANGED`
 */
export async function transferAll(
  context: Context,
  memberId: string,
  asked: { to: string },
  { key, expected }: { key?: CallKey | undefined; expected?: { amount: number } | undefined } = {},
): Promise<TransferAnswer> {
  if (asked.to === '' || asked.to === walletEnd) throw new Refusal('NO_GAME')
  const ends = orRefuse(evaluateEnds({ from: walletEnd, to: asked.to }))
  const games = await gamesOf(context, ends)
  const begun = await begunAmount(context, memberId, ends, key)
  const amountMinor = begun ?? (await walletAmount(context, memberId))
  if (begun === undefined) {
    requireExpected(expected, { amount: fromMinor(amountMinor) })
    await requireNew(context, memberId, ends, games, amountMinor)
  }
  const accounts = await openedAccounts(context, memberId, games)
  try {
    return await move(context, memberId, { ends, amountMinor, games, accounts, reference: key })
  } catch (error) {
    // Less is there when the money is held than a moment ago, so nothing was held.
    if (error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH') {
      requireExpected(expected, { amount: fromMinor(await walletAmount(context, memberId)) })
    }
    throw error
  }
}

interface Move {
  ends: Ends
  amountMinor: number
  version?: number | undefined
  games: Provider[]
  accounts: OpenedAccount[]
  reference: CallKey | InnerKey | undefined
}

async function move(context: Context, memberId: string, asked: Move): Promise<TransferAnswer> {
  const { ends, amountMinor, version } = asked
  const steps = planSteps(memberId, ends, asked.reference ?? newKey())
  let status: StepStatus = 'SUCCESS'
  let transferId = ''
  let arrivesAt: TransferEnd = ends.to
  for (const [i, step] of steps.entries()) {
    const provider = asked.games.find(({ code }) => code === step.code) as Provider
    const account = asked.accounts.find(({ code }) => code === step.code) as OpenedAccount
    transferId = step.transferId
    try {
      status = await takeStep(context, { ...step, provider, account, ends, amountMinor, version })
    } catch (error) {
      // The money of the first half is in the wallet, even if the second half has failed.
      if (i > 0 && error instanceof Refusal)
        throw new Refusal(error.code, { ...error.details, returnedTo: walletEnd })
      throw error
    }
    if (status !== 'PENDING') continue
    // The first half of two ends in the wallet, and nothing sends the money on automatically.
    arrivesAt = i < steps.length - 1 ? walletEnd : ends.to
    break
  }
  return { transferId, status, from: ends.from, to: ends.to, arrivesAt, amount: fromMinor(amountMinor) }
}

/** Providers of the games among the ends, `from` first, switched-off ones too. */
async function gamesOf(context: Context, { from, to }: Ends): Promise<Provider[]> {
  const games: Provider[] = []
  for (const end of [from, to]) {
    if (end === walletEnd) continue
    const provider = await findProvider(context, end)
    if (!provider) throw new Refusal('NO_GAME')
    games.push(provider)
  }
  return games
}

/**
 * The conditions for a new transfer: it does not go into a switched-off game, which gives money back but
 * takes none in, and it has the minimum amount in the member's currency. The currency is that of an account
 * in the cache; the member's row is read only if no account is open.
 */
async function requireNew(
  context: Context,
  memberId: string,
  { to }: Ends,
  games: Provider[],
  amountMinor: number,
): Promise<void> {
  if (games.some(({ code, enabled }) => code === to && !enabled)) throw new Refusal('NO_GAME')
  const found = await Promise.all(games.map(({ code }) => findOpened(context, memberId, code)))
  const currency =
    found.find((account) => account !== undefined)?.asset ??
    (await findMember(context, memberId))?.currency ??
    'THB'
  const minimum = await minOf(context.settings, currency)
  if (amountMinor < toMinor(minimum)) throw new Refusal('TRANSFER_MINIMUM', { minimum, currency })
}

async function openedAccounts(
  context: Context,
  memberId: string,
  games: Provider[],
): Promise<OpenedAccount[]> {
  return Promise.all(
    games.map(async ({ code }) => {
      const account = await findOpened(context, memberId, code)
      if (!account) throw new Refusal('SLOT_NO_ACCOUNT', { code })
      return account
    }),
  )
}

async function begunAmount(
  context: Context,
  memberId: string,
  ends: Ends,
  key: CallKey | InnerKey | undefined,
): Promise<number | undefined> {
  if (key === undefined) return undefined
  const hold = await context.ledger.findHold(planSteps(memberId, ends, key)[0].key)
  return hold && factsOf(hold.pending, 'transfer', 'pending').amountMinor
}

async function walletAmount(context: Context, memberId: string): Promise<number> {
  return (await context.ledger.balances(memberId)).get(own.wallet)?.amountMinor ?? 0
}

function orRefuse<T>(judged: Judged<T>): T {
  if ('refused' in judged) throw new Refusal(judged.refused)
  return judged.ok
}
