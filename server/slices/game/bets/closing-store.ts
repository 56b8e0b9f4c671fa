import type { GameCode } from '@krapao/contract/game.ts'
import type { Desk } from '../../../desk/items.ts'
import type { Waiting } from '../../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** A wish to close a day without the providers that have not said which bets it had. */
export interface Closing {
  id: number
  /** YYYY-MM-DD */
  day: string
  providers: GameCode[]
  reason: string
  madeBy: string
  madeAt: Date
  /** LAPSED: the day was closed without it. */
  state: 'WAITING' | 'DONE' | 'REFUSED' | 'LAPSED'
  decidedBy: string | null
  decidedAt: Date | null
}

const columns = `id, day::text as day, providers, reason, made_by as "madeBy", made_at as "madeAt", state,
  decided_by as "decidedBy", decided_at as "decidedAt"`

const select = (handle: Db | Tx, where: string, values: unknown[]): Promise<Closing[]> =>
  rawQuery(handle, `select ${columns} from bet_day_closings where ${where}`, values)

/** @returns its id; undefined: one waits for this day */
export async function insertClosing(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  {
    day,
    providers,
    reason,
    madeBy,
    madeAt,
  }: Pick<Closing, 'day' | 'providers' | 'reason' | 'madeBy' | 'madeAt'>,
): Promise<number | undefined> {
  const [row] = await rawQuery<{ id: number }>(
    tx,
    `insert into bet_day_closings (day, providers, reason, made_by, made_at)
     values ($1::date, $2::text[], $3, $4, $5) on conflict (day) where state = 'WAITING' do nothing returning id`,
    [day, providers, reason, madeBy, madeAt],
  )
  if (row) desk.changed(tx, 'bet-day', [row.id])
  return row?.id
}

/** No money and no member: what the list has of them is empty. */
export const waitingClosings: Waiting = {
  subject: 'bet-day',
  key: 'c.id',
  keyType: 'bigint',
  at: 'c.made_at',
  memberId: 'null::text',
  amountMinor: 'null::bigint',
  currency: `'THB'::text`,
  words: `concat_ws(' ', c.day, array_to_string(c.providers, ' '))`,
  from: 'bet_day_closings c',
  where: `c.state = 'WAITING'`,
}

/** Those of these that wait. */
export const selectWaitingClosings = (db: Db, ids: number[]): Promise<Closing[]> =>
  select(db, `state = 'WAITING' and id = any($1::bigint[])`, [ids])

export async function findClosing(handle: Db | Tx, id: number): Promise<Closing | undefined> {
  const [row] = await select(handle, 'id = $1', [id])
  return row
}

/** The one that waits for a day. */
export async function findWaitingClosing(handle: Db | Tx, day: string): Promise<Closing | undefined> {
  const [row] = await select(handle, `day = $1::date and state = 'WAITING'`, [day])
  return row
}

/** The last one of each of these days. */
export const selectLastClosings = (db: Db, from: string, to: string): Promise<Closing[]> =>
  select(
    db,
    `id in (select max(id) from bet_day_closings where day between $1::date and $2::date group by day)`,
    [from, to],
  )

/** Ends one that waits; of several callers at once one does. @returns it; undefined: it waits no more */
export async function endClosing(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  id: number,
  { state, operatorId, at }: { state: 'DONE' | 'REFUSED'; operatorId: string; at: Date },
): Promise<Closing | undefined> {
  const [row] = await rawQuery<Closing>(
    tx,
    `update bet_day_closings set state = $2, decided_by = $3, decided_at = $4 where id = $1 and state = 'WAITING'
     returning ${columns}`,
    [id, state, operatorId, at],
  )
  if (row) desk.changed(tx, 'bet-day', [id])
  return row
}

/** Ends those of a day and all before it, because these are closed. */
export async function lapseClosings(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  day: string,
  at: Date,
): Promise<void> {
  const rows = await rawQuery<{ id: number }>(
    tx,
    `update bet_day_closings set state = 'LAPSED', decided_at = $2 where state = 'WAITING' and day <= $1::date
     returning id`,
    [day, at],
  )
  desk.changed(
    tx,
    'bet-day',
    rows.map(({ id }) => id),
  )
}
