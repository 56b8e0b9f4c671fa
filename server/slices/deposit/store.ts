import { type Generated, sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import type { MemberAccount } from './rules.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    bank_transfers: {
      id: Generated<number>
      house_bank_code: string
      house_account_no: string
      currency: 'THB' | 'LAK'
      reference: string
      amount_minor: number
      sent_at: Date
      from_bank: string
      from_account_no: string
      from_name: string
      state: TransferState
      member_id: string | null
      journal_key: string | null
      received_at: Date
      fed_at: Date | null
      contradicts_id: Generated<number | null>
    }
  }
}

/**
 * `unmatched`: waits for a person to say whose money it is; `returned`: a person sent it back outside the ledger;
 * `doubtful`: waits for a person to say whether it is the transfer that was credited to the member already, by slip or feed
 * under another reference; `linked`: it is.
 */
export type TransferState = 'credited' | 'unmatched' | 'returned' | 'doubtful' | 'linked'

/** An account of the house at a bank. */
export interface HouseAccount {
  bankCode: string
  accountNo: string
  currency: 'THB' | 'LAK'
  /** Members pay to it by QR code, too: what comes in may be a code's payment, which its gateway reports. */
  takesQr: boolean
}

/** SQL: whether an account of the house is one that is offered by QR code (spec.md §4, deposit list split). */
export const takesQr = `(bank_code = 'KBANK' and mode = 'SMS')`

/** A transfer as the bank reports it. `amountMinor`: in the currency of the house's account. */
export interface Report {
  reference: string
  amountMinor: number
  sentAt: Date
  fromBank: string
  fromAccountNo: string
  fromName: string
}

/** The house's bank account of a number; also one that members are no longer shown, because they still pay to it. */
export async function findHouseAccount(db: Db, accountNo: string): Promise<HouseAccount | undefined> {
  const row = await db
    .selectFrom('deposit_accounts')
    .select(['bank_code as bankCode', 'account_no as accountNo', 'currency'])
    .select(sql<boolean>`${sql.raw(takesQr)}`.as('takesQr'))
    .where('account_no', '=', accountNo)
    .where('bank_type', '=', 'BANK')
    .orderBy('enabled', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row?.bankCode ? { ...row, bankCode: row.bankCode } : undefined
}

/** A bank account of the house as it is shown. */
export interface ShownAccount {
  bankCode: string
  accountNo: string
  accountName: string
  nameTH: string
  nameEN: string
}

export function selectHouseAccounts(db: Db): Promise<ShownAccount[]> {
  return db
    .selectFrom('deposit_accounts as d')
    .innerJoin('banks as b', 'b.code', 'd.bank_code')
    .select([
      'b.code as bankCode',
      'd.account_no as accountNo',
      'd.account_name as accountName',
      'b.name_th as nameTH',
      'b.name_en as nameEN',
    ])
    .where('d.bank_type', '=', 'BANK')
    .where('d.enabled', '=', true)
    .orderBy('d.sort')
    .orderBy('d.id')
    .execute()
}

/**
 * Claims a transfer as unmatched. The same transfer in another transaction waits here for that one's end.
 * @param contradictsId the row of what was reported before, where this cannot be the same
 * @returns its row's id; undefined when it was reported before
 */
export async function insertTransfer(
  tx: Tx,
  house: HouseAccount,
  report: Report,
  now: Date,
  contradictsId: number | null = null,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('bank_transfers')
    .values({
      house_bank_code: house.bankCode,
      house_account_no: house.accountNo,
      currency: house.currency,
      reference: report.reference,
      amount_minor: report.amountMinor,
      sent_at: report.sentAt,
      from_bank: report.fromBank,
      from_account_no: report.fromAccountNo,
      from_name: report.fromName,
      state: 'unmatched',
      member_id: null,
      journal_key: null,
      received_at: now,
      fed_at: now,
      contradicts_id: contradictsId,
    })
    .onConflict((conflict) => conflict.columns(['house_account_no', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Members' accounts at a bank whose number is like `pattern` (`_` stands for any digit). They stay as they are until the
 * transaction ends: what is credited by an account is its member's.
 */
export function selectMemberAccounts(tx: Tx, bankCode: string, pattern: string): Promise<MemberAccount[]> {
  return tx
    .selectFrom('member_bank_accounts as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select([
      'm.id as memberId',
      'a.account_no as accountNo',
      'a.account_name as accountName',
      'm.currency',
      'm.is_active as isActive',
    ])
    .where('a.bank_code', '=', bankCode)
    .where('a.account_no', 'like', pattern)
    .forShare('a')
    .execute()
}

/** Notes that the feed tells of a transfer, too, which a slip told of first. */
export async function markFed(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('bank_transfers').set({ fed_at: now }).where('id', '=', id).execute()
}

/** Notes that a transfer was reported before, in another way. */
export async function markContradiction(tx: Tx, id: number, contradictsId: number): Promise<void> {
  await tx.updateTable('bank_transfers').set({ contradicts_id: contradictsId }).where('id', '=', id).execute()
}
