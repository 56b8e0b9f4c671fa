import type { Currency } from '@krapao/contract/money.ts'
import { isSamePhone, type Phone } from '@krapao/contract/phone.ts'
import type { Language } from '../../platform/http.ts'
import { type ShortCache, shortCache } from '../../platform/short-cache.ts'
import type { Context } from '../context.ts'
import { type ShownAccount, selectShownAccounts } from './house-account-store.ts'
import {
  chatWidget,
  depositManual,
  depositMin,
  giftMin,
  registerOtp,
  serviceActive,
  slipClosedFrom,
  slipClosedUntil,
  slipMaxMegabytes,
  slipUploadMinutes,
} from './rules.ts'
import {
  type Bank,
  houseAccountExists,
  selectBankCodes,
  selectBankNames,
  selectBanks,
  selectSources,
  selectWalletNumbers,
} from './store.ts'

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
  selectOwnSources,
} from './house-account-store.ts'
export { insertDemoLookups } from './seed.ts'
export { type Bank, everyBank } from './store.ts'

/**
 * Whether the service is in operation. Every call asks this, so it reads only the settings (cached for at most 2 s).
 */
export function isServiceActive(context: Context): Promise<boolean> {
  return context.settings.get(serviceActive)
}

/** Whether members and visitors may write to the staff. */
export function isChatOn({ settings }: Pick<Context, 'settings'>): Promise<boolean> {
  return settings.get(chatWidget)
}

/** Whether registration verifies the phone by OTP. */
export function isRegisterOtpOn(context: Context): Promise<boolean> {
  return context.settings.get(registerOtp)
}

/** Banks a member of this build may register with, in the order of the list. */
export function listBanks(context: Context): Promise<Bank[]> {
  return selectBanks(context.db, context.brand.variant)
}

/** A bank that members may register with now; undefined for unknown ones, QR gateways and switched-off banks. */
export async function findBank(context: Context, code: string): Promise<Bank | undefined> {
  return (await listBanks(context)).find((bank) => bank.code === code)
}

/** Accounts of the house that members are shown, in the operator's order. */
export function listHouseAccounts({ db }: Context): Promise<ShownAccount[]> {
  return selectShownAccounts(db)
}

/** Whether a bank account number, in digits, is one of the house's own, including switched-off ones. */
export function isHouseAccount({ db }: Context, bankCode: string, accountNo: string): Promise<boolean> {
  return houseAccountExists(db, bankCode, accountNo)
}

/** Whether a phone number is that of a payment wallet of the house, in whatever spelling, including switched-off ones. */
export async function isHouseWallet({ db }: Context, phone: Phone): Promise<boolean> {
  const wallets = await selectWalletNumbers(db)
  return wallets.some((number) => isSamePhone(number, phone))
}

/** Names of all banks and gateways in a language by their codes, including switched-off ones. */
export async function bankNames({ db }: Context, language: Language): Promise<Map<string, string>> {
  return new Map((await selectBankNames(db, language)).map(({ code, name }) => [code, name]))
}

/**
 * A source ("where did you hear of us?") by its code; undefined if unknown. `language` picks the description (Thai by
 * default).
 */
export async function findSource(
  context: Context,
  code: string,
  language: Language = 'th',
): Promise<{ code: string; description: string } | undefined> {
  return (await selectSources(context.db, language)).find((source) => source.code === code)
}

/** The minimum deposit by QR code or announcement, in baht or kip. */
export function minDeposit(context: Context, currency: Currency): Promise<number> {
  return context.settings.get(depositMin[currency])
}

/** The minimum of a gift link, in baht or kip. */
export async function minGift(context: Context, currency: Currency): Promise<number> {
  return Math.max(await context.settings.get(giftMin[currency]), 0.01)
}

/** Whether members announce deposits, which operators confirm (rules.md §5.5). */
export function isManualOn(context: Context): Promise<boolean> {
  return context.settings.get(depositManual)
}

declare module '../context.ts' {
  interface Services {
    bankCodes: ShortCache<Set<string>>
  }
}

/** The banks that exist, also those that are closed to registration, because their customers can still be paid. */
export const bankCodesOf = ({ db }: Pick<Context, 'db'>) => shortCache(() => selectBankCodes(db))

/**
 * The limits of an uploaded slip: size in bytes, minutes after the transfer, and the closing hours (HH:mm, Bangkok).
 */
export async function readSlipLimits({ settings }: Context) {
  return {
    maxBytes: (await settings.get(slipMaxMegabytes)) * 1024 * 1024,
    uploadMinutes: await settings.get(slipUploadMinutes),
    closedFrom: await settings.get(slipClosedFrom),
    closedUntil: await settings.get(slipClosedUntil),
  }
}
