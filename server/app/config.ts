import { isIP } from 'node:net'
import { isLoopback } from '../platform/client-address.ts'

/**
 * Every setting of the server: name, default, meaning, check. Settings are read from the environment at start; all
 * wrong ones are reported together, each with the valid values. docs/configuration.md is written from this table (`npm
 * run docs:config`; a test compares the two).
 */

interface Setting<T> {
  default: string | undefined
  doc: string
  /** What stops where a server in production says `off`; such a server starts only if it is set, or `off`. */
  off?: string
  /** Never shown in a message: it is a secret, or has one in it. */
  secret?: true
  /** @throws an Error that says what the value should be */
  parse(text: string | undefined): T
}

const setting = <T>(declared: Setting<T>) => declared

function whole(min: number, max: number) {
  return (text: string | undefined): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max)
      throw new Error(`a whole number from ${min} to ${max}`)
    return value
  }
}

function url(...protocols: string[]) {
  return (text: string | undefined): string | undefined => {
    if (!text) return undefined
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    }
    return text.replace(/\/$/, '')
  }
}

function oneOf<const V extends string>(...values: V[]) {
  return (text: string | undefined): V => {
    if (!values.includes(text as V)) throw new Error(`one of ${values.join(', ')}`)
    return text as V
  }
}

const text = (value: string | undefined): string | undefined => value || undefined

function hexKey(value: string | undefined): string | undefined {
  if (value && !/^[0-9a-f]{64}$/i.test(value)) throw new Error('64 hex digits')
  return value || undefined
}

/** Shorter secrets can be guessed, and the messages that they sign mean money. */
const minSecret = 16

function proxies(value: string | undefined): string[] | undefined {
  const named = value?.split(',').map((one) => one.trim())
  for (const one of named ?? []) {
    const [address = '', bits, ...more] = one.split('/')
    const widest = isIP(address) === 6 ? 128 : 32
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest)
    if (one !== 'loopback' && one !== 'uniquelocal' && (!isIP(address) || !isNetwork || more.length > 0)) {
      throw new Error('addresses or networks such as 10.0.0.0/8, with commas between them')
    }
  }
  return named
}

function origins(value: string | undefined): string[] | undefined {
  const given = value?.split(',').map((one) => one.trim())
  for (const one of given ?? []) {
    if (!URL.canParse(one) || new URL(one).origin !== one)
      throw new Error('origins such as https://m.example.com, with commas between them')
  }
  return given
}

function publicOrigin(value: string | undefined): string | undefined {
  if (!value) return undefined
  if (!URL.canParse(value) || new URL(value).origin !== value || !/^https?:/.test(value))
    throw new Error('an origin such as https://wallet.example')
  return value
}

/** Secrets by partner. */
export type PartnerSecrets = Record<string, string>

function partnerSecrets(value: string | undefined): PartnerSecrets | undefined {
  if (!value) return undefined
  const wanted = `JSON such as {"CODE": "a secret of its own"}, each of at least ${minSecret} characters and none twice`
  let given: unknown
  try {
    given = JSON.parse(value)
  } catch {
    throw new Error(wanted)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error(wanted)
  const secrets = Object.values(given)
  const isGood = secrets.every((one) => typeof one === 'string' && one.length >= minSecret)
  if (!isGood || new Set(secrets).size < secrets.length) throw new Error(wanted)
  return given as PartnerSecrets
}

/** Names of hosts; one that begins with `*.` stands for every name below. */
function hosts(value: string | undefined): string[] {
  const given = (value ?? '').split(',').map((one) => one.trim())
  for (const one of given) {
    if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/.test(one))
      throw new Error('names such as push.example.com or *.push.example.com, with commas between them')
  }
  return given
}

function contact(value: string | undefined): string {
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(value ?? '') || !URL.canParse(value ?? ''))
    throw new Error('an address that begins with mailto: or https://')
  return value as string
}

