import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallName } from '@krapao/contract/client.ts'
import { type Config, readConfig } from '../app/config.ts'
import { createServer, type Server } from '../app/server.ts'
import { createServices } from '../app/slices.ts'
import { proveItems } from '../desk/items.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Engine } from '../platform/database.ts'
import { storeSettings } from '../platform/testing.ts'
import { createMember, openSession } from '../slices/account/public.ts'
import type { Context } from '../slices/context.ts'
import { type Called, type CallOptions, callApi } from './call.ts'
import { type TravellingClock, travellingClock } from './clock.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type TestSandbox, testSandbox } from './sandbox.ts'

export interface TestMember {
  id: string
  /** The phone number. */
  username: string
  password: string
  token: string
}

/** The real server over real HTTP, on a database and with a sandbox of its own. */
export interface TestApp {
  server: Server
  context: Context
  address: string
  clock: TravellingClock
  database: TestDatabase
  sandbox: TestSandbox
  /** `call('POST /api/wallet/transfer', { token, body })` */
  call<N extends CallName>(name: N, options?: CallOptions<N>): Promise<Called<N>>
  /** Inserts a member into the tables and logs the member in. */
  registerMember(details?: Partial<NewMember>): Promise<TestMember>
  /** Puts money into a member's wallet, from house `adjustment`. `amount` in baht. */
  fund(memberId: string, amount: number): Promise<void>
  close(): Promise<void>
}

type NewMember = Parameters<typeof createMember>[1]

/**
 * Members of a test have one name, so each has a birth date of its own: else they would count as one person
 * (rules.md §2.10).
 */
let born = randomInt(10_000)
const ownBirthDate = (): string =>
  new Date(Date.UTC(1970, 0, 1) + (++born % 12_000) * 86_400_000).toISOString().slice(0, 10)

export interface TestAppOptions {
  /** PostgreSQL by default: the engine of production, and the faster one. */
  engine?: Engine
  clock?: TravellingClock
  /** Operator settings by key, stored before the server starts. */
  settings?: Record<string, unknown>
  config?: Partial<Config>
  /** Whether operators need a second factor; by default as in a demo. */
  asksSecondFactor?: boolean
  /** Uses a running sandbox, which is then not closed with the app. */
  sandbox?: TestSandbox
}

/**
 * Starts the server for a test. Nothing of ours is replaced except the clock; SMS and games are the real
 * sandbox on its own port. The demo world is not made.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { engine = 'postgres', clock = travellingClock() } = options
  const folder = mkdtempSync(join(tmpdir(), 'krapao-test-'))
  const database = await testDatabase(engine)
  const sandbox = options.sandbox ?? (await testSandbox(clock, engine === 'postgres' ? database : undefined))
  // Tests let hours pass between two calls of one person.
  await storeSettings(database, {
    'operator.idleMinutes': 1440,
    'operator.confirmMinutes': 1440,
    ...options.settings,
  })
  const config = { ...testConfig(sandbox), DATA_DIR: folder, ...options.config }
  const server = await createServer(config, {
    clock,
    database,
    asksSecondFactor: options.asksSecondFactor ?? false,
  })
  await server.listen()
  sandbox.server = server.address

  return {
    server,
    context: server.context,
    address: server.address,
    clock,
    database,
    sandbox,
    call: (name, given) => callApi(server.address, name, given),
    registerMember: (details) => newMember(server.context, details),
    fund: (memberId, amount) => fund(server.context, memberId, amount),
    async close() {
      await server.close()
      const defects = await proveItems(database, server.context.desk.queues())
      if (!options.sandbox) await sandbox.close()
      await database.drop()
      // Again if a file of the last request is written meanwhile.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
      if (defects.length > 0) throw new Error(`the desk's list is not what waits: ${JSON.stringify(defects)}`)
    },
  }
}

/**
 * The context of another node on the same database, with its own services, so that it shares no batches and
 * caches.
 */
export const anotherNode = (context: Context): Context => ({ ...context, services: createServices(context) })

/** The settings of a server that uses `sandbox`; the caller adds where its data are. */
export function testConfig(sandbox: Pick<TestSandbox, 'url' | 'secrets'>): Config {
  return {
    ...readConfig({
      PORT: '0',
      DEMO: '1',
      DEMO_UNSAFE: '1',
      STRICT_CONTRACT: '1',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      // Lets a test call from many addresses by X-Forwarded-For.
      TRUST_PROXY: 'loopback',
      SMS_URL: `${sandbox.url}/sms`,
      SMS_SECRET: sandbox.secrets.sms,
      GAMES_URL: `${sandbox.url}/games`,
      GAMES_SECRET: sandbox.secrets.games,
      BANK_SECRET: sandbox.secrets.bank,
      SLIPS_URL: `${sandbox.url}/slips`,
      SLIPS_SECRET: sandbox.secrets.slips,
      PAYMENTS_URL: `${sandbox.url}/payments`,
      PAYMENTS_SECRET: sandbox.secrets.payments,
      GIFTS_URL: `${sandbox.url}/gifts`,
      GIFTS_SECRET: sandbox.secrets.gifts,
      PAYOUTS_URL: `${sandbox.url}/payouts`,
      PAYOUTS_SECRET: sandbox.secrets.payouts,
      PUSH_URL: `${sandbox.url}/push`,
      CREDENTIAL_KEY: '0f'.repeat(32),
    }),
    // The sandbox is a separate server, and the demo world would disturb the tests.
    DEMO: false,
  }
}

/** Inserts a member with a session into the tables; phone and bank account are generated unless given. */
export async function newMember(context: Context, details: Partial<NewMember> = {}): Promise<TestMember> {
  const member: NewMember = {
    name: 'สมหญิง ใจดี',
    phone: `08${String(randomInt(100_000_000)).padStart(8, '0')}`,
    password: `test-${randomBytes(6).toString('hex')}`,
    bankCode: 'SCB',
    bankAccountName: 'SOMYING JAIDEE',
    bankAccountNo: String(randomInt(1_000_000_000, 9_999_999_999)),
    birthDate: ownBirthDate(),
    ...details,
  }
  const id = await createMember(context, member)
  return {
    id,
    username: member.phone,
    password: member.password,
    token: await openSession(context, id, true),
  }
}

/** The books for what no slice posts: journals of further kinds, and those that lack a fact. */
export const anyLedger = ({ ledger }: Pick<Context, 'ledger'>): Ledger => ledger

/** Puts money into a member's wallet, from house `adjustment`. `amount` in baht. */
export async function fund(context: Context, memberId: string, amount: number): Promise<void> {
  const amountMinor = Math.round(amount * 100)
  await anyLedger(context).post({
    key: `adjustment:${randomBytes(12).toString('hex')}`,
    kind: 'adjustment',
    memberId,
    legs: [
      { account: { house: 'adjustment' }, asset: 'THB', amountMinor: -amountMinor },
      { account: { member: memberId, name: 'wallet' }, asset: 'THB', amountMinor },
    ],
  })
}
