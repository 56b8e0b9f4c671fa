import { createHash, randomUUID } from 'node:crypto'
import type { AnswerOf } from '@krapao/contract/client.ts'
import type { GameCode } from '@krapao/contract/game.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { ExpectedClear } from '@krapao/contract/slices/bonus/bonus.ts'
import { requireExpected } from '../../platform/expected.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { noteAnswered } from '../outcome/public.ts'
import { cancelArmed } from './cancel.ts'
import { endingOf } from './condition/end.ts'
import { totalOf } from './condition/grant.ts'
import { returnedBy } from './condition/returned.ts'
import { findBonus, findEndedFor, findOpen, type MemberBonus } from './condition/store.ts'
import { finish } from './finish.ts'

type ClearAnswer = AnswerOf<'GET /api/bonus/clear'>

/**
 * Ends the member's bonus (rules.md §7.3): an armed one always; an active one at or below its floor, or when
 * its terms let the member give it back.
 * @param key the caller's `Idempotency-Key`: the same key answers what it did, also after a crash
 * @param expected what the member was shown
 * @throws Refusal `NO_DATA` also where another bonus than the shown one is open; or where it has ended by
 *   itself meanwhile; `FIGURES_CHANGED`; `BONUS_REMAINING` with `current`, `required` and `floor`;
 *   `GAME_PENDING` with `games`, and with `until` where open bets hinder it. Each of them with `home`: the
 *   games whose money is in the wallet by now, if there are any
 */
export async function clearBonus(
  context: Context,
  memberId: string,
  key: string | undefined,
  expected?: ExpectedClear,
): Promise<ClearAnswer> {
  const home = new Set<GameCode>()
  try {
    return await clearBy(context, memberId, { key, expected, home })
  } catch (error) {
    if (!(error instanceof Refusal) || home.size === 0) throw error
    throw new Refusal(error.code, { ...error.details, home: [...home].sort() })
  }
}

interface Asked {
  key: string | undefined
  expected: ExpectedClear | undefined
  home: Set<GameCode>
}

async function clearBy(context: Context, memberId: string, asked: Asked): Promise<ClearAnswer> {
  const { key, expected, home } = asked
  const request = createHash('sha256')
    .update(key ?? randomUUID())
    .digest('hex')
  const done = key === undefined ? undefined : await findEndedFor(context.db, memberId, request)
  if (done) return answerOf(context, done)

  const open = await findOpen(context.db, memberId)
  // What was asked about has ended: nobody has asked about the one that is open now.
  if (!open || (expected && expected.bonusId !== open.id)) throw new Refusal('NO_DATA')
  if (open.state === 'ARMED') {
    requireExpected(expected, { bonusId: open.id, returned: 0, kept: null })
    // Where a deposit has credited it in this very moment, it is active now.
    if (!(await cancelArmed(context, open, request))) return clearBy(context, memberId, asked)
    return answerOf(context, open)
  }

  const wish = { forfeits: open.terms.mayForfeit, request, ...(expected && { expected }) }
  const finished = await finish(context, memberId, wish, home)
  if (finished?.outcome === 'running') {
    const { currentMinor, requiredMinor, floorMinor, totalMinor } = finished.progress
    throw new Refusal('BONUS_REMAINING', {
      current: fromMinor(currentMinor),
      required: fromMinor(requiredMinor),
      floor: fromMinor(floorMinor),
      total: fromMinor(totalMinor),
    })
  }
  if (finished?.outcome === 'pending') {
    const { games, lookAt, hasOpenBets } = finished
    const until = hasOpenBets && { until: lookAt?.toISOString() ?? null }
    throw new Refusal('GAME_PENDING', { games, ...until })
  }
  const ended = await findBonus(context.db, open.id)
  if (ended?.endedFor !== request) {
    // An end by another request is that one's. Where it ended by itself while the games were read, its own
    // line says how; that is no answer to somebody who agreed to other figures, but one to a client that does
    // not say what it showed.
    if (expected || !ended?.endedAt || ended.endedFor !== null) throw new Refusal('NO_DATA')
    await noteAnswered(context.db, endingOf(ended.id), context.clock.now())
  }
  return answerOf(context, ended)
}

async function answerOf({ ledger }: Context, bonus: MemberBonus): Promise<ClearAnswer> {
  const totalMinor = bonus.endedBy?.totalMinor ?? totalOf(await ledger.balances(bonus.memberId))
  const returnedMinor = returnedBy(bonus)
  return {
    message: 'BONUS_CLEAR',
    returned: fromMinor(returnedMinor),
    kept: fromMinor(totalMinor - returnedMinor),
  }
}
