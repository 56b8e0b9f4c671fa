import type { Language } from '@krapao/contract/languages.ts'
import { shortCache } from '../../platform/short-cache.ts'
import type { Context } from '../context.ts'
import { chatWidget, registerOtp, serviceActive } from './rules.ts'
import { type Bank, selectBankCodes, selectBankNames, selectBanks, selectSources } from './store.ts'

export { insertDemoContact } from './seed.ts'
export { type Bank, bankNamesOf, everyBank } from './store.ts'

/**
 * Whether the service is in operation. Every call asks this, so it reads only the settings (cached for at
 * most 2 s).
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

/**
 * A bank that members may register with now; undefined for unknown ones, QR gateways and switched-off banks.
 */
export async function findBank(context: Context, code: string): Promise<Bank | undefined> {
  return (await listBanks(context)).find((bank) => bank.code === code)
}

/** Names of all banks and gateways in a language by their codes, including switched-off ones. */
export async function bankNames({ db }: Context, language: Language): Promise<Map<string, string>> {
  return new Map((await selectBankNames(db, language)).map(({ code, name }) => [code, name]))
}

/**
 * A source ("where did you hear of us?") by its code; undefined if unknown. `language` picks the description
 * (Thai by default).
 */
export async function findSource(
  context: Context,
  code: string,
  language: Language = 'th',
): Promise<{ code: string; description: string } | undefined> {
  return (await selectSources(context.db, language)).find((source) => source.code === code)
}

/**
 * The banks that exist, also those that are closed to registration, because their customers can still be
 * paid.
 */
export const bankCodesOf = ({ db }: Pick<Context, 'db'>) => shortCache(() => selectBankCodes(db))
