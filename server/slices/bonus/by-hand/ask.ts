import type { AnswerOf, BodyOf } from '@krapao/contract/client.ts'
import { consoleRoom } from '@krapao/contract/events.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { evidenceOf } from '../../../desk/queue.ts'
import { transaction } from '../../../platform/database.ts'
import { requireExpected } from '../../../platform/expected.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { digestOf, insertVote, keep, lockItem, replay } from '../../desk/public.ts'
import { askForBets } from '../../game/public.ts'
import { audit, lockActing } from '../../operator/public.ts'
import { leastFloor, stakesOf } from '../condition/evaluation.ts'
import { findOpen } from '../condition/store.ts'
import { readBefore } from '../give.ts'
import { endByHand, type Looked, lookAt, questionOf, shownEnd } from './figures.ts'
import { newEndingId } from './hindered.ts'
import { hinderedOf } from './hindered-store.ts'
import { closeEnding, type Ending, findWaitingOf, insertEnding } from './store.ts'

/** One operator asks that a bonus ends, which is the first of two approvals (rules.md §7.7). */

/**
 * The member's active bonus as somebody sees it who may ask that it ends. Reads the games.
 * @throws Refusal `NO_DATA` no such member
 */
export async function readEndable(
  context: Context,
  memberId: string,
  language: Language,
): Promise<AnswerOf<'GET /api/console/members/:id/bonus/end'>> {
  if (!(await findMember(context, memberId))) throw new Refusal('NO_DATA')
  await readBefore(context, memberId)
  const before = await lookAtActive(context, memberId)
  // What was read just now may be of bets that were not reported yet.
  if (before) await askForBets(context, [...(await stakesOf(context, before.bonus)).keys()])
  const looked = await lookAtActive(context, memberId)
  if (!looked) return { bonus: null }
  const { bonus, silent } = looked
  const hindered = (await hinderedOf(context.db, [bonus.id])).get(bonus.id)
  const waiting = await findWaitingOf(context.db, bonus.id)
  return {
    bonus: {
      _id: bonus.id,
      title: bonus.description[language],
      currency: bonus.currency,
      giveBack: shownEnd(endByHand(looked, 'GIVE_BACK')),
      inFavour: shownEnd(endByHand(looked, 'IN_FAVOUR')),
      silentGames: silent,
      hindered: hindered
        ? { since: hindered.since.toISOString(), games: hindered.games, hasOpenBets: hindered.hasOpenBets }
        : null,
      waiting: waiting?.id ?? null,
    },
  }
}

async function lookAtActive(context: Context, memberId: string): Promise<Looked | undefined> {
  const bonus = await findOpen(context.db, memberId)
  if (bonus?.state !== 'ACTIVE') return undefined
  return lookAt(context, bonus, await context.settings.get(leastFloor[bonus.currency]))
}

export interface EndRequest extends BodyOf<'POST /api/console/members/:id/bonus/end'> {
  memberId: string
  operator: OperatorCaller
  /** `Idempotency-Key` of the call. */
  key?: string | undefined
}

/**
 * Asks that an active bonus ends. The wish, its first vote and the audit are one transaction. It takes the
 * place of one that nobody asked for and that has another way.
 * @throws Refusal `NO_DATA` the bonus is not active; `FIGURES_CHANGED`; `BONUS_END_WAITS` (with `id`),
 *   `INACTIVE_USER`, `FORBIDDEN`, `IDEMPOTENCY_CONFLICT`
 */
export async function askEnd(context: Context, request: EndRequest): Promise<{ id: string }> {
  const { memberId, bonusId, way, reason, returned, kept } = request
  const print = digestOf(['bonus-end', memberId, bonusId, way, returned, kept, reason])
  const before = await replay<{ id: string }>(context, request, print)
  if (before) return before
  try {
    return await insertAsked(context, request, print)
  } catch (error) {
    // The same call came twice at once.
    const twice = error instanceof Refusal ? await replay<{ id: string }>(context, request, print) : undefined
    if (twice) return twice
    if (!(error instanceof Refusal) || error.code !== 'BONUS_END_WAITS') throw error
    const waiting = await findWaitingOf(context.db, bonusId)
    // It has ended in this very moment.
    throw waiting ? new Refusal('BONUS_END_WAITS', { id: waiting.id }) : new Refusal('NO_DATA')
  }
}

async function insertAsked(context: Context, request: EndRequest, print: string): Promise<{ id: string }> {
  const { memberId, bonusId, way, operator } = request
  const reason = request.reason.trim()
  const looked = await lookAtActive(context, memberId)
  if (looked?.bonus.id !== bonusId) throw new Refusal('NO_DATA')
  const end = endByHand(looked, way)
  const shown = { bonusId, ...shownEnd(end) }
  // Where nothing is taken, nothing else has to hold.
  if (way === 'GIVE_BACK') {
    requireExpected({ bonusId, returned: request.returned, kept: request.kept }, shown)
  }
  const { clock, db, desk, sockets } = context
  const askedAt = clock.now()
  const id = newEndingId()
  const { backMinor: amountMinor } = end
  return transaction(db, async (tx) => {
    await lockItem(tx, 'bonus-end', bonusId)
    await lockActing(tx, operator, 'decide')
    const waiting = await findWaitingOf(tx, bonusId)
    if (waiting && mayReplace(waiting, way))
      await closeEnding(desk, tx, waiting.id, { state: 'GONE', at: askedAt })
    const { operatorId } = operator
    const made = await insertEnding(desk, tx, { id, bonusId, way, amountMinor, askedBy: operatorId, askedAt })
    if (!made) throw new Refusal('BONUS_END_WAITS')
    await insertVote(tx, {
      queue: 'bonus-end',
      itemId: id,
      operatorId,
      reason,
      at: askedAt,
      choice: 'approve',
      memberId,
      amountMinor,
      transferId: null,
      question: questionOf(way, end),
    })
    const { currency } = looked.bonus
    const evidence = evidenceOf([
      ['endWay', way],
      ['returnedAmount', String(shown.returned)],
      ['keptAmount', String(shown.kept)],
      ['offerCode', looked.bonus.campaign],
    ])
    await audit(context, tx, {
      operatorId,
      action: 'desk.bonus-end-asked',
      subject: `bonus-end:${id}`,
      reason,
      details: { memberId, amountMinor, currency, evidence },
    })
    await keep(context, tx, request, print, { id })
    tx.afterCommit(() => sockets.emit(consoleRoom, 'desk-changed', ['bonus-end']))
    return { id }
  })
}

const mayReplace = ({ askedBy, way }: Ending, wanted: Ending['way']): boolean =>
  askedBy === null && way !== wanted
