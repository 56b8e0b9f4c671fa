import type { AnswerOf, QueryOf } from '@krapao/contract/client.ts'
import { compare } from '@krapao/contract/comparison.ts'
import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { type DeskEntry, type DeskQueue, entriesOf } from '../../desk/queue.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deskMember, findMember, searchMemberIdsBy } from '../account/public.ts'
import type { Context } from '../context.ts'
import { findGameOwners } from '../game/public.ts'
import { admitNumberSearch, selectOperators } from '../operator/public.ts'
import { type Filter, filterOf, type Place, placeText } from './filter.ts'
import { countWaiting, type Found, findWaiting, type Looking } from './list-store.ts'
import { mayStillDecide, type People, readPeople, reasonForSecond } from './people.ts'
import { deskPage, isAbout, isClear, type Statement } from './rules.ts'
import { listVotes, statementIn, type VoteRow } from './store.ts'
import { oldAfter } from './work/rules.ts'

type Page = AnswerOf<'GET /api/console/desk/:queue'>
type Item = Page['items'][number]

/** A queue by its name. @throws Refusal `NO_DATA` if no slice offers it */
export function queueOf(context: Context, name: string): DeskQueue {
  const queue = context.desk.queues().find((known) => known.name === name)
  if (!queue) throw new Refusal('NO_DATA')
  return queue
}

/** One entry that waits, by its only id: another spelling of the id (048 for 48) finds none. */
export async function findEntry(queue: DeskQueue, id: string): Promise<DeskEntry | undefined> {
  const [entry] = await entriesOf(queue, [id])
  return entry?.id === id ? entry : undefined
}

/** The number of waiting items in each queue. */
export async function countQueues(
  context: Context,
  role: OperatorCaller['role'],
): Promise<AnswerOf<'GET /api/console/desk'>> {
  const waiting = await countWaiting(context.db, context.clock.now())
  const queues = context.desk.queues().map(({ name }) => ({
    queue: name,
    count: waiting.find(({ queue }) => queue === name)?.count ?? 0,
    mayDecide: may(role, 'decide'),
  }))
  return { queues, oldAfter: await context.settings.get(oldAfter) }
}

/**
 * The waiting items of a queue, as the asking operator sees them: oldest first, or as a filter narrows and
 * orders them.
 * @throws Refusal `NO_DATA` no such queue, and as `admitNumberSearch` and `filterOf`
 */
export async function listItems(
  context: Context,
  operator: OperatorCaller,
  name: string,
  asked: QueryOf<'GET /api/console/desk/:queue'>,
): Promise<Page> {
  const queue = queueOf(context, name)
  if (asked.q !== undefined) await admitNumberSearch(context, operator, 'items', asked.q)
  const filter = filterOf(asked, context.clock.now(), may(operator.role, 'seeNumbers'))
  const { rows, count } = await findPlaces(context, operator, queue, filter, { limit: deskPage + 1 })
  const shown = rows.slice(0, deskPage)
  const last = shown.at(-1)
  return {
    // Items that left the queue between the two statements are left out.
    items: await itemsOf(context, operator, queue, await entriesAt(queue, shown)),
    next: rows.length > deskPage && last ? placeText(last) : null,
    found: count === null ? null : { count },
  }
}

/** The entries at places; those that have left the queue since are left out. */
export const entriesAt = (queue: DeskQueue, places: Place[]): Promise<DeskEntry[]> =>
  entriesOf(
    queue,
    places.map(({ id }) => id),
  )

/**
 * Where in a queue's order what a filter finds is.
 * @param asked as `Looking`; `isFree`: what the operator may take next
 */
