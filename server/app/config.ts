import { problemsOfDemo, problemsOfLive, repeatedSecrets } from './config-problems.ts'
import {
  contact,
  hexKey,
  hosts,
  oneOf,
  origins,
  partnerSecrets,
  proxies,
  publicOrigin,
  text,
  url,
  whole,
} from './config-values.ts'

/**
 * Every setting of the server: name, default, meaning, check. Settings are read from the environment at
 * start; all wrong ones are reported together, each with the valid values. docs/configuration.md is written
 * from this table (`npm run docs:config`; a test compares the two).
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
    doc: 'Key of 32 bytes as 64 hex digits. It seals game passwords, gift links under way, seeds of the wheel, operators’ second factors and the key of push messages in the database, and signs links to pictures. In demo mode one is made up and kept in DATA_DIR.',
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
  config.off = table.flatMap((setting) => (isOff(...setting) ? [`${setting[0]}: ${setting[1].off}`] : []))
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
