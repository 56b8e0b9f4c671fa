import { movementsSince } from '../../../ledger/public.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { finalBets, gamesWithoutNews, silentHours } from '../../game/public.ts'
import { byPlace, eventsOfBets, eventsOfMovements, inOrder } from './purse-events.ts'
import { follow, gamesWithMore, isBetAt, ownMoney, type PurseEvent, type Purses } from './purses.ts'
import type { MemberBonus } from './store.ts'

/** The purses of running bonuses, as stored facts say them (rules.md §7.6). */

/** Bets after which the purses are stored, so that nobody follows more than as many. */
const storedEvery = 1_000

/** Seconds by which stored purses are behind: what is reported within them comes in its order. */
const behindSeconds = 60

type Bonus = Pick<MemberBonus, 'id' | 'memberId' | 'creditedAt' | 'journalId' | 'purses' | 'betsBefore'>

/**
 * The member's own money in these balances.
 * @returns minor units; undefined: a node of a version before credited the bonus, and nothing says it
 */
export async function ownMinorOf(
  handle: Db | Tx,
  bonus: Bonus,
  balances: ReadonlyMap<string, { amountMinor: number }>,
): Promise<number | undefined> {
  const read = await readSince(handle, bonus)
  if (!read) return undefined
  const [purses, places] = [follow(read.purses, read.events), byPlace(balances)]
  const more = gamesWithMore(purses, places)
  const lastBetAt = (game: string): Date =>
    read.events.reduce((last, event) => (isBetAt(event, game) && event.at > last ? event.at : last), read.at)
  const known = await gamesWithoutNews(
    handle,
    bonus.memberId,
    more.map((code) => ({ code, lastBetAt: lastBetAt(code) })),
  )
  return ownMoney(purses, places, known)
}

interface Stored {
  purses: Purses
  at: Date
  journalId: number
}

async function readSince(
  handle: Db | Tx,
  { id, memberId, creditedAt, journalId, purses, betsBefore }: Bonus,
): Promise<(Stored & { events: PurseEvent[]; lastJournalIdAt: (at: Date) => number }) | undefined> {
  if (!purses || !creditedAt || journalId === null) return undefined
  const [stored = { purses, at: creditedAt, journalId }] = await rawQuery<Stored>(
    handle,
    `select purses, at, journal_id as "journalId" from bonus_purses where bonus_id = $1 order by at desc limit 1`,
    [id],
  )
  const hours = await silentHours(handle)
  const [movements, bets] = [
    await movementsSince(handle, memberId, { journalId: stored.journalId, playAt: [...hours.keys()] }),
    await finalBets(handle, memberId, stored.at),
  ]
  const known = new Set(betsBefore)
  const since = bets.filter((bet) => !known.has(`${bet.game} ${bet.id}`))
  const isFresh = stored.at === creditedAt
  const ofBets = eventsOfBets(since, creditedAt).filter(({ at }) => isFresh || at > stored.at)
  return {
    ...stored,
    events: inOrder(eventsOfMovements(movements, hours), ofBets),
    lastJournalIdAt: (at) =>
      movements.reduce((last, move) => (move.postedAt <= at ? move.journalId : last), stored.journalId),
  }
}

/**
 * Bets of a running bonus are being stored, in this transaction, which holds the bonus's row: purses that
 * were stored for later than one of them was placed are followed anew.
 * @param now bets of the bonus by now
 */
export async function keepPurses(
  tx: Tx,
  bonus: Bonus,
  bets: readonly { placedAt: Date | null; firstSettledAt: Date; settledAt: Date }[],
  now: number,
): Promise<void> {
  const before = now - bets.length
  if (before >= storedEvery) {
    const first = Math.min(
      ...bets.map(({ placedAt, firstSettledAt }) => (placedAt ?? firstSettledAt).getTime()),
    )
    await rawQuery(tx, 'delete from bonus_purses where bonus_id = $1 and at >= $2', [
      bonus.id,
      new Date(first),
    ])
  }
  if (Math.floor(now / storedEvery) === Math.floor(before / storedEvery)) return
  const last = Math.max(...bets.map(({ settledAt }) => settledAt.getTime()))
  const until = addSeconds(new Date(last), -behindSeconds)
  const read = await readSince(tx, bonus)
  if (!read || until <= read.at) return
  const purses = follow(
    read.purses,
    read.events.filter(({ at }) => at <= until),
  )
  await rawQuery(
    tx,
    `insert into bonus_purses (bonus_id, at, journal_id, purses) values ($1, $2, $3, $4) on conflict do nothing`,
    [bonus.id, until, read.lastJournalIdAt(until), JSON.stringify(purses)],
  )
}
