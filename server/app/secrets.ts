import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { derivedFrom, type Keys } from './installation-keys.ts'

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

/**
 * The keys of `CREDENTIAL_KEY` and `CREDENTIAL_KEY_OLD`, the one that seals first; each as 64 hex digits.
 * @throws Error if they are one: the change of a key to itself would never end
 */
export function keysOf(config: Pick<Config, 'CREDENTIAL_KEY' | 'CREDENTIAL_KEY_OLD' | 'DATA_DIR'>): Keys {
  const { CREDENTIAL_KEY = ownKey(config.DATA_DIR), CREDENTIAL_KEY_OLD } = config
  // A key of the environment was compared when the settings were read; one of DATA_DIR is known only now.
  if (CREDENTIAL_KEY_OLD?.toLowerCase() === CREDENTIAL_KEY.toLowerCase()) {
    throw new Error(
      '  CREDENTIAL_KEY_OLD should be another key than the one in DATA_DIR/credential.key, which this server has',
    )
  }
  return CREDENTIAL_KEY_OLD === undefined ? [CREDENTIAL_KEY] : [CREDENTIAL_KEY, CREDENTIAL_KEY_OLD]
}

/** The secret with which each key signs links to files. */
export const linkSecretsOf = (keys: Keys) =>
  ofEach(keys, (key) => createHmac('sha256', key).update('files').digest('hex'))

/**
 * Publishing reaches every database of a Redis, so other installations may be listening: a channel of each
 * key.
 */
export const channelsOf = (keys: Keys) => ofEach(keys, (key) => `krapao:live:${derivedFrom(key, 'live')}`)

const ofEach = ([key, old]: Keys, make: (key: string) => string): readonly [string, ...string[]] =>
  old === undefined ? [make(key)] : [make(key), make(old)]

/** A key generated for this installation and stored beside its data. */
function ownKey(folder: string): string {
  const file = join(folder, 'credential.key')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}
