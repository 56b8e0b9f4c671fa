/**
 * Loaded into the server's process by `bench:chat`: answers each message of the measuring process with the memory that is
 * left after garbage is collected, in bytes.
 */
export interface Memory {
  rss: number
  heapUsed: number
}

process.on('message', () => {
  // Also the pages that the engine would keep for later.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heapUsed } satisfies Memory)
})
// The server must be able to end while the other process still listens.
process.channel?.unref()