export async function findPlaces(
  context: Context,
  operator: OperatorCaller,
  queue: DeskQueue,
  filter: Filter,
  asked: Pick<Looking, 'limit' | 'isFree' | 'not'>,
): Promise<Found> {
  const { db, clock, database } = context
  const { search } = filter
  const [voters, owners] = await Promise.all([
    filter.needsSecond ? countingVoters(context, operator, queue) : [],
    search && search.close.length >= 3
      ? Promise.all([
          findGameOwners(context, search.text),
          searchMemberIdsBy(database, search.typed, may(operator.role, 'seeNumbers')),
        ])
      : [],
  ])
  const { operatorId } = operator
  return findWaiting(db, queue.name, filter, {
    ...asked,
    operatorId,
    now: clock.now(),
    voters,
    owners: owners.flat(),
  })
}

/** The operators of a queue's votes that count at this moment; none for a role that does not decide. */
async function countingVoters(
  { db }: Context,
  { role }: OperatorCaller,
  queue: DeskQueue,
): Promise<string[]> {
  if (!may(role, 'decide')) return []
  const votes = await listVotes(db, queue.name)
  const voters = await selectOperators(db, [...new Set(votes.map(({ operator_id }) => operator_id))])
  return voters.filter(mayStillDecide).map(({ id }) => id)
}

/**
 * Entries with the members' data, the votes so far, and the number of operators they take if this operator
 * decides now.
 */
export async function itemsOf(
  context: Context,
  operator: OperatorCaller,
  queue: DeskQueue,
  entries: DeskEntry[],
): Promise<Item[]> {
  const [votes, people, doubts] = await Promise.all([
    listVotes(
      context.db,
      queue.name,
      entries.map(({ id }) => id),
    ),
    readPeople(context, operator.operatorId),
    queue.doubts?.(entries),
  ])
  const speakers = new Map(
    (await selectOperators(context.db, [...new Set(votes.map(({ operator_id }) => operator_id))])).map(
      (speaker) => [speaker.id, speaker],
    ),
  )
  const namedVotes = (entry: DeskEntry) =>
    votes
      .filter(({ item_id }) => item_id === entry.id)
      .map((row) => {
        const by = speakers.get(row.operator_id)
        const isNow = isAbout(statementIn(row), aboutOf(entry)) && !lacksReference(queue, row)
        const counts = mayStillDecide(by) && isNow
        return { ...row, name: by?.name ?? '', counts }
      })
  return Promise.all(
    entries.map((entry) =>
      itemOf(context, operator, queue, entry, {
        votes: namedVotes(entry),
        people,
        doubts: doubts?.get(entry.id) ?? [],
      }),
    ),
  )
}

type NamedVote = VoteRow & { name: string; counts: boolean }

async function itemOf(
  context: Context,
  operator: OperatorCaller,
  queue: DeskQueue,
  { memberId, sum, counterparts, candidates, madeBy, ...entry }: DeskEntry,
  {
    votes,
    people,
    doubts,
  }: { votes: NamedVote[]; people: Record<Currency, People>; doubts: readonly string[] },
): Promise<Item> {
  const memberOf = async (id: string | null) => (id === null ? undefined : findMember(context, id))
  const member = await memberOf(memberId)
  const said = votes.find(({ counts, choice }) => counts && choice === 'approve')
  const chosen = said && (await withChosen(queue, { ...entry, memberId }, statementIn(said)))
  const named = memberId === null ? (said?.member_id ?? null) : null
  const rivalled = named !== null && (await isRivalled(queue, { ...entry, memberId }, named))
  const approval = {
    ...(chosen ?? entry),
    rivalled,
    sum: sum ?? 0,
    amount: chosen?.amount ?? entry.amount ?? (said?.amount_minor ? fromMinor(said.amount_minor) : null),
    member: member ?? (await memberOf(named)),
  }
  const both = people[entry.currency]
  const approvalBecause = reasonForSecond(queue, 'approve', approval, both)
  const refusalBecause = reasonForSecond(queue, 'refuse', { ...approval, amount: entry.amount }, both)
  const item = {
    ...entry,
    queue: queue.name,
    member: member ? deskMember(member) : null,
    ...(member && comparedFor(operator, { ...entry, queue: queue.name }, deskMember(member))),
    ...(candidates && {
      candidates: candidates.map((candidate) => ({
        ...candidate,
        ...(member && comparedFor(operator, { ...candidate, queue: queue.name }, deskMember(member))),
      })),
    }),
    ...(counterparts && { counterparts: await withOwners(context, counterparts) }),
    ...(madeBy === operator.operatorId && { isOwn: true as const }),
    votes: await Promise.all(
      votes.map(async (vote) => {
        const named = memberId === null ? await memberOf(vote.member_id) : undefined
        return {
          choice: vote.choice,
          operatorId: vote.operator_id,
          name: vote.name,
          at: vote.at.toISOString(),
          reason: vote.reason,
          reasonCode: vote.reason_code,
          member: named ? deskMember(named) : null,
          amount: entry.amount === null && vote.amount_minor !== null ? fromMinor(vote.amount_minor) : null,
          transferId: statementIn(vote).transferId,
          rememberPayer: vote.payer_note === null ? null : { note: vote.payer_note },
          counts: vote.counts,
        }
      }),
    ),
    approvalsNeeded: approvalBecause ? 2 : 1,
    refusalsNeeded: refusalBecause ? 2 : 1,
    secondBecause: approvalBecause ?? refusalBecause,
    referenceNeeded: isReferenceNeeded(queue, entry) || rivalled,
  }
  return { ...item, isClear: isClear({ ...item, doubts }) }
}

