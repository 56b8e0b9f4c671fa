import type { Generated } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    manual_deposits: {
      id: string
      member_id: string
      currency: 'THB' | 'LAK'
      amount_minor: number
      state: 'PENDING' | 'CREDITED' | 'REFUSED'
      operator_id: Generated<string | null>
      created_at: Date
      decided_at: Generated<Date | null>
      journal_key: Generated<string | null>
    }
  }
}

/** A deposit that a member announced and nobody has decided on. */
export interface Announcement {
  id: string
  memberId: string
  currency: 'THB' | 'LAK'
  amountMinor: number
  createdAt: Date
}

/** @returns whether it was taken: false while another one of this member waits */
export async function insertAnnouncement(db: Db, announcement: Announcement): Promise<boolean> {
  const inserted = await db
    .insertInto('manual_deposits')
    .values({
      id: announcement.id,
      member_id: announcement.memberId,
      currency: announcement.currency,
      amount_minor: announcement.amountMinor,
      state: 'PENDING',
      created_at: announcement.createdAt,
    })
    .onConflict((conflict) => conflict.column('member_id').where('state', '=', 'PENDING').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
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

/** Closes an announcement. @throws Refusal `ALREADY_DECIDED`, `NO_DATA` */
export async function decideAnnouncement(
  tx: Tx,
  id: string,
  decision: { state: 'CREDITED' | 'REFUSED'; operatorId: string; journalKey: string | null; now: Date },
): Promise<Omit<Announcement, 'id' | 'createdAt'>> {
  const decided = await tx
    .updateTable('manual_deposits')
    .set({
      state: decision.state,
      operator_id: decision.operatorId,
      journal_key: decision.journalKey,
      decided_at: decision.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['member_id as memberId', 'currency', 'amount_minor as amountMinor'])
    .executeTakeFirst()
  if (decided) return decided
  const known = await tx.selectFrom('manual_deposits').select('id').where('id', '=', id).executeTakeFirst()
  throw new Refusal(known ? 'ALREADY_DECIDED' : 'NO_DATA')
}

/**
 * The member whom money is credited to by an operator's decision: one that exists and keeps the same currency.
 * @throws Refusal `NO_USER`
 */
export async function findOwner(
  tx: Tx,
  memberId: string | undefined,
  currency: 'THB' | 'LAK',
): Promise<string> {
  const owner = await tx
    .selectFrom('members')
    .select(['id', 'currency'])
    .where('id', '=', memberId ?? '')
    .executeTakeFirst()
  if (!owner) throw new Refusal('NO_USER')
  if (owner.currency !== currency) throw new Refusal('NO_USER', { currency: owner.currency })
  return owner.id
}
