import type { Currency } from '@krapao/contract/money.ts'
import { nationalPhone } from '@krapao/contract/sender.ts'
import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import {
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

export { insertDemoLookups } from './seed.ts'
export type { Bank } from './store.ts'

/** Whether the service is in operation. Asked by every call, so it reads the settings only (at most 2 s old). */
export function isServiceActive(context: Context): Promise<boolean> {
  return context.settings.get(serviceActive)
}

/** Whether registration verifies the phone by OTP. */
export function isRegisterOtpOn(context: Context): Promise<boolean> {
  return context.settings.get(registerOtp)
}

/** Banks a member of this build may register with, in the order of the list. */
export function listBanks(context: Context): Promise<Bank[]> {
  return selectBanks(context.db, context.brand.variant)
}

/** A bank that may be registered with now; undefined for unknown ones, QR gateways and banks that are switched off. */
export async function findBank(context: Context, code: string): Promise<Bank | undefined> {
  return (await listBanks(context)).find((bank) => bank.code === code)
}

/** Whether a bank account, its number in digits, is one of the house's own, also a switched-off one. */
export function isHouseAccount({ db }: Context, bankCode: string, accountNo: string): Promise<boolean> {
  return houseAccountExists(db, bankCode, accountNo)
}

/** Whether a phone number, in whatever spelling, is that of a payment wallet of the house, also a switched-off one. */
export async function isHouseWallet({ db }: Context, phone: string): Promise<boolean> {
  const wallets = await selectWalletNumbers(db)
  return wallets.some((number) => nationalPhone(number) === nationalPhone(phone))
}

/** Names of all banks and gateways in a language by their codes, also of those that are switched off. */
export async function bankNames({ db }: Context, language: Language): Promise<Map<string, string>> {
  return new Map((await selectBankNames(db, language)).map(({ code, name }) => [code, name]))
}

/** Where a member heard of us, by code; undefined when unknown. `language` picks the description (Thai by default). */
export async function findSource(
  context: Context,
  code: string,
  language: Language = 'th',
): Promise<{ code: string; description: string } | undefined> {
  return (await selectSources(context.db, language)).find((source) => source.code === code)
}

/** Least that a member may deposit by QR code or announce, in baht or kip. */
export function minDeposit(context: Context, currency: Currency): Promise<number> {
  return context.settings.get(depositMin[currency])
}

/** Least that a gift link may hold, in baht or kip. */
export async function minGift(context: Context, currency: Currency): Promise<number> {
  return Math.max(await context.settings.get(giftMin[currency]), 0.01)
}

/** Whether members announce deposits, which operators confirm (rules.md §5.5). */
export function isManualOn(context: Context): Promise<boolean> {
  return context.settings.get(depositManual)
}

/** Milliseconds that a copy of the list of banks may be old, like a setting. */
const banksAge = 2000
const banks = new WeakMap<Context, { readAt: number; codes: Promise<Set<string>> }>()

/** Whether there is such a bank, also one that may no longer be registered with: its customers can be paid. */
export async function isKnownBank(context: Context, code: string): Promise<boolean> {
  let memory = banks.get(context)
  if (!memory || performance.now() - memory.readAt > banksAge) {
    const read = { readAt: performance.now(), codes: selectBankCodes(context.db) }
    read.codes.catch(() => banks.delete(context))
    banks.set(context, read)
    memory = read
  }
  return (await memory.codes).has(code)
}

/** What an upload of a slip is held to: size in bytes, minutes after the transfer, and the closing hours (HH:mm, Bangkok). */
export async function readSlipLimits({ settings }: Context) {
  return {
    maxBytes: (await settings.get(slipMaxMegabytes)) * 1024 * 1024,
    uploadMinutes: await settings.get(slipUploadMinutes),
    closedFrom: await settings.get(slipClosedFrom),
    closedUntil: await settings.get(slipClosedUntil),
  }
}
