import { isLoopback } from '../platform/client-address.ts'
import { minSecret, type PartnerSecrets } from './config-values.ts'

/** Faults of a whole configuration whose values are right by themselves. */

/** The address of the other side, and the secret that signs the calls in both directions. */
export const outside = [
  ['SMS_URL', 'SMS_SECRET'],
  ['GAMES_URL', 'GAMES_SECRET'],
  ['SLIPS_URL', 'SLIPS_SECRET'],
  ['PAYMENTS_URL', 'PAYMENTS_SECRET'],
  ['GIFTS_URL', 'GIFTS_SECRET'],
  ['PAYOUTS_URL', 'PAYOUTS_SECRET'],
] as const

/**
 * Settings with the same secret: a partner who has it for one purpose could sign for the other. Named by
 * their settings, never shown.
 */
export function repeatedSecrets(config: Record<string, unknown>): string[] {
  const names = new Map<string, string[]>()
  const note = (name: string, secret: unknown) => {
    if (typeof secret === 'string' && secret !== '') names.set(secret, [...(names.get(secret) ?? []), name])
  }
  for (const name of [...outside.map(([, secret]) => secret), 'BANK_SECRET', 'METRICS_TOKEN'])
    note(name, config[name])
  for (const name of ['GAMES_SECRETS', 'PAYMENTS_SECRETS', 'BANK_SECRETS']) {
    const secrets = (config[name] ?? {}) as PartnerSecrets
    for (const [partner, secret] of Object.entries(secrets)) note(`${name} of ${partner}`, secret)
  }
  for (const name of ['CREDENTIAL_KEY', 'CREDENTIAL_KEY_OLD']) {
    const key = config[name] as string | undefined
    // Hex digits are the same key in either case; that the two keys are one is said in words of its own.
    const same = [...names.keys()].find((secret) => secret.toLowerCase() === key?.toLowerCase())
    if (same !== undefined) note(name, same)
  }
  return [...names.values()]
    .filter((same) => same.length > 1)
    .map(
      (same) => `${same.join(' and ')} should be different secrets: whoever has one could sign for the other`,
    )
}

/**
 * The settings that a server in production requires beside those that may be `off`.
 * @param isGiven whether a setting has a value of the operator's
 */
export function problemsOfLive(
  config: Record<string, unknown>,
  isGiven: (name: string) => boolean,
): string[] {
  const problems: string[] = []
  if (!config.DATABASE_URL) {
    problems.push('DATABASE_URL should be set: the embedded database is not for real money')
  }
  for (const [address, secret] of outside) {
    if (config[address] && !config[secret] && !config[`${secret}S`])
      problems.push(`${secret} should be set, because ${address} is`)
  }
  for (const name of [...outside.map(([, secret]) => secret), 'BANK_SECRET', 'METRICS_TOKEN']) {
    const secret = config[name] as string | undefined
    if (secret && secret.length < minSecret) {
      problems.push(`${name} should have at least ${minSecret} characters`)
    }
  }
  for (const name of ['CREDENTIAL_KEY', 'CREDENTIAL_KEY_OLD']) {
    if (/^(.)\1*$/.test((config[name] as string | undefined) ?? '')) problems.push(`${name} should be random`)
  }
  // Sealed passwords, gift links and links to pictures have to be readable on every node and after a new
  // installation.
  if (!config.CREDENTIAL_KEY)
    problems.push('CREDENTIAL_KEY should be set outside demo mode: 64 random hex digits')
  const contact = isGiven('PUSH_CONTACT') ? (config.PUSH_CONTACT as string | undefined) : undefined
  if (contact && !isReachable(contact)) {
    problems.push('PUSH_CONTACT should be a real address of yours: Apple accepts no message with a local one')
  }
  return problems
}

/**
 * Whether an address of a contact is one that others can reach: no local name, no number, none that is for
 * examples.
 */
function isReachable(contact: string): boolean {
  const host = contact.startsWith('mailto:')
    ? contact.slice(contact.lastIndexOf('@') + 1)
    : new URL(contact).hostname
  const reserved = /(^|\.)(example\.(com|net|org)|invalid|local|localhost|internal|lan|test)$/
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i.test(host) && !reserved.test(host.toLowerCase())
}

/**
 * The settings that a demo must not have: in the sandbox anybody can make deposits, and real payouts would
 * follow (rules.md §15).
 */
export function problemsOfDemo(config: Record<string, unknown>): string[] {
  const unless = 'in a demo, unless DEMO_UNSAFE=1 says otherwise; set DEMO=0 for real money'
  const problems: string[] = []
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    if (config[name] && !isLocalDatabase(config[name] as string)) {
      problems.push(`${name} should be a database on this machine ${unless}`)
    }
  }
  for (const [address] of outside) {
    if (config[address]) problems.push(`${address} should not be set ${unless}`)
  }
  if (!isLoopback(config.HOST as string)) {
    problems.push(`HOST should be an address of this machine only, such as 127.0.0.1, ${unless}`)
  }
  return problems
}

/** A database address without a host means a socket of this machine. */
function isLocalDatabase(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  // The last one counts, as in the driver.
  const host = searchParams.getAll('host').at(-1) ?? hostname
  return host === '' || host.startsWith('/') || isLoopback(host)
}
