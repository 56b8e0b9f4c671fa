import type { GameCode } from '@krapao/contract/game.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { type PlayResult, sealedPlay } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Tx, transaction } from '../../../platform/database.ts'
import { defineSetting, Type } from '../../../platform/settings.ts'
import type { Context } from '../../context.ts'
import { type Provider, selectProviders } from '../store.ts'
import { plausibleNow, takeReported } from './held.ts'
import { partsOf, recordBets, resolveBets } from './record.ts'
import { type Bet, type BetSource, type Cursor, claimCursors, moveCursor, playSource } from './store.ts'

/** Bets asked for at a time. */
const askedAtOnce = 200
/** Play results read at a time. */
const readAtOnce = 500

const askEvery = defineSetting(
  'bets.askSeconds',
  Type.Number({ minimum: 1, maximum: 3600 }),
  30,
  'Seconds between two questions to a game provider for bets that it did not report',
)

/**
 * Catches up with bets that were not reported (rules.md §4.6): asks each provider for what is behind its
 * cursor. Where a provider has no bets, play results count as bets. A cursor moves in the transaction that
 * stores the last part of its page, so a node that dies has stored the page or will see it again. Any number
 * of nodes may do so.
 */
export async function catchUpBets(context: Context, stopping?: AbortSignal): Promise<void> {
  const providers = await selectProviders(context.db)
  const codes = providers.filter(({ reportsBets }) => reportsBets).map(({ code }) => code)
  const work = { context, until: await nextQuestion(context), stopping }
  const due = await claimCursors(context, codes, work.until)
  await Promise.all(
    due.map(async (cursor) => {
      try {
        const provider = providers.find(({ code }) => code === cursor.source)
        if (provider) await askProvider(work, provider, cursor)
        else await readPlay(work, providers, cursor)
      } catch (error) {
        const reason = (error as Error).message
        context.log.warn({ source: cursor.source, reason }, 'settled bets not caught up')
      }
    }),
  )
}

interface Work {
  context: Context
  until: Date
  stopping: AbortSignal | undefined
}

const nextQuestion = async ({ clock, settings }: Context): Promise<Date> =>
  addSeconds(clock.now(), await settings.get(askEvery))

async function askProvider(work: Work, provider: Provider, from: Cursor): Promise<void> {
  const { games } = work.context
  let cursor = from.cursor
  for (;;) {
    const page = await games.bets(provider, { after: cursor, limit: askedAtOnce })
    if (page.bets.length === 0) return
    const { bets } = await resolveBets(work.context, provider.code, page.bets)
    const isMoved = await storePage(work, { ...from, cursor }, { to: page.cursor, bets, source: 'asked' })
    if (!isMoved || !page.hasMore || work.stopping?.aborted) return
    cursor = page.cursor
  }
}

/** Play results of providers that have no bets, as one bet each. */
async function readPlay(work: Work, providers: Provider[], from: Cursor): Promise<void> {
  let cursor = from.cursor
  for (;;) {
    const results = await sealedPlay(work.context.db, { after: Number(cursor), limit: readAtOnce })
    const last = results.at(-1)
    if (!last) return
    const bets = results.flatMap((result) => standIn(result, providers) ?? [])
    const to = String(last.journalId)
    const isMoved = await storePage(work, { ...from, cursor }, { to, bets, source: playSource })
    if (!isMoved || results.length < readAtOnce || work.stopping?.aborted) return
    cursor = to
  }
}

/** What was lost was staked, what was won was won; how often it was staked before is not known. */
function standIn(result: PlayResult, providers: Provider[]): Bet | undefined {
  const provider = providers.find(({ code }) => code === result.code)
  if (!provider || provider.reportsBets) return undefined
  return {
    game: result.code as GameCode,
    id: `play:${result.key}`,
    memberId: result.memberId,
    product: provider.category,
    currency: result.asset as Currency,
    stakeMinor: Math.max(-result.amountMinor, 0),
    winMinor: Math.max(result.amountMinor, 0),
    settledAt: result.postedAt,
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
    // The ledger's play results are our own.
    source === playSource
      ? recordBets(context, tx, part, source)
      : takeReported(context, tx, part, { source, plausible })
  const parts = partsOf(bets)
  const last = parts.pop() ?? []
  for (const part of parts) await transaction(context.db, (tx) => store(tx, part))
  return transaction(context.db, async (tx) => {
    if (!(await moveCursor(tx, from, to, until))) return false
    await store(tx, last)
    return true
  })
}
