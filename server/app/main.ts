import { readConfig } from './config.ts'
import { createServer, type Server } from './server.ts'

/** Starts the server of this process; SIGTERM and SIGINT drain it. */
let stopping = false

function giveUp(error: unknown): never {
  console.error(`Krapao cannot start:\n${(error as Error).message}`)
  process.exit(1)
}

async function stop(server: Server): Promise<void> {
  if (stopping) return
  stopping = true
  // A client that never hangs up must not hold the process for ever.
  setTimeout(() => process.exit(1), 25_000).unref()
  await server.close()
  process.exit(0)
}

try {
  const server = await createServer(readConfig(process.env))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(server))
  await server.listen()
  console.log(`Krapao is ready at ${server.address}`)
} catch (error) {
  // Being told to end while it starts is no failure.
  if (!stopping) giveUp(error)
}
