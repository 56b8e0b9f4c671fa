import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Faults } from './faults.ts'

/** The dependencies of a simulated provider. */
export interface World {
  database: Database
  clock: Clock
  faults: Faults
  /** Signs the calls between the provider and our server. */
  secret: string
  /** The address of our server; empty while the server does not listen yet. */
  server: () => string
  /** Milliseconds after which a report that our server did not accept is repeated. */
  retryMs: number
}
