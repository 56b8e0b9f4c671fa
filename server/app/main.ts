import { flushCompileCache } from 'node:module'
import { readConfig } from './config.ts'
import { createServer, type Server } from './server.ts'
import { expectFreePort, reasonOf } from './start-trouble.ts'

/** Starts the server of this process; SIGTERM and SIGINT drain it. */
let stopping = false

function giveUp(error: unknown): never {
  console.error(`Krapao cannot start:\n${reasonOf(error)}`)
  process.exit(1)
}

async function stop(server: Server): Promise<void> {
  if (stopping) return
  stopping = true
  // A client that never hangs up must not keep the process running for ever.
  setTimeout(() => process.exit(1), 25_000).unref()
  await server.close()
  process.exit(0)
}

try {
  const config = readConfig(process.env)
  // Before the embedded database is made, which takes half a minute.
  await expectFreePort(config)
  const server = await createServer(config)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(server))
  await server.listen()
  console.log(`Krapao is ready at ${server.address}`)
  for (const line of config.off) console.log(`  off · ${line}`)
  for (const line of config.repeated) console.log(`  warning · ${line}`)
  // Now and not at the end, which kill -9 leaves out (scripts/start.ts says where it is kept).
  flushCompileCache()
} catch (error) {
  // Stopping the server while it starts is not a failure.
  if (!stopping) giveUp(error)
}
