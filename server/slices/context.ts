import type { Brand } from '@krapao/contract/brand.ts'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { GamePort } from '../adapters/game/port.ts'
import type { GiftPort } from '../adapters/gift/port.ts'
import type { PaymentPort } from '../adapters/payment/port.ts'
import type { PayoutPort } from '../adapters/payout/port.ts'
import type { PushPort } from '../adapters/push/port.ts'
import type { SlipPort } from '../adapters/slip/port.ts'
import type { SmsPort } from '../adapters/sms/port.ts'
import type { Desk } from '../desk/items.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Attempts } from '../outside/attempts.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Db } from '../platform/database.ts'
import type { Files } from '../platform/files.ts'
import type { Gate, HookSecrets } from '../platform/http.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Pictures } from '../platform/pictures.ts'
import type { RefusedCalls } from '../platform/refused-calls.ts'
import type { Sealer } from '../platform/sealer.ts'
import type { Settings } from '../platform/settings.ts'
import type { Sockets } from '../platform/sockets.ts'
import type { Campaigns } from './campaign/public.ts'

/**
 * What is made once, when the app is put together, because it remembers or gathers what many calls ask for. Every slice
 * adds its own by declaration merging in the file that makes it, and app/slices.ts makes them all.
 */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface Services {}

/** What a slice is given to work with. */
export interface Context {
  database: Database
  /** The database's Kysely handle. */
  db: Db
  ledger: Ledger
  clock: Clock
  log: Logger
  jobs: Jobs
  sockets: Sockets
  gate: Gate
  /** What the operator may change at run time; defined beside the rule it serves (platform/settings.ts). */
  settings: Settings
  /** What support finds a refusal by. */
  refusedCalls: RefusedCalls
  brand: Brand
  /** PUBLIC_URL: the origin that members open, where the operator has named it (platform/public-origin.ts). */
  publicUrl: string | undefined
  /** Whether every operator needs a second factor: everywhere but in a demo. */
  asksSecondFactor: boolean
  /** Seals small secrets (game passwords) before they are stored. */
  sealer: Sealer
  sms: SmsPort
  games: GamePort
  slips: SlipPort
  payments: PaymentPort
  gifts: GiftPort
  payouts: PayoutPort
  /** Push services of members' browsers. */
  push: PushPort
  /** What was asked outside about money, and answered. */
  attempts: Attempts
  /** What operators have to decide; each slice adds its own queues. */
  desk: Desk
  /** What operators offer members; each slice that gives it registers what it cost. */
  campaigns: Campaigns
  files: Files
  /** Decodes pictures that are no slips. */
  pictures: Pictures
  hookSecrets: HookSecrets
  services: Services
}

/** One feature of the server. */
export interface Slice {
  name: string
  /** Adds its endpoints, jobs and socket rooms. */
  mount(app: FastifyInstance, context: Context): void | Promise<void>
  /** Content that every installation needs (banks, texts, providers); run at each start, changes nothing that exists. */
  seed?(context: Context): Promise<void>
}
