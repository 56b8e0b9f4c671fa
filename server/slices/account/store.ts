import type { Currency } from '@krapao/contract/money.ts'
import type { Generated } from 'kysely'
import { hasMovedMoney } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Database, type Db, rawQuery, type Tx, transaction } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    members: {
      id: string
      phone: string
      name: string
      password_hash: string
      source_code: string | null
      invited_by: string | null
      /** YYYY-MM-DD going in; read it as text only (`birth_date::text`). */
      birth_date: string
      currency: Currency
      is_active: Generated<boolean>
      created_at: Date
    }
    member_bank_accounts: {
      member_id: string
      bank_code: string
      account_no: string
      account_name: string
      updated_at: Date
    }
    sessions: {
      hash: string
      member_id: string
      remember: boolean
      created_at: Date
      expires_at: Date
      last_used_at: Date
      revoked_at: Date | null
    }
    otp_requests: {
      token_hash: string
      phone: string
      code_hash: string
      ref: string
      tries: Generated<number>
      ip: string
      sent_at: Date
      expires_at: Date
      verified_at: Date | null
      purpose: Generated<'register' | 'reset'>
      used_at: Generated<Date | null>
    }
  }
}

/** A member and the bank account, ready to be stored. */
export interface MemberRow {
  id: string
  phone: string
  name: string
  passwordHash: string
  sourceCode: string | null
  invitedBy: string | null
  birthDate: string
  currency: Currency
  createdAt: Date
  bankCode: string
  bankAccountNo: string
  bankAccountName: string
}

/**
 * Stores a member and the bank account together. Simultaneous registrations of one phone or bank account are decided by
 * the database's constraints, so exactly one succeeds (rules.md §2.5).
 * @throws Refusal `EXISTING_USER`, `EXISTING_BANK`; `REGISTER_FAIL` if another constraint refuses
 */
