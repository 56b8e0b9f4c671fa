import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'
import { columns, type MemberBonus } from './store.ts'

/** When a bonus is looked at next. */

/**
 * An active bonus is looked at by the first sweep from an instant on.
 * @param busyUntil one that a sweep has claimed until then, or that waits for its next try, goes on waiting
 */
export async function markDue(db: Db, id: string, at: Date, busyUntil: Date): Promise<void> {
  await rawQuery(
    db,
    `update member_bonuses set due_at = $2
     where id = $1 and state = 'ACTIVE' and coalesce(due_at > greatest($2, $3::timestamptz), true)`,
    [id, at, busyUntil],
  )
}

/** The same in the transaction that credits it. */
export async function markDueIn(tx: Tx, id: string, at: Date): Promise<void> {
  await rawQuery(tx, 'update member_bonuses set due_at = $2 where id = $1', [id, at])
}

/**
 * An active bonus was looked at by the sweep that had claimed it.
 * @param at when a sweep looks at it again; null: once it is reached, expired or marked
 */
export async function setDue(db: Db, id: string, at: Date | null): Promise<void> {
  await rawQuery(db, `update member_bonuses set due_at = $2 where id = $1 and state = 'ACTIVE'`, [id, at])
}

/**
 * Claims active bonuses that have reached their turnover or their last day, or could not end before, until
 * `until`: one of any number of nodes gets each. Each of the three is found by its own index. @returns their
 * members
 */
export async function claimDue(db: Db, now: Date, until: Date, limit: number): Promise<string[]> {
  const rows = await rawQuery<{ memberId: string }>(
    db,
    `with due as (
       (select id from member_bonuses
        where state = 'ACTIVE' and turnover_minor >= required_minor and coalesce(due_at <= $1, true) limit $3)
       union
       (select id from member_bonuses
        where state = 'ACTIVE' and expires_at <= $1 and coalesce(due_at <= $1, true) order by expires_at limit $3)
       union
       (select id from member_bonuses where state = 'ACTIVE' and due_at <= $1 order by due_at limit $3)
     ), claimed as (
       select id from member_bonuses where id in (select id from due) and coalesce(due_at <= $1, true)
       order by id for update skip locked
     )
     update member_bonuses b set due_at = $2 from claimed c where b.id = c.id and b.state = 'ACTIVE'
     returning b.member_id as "memberId"`,
    [now, until, limit],
  )
  return rows.map(({ memberId }) => memberId)
}

/** Armed bonuses that no deposit came for in time. */
export const listLapsed = (db: Db, now: Date, limit: number): Promise<MemberBonus[]> =>
  rawQuery(
    db,
    `select ${columns} from member_bonuses
     where state = 'ARMED' and expires_at <= $1 order by expires_at limit $2`,
    [now, limit],
  )