/**
 * The comparison of an item's facts with a member, for an operator who sees masked numbers. By masked numbers
 * alone, two accounts with one end would be the same.
 */
export const comparedFor = (
  { role }: OperatorCaller,
  item: Pick<Item, 'queue' | 'evidence'>,
  member: NonNullable<Item['member']>,
): Pick<Item, 'compared'> =>
  may(role, 'seeNumbers')
    ? {}
    : { compared: compare(item, member).map(({ label, result }) => ({ label, result })) }

/** The entry with the transfer that the first vote chose; without it if that transfer is no longer free. */
async function withChosen(
  queue: DeskQueue,
  entry: DeskEntry,
  { transferId }: Statement,
): Promise<DeskEntry | undefined> {
  if (transferId === null || !queue.withTransfer) return undefined
  try {
    return await queue.withTransfer(entry, transferId)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Whether another member may be meant as well as the one whom an approval of an entry without one names. */
export const isRivalled = async (queue: DeskQueue, entry: DeskEntry, memberId: string): Promise<boolean> =>
  entry.memberId === null && (await queue.rivalled?.(entry, memberId)) === true

/**
 * A decision about a contradiction is only recorded: nothing is carried out, so there is no reference to
 * name.
 */
export const isReferenceNeeded = (queue: DeskQueue, { reason }: Pick<DeskEntry, 'reason'>): boolean =>
  queue.referenceNeeded && reason !== 'CONTRADICTION'

/**
 * Whether a vote lacks the reference that a second person's is compared with, so that it does not count: the
 * version before stores votes without it, also when it serves again after this one.
 */
export const lacksReference = (
  { oneReference }: DeskQueue,
  { choice, reference }: Pick<VoteRow, 'choice' | 'reference'>,
): boolean => oneReference === true && choice === 'approve' && reference === null

/** The member and the amount of an entry in the form of votes. */
export const minorOf = ({ memberId, amount }: Pick<DeskEntry, 'memberId' | 'amount'>) => ({
  memberId,
  amountMinor: amount === null ? null : toMinor(amount),
})

/** The facts that a vote has to be about, to count for an entry. */
export const aboutOf = (entry: Pick<DeskEntry, 'memberId' | 'amount' | 'question'>) => ({
  ...minorOf(entry),
  question: entry.question ?? null,
})

/** Parts of an item, with as much data of their members as identifies them. */
export const withOwners = <Part extends { memberId: string | null }>(context: Context, parts: Part[]) =>
  Promise.all(
    parts.map(async ({ memberId, ...part }) => {
      const owner = memberId === null ? undefined : await findMember(context, memberId)
      return { ...part, member: owner ? { _id: owner.id, name: owner.name, username: owner.username } : null }
    }),
  )
