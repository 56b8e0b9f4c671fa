import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import type { Claim } from '@krapao/contract/slices/desk/work/subject.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import type { Context } from '../../context.ts'
import { audit } from '../../operator/public.ts'
import { writeNote } from './notes.ts'
import { claimSeconds, type Subject } from './rules.ts'
import { type ClaimRow, deleteClaim, lockClaim, selectClaims, upsertClaim } from './store.ts'
import { colleagues, queueName, requireRight, requireWaiting } from './subjects.ts'

/**
 * Claims: which operator looks at which item (rules.md §17.2). A claim is a courtesy: it keeps nobody from
 * deciding.
 */

/** Notifies every console that something about a subject has changed. */
export const notifyConsoles = ({ sockets }: Context, { queue, id }: Subject): void =>
  sockets.emit(consoleRoom, 'work-changed', { queue, id })

/** The time, and until when a claim holds that is made or renewed now. */
export const times = ({ clock }: Context) => {
  const now = clock.now()
  return { now, until: addSeconds(now, claimSeconds) }
}

export async function toClaim(context: Context, { operatorId, since, until }: ClaimRow): Promise<Claim> {
  const colleague = await colleagues(context, [operatorId])
  return { operator: colleague(operatorId), since: since.toISOString(), until: until.toISOString() }
}

/**
 * Claims a subject, renews the operator's own claim, or takes over that of another one, who is notified with
 * the note.
 * @throws Refusal `FORBIDDEN`, `NO_DATA` if it does not wait
 */
export async function claim(
  context: Context,
  caller: OperatorCaller,
  subject: Subject,
  { takeOver = false, note = '' }: { takeOver?: boolean; note?: string },
): Promise<{ claim: Claim; isYours: boolean }> {
  requireRight(caller, subject.queue)
  const { memberId } = await requireWaiting(context, subject)
  const { operatorId } = caller
  let isNew = false
  const row = await transaction(context.db, async (tx) => {
    const { now, until } = times(context)
    const before = await lockClaim(tx, subject, now)
    const own = await upsertClaim(tx, subject, { operatorId, now, until, takeOver })
    if (own && before && before.operatorId !== operatorId) {
      await tookOver(context, tx, caller, subject, { from: before.operatorId, note, memberId })
    }
    isNew = own !== undefined && before?.operatorId !== operatorId
    if (isNew) tx.afterCommit(() => notifyConsoles(context, subject))
    // Somebody else's, or somebody claimed it first at this moment.
    return own ?? before ?? (await lockClaim(tx, subject, now))
  })
  // The other one's claim ran out or was released between the two statements.
  if (!row) return claim(context, caller, subject, { takeOver, note })
  // Its holder may have decided it and let it go since it was read.
  if (isNew) await requireWaiting(context, subject).catch(giveBack)
  return { claim: await toClaim(context, row), isYours: row.operatorId === operatorId }

  async function giveBack(error: unknown): Promise<never> {
    await release(context, caller, subject)
    throw error
  }
}

async function tookOver(
  context: Context,
  tx: Tx,
  { operatorId }: OperatorCaller,
  subject: Subject,
  { from, note, memberId }: { from: string; note: string; memberId: string | null },
): Promise<void> {
  await writeNote(context, tx, {
    ...subject,
    memberId,
    operatorId,
    kind: 'taken-over',
    text: note.trim(),
    mentions: [from],
  })
  await audit(context, tx, {
    operatorId,
    action: 'work.taken-over',
    subject: `${subject.queue}:${subject.id}`,
    reason: note.trim(),
    details: { operatorId: from },
  })
}

/** Ends the operator's own claim; without one nothing changes. */
export async function release(context: Context, caller: OperatorCaller, subject: Subject): Promise<void> {
  if (await deleteClaim(context.db, subject, caller.operatorId)) notifyConsoles(context, subject)
}

/** All living claims, at most 500. */
export async function listClaims(context: Context): Promise<AnswerOf<'GET /api/console/desk/claims'>> {
  const rows = await selectClaims(context.db, context.clock.now())
  const colleague = await colleagues(
    context,
    rows.map(({ operatorId }) => operatorId),
  )
  return rows.map(({ queue, id, operatorId, since, until }) => ({
    queue: queueName(queue),
    id,
    claim: { operator: colleague(operatorId), since: since.toISOString(), until: until.toISOString() },
  }))
}
