import type { Currency } from '@krapao/contract/money.ts'
import { factsOf, readable } from '../../journals/facts.ts'
import type { Hold } from '../../ledger/public.ts'
import { ask as askOutside } from '../../outside/attempts.ts'
import { askLater, type Held, orLater } from '../../outside/follow-up.ts'
import { sweepWatched } from '../../outside/watch.ts'
import { claim, findDue } from '../../outside/work.ts'
import { addSeconds } from '../../platform/clock.ts'
import { transaction } from '../../platform/database.ts'
import type { Context } from '../context.ts'
import { findProvider, type Provider } from '../game/public.ts'
import { finishSettled, finishTransfers } from './review-store.ts'
import { endByStatus, followUpAfter, transferFollowUp } from './rules.ts'
import { type Resolvable, resolve } from './step.ts'

/** The number of open transfers that are read at once. */
const page = 1000
/**
 * The maximum of simultaneous questions to one provider in one run, so that one that hangs delays a run by
 * one time-out only.
 */
const perProvider = 64
/**
 * Seconds beyond the provider's time-out after which another node may take over from one that died while
 * asking.
 */
const grace = 30

/**
 * Asks the providers for the outcome of unanswered transfers (rules.md §4.3), and settles those with a
 * definite answer. Each question is claimed in the database first, so any number of nodes may do this. Money
 * moves only on a definite answer; a node that dies here leaves a hold that is asked about again.
 */
export async function followUpTransfers(context: Context): Promise<void> {
  const { clock, settings, log } = context
  const olderThan = addSeconds(clock.now(), -(await settings.get(followUpAfter)))
  const asked = new Map<string | undefined, number>()
  const questions: Promise<void>[] = []
  for await (const holds of openTransfers(context, olderThan)) {
    const byKey = new Map(holds.map((hold) => [hold.pending.key, hold]))
    for (const key of await findDue(context, 'transfer', [...byKey.keys()])) {
      const hold = byKey.get(key) as Hold
      const code = gameOf(hold)
      const already = asked.get(code) ?? 0
      if (already === perProvider) continue
      asked.set(code, already + 1)
      questions.push(
        followUp(context, hold).catch((error) => log.error({ err: error, key }, 'transfer not followed up')),
      )
    }
  }
  await Promise.all(questions)
  await finishSettled(context)
}

/**
 * Reads all of them, page by page, so that many open transfers of one provider do not hide those of others.
 */
async function* openTransfers({ ledger }: Context, olderThan: Date): AsyncGenerator<Hold[]> {
  let after = 0
  for (;;) {
    const holds = await ledger.openHolds({ kind: 'transfer', olderThan, after, limit: page })
    yield holds
    if (holds.length < page) return
    after = holds.at(-1)?.pending.id ?? after
  }
}

/**
 * The game of a hold; undefined where this version does not know it: that one waits and comes to the desk,
 * and stops no other.
 */
const gameOf = ({ pending }: Hold) => readable('transfer', 'pending', pending.meta).code

/** Claims one question, asks it, and does what the answer says. */
async function followUp(context: Context, hold: Hold): Promise<void> {
  const { key, postedAt } = hold.pending
  const code = gameOf(hold)
  const provider = code && (await findProvider(context, code))
  const seconds = (provider?.timeoutSeconds ?? 0) + grace
  const claimed = await claim(context, { kind: 'transfer', key }, seconds)
  if (!claimed) return
  const held = { claim: claimed, attempts: [] }
  const wait = (reason: string) =>
    askLater(context, held, { followUp: transferFollowUp, since: postedAt, mayReview: true }, reason)
  await orLater(
    context.log,
    held,
    async () => {
      if (!provider) throw new Error(`no provider ${hold.pending.meta.code}`)
      const reason = await ask(context, provider, hold, held)
      if (reason !== undefined) await wait(reason)
    },
    wait,
  )
}

/** @returns why it waits; undefined: it is settled */
async function ask(
  context: Context,
  provider: Provider,
  hold: Hold,
  { claim, attempts }: Held,
): Promise<string | undefined> {
  const { clock, settings, db, games, ledger } = context
  const transfer = heldBy(hold)
  const finish = () => transaction(db, (tx) => finishTransfers(context, tx, [transfer.key]))
  // Another node may have settled it and finished the work since this one read the open transfers.
  if ((await ledger.findHold(transfer.key))?.resolution) {
    await finish()
    return undefined
  }
  const status = await askOutside(clock, 'status', attempts, () =>
    games.transferStatus(provider, transfer.transferId),
  )
  const ageSeconds = (clock.now().getTime() - hold.pending.postedAt.getTime()) / 1000
  const end = endByStatus(status, {
    ageSeconds,
    followUpAfterSeconds: await settings.get(followUpAfter),
    settlementWindowSeconds: provider.settlementWindowSeconds,
  })
  if (end === 'wait') return 'reason' in status ? status.reason : status.outcome
  await resolve(
    context,
    transfer,
    end === 'posted'
      ? { outcome: 'done' }
      : { outcome: 'refused', reason: 'reason' in status ? status.reason : 'UNKNOWN_ID' },
  )
  context.attempts.note(claim, attempts)
  await finish()
  return undefined
}

/** Asks the providers on about transfers that two people said were not carried out (rules.md §17.5). */
export const watchTransfers = (context: Context): Promise<void> =>
  sweepWatched(context, 'transfer', async (key) => {
    const hold = await context.ledger.findHold(key)
    const held = hold && heldBy(hold)
    const provider = held && (await findProvider(context, held.code))
    if (!provider) throw new Error(`no transfer ${key}, or no provider`)
    return context.games.transferStatus(provider, held.transferId)
  })

/** The transfer that a hold belongs to. */
function heldBy({ pending, legs }: Hold): Resolvable {
  const { transferId, code, direction } = factsOf(pending, 'transfer', 'pending')
  const into = legs.find(({ amountMinor }) => amountMinor > 0)
  if (!into || !('member' in into.account)) throw new Error(`hold ${pending.key} is no transfer`)
  const { asset, amountMinor } = into
  return {
    key: pending.key,
    transferId,
    code,
    direction,
    account: { memberId: into.account.member, asset: asset as Currency },
    amountMinor,
  }
}
