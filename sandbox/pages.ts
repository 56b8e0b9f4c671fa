import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refused } from './answer.ts'

/**
 * Serves the sandbox's page. All its addresses have the same index.html; its assets never change, because
 * their names contain a hash.
 * @param page.folder the folder of the built page, with index.html
 * @param page.policy the content security policy of the page
 */
export async function servePages(
  app: FastifyInstance,
  { folder, policy }: { folder: string; policy: string },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
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
      // Read for each request, so that a page that is built while the server runs is served without a
      // restart.
      const page = await readFile(join(folder, 'index.html')).catch(() => {
        throw refused(503, 'PAGE_NOT_BUILT')
      })
      // `no-referrer`, because the address of a game contains its ticket.
      return reply
        .headers({
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-cache',
        })
        .type('text/html; charset=utf-8')
        .send(page)
    })
  }
}
