/** A program of the tests of process-pool.ts: it starts, and never says that it is ready. */
process.on('disconnect', () => process.exit())
setInterval(() => {}, 60_000)
