import type { GameCode } from '@krapao/contract/game.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { type DeskEntry, type DeskQueue, evidenceOf } from '../../../desk/queue.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import type { OperatorCaller } from '../../../platform/http.ts'
import { takeLock } from '../../../platform/locks.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readSettings } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { audit, lockActing, requireChecked, requireUntied, selectOperators } from '../../operator/public.ts'
import {
  type Closing,
  endClosing,
  findClosing,
  findWaitingClosing,
  insertClosing,
  selectWaitingClosings,
  waitingClosings,
} from './closing-store.ts'
import { calculateAfter } from './daily.ts'
import { type Behind, selectBehind, selectFirstWaiting } from './daily-store.ts'
import { closeDay, endOfDay, holdOpenDays } from './days.ts'

/**
 * Closing a day without providers that do not answer, before its hours are over: one person asks for it with
 * a reason, another one decides at the desk (rules.md §4.6).
 */

interface Wish {
  day: string
  reason: string
  /** As the person was shown them. */
  providers: string[]
}

/**
 * Asks for it. The same wish of the same person again is answered by the first one.
 * @returns the id of its item at the desk
 * @throws Refusal `DAY_NOT_WAITING`, `EARLIER_DAY_WAITS` (with `day`), `CLOSING_WAITS` (with `id`),
 *   `PROVIDERS_CHANGED` (with `providers`), `INACTIVE_USER`, `invalid-token`, `FORBIDDEN`
 */
export const askClosing = (
  context: Context,
  caller: OperatorCaller,
  { day, ...wish }: Wish,
): Promise<{ id: string }> =>
  transaction(context.db, async (tx) => {
    const { clock, desk } = context
    const { operatorId } = caller
    await lockActing(tx, caller, 'decide')
    // From here on the day is closed by nobody until this wish can be seen, and ended with it.
    const closed = await holdOpenDays(tx)
    if (closed !== null && day <= closed) throw new Refusal('DAY_NOT_WAITING')
    const before = await findWaitingClosing(tx, day)
    const reason = wish.reason.trim()
    if (before) {
      if (before.madeBy !== operatorId || before.reason !== reason)
        throw new Refusal('CLOSING_WAITS', { id: String(before.id) })
      return { id: String(before.id) }
    }
    const providers = await requireWaiting(context, tx, day, wish.providers)
    if (providers.length === 0) throw new Refusal('DAY_NOT_WAITING')
    const number = await insertClosing(desk, tx, {
      day,
      providers,
      reason,
      madeBy: operatorId,
      madeAt: clock.now(),
    })
    // Somebody else asked at the same moment.
    if (number === undefined) {
      const other = await findWaitingClosing(tx, day)
      throw new Refusal('CLOSING_WAITS', { id: other ? String(other.id) : null })
    }
    const id = String(number)
    await audit(context, tx, {
      operatorId,
      action: 'desk.closing-asked',
      subject: `bet-day:${id}`,
      reason,
      details: { evidence: factsOf({ day, providers }) },
    })
    return { id }
  })

/**
 * Days are closed in their order, and only without those of the providers that people have agreed on.
 * @returns those of them that have not answered yet
 * @throws Refusal `DAY_NOT_WAITING`, `EARLIER_DAY_WAITS`, `PROVIDERS_CHANGED`
 */
async function requireWaiting(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  day: string,
  agreed: readonly string[],
): Promise<GameCode[]> {
  const first = await selectFirstWaiting(tx, clock.now())
  if (first === null || day < first) throw new Refusal('DAY_NOT_WAITING')
  if (day > first) throw new Refusal('EARLIER_DAY_WAITS', { day: first })
  const behind = await behindOf(tx, day)
  const providers = behind.map(({ code }) => code)
  if (providers.some((code) => !agreed.includes(code))) throw new Refusal('PROVIDERS_CHANGED', { providers })
  return providers
}

/** For whom a day waits that is over, inside of a transaction. */
async function behindOf(tx: Tx, day: string): Promise<Behind[]> {
  const minutes = (await readSettings(tx, [calculateAfter]))(calculateAfter)
  return selectBehind(tx, addSeconds(endOfDay(day), 60 * minutes))
}

