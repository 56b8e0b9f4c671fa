import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pack, sendPacked } from '../platform/packed.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Takes the place of a worker that is there: throws away what it kept, and goes. Pages that are open stay as
 * they are.
 */
const farewell = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

/**
 * Serves the member app's service worker. It knows the version of the page that it keeps, so another brand is
 * another worker without a build. Browsers ask for it at each visit, past their caches.
 * @param folder the built member app; @param version of the member app's page
 */
export function serveWorker(
  app: FastifyInstance,
  folder: string,
  { isOn, version }: { isOn: boolean; version: string | undefined },
): void {
  const file = join(folder, 'worker.js')
  const code = existsSync(file) && version ? readFileSync(file, 'utf8') : undefined
  const built = code && `(page=>{${code}})(${JSON.stringify({ version })})`
  const packed = isOn ? built && pack(built) : pack(farewell)
  app.get('/worker.js', { schema: { hide: true } }, (request, reply) => {
    if (!packed) throw new Refusal('NO_DATA')
    return sendPacked(
      request,
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8'),
      packed,
    )
  })
}
