import type { AnswerOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import type { Claim } from '@krapao/contract/slices/desk/work/subject.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { selectFreeChat } from '../../chat/public.ts'
import type { Context } from '../../context.ts'
import { audit } from '../../operator/public.ts'
import { digestOf, forget, type Keyed, keep, onceMore, replay } from '../same-call.ts'
import { writeNote } from './notes.ts'
import { claimSeconds, type Subject } from './rules.ts'
import {
  type ClaimRow,
  claimFree,
  deleteClaim,
  lockClaim,
  renewClaim,
  selectClaims,
  selectTaken,
  upsertClaim,
} from './store.ts'
import { colleagues, deskQueue, queueName, requireRight, requireWaiting } from './subjects.ts'

/**
 * Who looks at what (rules.md §17.2). A claim is a courtesy: it keeps nobody from deciding.
 */

/** Notifies every console that something about a subject has changed. */
export const notifyConsoles = ({ sockets }: Context, { queue, id }: Subject): void =>
  sockets.emit(consoleRoom, 'work-changed', { queue, id })

const times = ({ clock }: Context) => {
  const now = clock.now()
  return { now, until: addSeconds(now, claimSeconds) }
}

async function toClaim(context: Context, { operatorId, since, until }: ClaimRow): Promise<Claim> {
  const colleague = await colleagues(context, [operatorId])
  return { operator: colleague(operatorId), since: since.toISOString(), until: until.toISOString() }
}

/**
 * Claims a subject, renews the operator's own claim, or takes over that of another one, who is notified with the note.
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
  // Whoever held it may have decided it and let it go since it was read.
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

/** Items that are read at a time to find a free one. */
const glance = 10

type Next = AnswerOf<'POST /api/console/desk/:queue/next'>

/**
 * Claims what has waited longest among what is free in a queue. The same `Idempotency-Key` is given the same one as long
 * as the operator's claim of it holds, so that a lost answer leaves nothing claimed that nobody looks at.
 * @throws Refusal `FORBIDDEN`, `NO_DATA` if no slice offers the queue, `IDEMPOTENCY_CONFLICT` if the key was used for
 * something else
 */
export async function takeNext(context: Context, by: Keyed, queue: string): Promise<Next> {
  requireRight(by.operator, queue)
  const print = digestOf(['next', queue])
  const stillHeld = async (): Promise<Next | undefined> => {
    const given = await replay<{ id: string }>(context, by, print)
    if (!given) return undefined
    const held = await renewClaim(context.db, { queue, id: given.id }, { ...by.operator, ...times(context) })
    if (held) return { id: given.id, claim: await toClaim(context, held) }
    await forget(context, by)
    return undefined
  }
  // Where the same call came twice at once, the key is the other one's, and what this one claimed was rolled back.
  return (await stillHeld()) ?? (await takeFree(context, by, queue, print).catch(onceMore(stillHeld)))
}

/**
 * Several who ask at once are given different ones: a claim is one statement, and who comes second goes on to the next.
 */
async function takeFree(context: Context, by: Keyed, queue: string, print: string): Promise<Next> {
  const { operatorId } = by.operator
  const { db } = context
  const taken = new Set(await selectTaken(db, queue, { operatorId, now: context.clock.now() }))
  const candidates = queue === 'chat' ? freeChats(context, operatorId, taken) : waitingItems(context, queue)
  for await (const id of candidates) {
    if (taken.has(id)) continue
    taken.add(id)
    const subject = { queue, id }
    const row = await transaction(db, async (tx) => {
      const claimed = await claimFree(tx, subject, { operatorId, ...times(context) })
      if (claimed) await keep(context, tx, by, print, { id })
      return claimed
    })
    if (!row) continue
    // It may have been decided since it was read: whoever held it then has released it.
    if (!(await isStillFree(context, subject, operatorId))) {
      await forget(context, by)
      await deleteClaim(db, subject, operatorId)
      continue
    }
    notifyConsoles(context, subject)
    return { id, claim: await toClaim(context, row) }
  }
  return { id: null, claim: null }
}

/** The ids of a queue's waiting items, oldest first, read as far as they are asked for. */
async function* waitingItems(context: Context, name: string): AsyncGenerator<string> {
  const queue = deskQueue(context, name)
  for (let after: string | undefined; ; ) {
    const page = await queue.list({ ...(after !== undefined && { after }), limit: glance })
    yield* page.map(({ id }) => id)
    if (page.length < glance) return
    after = page.at(-1)?.id
  }
}

/** Conversations that wait and are not in `taken`, the longest waiting first. */
async function* freeChats(
  { db, clock }: Context,
  operatorId: string,
  taken: Set<string>,
): AsyncGenerator<string> {
  for (;;) {
    const id = await selectFreeChat(db, { operatorId, now: clock.now(), not: [...taken] })
    if (id === undefined) return
    yield id
  }
}

async function isStillFree(context: Context, subject: Subject, operatorId: string): Promise<boolean> {
  if (subject.queue === 'chat') {
    const id = await selectFreeChat(context.db, {
      operatorId,
      now: context.clock.now(),
      not: [],
      only: subject.id,
    })
    return id !== undefined
  }
  return (await deskQueue(context, subject.queue).find(subject.id)) !== undefined
}
