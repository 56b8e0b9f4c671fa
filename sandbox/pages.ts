import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../server/platform/page-policy.ts'
import { refused } from './answer.ts'

/**
 * Serves the sandbox's own page, one file for all of its addresses; its assets have their hash in the name and never
 * change. @param folder the built page, with index.html
 */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    schemaHide: true,
    cacheControl: false,
    setHeaders(reply) {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      reply.header('x-content-type-options', 'nosniff')
    },
  })

  for (const url of ['/', '/play/:code']) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      // Read anew each time: a page that is built while the server runs is simply there.
      const page = await readFile(join(folder, 'index.html')).catch(() => {
        throw refused(503, 'PAGE_NOT_BUILT')
      })
      // The address of a game carries its ticket, so no address leaves as a referrer.
      return reply
        .headers({
          'content-security-policy': pagePolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-cache',
        })
        .type('text/html; charset=utf-8')
        .send(page)
    })
  }
}
