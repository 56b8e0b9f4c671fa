import type { BankNames } from '@krapao/contract/bank-names.ts'
import type { Words } from '@krapao/contract/languages.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { withoutZeros } from '@krapao/contract/sender.ts'
import { type Generated, sql } from 'kysely'
import { type Db, rawQuery, type Tx } from '../../platform/database.ts'
import { bankNamesOf, everyBank } from '../lookup/public.ts'

declare module '../../platform/database.ts' {
  interface Tables {
    deposit_accounts: {
      id: Generated<number>
      kind: 'bank' | 'wallet'
      bank_code: string | null
      bank_type: 'BANK' | 'PAYMENT' | 'WALLET'
      mode: 'AUTO' | 'SMS'
      account_name: string
      account_no: string
      currency: Currency
      sort: number
      enabled: Generated<boolean>
    }
  }
}

/** An account of the house at a bank, or a payment wallet that people pay to by its number. */
export interface HouseAccount {
  /** `EWALLET` of a payment wallet. */
  bankCode: string
  accountNo: string
  currency: Currency
  /**
   * Members also pay to it by QR code: an incoming transfer may be a code's payment, which its gateway
   * reports.
   */
  takesQr: boolean
}

/**
 * SQL: whether an account of the house, with the alias `d`, is offered by QR code (product.md §4, deposit
 * list split).
 */
const takesQr = `(d.bank_code = 'KBANK' and d.mode = 'SMS')`
/** The same: whether a gateway makes codes for it. */
const hasCodes = `(d.bank_type = 'PAYMENT' or ${takesQr})`
/**
 * The same: whether people pay to it by its number. A wallet for gift links is excluded, because gifts are
 * credited by their links.
 */
const isPaidByNumber = `(d.bank_type = 'BANK' or d.kind = 'wallet' and d.mode = 'AUTO')`

/** Whether the house has any account, including switched-off ones. */
export const hasHouseAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('deposit_accounts').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * The house's account with a number, to which a feed may report payments; also one that members are no longer
 * shown, because they may still pay to it.
 */
export async function findHouseAccount(db: Db, accountNo: string): Promise<HouseAccount | undefined> {
  const [row] = await rawQuery<HouseAccount>(
    db,
    `select coalesce(d.bank_code, $2) as "bankCode", d.account_no as "accountNo", d.currency,
       coalesce(${takesQr}, false) as "takesQr"
     from deposit_accounts d where d.account_no = $1 and ${isPaidByNumber} order by d.enabled desc, d.id limit 1`,
    [accountNo, paymentWallet],
  )
  return row
}

/**
 * Numbers that are the house's at two banks, or in two currencies. Reports of a bank, the ledger's accounts
 * (`bank:{no}`, `suspense:{no}`) and the references of transfers know an account by its number alone, so
 * money of both would be mixed.
 */
export async function selectAmbiguousNumbers(db: Db): Promise<string[]> {
  const rows = await rawQuery<{ number: string }>(
    db,
    `select d.account_no as number from deposit_accounts d where ${isPaidByNumber}
     group by d.account_no having count(distinct (d.bank_code, d.currency)) > 1 order by 1`,
    [],
  )
  return rows.map(({ number }) => number)
}

/** An account of the house to which members can pay, as it is shown. */
export interface ShownAccount extends BankNames {
  bankCode: string
  accountNo: string
  accountName: string
  currency: Currency
}

/** The accounts that members are shown, in the operator's order. */
export async function selectShownAccounts(db: Db): Promise<ShownAccount[]> {
  const rows = await rawQuery<Omit<ShownAccount, keyof BankNames> & { names: Partial<Words> }>(
    db,
    `select b.code as "bankCode", d.account_no as "accountNo", d.account_name as "accountName", d.currency, b.names
     from deposit_accounts d join ${everyBank} on b.code = coalesce(d.bank_code, $1)
     where ${isPaidByNumber} and d.enabled order by d.sort, d.id`,
    [paymentWallet],
  )
  return rows.map(({ names, ...row }) => ({ ...row, ...bankNamesOf(names, row.bankCode) }))
}

/** An account or gateway that members may pay to, with the names of its bank. */
export interface OfferedAccount {
  kind: 'bank' | 'wallet'
  bankCode: string | null
  bank: BankNames
  bankType: 'BANK' | 'PAYMENT' | 'WALLET'
  mode: 'AUTO' | 'SMS'
  accountName: string
  accountNo: string
  currency: Currency
}

/** Accounts that members of a currency pay to, in the operator's order. */
export async function selectOffered(db: Db, currency: Currency): Promise<OfferedAccount[]> {
  const rows = await rawQuery<Omit<OfferedAccount, 'bank'> & { names: Partial<Words> | null }>(
    db,
    `select d.kind, d.bank_code as "bankCode", b.names,
       d.bank_type as "bankType", d.mode, d.account_name as "accountName", d.account_no as "accountNo", d.currency
     from deposit_accounts d left join ${everyBank} on b.code = d.bank_code
     where d.enabled and d.currency = $1 order by d.sort, d.id`,
    [currency],
  )
  return rows.map(({ names, ...row }) => ({ ...row, bank: bankNamesOf(names, '') }))
}

