import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The secrets that sign calls to and from the outside; the sandbox's own if nothing is configured. */
export const secretsOf = (config: Config) => ({
  sms: config.SMS_SECRET ?? 'sandbox-sms',
  games: config.GAMES_SECRET ?? 'sandbox-games',
  bank: config.BANK_SECRET ?? 'sandbox-bank',
  slips: config.SLIPS_SECRET ?? 'sandbox-slips',
  payments: config.PAYMENTS_SECRET ?? 'sandbox-payments',
  gifts: config.GIFTS_SECRET ?? 'sandbox-gifts',
  payouts: config.PAYOUTS_SECRET ?? 'sandbox-payouts',
})

/** A key generated for this installation and stored beside its data. */
export function ownKey(folder: string): string {
  const file = join(folder, 'credential.key')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
