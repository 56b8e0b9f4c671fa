import { rawQuery, type Tx } from '../../../platform/database.ts'
import type { SilentLoss } from './silent-losses.ts'

const columns = `key, member_id as "memberId", game, product, currency, left_minor as "leftMinor",
  lost_at as "lostAt", due_at as "dueAt"`

/** The losses of members at games that wait, the oldest first; locked until the transaction ends. */
export const lockLosses = (tx: Tx, of: Pick<SilentLoss, 'memberId' | 'game'>[]): Promise<SilentLoss[]> =>
  rawQuery(
    tx,
    `select ${columns} from silent_losses
     where (member_id, game) in (select * from unnest($1::text[], $2::text[])) order by lost_at, key for update`,
    [of.map(({ memberId }) => memberId), of.map(({ game }) => game)],
  )

/** The losses of a member that wait, the oldest first. */
export const selectLossesOf = (tx: Tx, memberId: string): Promise<SilentLoss[]> =>
  rawQuery(tx, `select ${columns} from silent_losses where member_id = $1 order by lost_at, key`, [memberId])

/** Replaces the losses that waited by those that wait now. */
export async function replaceLosses(tx: Tx, before: SilentLoss[], now: SilentLoss[]): Promise<void> {
  const kept = new Map(now.map((loss) => [loss.key, loss.leftMinor]))
  const known = new Set(before.map(({ key }) => key))
  const changed = before.filter(({ key, leftMinor }) => kept.get(key) !== leftMinor)
  const fresh = now.filter(({ key }) => !known.has(key))
  if (changed.length > 0) {
    await rawQuery(tx, 'delete from silent_losses where key = any($1::text[])', [
      changed.filter(({ key }) => !kept.has(key)).map(({ key }) => key),
    ])
    await rawQuery(
      tx,
      `update silent_losses l set left_minor = given.left_minor
       from unnest($1::text[], $2::bigint[]) given (key, left_minor) where l.key = given.key`,
      [changed.map(({ key }) => key), changed.map(({ key }) => kept.get(key) ?? null)],
    )
  }
  if (fresh.length === 0) return
  await rawQuery(
    tx,
    `insert into silent_losses (key, member_id, game, product, currency, left_minor, lost_at, due_at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[],
       $7::timestamptz[], $8::timestamptz[]) on conflict (key) do nothing`,
    [
      fresh.map(({ key }) => key),
      fresh.map(({ memberId }) => memberId),
      fresh.map(({ game }) => game),
      fresh.map(({ product }) => product),
      fresh.map(({ currency }) => currency),
      fresh.map(({ leftMinor }) => leftMinor),
      fresh.map(({ lostAt }) => lostAt),
      fresh.map(({ dueAt }) => dueAt),
    ],
  )
}

/** Takes losses whose hours are over; two transactions never take the same. */
export const takeDue = (tx: Tx, now: Date, limit: number): Promise<SilentLoss[]> =>
  rawQuery(
    tx,
    `delete from silent_losses where key in (
       select key from silent_losses where due_at <= $1 order by due_at, key limit $2 for update skip locked)
     returning ${columns}`,
    [now, limit],
  )