/** Inserts accounts that do not exist yet. */
export async function insertAccounts(db: Db, rows: object[]): Promise<void> {
  await db
    .insertInto('deposit_accounts')
    .values(rows as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Every bank account of the house, also those that members are no longer shown, because they may still pay to
 * them.
 */
export function selectHouses(db: Db | Tx): Promise<HouseAccount[]> {
  return rawQuery(
    db,
    `select d.bank_code as "bankCode", d.account_no as "accountNo", d.currency, ${takesQr} as "takesQr"
     from deposit_accounts d
     where d.bank_type = 'BANK' and d.bank_code is not null order by d.enabled desc, d.sort, d.id`,
  )
}

/** A source of the house's own money: a bank account, or a payment wallet, whose bank is `EWALLET`. */
export interface OwnSource {
  bankCode: string
  accountNo: string
  currency: Currency
  /**
   * A wallet for gift links: its money is in no account of the ledger from which a transfer could be made.
   */
  takesGifts: boolean
}

/** Every account and wallet of the house from which a transfer can come, including switched-off ones. */
export function selectOwnSources(db: Db | Tx): Promise<OwnSource[]> {
  return rawQuery(
    db,
    `select coalesce(bank_code, $1) as "bankCode", account_no as "accountNo", currency,
       kind = 'wallet' and mode is distinct from 'AUTO' as "takesGifts" from deposit_accounts
     where bank_type = 'BANK' and bank_code is not null or kind = 'wallet' order by enabled desc, sort, id`,
    [paymentWallet],
  )
}

/** The number of the house's wallet with a name; undefined if no such wallet is shown in this currency. */
export async function findHouseWallet(db: Db, name: string, currency: Currency): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposit_accounts')
    .select('account_no')
    .where('kind', '=', 'wallet')
    .where('account_name', '=', name)
    .where('currency', '=', currency)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.account_no
}

/**
 * Whether the house has an open account of that currency at a gateway. A gateway may have one in each
 * currency.
 */
export async function hasGateway(db: Db, gateway: string, currency: Currency): Promise<boolean> {
  const rows = await rawQuery(
    db,
    `select from deposit_accounts d
     where d.bank_code = $1 and ${hasCodes} and d.currency = $2 and d.enabled limit 1`,
    [gateway, currency],
  )
  return rows.length > 0
}

/** The gateways at which members can pay in a currency, in the operator's order. */
export async function listGateways(db: Db, currency: Currency): Promise<string[]> {
  const rows = await rawQuery<{ code: string }>(
    db,
    `select d.bank_code as code from deposit_accounts d
     where d.bank_code is not null and ${hasCodes} and d.currency = $1 and d.enabled order by d.sort, d.id`,
    [currency],
  )
  return [...new Set(rows.map(({ code }) => code))]
}

/** A gateway's currency, also if members are no longer shown the gateway; baht if it is unknown. */
export async function gatewayCurrency(handle: Db | Tx, gateway: string): Promise<Currency> {
  const [row] = await rawQuery<{ currency: Currency }>(
    handle,
    `select d.currency from deposit_accounts d where d.bank_code = $1 and ${hasCodes}
     order by d.enabled desc, d.sort, d.id limit 1`,
    [gateway],
  )
  return row?.currency ?? 'THB'
}

/**
 * SQL: the house's bank accounts that codes of a gateway are paid into, with the alias `d`, for an
 * `exists (…)`; a further condition on `d.account_no` may follow.
 * @param gateway SQL of its code, with its table's name
 */
export const accountsPaidInto = (gateway: string): string =>
  `select from deposit_accounts d where d.bank_code = ${gateway} and d.bank_type = 'BANK' and ${takesQr}`

/** Whether codes of a gateway are paid into a bank account of the house. */
export async function paysIntoBank(handle: Db | Tx, gateway: string): Promise<boolean> {
  const [row] = await rawQuery<{ found: boolean }>(
    handle,
    `select exists (${accountsPaidInto('$1')}) as found`,
    [gateway],
  )
  return row?.found ?? false
}

/**
 * Whether the house has an account at a bank, for deposits or for payouts, including switched-off ones.
 * @param accountNo digits only, with whatever zeros it begins; the operator may have entered it with dashes
 */
export async function houseAccountExists(db: Db, bankCode: string, accountNo: string): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_accounts')
    .select('id')
    .where('bank_code', '=', bankCode)
    .where(sql<string>`ltrim(regexp_replace(account_no, '\\D', '', 'g'), '0')`, '=', withoutZeros(accountNo))
    .executeTakeFirst()
  return row !== undefined
}

/** Numbers of the house's payment wallets as the operator entered them, including switched-off ones. */
export async function selectWalletNumbers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('deposit_accounts')
    .select('account_no')
    .where('kind', '=', 'wallet')
    .execute()
  return rows.map(({ account_no }) => account_no)
}
