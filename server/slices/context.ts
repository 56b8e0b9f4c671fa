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
import type { Ledger } from '../journals/posting.ts'
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
import type { Campaigns } from './campaign/campaigns.ts'

/**
 * Things that are made once, when the app is put together, because they remember or gather answers for many
 * calls. Every slice adds its own by declaration merging, makes it by a function of its public.ts that
 * app/slices.ts calls, and reads it alone (tidy.test.ts); other slices call a function of the owner, such as
 * `findMember`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: see above
export interface Services {}

/** The parts of the server that a slice works with. */
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
  /**
   * Values that the operator may change at run time; defined beside the rule it serves
   * (platform/settings.ts).
   */
  settings: Settings
  /** The references by which support finds a refusal. */
  refusedCalls: RefusedCalls
  brand: Brand
  /**
   * PUBLIC_URL: the origin that members open, where the operator has named it (platform/public-origin.ts).
   */
  publicUrl: string | undefined
  /** The money and the outside world are made up (rules.md §15). */
  isDemo: boolean
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
  /** Questions about money to the outside, and their answers. */
  attempts: Attempts
  /** The items that operators have to decide; each slice adds its own queues. */
  desk: Desk
  /** The offers to members; each slice that gives them registers their cost. */
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
  /**
   * Content that every installation needs (banks, texts, providers); run at each start, changes nothing that
   * exists.
   */
  seed?(context: Context): Promise<void>
}
