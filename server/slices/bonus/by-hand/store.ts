import type { Currency } from '@krapao/contract/money.ts'
import type { BonusEndWay } from '@krapao/contract/slices/bonus/bonus-end.ts'
import type { Desk } from '../../../desk/items.ts'
import type { Waiting } from '../../../desk/queue.ts'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { columns, type MemberBonus } from '../condition/store.ts'

/**
 * Wishes to end an active bonus by two people (rules.md §7.7). The member's wallet is locked before the row
 * where both are.
 */

/** A wish to end a bonus that waits, or waited. */
export interface Ending {
  id: string
  bonusId: string
  memberId: string
  currency: Currency
  way: BonusEndWay
  /** What was to go back when it was asked for. */
  amountMinor: number
  /** Null: nobody; the bonus could not end by itself for too long. */
  askedBy: string | null
  state: 'WAITING' | 'DONE' | 'REFUSED' | 'GONE'
  askedAt: Date
  endedAt: Date | null
}

const endingColumns = `id, bonus_id as "bonusId", member_id as "memberId", currency, way, amount_minor as "amountMinor",
  asked_by as "askedBy", state, asked_at as "askedAt", ended_at as "endedAt"`

const select = (handle: Db | Tx, where: string, values: unknown[]): Promise<Ending[]> =>
  rawQuery(handle, `select ${endingColumns} from bonus_endings where ${where}`, values)

export const waitingEndings: Waiting = {
  subject: 'bonus-end',
  key: 'id',
  keyType: 'text',
  at: 'asked_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  words: `concat_ws(' ', id, bonus_id)`,
  from: 'bonus_endings',
  where: `state = 'WAITING'`,
}

/**
 * Asks that an active bonus ends; its end waits until this is committed, and then takes the wish with it.
 * @returns whether it is active, and nothing of it waits; one that nobody asked for is made once for a bonus
 */
export async function insertEnding(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  ending: Omit<Ending, 'state' | 'endedAt' | 'memberId' | 'currency'>,
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `with active as (select id, member_id, currency from member_bonuses where id = $2 and state = 'ACTIVE' for share)
     insert into bonus_endings (id, bonus_id, member_id, currency, way, amount_minor, asked_by, asked_at)
     select $1, id, member_id, currency, $3, $4::bigint, $5, $6::timestamptz from active
     on conflict do nothing returning id`,
    [ending.id, ending.bonusId, ending.way, ending.amountMinor, ending.askedBy, ending.askedAt],
  )
  if (rows.length === 0) return false
  desk.changed(tx, 'bonus-end', [ending.id])
  return true
}

/** One, in any state. */
export async function findEnding(handle: Db | Tx, id: string): Promise<Ending | undefined> {
  const [row] = await select(handle, 'id = $1', [id])
  return row
}

/** The waiting wish to end a bonus. */
export async function findWaitingOf(handle: Db | Tx, bonusId: string): Promise<Ending | undefined> {
  const [row] = await select(handle, `bonus_id = $1 and state = 'WAITING'`, [bonusId])
  return row
}

/** Those of these that wait. */
export const selectWaiting = (db: Db, ids: string[]): Promise<Ending[]> =>
  select(db, `id = any($1::text[]) and state = 'WAITING'`, [ids])

/** Ends one that waits. @returns whether it did */
export async function closeEnding(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  id: string,
  { state, at }: { state: Exclude<Ending['state'], 'WAITING'>; at: Date },
): Promise<boolean> {
  const rows = await rawQuery(
    tx,
    `update bonus_endings set state = $2, ended_at = $3 where id = $1 and state = 'WAITING' returning id`,
    [id, state, at],
  )
  if (rows.length === 0) return false
  desk.changed(tx, 'bonus-end', [id])
  return true
}

/** What waits of bonuses that have ended waits no more. @param bonusId of this one; else of all */
export async function closeOfEnded(
  desk: Pick<Desk, 'changed'>,
  tx: Tx,
  at: Date,
  bonusId?: string,
): Promise<void> {
  const rows = await rawQuery<{ id: string }>(
    tx,
    `update bonus_endings e set state = 'GONE', ended_at = $1 from member_bonuses b
     where e.state = 'WAITING' and b.id = e.bonus_id and b.state <> 'ACTIVE' and ($2::text is null or b.id = $2::text)
     returning e.id`,
    [at, bonusId ?? null],
  )
  desk.changed(
    tx,
    'bonus-end',
    rows.map(({ id }) => id),
  )
}

/** A bonus that is active, locked until the transaction ends. */
export async function lockActiveBonus(tx: Tx, id: string): Promise<MemberBonus | undefined> {
  const [row] = await rawQuery<MemberBonus>(
    tx,
    `select ${columns} from member_bonuses where id = $1 and state = 'ACTIVE' for update`,
    [id],
  )
  return row
}
