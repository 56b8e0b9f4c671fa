import { memberRoom } from '@krapao/contract/events.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import { outcomeReasons } from '@krapao/contract/slices/outcome/outcome.ts'
import { type DeskDecision, type DeskEntry, type DeskQueue, evidenceOf } from '../../../desk/queue.ts'
import { lockWallet, own, partsOf, VersionConflict } from '../../../ledger/public.ts'
import type { Tx } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { readSettings } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { askForBets } from '../../game/public.ts'
import { recordEndings } from '../../outcome/public.ts'
import { bringHome } from '../../wallet/public.ts'
import { endingOf, postEnd } from '../condition/end.ts'
import { leastFloor, stakesOf } from '../condition/evaluation.ts'
import { findBonus, type MemberBonus } from '../condition/store.ts'
import { readBefore } from '../give.ts'
import { endByHand, endedBy, type Looked, look, lookAt, questionOf } from './figures.ts'
import { mayEndHindered } from './hindered.ts'
import { type Hindered, hinderedOf } from './hindered-store.ts'
import { requestOf } from './request.ts'
import {
  closeEnding,
  type Ending,
  findEnding,
  lockActiveBonus,
  selectWaiting,
  waitingEndings,
} from './store.ts'

/** Active bonuses that two people end, or leave as they are (rules.md §7.7). */
export function endDesk(context: Context): DeskQueue {
  const { db } = context
  return {
    name: 'bonus-end',
    refusalInDoubt: false,
    referenceNeeded: false,
    approvalByTwo: 'BONUS_END',
    waiting: [waitingEndings],
    async entries(ids) {
      const endings = await selectWaiting(db, ids)
      const hindered = await hinderedOf(
        db,
        endings.map(({ bonusId }) => bonusId),
      )
      const entries = endings.map(async (ending) => {
        const looked = await lookAtBonus(context, ending)
        return looked && entryOf(ending, looked, hindered.get(ending.bonusId))
      })
      return (await Promise.all(entries)).filter((entry) => entry !== undefined)
    },
    async ended(id) {
      const ending = await findEnding(db, id)
      if (!ending) return undefined
      const { memberId, currency, state, amountMinor, endedAt: at } = ending
      const choice = state === 'WAITING' ? null : state === 'DONE' ? 'approve' : 'refuse'
      const superseded = state === 'GONE' ? { superseded: 'BONUS_ENDED' as const } : {}
      return { choice, at, memberId, amountMinor, currency, ...superseded }
    },
    readGames: (entry, isSecond) => prepare(context, entry.id, isSecond),
    async decide(tx, id, decision) {
      await decideEnd(context, tx, id, decision)
      return undefined
    },
  }
}

/** Undefined: it is not active any more. */
async function lookAtBonus(context: Context, { bonusId }: Ending): Promise<Looked | undefined> {
  const bonus = await findBonus(context.db, bonusId)
  if (bonus?.state !== 'ACTIVE') return undefined
  return lookAt(context, bonus, await context.settings.get(leastFloor[bonus.currency]))
}

function entryOf(ending: Ending, looked: Looked, hindered: Hindered | undefined): DeskEntry {
  const { bonus, progress, silent } = looked
  const { way, askedBy, askedAt, memberId, currency } = ending
  const end = endByHand(looked, way)
  const amount = (minor: number) => String(fromMinor(minor))
  return {
    id: ending.id,
    createdAt: askedAt.toISOString(),
    memberId,
    amount: fromMinor(end.backMinor),
    currency,
    reason: askedBy === null ? 'BONUS_HINDERED' : 'BONUS_END_ASKED',
    question: questionOf(way, end),
    evidence: evidenceOf([
      ['endWay', way],
      ['returnedAmount', amount(end.backMinor)],
      ['keptAmount', amount(end.keptMinor)],
      ['offer', bonus.source],
      ['offerCode', bonus.campaign],
      ['offerTitle', `${bonus.description.th} / ${bonus.description.en}`],
      ['bonusAmount', amount(bonus.bonusMinor)],
      ['bonusSince', bonus.creditedAt?.toISOString()],
      ['conditionState', progress.state],
      ['reachedAmount', amount(progress.currentMinor)],
      ['requiredAmount', amount(progress.requiredMinor)],
      ['totalAmount', amount(progress.totalMinor)],
      ['ownAmount', amount(progress.forfeit.keptMinor)],
      ['silentGames', silent.join(', ')],
      ['hinderedSince', hindered?.since.toISOString()],
      ['openBets', hindered?.hasOpenBets ? hindered.games.join(', ') || 'UNSETTLED' : undefined],
      ['openBetsUntil', hindered?.until?.toISOString()],
    ]),
    picture: null,
  }
}

/**
 * Reads the member's games and, for the second person, brings home what has to go back. Asks the providers.
 * @returns the games that answered
 * @throws Refusal `BONUS_HINDERED` with `games`: a game does not answer or has open bets, and has not kept it
 *   from its end for long enough
 */
