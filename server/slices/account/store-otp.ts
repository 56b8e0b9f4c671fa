import type { Phone } from '@krapao/contract/phone.ts'
import type { Db } from '../../platform/database.ts'
import type { Purpose } from './sms-text.ts'

/** One-time passwords in the database (rules.md §2.4); their table is declared in store.ts. */

export async function insertOtp(
  db: Db,
  otp: {
    tokenHash: string
    purpose: Purpose
    phone: Phone
    codeHash: string
    ref: string
    ip: string
    now: Date
    expiresAt: Date
  },
): Promise<void> {
  await db
    .insertInto('otp_requests')
    .values({
      token_hash: otp.tokenHash,
      purpose: otp.purpose,
      phone: otp.phone,
      code_hash: otp.codeHash,
      ref: otp.ref,
      ip: otp.ip,
      sent_at: otp.now,
      expires_at: otp.expiresAt,
      verified_at: null,
    })
    .execute()
}

export async function deleteOtp(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('otp_requests').where('token_hash', '=', tokenHash).execute()
}

export function findOtp(db: Db, tokenHash: string) {
  return db
    .selectFrom('otp_requests')
    .select(['phone', 'code_hash', 'expires_at', 'verified_at', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Counts one of `most` tries; returns the number of used ones, undefined if none was left. */
export async function countTry(db: Db, tokenHash: string, max: number): Promise<number | undefined> {
  const row = await db
    .updateTable('otp_requests')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '<', max)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries
}

export async function markVerified(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('otp_requests')
    .set({ verified_at: now })
    .where('token_hash', '=', tokenHash)
    .where('verified_at', 'is', null)
    .execute()
}

/** Whether the holder of a token verified this phone with it after `since`. */
export async function verifiedSince(db: Db, tokenHash: string, phone: Phone, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('otp_requests')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'register')
    .where('phone', '=', phone)
    .where('verified_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}