export async function insertMember(db: Db, row: MemberRow): Promise<void> {
  try {
    await transaction(db, async (tx) => {
      await tx
        .insertInto('members')
        .values({
          id: row.id,
          phone: row.phone,
          name: row.name,
          password_hash: row.passwordHash,
          source_code: row.sourceCode,
          invited_by: row.invitedBy,
          birth_date: row.birthDate,
          currency: row.currency,
          created_at: row.createdAt,
        })
        .execute()
      await tx
        .insertInto('member_bank_accounts')
        .values({
          member_id: row.id,
          bank_code: row.bankCode,
          account_no: row.bankAccountNo,
          account_name: row.bankAccountName,
          updated_at: row.createdAt,
        })
        .execute()
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The refusal for a violated constraint; any other error is returned unchanged. */
export function refusalOf(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (constraint === 'members_phone_unique') return new Refusal('EXISTING_USER')
  if (constraint === 'member_bank_accounts_unique') return new Refusal('EXISTING_BANK')
  // Class 23: integrity constraint violation.
  if (code?.startsWith('23')) return new Refusal('REGISTER_FAIL')
  return error
}

export async function phoneExists(db: Db, phone: string): Promise<boolean> {
  return (
    (await db.selectFrom('members').select('id').where('phone', '=', phone).executeTakeFirst()) !== undefined
  )
}

export async function memberExists(db: Db, memberId: string): Promise<boolean> {
  return (
    (await db.selectFrom('members').select('id').where('id', '=', memberId).executeTakeFirst()) !== undefined
  )
}

/** Whether a bank account belongs to a member; `except` is a member whose own it may be. */
export async function bankAccountExists(
  db: Db,
  bankCode: string,
  accountNo: string,
  except?: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('member_bank_accounts')
    .select('member_id')
    .where('bank_code', '=', bankCode)
    .where('account_no', '=', accountNo)
    .executeTakeFirst()
  return row !== undefined && row.member_id !== except
}

export function findCredential(db: Db, phone: string) {
  return db
    .selectFrom('members')
    .select(['id', 'password_hash', 'is_active'])
    .where('phone', '=', phone)
    .executeTakeFirst()
}

export function findCredentialById(db: Db, memberId: string) {
  return db
    .selectFrom('members')
    .select(['id', 'phone', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/**
 * Opens a session. With `passwordHash` only while that is still the member's: the row is locked, so a new password that is
 * set at the same moment either ends this session with the others, or keeps it from being opened.
 * @returns whether it was opened
 */
export async function insertSession(
  db: Db,
  session: {
    hash: string
    memberId: string
    remember: boolean
    now: Date
    expiresAt: Date
    passwordHash?: string | undefined
  },
): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `insert into sessions (hash, member_id, remember, created_at, expires_at, last_used_at)
     select $1, id, $3, $4, $5, $4 from members
     where id = $2 and ($6::text is null or password_hash = $6) for share
     returning hash`,
    [
      session.hash,
      session.memberId,
      session.remember,
      session.now,
      session.expiresAt,
      session.passwordHash ?? null,
    ],
  )
  return rows.length > 0
}

export async function revokeSession(db: Db, hash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Sessions that are not revoked, including expired ones: a plan by the index on expires_at would read all of them. The
 * ended sessions of a deactivated member are included, so that the member is shown the reason.
 */
export const selectSessions = (database: Database, hashes: string[]) =>
  database.query<{
    hash: string
    member_id: string
    expires_at: Date
    last_used_at: Date
    is_active: boolean
  }>(
    `select s.hash, s.member_id, s.expires_at, s.last_used_at, m.is_active
     from sessions s join members m on m.id = s.member_id
     where s.hash = any($1::text[]) and (s.revoked_at is null or not m.is_active)`,
    [hashes],
  )

/** Records that sessions were used. */
export async function touchSessions(database: Database, hashes: string[], now: Date): Promise<void> {
  await database.query(
    'update sessions set last_used_at = $2 where hash = any($1::text[]) and last_used_at < $2',
    [hashes, now],
  )
}

/** Those of the sessions that are neither revoked nor expired, and whose member is active. */
export async function livingSessions(database: Database, hashes: string[], now: Date): Promise<string[]> {
  const rows = await database.query<{ hash: string }>(
    `select s.hash from sessions s join members m on m.id = s.member_id
     where s.hash = any($1::text[]) and s.revoked_at is null and s.expires_at > $2 and m.is_active`,
    [hashes, now],
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Stores a new password and ends every session but the one that changed it (rules.md §2.2).
 * @returns the hashes of those sessions
 */
export async function replacePassword(
  db: Db,
  change: { memberId: string; passwordHash: string; keepSession: string; now: Date },
): Promise<string[]> {
  return transaction(db, async (tx) => {
    await tx
      .updateTable('members')
      .set({ password_hash: change.passwordHash })
      .where('id', '=', change.memberId)
      .execute()
    const ended = await tx
      .updateTable('sessions')
      .set({ revoked_at: change.now })
      .where('member_id', '=', change.memberId)
      .where('hash', '<>', change.keepSession)
      .where('revoked_at', 'is', null)
      .returning('hash')
      .execute()
    return ended.map(({ hash }) => hash)
  })
}

export async function updateMemberName(db: Db, memberId: string, name: string): Promise<void> {
  await db.updateTable('members').set({ name }).where('id', '=', memberId).execute()
}

/** A member's bank account, and the currency of the money that goes there. */
export interface KeptAccount {
  currency: Currency
  bankCode: string
  accountNo: string
  accountName: string
}

/** Bank accounts by member, locked until the transaction ends. */
export async function keepBankAccounts(tx: Tx, memberIds: string[]): Promise<Map<string, KeptAccount>> {
  const rows = await rawQuery<KeptAccount & { id: string }>(
    tx,
    `select a.member_id as id, m.currency, a.bank_code as "bankCode", a.account_no as "accountNo",
       a.account_name as "accountName"
     from member_bank_accounts a join members m on m.id = a.member_id
     where a.member_id = any($1::text[]) order by a.member_id for share of a`,
    [memberIds],
  )
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}

/**
 * Stores another bank account. With `whileUnused` only if no money has moved, which is asked after the row lock that
 * crediting by the account takes, too.
 * @returns whether it was stored
 * @throws Refusal `EXISTING_BANK`
 */
export async function updateBankAccount(
  db: Db,
  memberId: string,
  bank: { bankCode: string; bankAccountNo: string; bankAccountName: string },
  now: Date,
  options: { whileUnused: boolean },
): Promise<boolean> {
  try {
    return await transaction(db, async (tx) => {
      await rawQuery(tx, 'select from member_bank_accounts where member_id = $1 for update', [memberId])
      if (options.whileUnused && (await hasMovedMoney(tx, memberId))) return false
      const rows = await rawQuery(
        tx,
        `update member_bank_accounts
         set bank_code = $2, account_no = $3, account_name = $4, updated_at = $5
         where member_id = $1
         returning member_id`,
        [memberId, bank.bankCode, bank.bankAccountNo, bank.bankAccountName, now],
      )
      return rows.length > 0
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Deletes sessions a month after their end, and one-time passwords after two days. */
export async function sweepExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', addSeconds(now, -30 * 86_400))
    .execute()
  await db
    .deleteFrom('otp_requests')
    .where('sent_at', '<', addSeconds(now, -2 * 86_400))
    .execute()
}
