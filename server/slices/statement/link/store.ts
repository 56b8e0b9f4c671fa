import { type Db, rawQuery } from '../../../platform/database.ts'

/** A link to a receipt of a member. */
export interface Link {
  memberId: string
  number: string
  receiptId: string
  createdAt: Date
  expiresAt: Date
}

export async function insertLink(db: Db, secretHash: string, link: Link): Promise<void> {
  await rawQuery(
    db,
    `insert into receipt_links (secret_hash, member_id, number, receipt_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [secretHash, link.memberId, link.number, link.receiptId, link.createdAt, link.expiresAt],
  )
}

/** The link of a secret that works now; undefined if there is none. */
export async function findLink(db: Db, secretHash: string, now: Date): Promise<Link | undefined> {
  const [row] = await rawQuery<Link>(
    db,
    `select member_id as "memberId", number, receipt_id as "receiptId", created_at as "createdAt",
       expires_at as "expiresAt"
     from receipt_links where secret_hash = $1 and expires_at > $2`,
    [secretHash, now],
  )
  return row
}

/**
 * Until when the last link of a receipt works; null if there is none that does.
 * @param numbers all that the receipt has; null: of any receipt
 */
export async function findLinkUntil(
  db: Db,
  memberId: string,
  numbers: string[] | null,
  now: Date,
): Promise<Date | null> {
  const [row] = await rawQuery<{ until: Date | null }>(
    db,
    `select max(expires_at) as until from receipt_links
     where member_id = $1 and ($2::text[] is null or number = any($2)) and expires_at > $3`,
    [memberId, numbers, now],
  )
  return row?.until ?? null
}

/** @param numbers all that the receipt has */
export async function removeLinks(db: Db, memberId: string, numbers: string[]): Promise<void> {
  await rawQuery(db, 'delete from receipt_links where member_id = $1 and number = any($2::text[])', [
    memberId,
    numbers,
  ])
}

export async function removeExpired(db: Db, now: Date): Promise<void> {
  await rawQuery(db, 'delete from receipt_links where expires_at <= $1', [now])
}
