import type { Currency } from '@krapao/contract/money.ts'
import type { Waiting } from '../../../desk/queue.ts'
import { type Db, rawQuery, type Tx, transaction } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'

/** An announced deposit that waits. */
export interface Announcement {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  createdAt: Date
}

/**
 * Keeps an announcement, unless another one of the member waits or the member's announcements since
 * `dayStart` would come to more than `maxMinor`. Refused ones do not count. Announcements of one member take
 * turns.
 */
export function insertAnnouncement(
  { db, desk }: Pick<Context, 'db' | 'desk'>,
  announcement: Announcement,
  { dayStart, maxMinor }: { dayStart: Date; maxMinor: number },
): Promise<'taken' | 'another-waits' | 'above-max'> {
  const { id, memberId, currency, amountMinor, createdAt } = announcement
  return transaction(db, async (tx) => {
    await takeLock(tx, 'announcements', memberId)
    const [known] = await rawQuery<{ waits: boolean; sum: number }>(
      tx,
      `select coalesce(bool_or(state = 'PENDING'), false) as waits, coalesce(sum(amount_minor), 0)::bigint as sum
       from manual_deposits
       where member_id = $1 and (state = 'PENDING' or (state = 'CREDITED' and created_at >= $2))`,
      [memberId, dayStart],
    )
    if (known?.waits) return 'another-waits'
    if ((known?.sum ?? 0) + amountMinor > maxMinor) return 'above-max'
    await tx
      .insertInto('manual_deposits')
      .values({
        id,
        member_id: memberId,
        currency,
        amount_minor: amountMinor,
        state: 'PENDING',
        created_at: createdAt,
      })
      .execute()
    desk.changed(tx, 'announcement', [id])
    return 'taken'
  })
}

/** Satang or att of an announcement, whatever became of it; undefined when there is none of this id. */
export async function findAmount(db: Db, id: string): Promise<number | undefined> {
  const known = await db
    .selectFrom('manual_deposits')
    .select('amount_minor as amountMinor')
    .where('id', '=', id)
    .executeTakeFirst()
  return known?.amountMinor
}

export const waitingAnnouncements: Waiting = {
  subject: 'announcement',
  key: 'id',
  keyType: 'text',
  at: 'created_at',
  memberId: 'member_id',
  amountMinor: 'amount_minor',
  currency: 'currency',
  words: 'id',
  from: 'manual_deposits',
  where: `state = 'PENDING'`,
}

/** Those of these announcements that wait. */
export const selectPending = (db: Db, ids: string[]): Promise<Announcement[]> =>
  rawQuery(
    db,
    `select id, member_id as "memberId", currency, amount_minor as "amountMinor", created_at as "createdAt"
     from manual_deposits where state = 'PENDING' and id = any($1::text[])`,
    [ids],
  )

/** At most so many transfers of an equal amount, and so many of the nearest before and after in time. */
const maxRead = 40

/** SQL: transfers that wait, in the currency of the announcement `m`. */
const near = (order: string): string =>
  `(select c.id from deposit_reports c where c.state = 'waiting' and c.kind = 'transfer' and c.currency = m.currency ${order} limit ${maxRead})`

/** Transfers that are near to these announcements, by amount or time. */
export const selectNear = (db: Db, ids: string[]): Promise<{ announcementId: string; id: number }[]> =>
  rawQuery(
    db,
    `select m.id as "announcementId", c.id from manual_deposits m cross join lateral (
       ${near('and c.amount_minor = m.amount_minor order by c.paid_at desc')}
       union ${near('and c.paid_at <= m.created_at order by c.paid_at desc')}
       union ${near('and c.paid_at > m.created_at order by c.paid_at')}) c
     where m.id = any($1::text[])`,
    [ids],
  )

/** A transfer that an announcement may be about. */
export interface EqualCredit {
  announcementId: string
  reference: string
  paidAt: Date
}

/**
 * Transfers of an equal amount that were credited to the member in the day before an announcement, the last
 * first, two of each: it may be about one of them.
 */
export const selectEqualCredits = (db: Db, ids: string[]): Promise<EqualCredit[]> =>
  rawQuery(
    db,
    `select m.id as "announcementId", t.reference, t.paid_at as "paidAt"
     from manual_deposits m cross join lateral (
       select t.reference, t.paid_at from deposit_reports t
       where t.kind = 'transfer' and t.member_id = m.member_id and t.state = 'credited' and t.currency = m.currency
         and t.amount_minor = m.amount_minor and t.paid_at > m.created_at - interval '24 hours'
         and not exists (select from manual_deposits o where o.transfer_id = t.id)
       order by t.paid_at desc limit 2) t
     where m.id = any($1::text[]) order by t.paid_at desc`,
    [ids],
  )

/** The outcome of an announcement as this transaction sees it; undefined where there is none. */
export const findOutcome = (tx: Tx, id: string) =>
  tx
    .selectFrom('manual_deposits')
    .select(['state', 'member_id as memberId', 'currency', 'transfer_id as transferId'])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Refuses an announcement. @returns what its member waited for @throws Refusal `ALREADY_DECIDED`, `NO_DATA`
 */
export async function refuseAnnouncement(
  { desk }: Pick<Context, 'desk'>,
  tx: Tx,
  id: string,
  decision: { operatorId: string; now: Date },
): Promise<Pick<Announcement, 'memberId' | 'amountMinor' | 'currency'>> {
  const refused = await tx
    .updateTable('manual_deposits')
    .set({ state: 'REFUSED', operator_id: decision.operatorId, decided_at: decision.now })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['member_id as memberId', 'amount_minor as amountMinor', 'currency'])
    .executeTakeFirst()
  if (refused) {
    desk.changed(tx, 'announcement', [id])
    return refused
  }
  throw new Refusal((await findOutcome(tx, id)) ? 'ALREADY_DECIDED' : 'NO_DATA')
}
