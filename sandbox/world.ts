import type { Clock } from '../server/platform/clock.ts'
import type { Database } from '../server/platform/database.ts'
import type { Faults } from './faults.ts'

/** What a part of the outside world works with. */
export interface World {
  database: Database
  clock: Clock
  faults: Faults
  /** Signs the exchange with our server. */
  secret: string
  /** Address of our server; empty while it does not listen yet. */
  server: () => string
  /** Wait before a report that was not taken is made again, ms. */
  retryMs: number
}
