import { flushCompileCache } from 'node:module'
import { createServer } from '../app/server.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import type { NodeOrder } from './node.ts'
import { pauseFlows } from './pause.ts'

/**
 * A server process for tests (see node.ts). It is the real server, with pause points if the test gives any.
 */
const order = JSON.parse(process.env.KRAPAO_TEST_NODE ?? '') as Required<NodeOrder>
const { config, pauses, idleSweeps, statementSeconds } = order
const { DATABASE_URL: url, DATABASE_POOL: connections } = config
// A paused flow may keep its transaction open as long as the test needs, and its connection.
const isPaused = pauses.length > 0
const database = url && openPostgres(url, connections + pauses.length, isPaused ? 0 : statementSeconds)
// As `testApp`: operators of tests have a password and nothing else.
const server = await createServer(config, {
  idleSweeps,
  asksSecondFactor: false,
  ...(database && { database }),
})
if (isPaused) pauseFlows(server.context, pauses)
await server.listen()
process.send?.({ ready: server.address })
// Now and not at the end, which kill -9 leaves out.
flushCompileCache()

process.on('SIGTERM', async () => {
  await server.close()
  if (database) await database.close()
  process.exit(0)
})
// The process ends with the test, also if the test was killed.
process.on('disconnect', () => process.exit(1))
