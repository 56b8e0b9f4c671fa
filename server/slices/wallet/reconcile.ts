import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import type { Hold } from '../../ledger/public.ts'
import { type Attempt, ask } from '../../outside/attempts.ts'
import { nextQuestion } from '../../outside/follow-up.ts'
import { claim, findDue, finish, postpone } from '../../outside/work.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Context } from '../context.ts'
import { findProvider } from '../game/public.ts'
import { finishSettled } from './review-store.ts'
import { endByStatus, followUpAfter, type Step, transferFollowUp } from './rules.ts'
import { type Resolvable, resolve } from './step.ts'

/** The number of open transfers that are read at once. */
const page = 1000
/**
 * The maximum of simultaneous questions to one provider in one run, so that one that hangs delays a run by one time-out
 * only.
 */
const perProvider = 64
/** Seconds beyond the provider's time-out after which another node may take over from one that died while asking. */
const grace = 30

/**
 * Asks the providers for the outcome of unanswered transfers (rules.md §4.3), and settles those with a definite answer.
 * Each question is claimed in the database first, so any number of nodes may do this. Money moves only on a definite
 * answer; a node that dies here leaves a hold that is asked about again.
 */
export async function followUpTransfers(context: Context): Promise<void> {
  const { clock, settings, database, log } = context
  const now = clock.now()
  const olderThan = addSeconds(now, -(await settings.get(followUpAfter)))
  const asked = new Map<GameCode, number>()
  const questions: Promise<void>[] = []
  for await (const holds of openTransfers(context, olderThan)) {
    const byKey = new Map(holds.map((hold) => [hold.pending.key, hold]))
    for (const key of await findDue(database, 'transfer', [...byKey.keys()], now)) {
      const hold = byKey.get(key) as Hold
      const code = hold.pending.meta.code as GameCode
      const already = asked.get(code) ?? 0
      if (already === perProvider) continue
      asked.set(code, already + 1)
      questions.push(
        followUp(context, hold).catch((error) => log.error({ err: error, key }, 'transfer not followed up')),
      )
    }
  }
  await Promise.all(questions)
  await finishSettled(context.db)
}

/** Reads all of them, page by page, so that many open transfers of one provider do not hide those of others. */
async function* openTransfers({ ledger }: Context, olderThan: Date): AsyncGenerator<Hold[]> {
  let after = 0
  for (;;) {
    const holds = await ledger.openHolds({ kind: 'transfer', olderThan, after, limit: page })
    yield holds
    if (holds.length < page) return
    after = holds.at(-1)?.pending.id ?? after
  }
}

/** Claims and asks one question, and does what the answer says. */
async function followUp(context: Context, hold: Hold): Promise<void> {
  const { clock, settings, database, db, games } = context
  const held = heldBy(hold)
  const provider = await findProvider(context, held.code)
  if (!provider) throw new Error(`no provider ${held.code}`)
  const before = clock.now()
  const claimed = await claim(
    database,
    { kind: 'transfer', key: held.key },
    { now: before, until: addSeconds(before, provider.timeoutSeconds + grace) },
  )
  if (!claimed) return
  // Another node may have settled it and finished the work since this one read the open transfers.
  if ((await context.ledger.findHold(held.key))?.resolution) {
    await finish(db, 'transfer', [held.key])
    return
  }

  const attempts: Attempt[] = []
  const status = await ask(clock, 'status', attempts, () => games.transferStatus(provider, held.transferId))
  const now = clock.now()
  const ageSeconds = (now.getTime() - hold.pending.postedAt.getTime()) / 1000
  const end = endByStatus(status, {
    ageSeconds,
    followUpAfterSeconds: await settings.get(followUpAfter),
    settlementWindowSeconds: provider.settlementWindowSeconds,
  })
  if (end === 'wait') {
    const asked = claimed.attempts + 1
    const { seconds, inReview } = await nextQuestion(settings, transferFollowUp, { asked, ageSeconds })
    const reason = 'reason' in status ? status.reason : status.outcome
    await postpone(database, claimed, { at: addSeconds(now, seconds), reason, inReview }, attempts)
    return
  }
  context.attempts.note(claimed, attempts)
  const resolution = await resolve(
    context,
    held,
    end === 'posted'
      ? { outcome: 'done' }
      : { outcome: 'refused', reason: 'reason' in status ? status.reason : 'UNKNOWN_ID' },
  )
  if (resolution.phase === end) await finish(db, 'transfer', [held.key])
}

/** The transfer that a hold belongs to. */
function heldBy({ pending, legs }: Hold): Resolvable {
  const { transferId, code, direction } = pending.meta as { transferId: string } & Pick<
    Step,
    'code' | 'direction'
  >
  const into = legs.find(({ amountMinor }) => amountMinor > 0)
  if (!into || !('member' in into.account)) throw new Error(`hold ${pending.key} is no transfer`)
  const { asset, amountMinor } = into
  return {
    key: pending.key,
    transferId,
    code: code as GameCode,
    direction,
    account: { memberId: into.account.member, asset: asset as Currency },
    amountMinor,
  }
}
