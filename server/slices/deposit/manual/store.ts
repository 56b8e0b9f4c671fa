import type { Currency } from '@krapao/contract/money.ts'
import type { Waiting } from '../../../desk/queue.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { type Db, rawQuery, type Tx, transaction } from '../../../platform/database.ts'
import { takeLock } from '../../../platform/locks.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** An announced deposit that waits. */
export interface Announcement {
  id: string
  memberId: string
  currency: Currency
  amountMinor: number
  createdAt: Date
}

/**
 * Keeps an announcement, unless another one of the member waits or the member's announcements since `dayStart` would come
 * to more than `maxMinor`. Refused ones do not count. Announcements of one member take turns.
 */
export function insertAnnouncement(
  db: Db,
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

const pending = (db: Db) =>
  db
    .selectFrom('manual_deposits')
    .select([
      'id',
      'member_id as memberId',
      'currency',
      'amount_minor as amountMinor',
      'created_at as createdAt',
    ])
    .where('state', '=', 'PENDING')

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

/** Announcements that wait, oldest first, after the one with the id `after`. */
export function selectPending(db: Db, after: string | undefined, limit: number): Promise<Announcement[]> {
  return pending(db)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('created_at', 'id'),
          '>',
          selectFrom('manual_deposits as last')
            .select(['last.created_at', 'last.id'])
            .where('last.id', '=', after ?? '')
            .$asTuple('created_at', 'id'),
        ),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export const findPending = (db: Db, id: string): Promise<Announcement | undefined> =>
  pending(db).where('id', '=', id).executeTakeFirst()

export async function countPending(db: Db): Promise<number> {
  const row = await db
    .selectFrom('manual_deposits')
    .select((count) => count.fn.countAll<number>().as('count'))
    .where('state', '=', 'PENDING')
    .executeTakeFirst()
  return row?.count ?? 0
}

/**
 * Transfers of an equal amount that were credited to the member in the day before an announcement, the last first: it may
 * be about one of them.
 */
export function selectEqualCredits(
  db: Db,
  { memberId, currency, amountMinor, createdAt }: Announcement,
): Promise<{ reference: string; sentAt: Date }[]> {
  return db
    .selectFrom('bank_transfers as t')
    .select(['t.reference', 't.sent_at as sentAt'])
    .where('t.member_id', '=', memberId)
    .where('t.state', '=', 'credited')
    .where('t.currency', '=', currency)
    .where('t.amount_minor', '=', amountMinor)
    .where('t.sent_at', '>', addSeconds(createdAt, -86_400))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('manual_deposits as m').select('m.id').whereRef('m.transfer_id', '=', 't.id'))),
    )
    .orderBy('t.sent_at', 'desc')
    .limit(2)
    .execute()
}

/** The outcome of an announcement as this transaction sees it; undefined where there is none. */
export const findOutcome = (tx: Tx, id: string) =>
  tx
    .selectFrom('manual_deposits')
    .select(['state', 'member_id as memberId', 'currency', 'transfer_id as transferId'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Refuses an announcement. @returns what its member waited for @throws Refusal `ALREADY_DECIDED`, `NO_DATA` */
export async function refuseAnnouncement(
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
  if (refused) return refused
  throw new Refusal((await findOutcome(tx, id)) ? 'ALREADY_DECIDED' : 'NO_DATA')
}
