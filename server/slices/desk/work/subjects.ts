import type { DeskMember } from '@krapao/contract/slices/desk/desk-item.ts'
import type { Colleague, WorkQueue } from '@krapao/contract/slices/desk/work/subject.ts'
import type { Static } from 'typebox'
import type { DeskQueue } from '../../../desk/queue.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { deskMember, findMember } from '../../account/public.ts'
import { findChatOwner } from '../../chat/public.ts'
import type { Context } from '../../context.ts'
import { selectOperators } from '../../operator/public.ts'
import { findListed } from '../list-store.ts'
import { mayWork, type Subject } from './rules.ts'

/** Items and conversations alike, as operators share work on them. */

/** A review queue by its name. @throws Refusal `NO_DATA` if no slice offers it */
export function deskQueue({ desk }: Context, name: string): DeskQueue {
  const queue = desk.queues().find((known) => known.name === name)
  if (!queue) throw new Refusal('NO_DATA')
  return queue
}

/** @throws Refusal `FORBIDDEN` */
export function requireRight({ role }: OperatorCaller, queue: string): void {
  if (!mayWork(role, queue)) throw new Refusal('FORBIDDEN')
}

/**
 * Whose a subject is that can be worked on: an item that waits, or a conversation. @throws Refusal `NO_DATA`
 */
export async function requireWaiting(
  context: Context,
  subject: Subject,
): Promise<{ memberId: string | null }> {
  const found =
    subject.queue === 'chat'
      ? await findChatOwner(context.db, subject.id)
      : await findListed(context.db, subject)
  if (!found) throw new Refusal('NO_DATA')
  return { memberId: found.memberId }
}

/** Whose a subject is, also of a decided item. @throws Refusal `NO_DATA` */
export async function requireKnown(context: Context, subject: Subject): Promise<{ memberId: string | null }> {
  const { queue, id } = subject
  const waiting =
    queue === 'chat' ? await findChatOwner(context.db, id) : await findListed(context.db, subject)
  const found = waiting ?? (queue === 'chat' ? undefined : await deskQueue(context, queue).ended(id))
  if (!found) throw new Refusal('NO_DATA')
  return { memberId: found.memberId }
}

/** Operators by id, as others see them. */
export async function colleagues(context: Context, ids: string[]): Promise<(id: string) => Colleague> {
  const unique = [...new Set(ids)]
  const rows = unique.length > 0 ? await selectOperators(context.db, unique) : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id) => ({ _id: id, name: names.get(id) ?? '' })
}

export async function memberOf(
  context: Context,
  id: string | null,
): Promise<Static<typeof DeskMember> | null> {
  const member = id === null ? undefined : await findMember(context, id)
  return member ? deskMember(member) : null
}

/** The name of a subject's queue, as stored. */
export const queueName = (stored: string): WorkQueue => stored as WorkQueue
