import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import type { DeskQueue } from '../../desk/queue.ts'
import { transaction } from '../../platform/database.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { selectFreeChat } from '../chat/public.ts'
import type { Context } from '../context.ts'
import { filterOf } from './filter.ts'
import { entriesAt, findPlaces, queueOf } from './list.ts'
import { findListed } from './list-store.ts'
import { digestOf, forget, type Keyed, keep, onceMore, replay } from './same-call.ts'
import { notifyConsoles, times, toClaim } from './work/claims.ts'
import type { Subject } from './work/rules.ts'
import { claimFree, deleteClaim, renewClaim, selectTaken } from './work/store.ts'
import { requireRight } from './work/subjects.ts'

/** The next item or conversation that is free (rules.md §17.2). */

/** Items that are read at a time to find a free one. */
const glance = 10

type Next = AnswerOf<'POST /api/console/desk/:queue/next'>
type Asked = BodyOf<'POST /api/console/desk/:queue/next'>

/**
 * Claims the first free item of a queue: the oldest, or the first of the list that the operator looks at. The
 * same `Idempotency-Key` is given the same one as long as the operator's claim of it holds, so that a lost
 * answer leaves nothing claimed that nobody looks at.
 * @throws Refusal `FORBIDDEN`, `NO_DATA` if no slice offers the queue, `IDEMPOTENCY_CONFLICT` if the key was
 *   used for something else, `INVALID_REQUEST` for a filter that the list would refuse
 */
export async function takeNext(context: Context, by: Keyed, queue: string, asked: Asked): Promise<Next> {
  requireRight(by.operator, queue)
  const print = digestOf(['next', queue, asked])
  const stillHeld = async (): Promise<Next | undefined> => {
    const given = await replay<{ id: string }>(context, by, print)
    if (!given) return undefined
    const held = await renewClaim(context.db, { queue, id: given.id }, { ...by.operator, ...times(context) })
    if (held) return { id: given.id, claim: await toClaim(context, held) }
    await forget(context, by)
    return undefined
  }
  // Where the same call came twice at once, the key is the other one's, and what this one claimed was rolled
  // back.
  return (await stillHeld()) ?? (await takeFree(context, by, queue, asked, print).catch(onceMore(stillHeld)))
}

/**
 * Several who ask at once are given different ones: a claim is one statement, and the later operator goes on
 * to the next.
 */
async function takeFree(
  context: Context,
  by: Keyed,
  queue: string,
  { filter = {}, not = [] }: Asked,
  print: string,
): Promise<Next> {
  const { operatorId } = by.operator
  const { db } = context
  const ofChats =
    queue === 'chat' ? await selectTaken(db, queue, { operatorId, now: context.clock.now() }) : []
  const taken = new Set([...not, ...ofChats])
  const candidates =
    queue === 'chat'
      ? freeChats(context, operatorId, taken)
      : waitingItems(context, by.operator, queueOf(context, queue), filter, not)
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
    // It may have been decided since it was read; its holder has then released it.
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

/**
 * The ids of a queue's items that are free, in the order of the operator's list, read as far as they are
 * asked for.
 */
async function* waitingItems(
  context: Context,
  operator: OperatorCaller,
  queue: DeskQueue,
  // An operator's own items are not free, so a filter for them is left out.
  { mine: _, ...asked }: NonNullable<Asked['filter']>,
  not: string[],
): AsyncGenerator<string> {
  const filter = filterOf(asked, context.clock.now(), may(operator.role, 'seeNumbers'))
  for (let after = filter.after; ; ) {
    const page = { limit: glance, isFree: true, not }
    const { rows } = await findPlaces(context, operator, queue, { ...filter, after }, page)
    // The author of a waiting item cannot be its second person.
    for (const { id, madeBy } of await entriesAt(queue, rows)) if (madeBy !== operator.operatorId) yield id
    if (rows.length < glance) return
    after = rows.at(-1) ?? null
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
  return (await findListed(context.db, subject)) !== undefined
}
