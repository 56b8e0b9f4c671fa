import { flushCompileCache } from 'node:module'
import { createServer } from '../app/server.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import type { NodeOrder } from './node.ts'
import { pauseFlows } from './pause.ts'

/**
 * A server process for tests (see node.ts). It is the real server, with pause points if the test gives any.
 */
const { config, pauses = [], idleSweeps = [] } = JSON.parse(process.env.KRAPAO_TEST_NODE ?? '') as NodeOrder
// No time limit for statements, and a further connection per pause: a paused flow may keep its transaction
// open.
const database =
  pauses.length > 0 ? openPostgres(config.DATABASE_URL ?? '', 10 + pauses.length, 0) : undefined
// As `testApp`: operators of tests have a password and nothing else.
const server = await createServer(config, {
  idleSweeps,
  asksSecondFactor: false,
  ...(database && { database }),
})
if (pauses.length > 0) pauseFlows(server.context, pauses)
await server.listen()
process.send?.({ ready: server.address })
// Now and not at the end, which kill -9 leaves out.
flushCompileCache()

process.on('SIGTERM', async () => {
  await server.close()
  await database?.close()
  process.exit(0)
})
// The process ends with the test, also if the test was killed.
process.on('disconnect', () => process.exit(1))
