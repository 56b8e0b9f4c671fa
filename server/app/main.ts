import { readConfig } from './config.ts'
import { createServer, type Server } from './server.ts'

/** Starts the server of this process; SIGTERM and SIGINT drain it. */
let server: Server
try {
  server = await createServer(readConfig(process.env))
  await server.listen()
} catch (error) {
  console.error(`Krapao cannot start:\n${(error as Error).message}`)
  process.exit(1)
}
console.log(`Krapao is ready at ${server.address}`)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    // A client that never hangs up must not hold the process for ever.
    setTimeout(() => process.exit(1), 25_000).unref()
    await server.close()
    process.exit(0)
  })
}