async function prepare(context: Context, id: string, isSecond: boolean): Promise<ReadonlySet<string>> {
  const { db } = context
  const ending = await findEnding(db, id)
  if (!ending) return new Set()
  const { memberId, bonusId } = ending
  const read = await readBefore(context, memberId)
  const before = await lookAtBonus(context, ending)
  if (ending.way === 'IN_FAVOUR' || !before) return read
  // What was read just now may be of bets that were not reported yet.
  await askForBets(context, [...(await stakesOf(context, before.bonus)).keys()])
  const looked = await lookAtBonus(context, ending)
  if (!looked) return read
  if (!(await mayEndHindered(context, db, bonusId))) {
    const open = [...(await stakesOf(context, looked.bonus)).keys()]
    const games = [...new Set([...looked.silent, ...open])].sort()
    if (games.length > 0) throw new Refusal('BONUS_HINDERED', { games })
  }
  if (isSecond) {
    await bringHome(context, memberId, endByHand(looked, ending.way).backMinor, bonusId).catch((error) => {
      // It was played meanwhile; the decision is by what there is then.
      const moved = error instanceof Refusal && error.code === 'MONEY_NOT_ENOUGH'
      if (!moved && !(error instanceof VersionConflict)) throw error
    })
  }
  return read
}

/**
 * @throws Refusal `ALREADY_DECIDED`; `FIGURES_CHANGED` it would end by other figures than were decided about;
 *   `BONUS_HINDERED`
 */
async function decideEnd(
  context: Context,
  tx: Tx,
  id: string,
  { choice, reasonCode, question, gamesRead = new Set() }: DeskDecision,
): Promise<void> {
  const { desk, clock, sockets } = context
  const ending = await findEnding(tx, id)
  if (!ending) throw new Refusal('NO_DATA')
  const { memberId, bonusId, currency, way } = ending
  await lockWallet(tx, memberId, currency)
  const state = choice === 'approve' ? 'DONE' : 'REFUSED'
  const at = clock.now()
  if (choice === 'refuse') {
    if (!(await closeEnding(desk, tx, id, { state, at }))) throw new Refusal('ALREADY_DECIDED')
    return
  }
  // Before the row, as bets that are being stored lock it.
  await takeLock(tx, 'memberPlay', memberId)
  const bonus = await lockActiveBonus(tx, bonusId)
  if (!bonus || !(await closeEnding(desk, tx, id, { state, at }))) throw new Refusal('ALREADY_DECIDED')
  const looked = await lookIn(context, tx, bonus, gamesRead)
  const end = endByHand(looked, way)
  if (questionOf(way, end) !== question) throw new Refusal('FIGURES_CHANGED')
  const { balances } = looked
  const inWalletMinor = balances.get(own.wallet)?.amountMinor ?? 0
  const isHindered = way === 'GIVE_BACK' && (looked.silent.length > 0 || end.backMinor > inWalletMinor)
  if (isHindered && !(await mayEndHindered(context, tx, bonusId))) {
    throw new Refusal('BONUS_HINDERED', { games: looked.silent })
  }
  // What did not come home is left to the member.
  const backMinor = Math.min(end.backMinor, inWalletMinor)
  const progress = endedBy(looked, backMinor)
  await postEnd(context, tx, bonus, {
    end: { state: end.state, backMinor },
    progress,
    request: requestOf(id),
    expect: [...balances]
      .filter(([, { asset }]) => asset === currency)
      .map(([name, { version }]) => ({ account: { member: memberId, name }, asset: currency, version })),
  }).catch((error) => {
    throw error instanceof VersionConflict ? new Refusal('FIGURES_CHANGED') : error
  })
  const { description } = bonus
  const reason = outcomeReasons.find((known) => known === reasonCode) ?? null
  const outcome = { kind: 'bonus-end', result: 'ENDED', reason, source: bonusId, at } as const
  await recordEndings(tx, [
    { key: endingOf(bonusId), memberId, amountMinor: backMinor, currency, description, ...outcome },
  ])
  tx.afterCommit(() => sockets.emit(memberRoom(memberId), 'wallet-changed'))
}

/** By the balances of the transaction, which has locked the wallet. */
async function lookIn(
  { ledger, clock }: Context,
  tx: Tx,
  bonus: MemberBonus,
  read: ReadonlySet<string>,
): Promise<Looked> {
  const balances = await ledger.balancesIn(tx, bonus.memberId)
  const floor = leastFloor[bonus.currency]
  const settings = await readSettings(tx, [floor])
  const games = [...balances.keys()].map(partsOf).filter(({ kind }) => kind === 'game')
  return look(tx, bonus, {
    balances,
    leastFloor: settings(floor),
    now: clock.now(),
    unread: games.flatMap(({ of }) => (read.has(of) ? [] : [of])),
  })
}
