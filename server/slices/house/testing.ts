import type { Currency } from '@krapao/contract/money.ts'
import type { Database } from '../../platform/database.ts'

/** Helpers for the tests of this slice, and of those that need accounts of the house. */

type Queries = Pick<Database, 'query'>

interface TestHouseAccount {
  kind?: 'bank' | 'wallet'
  /** Of a bank or gateway. */
  bankCode?: string
  bankType?: 'BANK' | 'PAYMENT'
  mode?: 'AUTO' | 'SMS'
  accountName?: string
  accountNo: string
  currency?: Currency
  sort: number
  enabled?: boolean
  purpose?: 'deposit' | 'payout'
}

/** Adds accounts of the house to which members pay; one that is there stays as it is. */
export async function addHouseAccounts(database: Queries, ...accounts: TestHouseAccount[]): Promise<void> {
  for (const { kind = 'bank', bankCode, accountNo, sort, ...more } of accounts) {
    const bankType = kind === 'wallet' ? 'WALLET' : (more.bankType ?? 'BANK')
    const { mode = 'AUTO', accountName = 'KRAPAO', currency = 'THB' } = more
    const { enabled = true, purpose = 'deposit' } = more
    await database.query(
      `insert into deposit_accounts
         (kind, bank_code, bank_type, mode, account_name, account_no, currency, sort, enabled, purpose)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
      [kind, bankCode ?? null, bankType, mode, accountName, accountNo, currency, sort, enabled, purpose],
    )
  }
}

/** Changes the currency of the accounts at a bank or gateway, and whether they are offered. */
export async function changeHouseAccounts(
  database: Queries,
  bankCode: string,
  { currency, enabled }: { currency: Currency; enabled: boolean },
): Promise<void> {
  await database.query('update deposit_accounts set currency = $2, enabled = $3 where bank_code = $1', [
    bankCode,
    currency,
    enabled,
  ])
}

/** Removes the accounts with these numbers; without a number, all. */
export async function removeHouseAccounts(database: Queries, ...numbers: string[]): Promise<void> {
  await database.query(
    'delete from deposit_accounts where account_no = any($1) or cardinality($1::text[]) = 0',
    [numbers],
  )
}
