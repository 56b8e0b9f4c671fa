import { once } from 'node:events'
import { createServer } from 'node:net'

/** Why a start failed, for the person who started it. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message
  const { errno, message } = (error ?? {}) as { errno?: unknown; message?: unknown }
  if (typeof message === 'string' && message) return message
  // The embedded database has a file system of its own, whose errors are numbers without a text.
  if (errno !== undefined) {
    return `  The embedded database cannot be written (error ${errno} of its file system): is the disk of DATA_DIR full?`
  }
  return `  The reason is unknown: ${JSON.stringify(error) ?? String(error)}`
}

/**
 * Resolves if a server may listen at an address.
 * @throws Error that says what to set
 */
export async function expectFreePort({ PORT, HOST }: { PORT: number; HOST: string }): Promise<void> {
  if (PORT === 0) return
  const probe = createServer()
  try {
    await once(probe.listen(PORT, HOST), 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Error(`  Port ${PORT} at ${HOST} is in use by another program. Set PORT to another one.`)
    if (code === 'EACCES')
      throw new Error(`  Port ${PORT} may be used by root only. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL')
      throw new Error(`  ${HOST} is no address of this machine. Set HOST to one that is.`)
    throw new Error(`  Nothing can listen at ${HOST}:${PORT}: ${message}`)
  }
  await new Promise((closed) => probe.close(closed))
}
