import { isSamePhone, type Phone } from '@krapao/contract/phone.ts'
import type { Context } from '../context.ts'
import accounts from './content/accounts.json' with { type: 'json' }
import kipAccounts from './content/accounts-kip.json' with { type: 'json' }
import {
  hasHouseAccounts,
  houseAccountExists,
  insertAccounts,
  type ShownAccount,
  selectAmbiguousNumbers,
  selectShownAccounts,
  selectWalletNumbers,
} from './store.ts'

/** The accounts of the house: at banks, at gateways, and payment wallets. */

export {
  accountsPaidInto,
  findHouseAccount,
  findHouseWallet,
  gatewayCurrency,
  type HouseAccount,
  hasGateway,
  listGateways,
  type OwnSource,
  paysIntoBank,
  selectHouses,
  selectOffered,
  selectOwnSources,
} from './store.ts'

/** Accounts of the house that members are shown, in the operator's order. */
export function listHouseAccounts({ db }: Context): Promise<ShownAccount[]> {
  return selectShownAccounts(db)
}

/** Whether a bank account number, in digits, is one of the house's own, including switched-off ones. */
export function isHouseAccount({ db }: Context, bankCode: string, accountNo: string): Promise<boolean> {
  return houseAccountExists(db, bankCode, accountNo)
}

/**
 * Whether a phone number is that of a payment wallet of the house, in whatever spelling, including
 * switched-off ones.
 */
export async function isHouseWallet({ db }: Context, phone: Phone): Promise<boolean> {
  const wallets = await selectWalletNumbers(db)
  return wallets.some((number) => isSamePhone(number, phone))
}

/**
 * Logs accounts of the house that cannot be told apart; the rows are the operator's, so nothing is changed.
 */
export async function logAmbiguousAccounts({ db, log }: Context): Promise<void> {
  for (const number of await selectAmbiguousNumbers(db)) {
    log.error({ accountNo: number }, 'an account number of the house is at two banks, or in two currencies')
  }
}

/**
 * Accounts to pay to for the demo world. Never used in a real installation, whose members must not see an
 * account number that nobody owns. The Lao build has members of both currencies.
 */
export async function insertDemoAccounts({ db, brand }: Context): Promise<void> {
  if (await hasHouseAccounts(db)) return
  await insertAccounts(db, brand.variant === 'la' ? [...kipAccounts, ...accounts] : accounts)
}
