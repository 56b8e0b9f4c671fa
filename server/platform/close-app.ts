import type { FastifyInstance } from 'fastify'

/**
 * Closes an app when its requests have been answered. A connection is closed at once if it has no request;
 * one whose answer ends after that would be waited for until its client leaves, for more than a minute.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const again = setInterval(() => app.server.closeIdleConnections(), 100)
  await app.close().finally(() => clearInterval(again))
}