export const settings = {
  PORT: setting({
    default: '8080',
    doc: 'Port the server listens on; 0 takes a free one.',
    parse: whole(0, 65_535),
  }),
  HOST: setting({
    default: '127.0.0.1',
    doc: 'Address the server listens on.',
    parse: (value) => value as string,
  }),
  DATA_DIR: setting({
    default: '.data',
    doc: 'Folder for the embedded database and for uploaded files.',
    parse: (value) => value as string,
  }),
  DATABASE_URL: setting({
    default: undefined,
    secret: true,
    doc: 'PostgreSQL 15 or newer; a pooler in between has to keep sessions (operating.md). Unset: the embedded database (PGlite), in demo mode only.',
    parse: url('postgres:', 'postgresql:'),
  }),
  DATABASE_OWNER_URL: setting({
    default: undefined,
    secret: true,
    doc: 'The same database by the role that owns its tables, which only the migrations use at the start. With it, `DATABASE_URL` can name a role that owns none and cannot switch the guards of the books off (operating.md). Unset: `DATABASE_URL` migrates.',
    parse: url('postgres:', 'postgresql:'),
  }),
  DATABASE_POOL: setting({
    default: '10',
    doc: 'Connections to the database that this node opens at most. At a start two more, by `DATABASE_OWNER_URL`, while it migrates.',
    parse: whole(2, 200),
  }),
  REDIS_URL: setting({
    default: undefined,
    secret: true,
    off: 'live updates stay within a node, so only one may run',
    doc: 'Redis, so that live updates reach members on every node. Needed only with more than one node; `off`: there is one.',
    parse: url('redis:', 'rediss:'),
  }),
  DEMO: setting({
    default: '0',
    doc: '`1`: seeds the demo world and mounts the sandbox that plays SMS, banks and games. `npm start` sets it.',
    parse: (value) => oneOf('0', '1')(value) === '1',
  }),
  DEMO_UNSAFE: setting({
    default: '0',
    doc: '`1`: lets a demo use a database on another machine, an adapter’s own address, or an address that others reach. Anybody who reaches a demo can make deposits in it.',
    parse: (value) => oneOf('0', '1')(value) === '1',
  }),
  BRAND_FILE: setting({
    default: undefined,
    doc: 'JSON file with the operator’s brand: name, colours, mark, icon, texts, variant and build options (operating.md). Unset: Krapao’s own.',
    parse: text,
  }),
  SERVICE_WORKER: setting({
    default: '1',
    doc: '`0`: browsers keep nothing of the app. Those that do already throw it away at the next visit (operating.md).',
    parse: (value) => oneOf('0', '1')(value) === '1',
  }),
  LOG_LEVEL: setting({
    default: 'info',
    doc: 'Minimum level that is logged.',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  TRUST_PROXY: setting({
    default: undefined,
    doc: 'Reverse proxies in front, as addresses or networks with commas between them; `loopback` and `uniquelocal` name such networks. The caller’s address is the last in X-Forwarded-For that is none of theirs. Unset: there is none, and the header is not believed.',
    parse: proxies,
  }),
  ORIGINS: setting({
    default: undefined,
    doc: 'Further origins whose pages may open live connections, with commas between them, e.g. `https://m.example.com`. Pages of this server always may; behind a proxy that changes the Host header and is not in TRUST_PROXY, name the public origin here.',
    parse: origins,
  }),
  PUBLIC_URL: setting({
    default: undefined,
    doc: 'The address that members open, as an origin, e.g. `https://wallet.example`. Passkeys are made for its host, those of operators too, and codes by SMS end with it, so that phones fill them in. Unset or `off`: neither, except at `localhost`.',
    off: 'no passkeys, and no codes that phones fill in',
    parse: publicOrigin,
  }),
  CALLS_PER_SECOND: setting({
    default: '300',
    doc: 'Calls per second that one caller may go on making at a node, with ten times as many at once; then 429. A caller is a session, or an address of people without one; reports of banks and gateways, and health, are not counted. 0: no limit.',
    parse: whole(0, 1_000_000),
  }),
  STRICT_CONTRACT: setting({
    default: '0',
    doc: '`1`: a call that answers an error code which its contract does not declare fails with 500; the tests and `npm run dev` set it. `0`: it is answered as it is, logged as an error and counted in `undeclared_codes_total`.',
    parse: (value) => oneOf('0', '1')(value) === '1',
  }),
  API_DOCS: setting({
    default: undefined,
    doc: '`1`: shows the calls of members and visitors, and the reports to us, as a page at `/api/docs`. `0`: does not. Unset: in demo mode only.',
    parse: (value) => (value === undefined ? undefined : oneOf('0', '1')(value) === '1'),
  }),
  METRICS_TOKEN: setting({
    default: undefined,
    secret: true,
    doc: 'The token of `Authorization: Bearer` that `/metrics` requires. Unset: in demo mode callers on this machine without a proxy are answered, else there is no `/metrics`.',
    parse: text,
  }),
  SMS_URL: setting({
    default: undefined,
    secret: true,
    off: 'no codes are sent, so nobody can register or get a new password',
    doc: 'Base address of the SMS gateway. In demo mode the sandbox, unless set; else an address or `off`.',
    parse: url('http:', 'https:'),
  }),
  SMS_SECRET: setting({
    default: undefined,
    secret: true,
    doc: 'Secret that signs calls to the SMS gateway.',
    parse: text,
  }),
  GAMES_URL: setting({
    default: undefined,
    secret: true,
    off: 'no game can be opened or played',
    doc: 'Base address of the game provider hub; `{address}/{CODE}/…`. In demo mode the sandbox, unless set; else an address or `off`.',
    parse: url('http:', 'https:'),
  }),
  GAMES_SECRET: setting({
    default: undefined,
    secret: true,
    doc: 'Secret that signs calls to the game providers, and their reports at `/hooks/game/{code}`. Unset: no report is believed, except the sandbox’s in demo mode.',
    parse: text,
  }),
  GAMES_SECRETS: setting({
    default: undefined,
    secret: true,
    doc: 'Secrets of single providers, as JSON `{"PG": "…"}` with the provider’s code. A provider named here signs with its own secret and is believed by no other; `GAMES_SECRET` is for the others.',
    parse: partnerSecrets,
  }),
  BANK_SECRET: setting({
    default: undefined,
    secret: true,
    off: 'no report of the bank is believed',
    doc: 'Secret that the bank’s feed signs with at `/hooks/bank/{accountNo}`. Unset or `off`: no report is believed, except the sandbox’s in demo mode.',
    parse: text,
  }),
  BANK_SECRETS: setting({
    default: undefined,
    secret: true,
    doc: 'Secrets of single feeds, as JSON with the house account’s number. A feed named here is believed by its own secret only; `BANK_SECRET` is for the others.',
    parse: partnerSecrets,
  }),
  SLIPS_URL: setting({
    default: undefined,
    secret: true,
    off: 'no slip is checked',
    doc: 'Base address of the slip verifier. In demo mode the sandbox, unless set; else an address or `off`.',
    parse: url('http:', 'https:'),
  }),
  SLIPS_SECRET: setting({
    default: undefined,
    secret: true,
    doc: 'Secret that signs calls to the slip verifier.',
    parse: text,
  }),
  PAYMENTS_URL: setting({
    default: undefined,
    secret: true,
    off: 'no QR code is made',
    doc: 'Base address of the QR gateways; `{address}/{GATEWAY}/…`. In demo mode the sandbox, unless set; else an address or `off`.',
    parse: url('http:', 'https:'),
  }),
  PAYMENTS_SECRET: setting({
    default: undefined,
    secret: true,
    doc: 'Secret that signs calls to the QR gateways, and their reports at `/hooks/payment/{provider}`. Unset: no report is believed, except the sandbox’s in demo mode.',
    parse: text,
  }),
  PAYMENTS_SECRETS: setting({
    default: undefined,
    secret: true,
    doc: 'Secrets of single gateways, as JSON with the gateway’s code. A gateway named here signs with its own secret and is believed by no other; `PAYMENTS_SECRET` is for the others.',
    parse: partnerSecrets,
  }),
  GIFTS_URL: setting({
    default: undefined,
    secret: true,
    off: 'no gift link is redeemed',
    doc: 'Base address of the gift-link service. In demo mode the sandbox, unless set; else an address or `off`.',
    parse: url('http:', 'https:'),
  }),
  GIFTS_SECRET: setting({
    default: undefined,
    secret: true,
    doc: 'Secret that signs calls to the gift-link service.',
    parse: text,
  }),
  PAYOUTS_URL: setting({
    default: undefined,
    secret: true,
    off: 'no withdrawal is paid',
    doc: 'Base address of the bank that pays withdrawals out. In demo mode the sandbox, unless set; else an address or `off`.',
    parse: url('http:', 'https:'),
  }),
  PAYOUTS_SECRET: setting({
    default: undefined,
    secret: true,
    doc: 'Secret that signs calls to the bank that pays out.',
    parse: text,
  }),
  PUSH_HOSTS: setting({
    default:
      'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com,*.push.apple.com',
    doc: 'Push services to which messages for members’ browsers may be sent, with commas between them; `*.` stands for every name below. An address elsewhere is refused.',
    parse: hosts,
  }),
  PUSH_CONTACT: setting({
    default: 'mailto:operator@example.com',
    off: 'Apple’s devices get no notifications',
    doc: 'Where a push service reaches the operator: `mailto:…` or `https://…`. Apple refuses messages without a real one, so outside demo mode a local or example address is refused; `off`: there is none.',
    parse: contact,
  }),
  PUSH_URL: setting({
    default: undefined,
    secret: true,
    doc: 'Base address of a further push service. In demo mode the sandbox, unless set.',
    parse: url('http:', 'https:'),
  }),
  CREDENTIAL_KEY: setting({
    default: undefined,
    secret: true,
    doc: 'Key that seals game passwords, gift links under way, seeds of the wheel, operators’ second factors and the key of push messages in the database, and signs links to pictures: 32 bytes as 64 hex digits. In demo mode one is made up and kept in DATA_DIR.',
    parse: hexKey,
  }),
  CREDENTIAL_KEY_OLD: setting({
    default: undefined,
    secret: true,
    doc: 'A second key, in the same form, while `CREDENTIAL_KEY` is changed (operating.md): opens what it sealed, and seals nothing. First the key that comes, then the one that goes.',
    parse: hexKey,
  }),
} as const

/** The checked settings. */
export type Config = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> } & {
  /** The settings that are `off`, each with what it stops, for the log. */
  off: string[]
  /** Secrets that are given twice, which only a demo may have, for the log. */
  repeated: string[]
}

/**
 * Reads and checks the settings.
 * @throws Error with one line per bad setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const config: Record<string, unknown> = {}
  const table: [string, Setting<unknown>][] = Object.entries(settings)
  const isOff = (name: string, { off }: Setting<unknown>) => off !== undefined && environment[name] === 'off'
  for (const [name, declared] of table) {
    try {
      config[name] = declared.parse((!isOff(name, declared) && environment[name]) || declared.default)
    } catch (error) {
      const is = declared.secret
        ? 'it is not shown here, because it is secret'
        : `it is “${environment[name]}”`
      problems.push(`${name} should be ${(error as Error).message}; ${is}`)
    }
  }
  config.off = table.flatMap((one) => (isOff(...one) ? [`${one[0]}: ${one[1].off}`] : []))
  config.repeated = repeatedSecrets(config)
  if (config.DEMO === false) {
    problems.push(...(config.repeated as string[]))
    for (const [name, { off }] of table) {
      if (off && !environment[name]) problems.push(`${name} should be set, or be “off”: ${off}`)
    }
    problems.push(
      ...problemsOfLive(config, (name) => Boolean(environment[name]) && environment[name] !== 'off'),
    )
  }
  const [key, old] = [config.CREDENTIAL_KEY, config.CREDENTIAL_KEY_OLD] as (string | undefined)[]
  if (old && old.toLowerCase() === key?.toLowerCase()) {
    problems.push('CREDENTIAL_KEY_OLD should be another key than CREDENTIAL_KEY')
  }
  if (config.DEMO === true && config.DEMO_UNSAFE === false) problems.push(...problemsOfDemo(config))
  if (problems.length > 0) throw new Error(problems.map((line) => `  ${line}`).join('\n'))
  return config as Config
}

/** The address of the other side, and the secret that signs the calls in both directions. */
const outside = [
  ['SMS_URL', 'SMS_SECRET'],
  ['GAMES_URL', 'GAMES_SECRET'],
  ['SLIPS_URL', 'SLIPS_SECRET'],
  ['PAYMENTS_URL', 'PAYMENTS_SECRET'],
  ['GIFTS_URL', 'GIFTS_SECRET'],
  ['PAYOUTS_URL', 'PAYOUTS_SECRET'],
] as const

/** Secrets that are one: who is told it for one purpose could sign for the other. Named by their settings, never shown. */
function repeatedSecrets(config: Record<string, unknown>): string[] {
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
function problemsOfLive(config: Record<string, unknown>, isGiven: (name: string) => boolean): string[] {
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
  // Sealed passwords, gift links and links to pictures have to be readable on every node and after a new installation.
  if (!config.CREDENTIAL_KEY)
    problems.push('CREDENTIAL_KEY should be set outside demo mode: 64 random hex digits')
  const contact = isGiven('PUSH_CONTACT') ? (config.PUSH_CONTACT as string | undefined) : undefined
  if (contact && !isReachable(contact)) {
    problems.push('PUSH_CONTACT should be a real address of yours: Apple accepts no message with a local one')
  }
  return problems
}

/** Whether an address of a contact is one that others can reach: no local name, no number, none that is for examples. */
function isReachable(contact: string): boolean {
  const host = contact.startsWith('mailto:')
    ? contact.slice(contact.lastIndexOf('@') + 1)
    : new URL(contact).hostname
  const reserved = /(^|\.)(example\.(com|net|org)|invalid|local|localhost|internal|lan|test)$/
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i.test(host) && !reserved.test(host.toLowerCase())
}

/**
 * The settings that a demo must not have: in the sandbox anybody can make deposits, and real payouts would follow
 * (rules.md §15).
 */
function problemsOfDemo(config: Record<string, unknown>): string[] {
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

/** docs/configuration.md: the settings as a page. */
export function describeConfig(): string {
  const rows = Object.entries(settings).map(
    ([name, { default: preset, doc }]) =>
      `| \`${name}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${doc} |`,
  )
  return `# Configuration

Environment variables, read and checked at start. Written from \`server/app/config.ts\` by \`npm run docs:config\`.

| setting | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}
