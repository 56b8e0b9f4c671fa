import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '../platform/brand.ts'
import { Refusal } from '../platform/refusal.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the member app: hashed assets for a year, the page itself never cached, with the brand inside it and a
 * strict content security policy. Every path that is no call and no file is the app's own (it shows its 404).
 * @param folder the built app, with index.html
 */
export async function servePages(app: FastifyInstance, folder: string, brand: Brand): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    })
  })
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? withBrand(readFileSync(file, 'utf8'), brand) : undefined

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: true,
    preCompressed: true,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      )
    },
  })

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !/^\/(api|hooks|sandbox|assets|art|health|socket\.io)\b/.test(request.url)
    if (!isPage || !page) throw new Refusal('NO_DATA')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
  app.get('/', (_request, reply) => reply.callNotFound())
}

/** Puts the brand settings into the page (rules.md §16); `<` is escaped so that no value can end the element. */
function withBrand(html: string, brand: Brand): string {
  const json = JSON.stringify(brand).replaceAll('<', '\\u003c')
  return html.replace('<!--brand-->', () => `<script type="application/json" id="brand">${json}</script>`)
}
