import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { registerOtp, serviceActive } from './rules.ts'
import { type Bank, selectBanks, selectSources } from './store.ts'

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

/** Where a member heard of us, by code; undefined when unknown. `language` picks the description (Thai by default). */
export async function findSource(
  context: Context,
  code: string,
  language: Language = 'th',
): Promise<{ code: string; description: string } | undefined> {
  return (await selectSources(context.db, language)).find((source) => source.code === code)
}
