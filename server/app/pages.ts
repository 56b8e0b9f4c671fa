import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { PageBrand } from '@krapao/contract/brand.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { appPolicy } from '../platform/page-policy.ts'
import { Refusal } from '../platform/refusal.ts'

/** Headers of every answer; a route may set a stricter one. */
const headers = {
  'content-security-policy': appPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
}

/** The built pages: folders with an index.html each. The sandbox serves its own. */
export interface PageFolders {
  member: string
  console: string
  sandbox: string
}

/** Where the builds put them. */
export const builtPages: PageFolders = {
  member: join(import.meta.dirname, '../../member/dist'),
  console: join(import.meta.dirname, '../../console/dist'),
  sandbox: join(import.meta.dirname, '../../sandbox/page/dist'),
}

/**
 * Serves the member app at / and the operators' console at /console: hashed assets for a year, the page itself never
 * cached, with the brand in it and a strict content security policy. Every path that is neither a call nor a file gets
 * the app's page (the app shows its own 404).
 */
export async function servePages(
  app: FastifyInstance,
  folders: Pick<PageFolders, 'member' | 'console'>,
  brand: PageBrand,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
  const memberPage = readPage(folders.member, brand)
  const consolePage = readPage(folders.console, brand)
  const manifest = readManifest(folders.member, brand)

  const files = {
    index: false,
    wildcard: true,
    preCompressed: true,
    // These are sent with the brand or with settings in them.
    allowedPath: (path: string) => !/^\/(index\.html|manifest\.webmanifest|chat\.js)(\.\w+)?$/.test(path),
    setHeaders(reply: FastifyReply, path: string) {
      reply.header(
        'cache-control',
        /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      )
    },
  } as const
  await app.register(fastifyStatic, { ...files, root: folders.member })
  await app.register(fastifyStatic, {
    ...files,
    root: folders.console,
    prefix: '/console/',
    decorateReply: false,
  })

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|hooks|sandbox|(console\/)?assets|art|files|health|socket\.io|chat\.js)\b/.test(request.url)
    const page = /^\/console\b/.test(request.url) ? consolePage : memberPage
    if (!isPage || !page) throw new Refusal('NO_DATA')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
  for (const path of ['/', '/console/']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  }
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_request, reply) => {
    if (!manifest) throw new Refusal('NO_DATA')
    reply.header('cache-control', 'public, max-age=86400').type('application/manifest+json').send(manifest)
    return reply
  })
}

/** A built page with the brand in it; undefined if it is not built. */
export function readPage(folder: string, brand: PageBrand): string | undefined {
  const file = join(folder, 'index.html')
  return existsSync(file) ? withBrand(readFileSync(file, 'utf8'), brand) : undefined
}

/** The manifest with the operator's name; undefined if the app is not built. */
function readManifest(folder: string, { name }: PageBrand): string | undefined {
  const file = join(folder, 'manifest.webmanifest')
  if (!existsSync(file)) return undefined
  return JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), name, short_name: name })
}

/** The title and description for the time before the app runs and for previews of links, in the build's language. */
const descriptions = {
  th: 'กระเป๋าเงินสมาชิก ฝาก โอน และถอนได้ในที่เดียว',
  la: 'ກະເປົາເງິນສະມາຊິກ ຝາກ ໂອນ ແລະ ຖອນໄດ້ໃນບ່ອນດຽວ',
}
/** The language's standard code, for screen readers. */
const tags = { th: 'th', la: 'lo' }

/** Inserts the brand settings into the page (rules.md §16); `<` is escaped so that no value can end the element. */
function withBrand(html: string, brand: PageBrand): string {
  const json = JSON.stringify(brand).replaceAll('<', '\\u003c')
  const name = brand.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return html
    .replace('<html lang="th"', `<html lang="${tags[brand.variant]}"`)
    .replace(/(<meta name="description" content=")[^"]*/, `$1${descriptions[brand.variant]}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace('<!--brand-->', () => `<script type="application/json" id="brand">${json}</script>`)
}
