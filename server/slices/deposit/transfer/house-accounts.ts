import { paymentWallet } from '@krapao/contract/limits.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { sql } from 'kysely'
import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** An account of the house at a bank, or a payment wallet that people pay to by its number. */
export interface HouseAccount {
  /** `EWALLET` of a payment wallet. */
  bankCode: string
  accountNo: string
  currency: Currency
  /** Members pay to it by QR code, too: what comes in may be a code's payment, which its gateway reports. */
  takesQr: boolean
}

/** SQL: whether an account of the house is one that is offered by QR code (product.md §4, deposit list split). */
export const takesQr = `(bank_code = 'KBANK' and mode = 'SMS')`

/**
 * The house's account of a number that a feed may report payments to; also one that members are no longer shown, because
 * they still pay to it. A wallet for gift links is none: what it takes is credited by the link.
 */
export async function findHouseAccount(db: Db, accountNo: string): Promise<HouseAccount | undefined> {
  const row = await db
    .selectFrom('deposit_accounts')
    .select(['bank_code as bankCode', 'account_no as accountNo', 'currency'])
    .select(sql<boolean>`coalesce(${sql.raw(takesQr)}, false)`.as('takesQr'))
    .where('account_no', '=', accountNo)
    .where((is) =>
      is.or([is('bank_type', '=', 'BANK'), is.and([is('kind', '=', 'wallet'), is('mode', '=', 'AUTO')])]),
    )
    .orderBy('enabled', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row && { ...row, bankCode: row.bankCode ?? paymentWallet }
}

/** An account of the house that can be paid to, as it is shown. */
export interface ShownAccount {
  bankCode: string
  accountNo: string
  accountName: string
  currency: Currency
  nameTH: string
  nameEN: string
}

export function selectHouseAccounts(db: Db): Promise<ShownAccount[]> {
  return db
    .selectFrom('deposit_accounts as d')
    .innerJoin('banks as b', (join) =>
      join.on(sql<boolean>`b.code = coalesce(d.bank_code, ${paymentWallet})`),
    )
    .select([
      'b.code as bankCode',
      'd.account_no as accountNo',
      'd.account_name as accountName',
      'd.currency',
      'b.name_th as nameTH',
      'b.name_en as nameEN',
    ])
    .where((is) =>
      is.or([
        is('d.bank_type', '=', 'BANK'),
        is.and([is('d.kind', '=', 'wallet'), is('d.mode', '=', 'AUTO')]),
      ]),
    )
    .where('d.enabled', '=', true)
    .orderBy('d.sort')
    .orderBy('d.id')
    .execute()
}

/** Every bank account of the house, also those that members are no longer shown: they still pay to them. */
export function selectHouses(db: Db | Tx): Promise<HouseAccount[]> {
  return rawQuery(
    db,
    `select bank_code as "bankCode", account_no as "accountNo", currency, ${takesQr} as "takesQr" from deposit_accounts
     where bank_type = 'BANK' and bank_code is not null order by enabled desc, sort, id`,
  )
}

/** Where money of the house can come from: a bank account, or a payment wallet with `EWALLET` for its bank. */
export interface OwnSource {
  bankCode: string
  accountNo: string
  currency: Currency
  /** A wallet that takes gift links: its money is in no account of the ledger that a transfer could leave. */
  takesGifts: boolean
}

/** Every account and wallet of the house that a transfer can come from, also those that are switched off. */
export function selectOwnSources(db: Db | Tx): Promise<OwnSource[]> {
  return rawQuery(
    db,
    `select coalesce(bank_code, $1) as "bankCode", account_no as "accountNo", currency,
       kind = 'wallet' and mode is distinct from 'AUTO' as "takesGifts" from deposit_accounts
     where bank_type = 'BANK' and bank_code is not null or kind = 'wallet' order by enabled desc, sort, id`,
    [paymentWallet],
  )
}
