import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
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

const consoleFolder = join(import.meta.dirname, '../../console/dist')

/**
 * Serves the member app at / and the operators' console at /console: hashed assets for a year, the page itself never
 * cached, with the brand inside it and a strict content security policy. Every path that is no call and no file is
 * the app's own (it shows its 404).
 * @param folder the built member app, with index.html
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
  const memberPage = readPage(folder, brand)
  const consolePage = readPage(consoleFolder, brand)

  const files = {
    index: false,
    wildcard: true,
    preCompressed: true,
    setHeaders(reply: FastifyReply, path: string) {
      reply.header(
        'cache-control',
        /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      )
    },
  } as const
  await app.register(fastifyStatic, { ...files, root: folder })
  await app.register(fastifyStatic, {
    ...files,
    root: consoleFolder,
    prefix: '/console/',
    decorateReply: false,
  })

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|hooks|sandbox|(console\/)?assets|art|files|health|socket\.io)\b/.test(request.url)
    const page = /^\/console\b/.test(request.url) ? consolePage : memberPage
    if (!isPage || !page) throw new Refusal('NO_DATA')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
  for (const path of ['/', '/console/']) app.get(path, (_request, reply) => reply.callNotFound())
}

/** A built page with the brand inside; undefined where it is not built. */
function readPage(folder: string, brand: Brand): string | undefined {
  const file = join(folder, 'index.html')
  return existsSync(file) ? withBrand(readFileSync(file, 'utf8'), brand) : undefined
}

/** Puts the brand settings into the page (rules.md §16); `<` is escaped so that no value can end the element. */
function withBrand(html: string, brand: Brand): string {
  const json = JSON.stringify(brand).replaceAll('<', '\\u003c')
  return html.replace('<!--brand-->', () => `<script type="application/json" id="brand">${json}</script>`)
}
