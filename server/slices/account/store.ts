import type { Currency } from '@krapao/contract/money.ts'
import type { Phone } from '@krapao/contract/phone.ts'
import { searchForm } from '@krapao/contract/search-form.ts'
import { withoutZeros } from '@krapao/contract/sender.ts'
import { type Generated, sql } from 'kysely'
import { hasMovedMoney } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { type Db, rawQuery, type Tx, transaction } from '../../platform/database.ts'
import type { Caller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { keepSession, livingInOrder } from './session-store.ts'

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
      birth_date: string | null
      currency: Currency
      is_active: Generated<boolean>
      created_at: Date
      /** The name as operators search it (`searchForm`); null: from before, and not yet written. */
      search_name: Generated<string | null>
    }
    member_bank_accounts: {
      member_id: string
      bank_code: string
      account_no: string
      account_name: string
      updated_at: Date
      /**
       * Empty, or the member's id where another member had the number before numbers were compared without
       * zeros.
       */
      collision: Generated<string>
      /** The account's name as operators search it. */
      search_name: Generated<string | null>
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
      phone: Phone
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
  phone: Phone
  name: string
  passwordHash: string
  sourceCode: string | null
  invitedBy: string | null
  birthDate: string | null
  currency: Currency
  createdAt: Date
  bankCode: string
  bankAccountNo: string
  bankAccountName: string
}

/**
 * Stores a member and the bank account together. Simultaneous registrations of one phone or bank account are
 * decided by the database's constraints, so exactly one succeeds (rules.md §2.5).
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
          search_name: searchForm(row.name),
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
          search_name: searchForm(row.bankAccountName),
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

export async function phoneExists(db: Db, phone: Phone): Promise<boolean> {
  return (
    (await db.selectFrom('members').select('id').where('phone', '=', phone).executeTakeFirst()) !== undefined
  )
}

export async function memberExists(db: Db, memberId: string): Promise<boolean> {
  return (
    (await db.selectFrom('members').select('id').where('id', '=', memberId).executeTakeFirst()) !== undefined
  )
}

/**
 * Whether a bank account belongs to a member, whatever zeros its number begins with; `except` is a member
 * whose own it may be.
 */
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
    .where(sql<string>`ltrim(account_no, '0')`, '=', withoutZeros(accountNo))
    .$if(except !== undefined, (query) => query.where('member_id', '<>', except ?? ''))
    .executeTakeFirst()
  return row !== undefined
}

export function findCredential(db: Db, phone: Phone) {
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
 * Stores a new password in the place of the one that was checked, and ends every session but the caller's
 * (rules.md §2.2). A password that was set meanwhile by a code stays: its session has ended the caller's.
 * @param change.before the hash that was checked
 * @returns the hashes of those sessions
 * @throws Refusal `WRONG_PASSWORD` if the member has another password by now; `INACTIVE_USER`,
 *   `invalid-token`
 */
export async function replacePassword(
  db: Db,
  caller: Caller,
  change: { before: string; passwordHash: string; now: Date },
): Promise<string[]> {
  return transaction(db, async (tx) => {
    const replaced = await rawQuery(
      tx,
      'update members set password_hash = $2 where id = $1 and password_hash = $3 returning id',
      [caller.memberId, change.passwordHash, change.before],
    )
    await keepSession(tx, caller)
    if (replaced.length === 0) throw new Refusal('WRONG_PASSWORD')
    return revokeOthers(tx, caller.memberId, caller.sessionHash, change.now)
  })
}

/** Ends the member's sessions but one. @returns the hashes of those that it ended */
export async function revokeOthers(
  handle: Db | Tx,
  memberId: string,
  own: string,
  now: Date,
): Promise<string[]> {
  const rows = await rawQuery<{ hash: string }>(
    handle,
    `update sessions set revoked_at = $3
     where hash in ${livingInOrder('member_id = $1 and hash <> $2')} returning hash`,
    [memberId, own, now],
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Locks a member before the sessions, so that of several changes at one moment the first decides. Rows that
 * name the member are added meanwhile: a withdrawal's, whose transaction has locked the session, would else
 * wait for us in a circle.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await rawQuery(tx, 'select from members where id = $1 for no key update', [memberId])
}

export async function updateMemberName(db: Db, memberId: string, name: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ name, search_name: searchForm(name) })
    .where('id', '=', memberId)
    .execute()
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
 * Stores another bank account. With `whileUnused` only if no money has moved, which is asked after the row
 * lock that crediting by the account takes, too.
 * @returns whether it was stored
 * @throws Refusal `EXISTING_BANK`, `INACTIVE_USER`, `invalid-token`
 */
export async function updateBankAccount(
  db: Db,
  caller: Caller,
  bank: { bankCode: string; bankAccountNo: string; bankAccountName: string },
  now: Date,
  options: { whileUnused: boolean },
): Promise<boolean> {
  const { memberId } = caller
  try {
    return await transaction(db, async (tx) => {
      await rawQuery(tx, 'select from member_bank_accounts where member_id = $1 for update', [memberId])
      await keepSession(tx, caller)
      if (options.whileUnused && (await hasMovedMoney(tx, memberId))) return false
      const rows = await rawQuery(
        tx,
        `update member_bank_accounts
         set bank_code = $2, account_no = $3, account_name = $4, updated_at = $5, search_name = $6,
           collision = case when bank_code = $2 and ltrim(account_no, '0') = ltrim($3, '0') then collision else '' end
         where member_id = $1
         returning member_id`,
        [
          memberId,
          bank.bankCode,
          bank.bankAccountNo,
          bank.bankAccountName,
          now,
          searchForm(bank.bankAccountName),
        ],
      )
      return rows.length > 0
    })
  } catch (error) {
    throw refusalOf(error)
  }
}

/**
 * Writes the names from before as operators search them, a thousand at a time, and of a row only while nobody
 * else has written it.
 */
export async function fillSearchNames(db: Db): Promise<void> {
  const tables = [
    ['members', 'id', 'name'],
    ['member_bank_accounts', 'member_id', 'account_name'],
  ] as const
  for (const [table, id, name] of tables) {
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: { id: string; name: string }[] = await rawQuery(
        db,
        `select ${id} as id, ${name} as name from ${table} where search_name is null and ${id} > $1
         order by ${id} limit 1000`,
        [last],
      )
      await rawQuery(
        db,
        `update ${table} t set search_name = f.form from unnest($1::text[], $2::text[], $3::text[]) as f (id, name, form)
         where t.${id} = f.id and t.search_name is null and t.${name} = f.name`,
        [rows.map((row) => row.id), rows.map((row) => row.name), rows.map((row) => searchForm(row.name))],
      )
      last = rows.at(-1)?.id
    }
  }
}

/**
 * How many numbers of two people wait for support: one phone or bank account is one member's (rules.md §2).
 */
export async function countCollisions(db: Db): Promise<number> {
  const [row] = await rawQuery<{ count: number }>(
    db,
    'select count(*)::int as count from number_collisions',
    [],
  )
  return row?.count ?? 0
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
