import { createServer } from '../app/server.ts'
import { openPostgres } from '../platform/database-postgres.ts'
import type { NodeOrder } from './node.ts'
import { parkFlows } from './park.ts'

/** A server process for tests (see node.ts). It is the real one; a doomed one only stands still where it is told to. */
const { config, parks = [] } = JSON.parse(process.env.KRAPAO_TEST_NODE ?? '') as NodeOrder
// Who stands still in a transaction keeps its connection, for as long as the test wants.
const database = parks.length > 0 ? openPostgres(config.DATABASE_URL ?? '', 10 + parks.length, 0) : undefined
const server = await createServer(config, { ...(database && { database }) })
if (parks.length > 0) parkFlows(server.context, parks)
await server.listen()
process.send?.({ ready: server.address })

process.on('SIGTERM', async () => {
  await server.close()
  await database?.close()
  process.exit(0)
})
// The test is gone: nobody else would end this process.
process.on('disconnect', () => process.exit(1))