/** The wishes that wait for a second person. */
export function closingDesk(context: Context): DeskQueue {
  const { db, clock, desk } = context
  return {
    name: 'bet-day',
    refusalInDoubt: false,
    referenceNeeded: false,
    ownerless: true,
    waiting: [waitingClosings],
    async entries(ids) {
      const numbers = ids.flatMap((id) => readId(id) ?? [])
      const closings = await selectWaitingClosings(db, numbers)
      const people = await selectOperators(db, [...new Set(closings.map(({ madeBy }) => madeBy))])
      return closings.map((closing) => entryOf(closing, people.find(({ id }) => id === closing.madeBy)?.name))
    },
    async ended(id) {
      const number = readId(id)
      const closing = number === undefined ? undefined : await findClosing(db, number)
      if (!closing) return undefined
      const choice = { WAITING: null, DONE: 'approve', REFUSED: 'refuse', LAPSED: 'refuse' } as const
      return {
        choice: choice[closing.state],
        at: closing.decidedAt,
        memberId: null,
        amountMinor: null,
        currency: 'THB',
        ...(closing.state === 'LAPSED' && { superseded: 'DAY_CLOSED' }),
      }
    },
    async decide(tx, id, { choice, caller }) {
      const number = readId(id)
      if (number === undefined || !caller) throw new TypeError('a wish is decided by an operator who calls')
      const made = await findClosing(tx, number)
      if (!made) throw new Refusal('NO_DATA')
      const end = { operatorId: caller.operatorId, at: clock.now() }
      if (choice === 'refuse') {
        if (!(await endClosing(desk, tx, number, { ...end, state: 'REFUSED' })))
          throw new Refusal('ALREADY_DECIDED')
        return undefined
      }
      await requireSecond(context, tx, caller, made)
      // Bets that are being stored come first, as do closings by the job: what they left is read behind them.
      await takeLock(tx, 'openBetDays')
      if (!(await endClosing(desk, tx, number, { ...end, state: 'DONE' })))
        throw new Refusal('ALREADY_DECIDED')
      const providers = await requireWaiting(context, tx, made.day, made.providers)
      if (!(await closeDay(context, tx, made.day, providers))) throw new Refusal('ALREADY_DECIDED')
      context.log.warn({ day: made.day, providers }, 'two people closed a day of bets without providers')
      // All have answered meanwhile, so it is closed as the job would close it.
      return providers.length === 0 ? 'DAY_CLOSED' : undefined
    },
  }
}

/**
 * The person who asked is the first of two.
 * @throws Refusal `SECOND_OPERATOR`, `AUTHOR_INACTIVE`, `OPERATORS_TIED`, `CONFIRM_IDENTITY`, `INACTIVE_USER`
 */
async function requireSecond(
  context: Context,
  tx: Tx,
  caller: OperatorCaller,
  { madeBy }: Closing,
): Promise<void> {
  const people = await lockActing(tx, caller, 'decide', [madeBy])
  if (madeBy === caller.operatorId) throw new Refusal('SECOND_OPERATOR')
  const author = people.find(({ id }) => id === madeBy)
  if (!author?.isActive || !may(author.role, 'decide')) throw new Refusal('AUTHOR_INACTIVE')
  await requireUntied(context, tx, caller.operatorId, [madeBy])
  await requireChecked(context, tx, caller)
}

const readId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

const factsOf = ({ day, providers }: Pick<Closing, 'day' | 'providers'>): DeskEntry['evidence'] =>
  evidenceOf([
    ['day', day],
    ['providers', providers.join(' ')],
  ])

const entryOf = (closing: Closing, name: string | undefined): DeskEntry => ({
  id: String(closing.id),
  createdAt: closing.madeAt.toISOString(),
  memberId: null,
  // No money moves.
  amount: 0,
  currency: 'THB',
  reason: 'DAY_WAITS',
  evidence: [
    ...factsOf(closing),
    ...evidenceOf([
      ['madeBy', name],
      ['madeBecause', closing.reason],
    ]),
  ],
  picture: null,
  madeBy: closing.madeBy,
})
