import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type PlayResult, postingTime, sealedPlay } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { type Provider, selectProviders } from '../store.ts'
import {
  type Cursor,
  claimCursors,
  markCaughtUp,
  moveCursor,
  playSource,
  selectCursors,
} from './cursors-store.ts'
import { plausibleNow, takeReported } from './held.ts'
import { partsOf, recordBets, resolveBets } from './record.ts'
import { followPlay, lostBet, type SilentPlay } from './silent-losses.ts'
import { lockLosses, replaceLosses, takeDue } from './silent-store.ts'
import type { Bet, BetSource } from './store.ts'

/** Bets asked for at a time. */
const askedAtOnce = 200
/** Play results read at a time. */
const readAtOnce = 500
/** Losses whose hours are over, at a time: of no more members than one transaction stores bets of. */
const lossesAtOnce = 50

const askEvery = defineSetting(
  'bets.askSeconds',
  Type.Number({ minimum: 1, maximum: 3600 }),
  30,
  'Seconds between two questions to a game provider for bets that it did not report',
)

/**
 * Catches up with bets that were not reported (rules.md §4.6): asks each provider for what is behind its
 * cursor. Where a provider has no bets, play results become bets. A cursor moves in the transaction that
 * stores the last part of its page, so a node that dies has stored the page or will see it again. Any number
 * of nodes may do so.
 */
export async function catchUpBets(context: Context, stopping?: AbortSignal): Promise<void> {
  const providers = await selectProviders(context.db)
  const codes = providers.filter(({ reportsBets }) => reportsBets).map(({ code }) => code)
  const work = { context, until: await nextQuestion(context), stopping }
  await askAll(work, providers, await claimCursors(context, codes, work.until))
}

async function askAll(work: Work, providers: Provider[], cursors: Cursor[]): Promise<void> {
  await Promise.all(
    cursors.map(async (cursor) => {
      try {
        const provider = providers.find(({ code }) => code === cursor.source)
        if (provider) await askProvider(work, provider, cursor)
        else await readPlay(work, providers, cursor)
      } catch (error) {
        const reason = (error as Error).message
        work.context.log.warn({ source: cursor.source, reason }, 'settled bets not caught up')
      }
    }),
  )
}

/**
 * Asks these providers for bets at once, whenever they were asked last: somebody waits for what they say. A
 * provider that does not answer is asked again later, as all are.
 */
export async function askForBets(context: Context, codes: readonly GameCode[]): Promise<void> {
  if (codes.length === 0) return
  const providers = (await selectProviders(context.db)).filter(
    ({ code, reportsBets }) => reportsBets && codes.includes(code),
  )
  const work = { context, until: await nextQuestion(context), stopping: undefined }
  const cursors = await selectCursors(
    context.db,
    providers.map(({ code }) => code),
    work.until,
  )
  await askAll(work, providers, cursors)
}

interface Work {
  context: Context
  until: Date
  stopping: AbortSignal | undefined
}

const nextQuestion = async ({ clock, settings }: Context): Promise<Date> =>
  addSeconds(clock.now(), await settings.get(askEvery))

async function askProvider(work: Work, provider: Provider, from: Cursor): Promise<void> {
  const { games, db, ledger } = work.context
  let cursor = from.cursor
  for (;;) {
    // By the clock that dates readings, which are compared with it.
    const askedAt = await transaction(db, (tx) => postingTime(ledger, tx))
    const page = await games.bets(provider, { after: cursor, limit: askedAtOnce })
    if (page.bets.length > 0) {
      const { bets } = await resolveBets(work.context, provider.code, page.bets)
      const isMoved = await storePage(work, { ...from, cursor }, { to: page.cursor, bets, source: 'asked' })
      if (!isMoved) return
    }
    if (!page.hasMore || page.bets.length === 0) return markCaughtUp(db, provider.code, askedAt)
    if (work.stopping?.aborted) return
    cursor = page.cursor
  }
}

/** Play results of providers that have no bets, and losses there whose hours are over. */
async function readPlay(
  { context, until, stopping }: Work,
  providers: Provider[],
  from: Cursor,
): Promise<void> {
  const { db } = context
  let cursor = from.cursor
  for (;;) {
    const results = await sealedPlay(db, { after: Number(cursor), limit: readAtOnce })
    const part = partsOf(results).shift() ?? []
    const last = part.at(-1)
    if (!last) break
    const to = String(last.journalId)
    const isMoved = await transaction(db, async (tx) => {
      if (!(await moveCursor(tx, { ...from, cursor }, to, until))) return false
      await recordPlay(context, tx, part, providers)
      return true
    })
    if (!isMoved || stopping?.aborted) return
    cursor = to
  }
  // Behind all that was won until now.
  for (let taken = lossesAtOnce; taken === lossesAtOnce && !stopping?.aborted; ) {
    taken = await transaction(db, async (tx) => {
      const due = await takeDue(tx, context.clock.now(), lossesAtOnce)
      await recordBets(context, tx, due.map(lostBet), playSource)
      return due.length
    })
  }
}

async function recordPlay(
  context: Context,
  tx: Tx,
  results: PlayResult[],
  providers: Provider[],
): Promise<void> {
  const plays = results.flatMap((result) => silentPlay(result, providers) ?? [])
  if (plays.length === 0) return
  const before = await lockLosses(tx, plays)
  const { waiting, bets } = followPlay(before, plays)
  await replaceLosses(tx, before, waiting)
  await recordBets(context, tx, bets, playSource)
}

/** Undefined: the provider reports its bets. */
function silentPlay(result: PlayResult, providers: Provider[]): SilentPlay | undefined {
  const provider = providers.find(({ code }) => code === result.code)
  if (!provider || provider.reportsBets) return undefined
  return {
    key: result.key,
    memberId: result.memberId,
    game: provider.code,
    product: provider.category,
    currency: result.asset as Currency,
    amountMinor: result.amountMinor,
    playedAt: result.postedAt,
    dueAt: addSeconds(result.postedAt, provider.openBetHours * 3600),
  }
}

/** Stores a page in parts. @returns false when another node has stored it meanwhile */
async function storePage(
  { context, until }: Work,
  from: Cursor,
  { to, bets, source }: { to: string; bets: Bet[]; source: BetSource },
): Promise<boolean> {
  const plausible = await plausibleNow(context)
  const store = (tx: Tx, part: Bet[]): Promise<unknown> =>
    takeReported(context, tx, part, { source, plausible })
  const parts = partsOf(bets)
  const last = parts.pop() ?? []
  for (const part of parts) await transaction(context.db, (tx) => store(tx, part))
  return transaction(context.db, async (tx) => {
    if (!(await moveCursor(tx, from, to, until))) return false
    await store(tx, last)
    return true
  })
}
