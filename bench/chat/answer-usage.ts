/**
 * Loaded into the server's process by `bench:chat`: answers each message of the measuring process with the
 * memory that is left after garbage is collected, in bytes, and the processor's time so far, in ms.
 */
export interface Usage {
  rss: number
  heapUsed: number
  cpu: number
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  // Also the pages that the engine would keep for later.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heapUsed, cpu: (user + system) / 1000 } satisfies Usage)
})
// The server must be able to end while the other process still listens.
process.channel?.unref()
