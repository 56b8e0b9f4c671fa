import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Brand, BuildOptions, PageBrand } from '@krapao/contract/brand.ts'
import { languageTags } from '@krapao/contract/languages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pack, sendPacked } from '../platform/packed.ts'
import { appPolicy, policyOfPage } from '../platform/page-policy.ts'
import { Refusal } from '../platform/refusal.ts'
import { routeOf } from '../platform/route-of.ts'
import { drawingOf, serveBrand } from './brand-files.ts'
import { keptFolder } from './kept-assets.ts'

import { answerSharedSlips } from './share-slip.ts'
import { serveWorker } from './worker.ts'

/** Headers of every answer; a route may set a stricter one. */
const headers = {
  'content-security-policy': appPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
}

const headerNames = Object.keys(headers) as (keyof typeof headers)[]
/**
 * A page's scripts, styles and letters get this one alone: the others say something of documents, and a slow
 * line sends half a kilobyte of them with each of thirty files.
 */
const headersOfFiles: typeof headerNames = ['x-content-type-options']
const isPageFile = (url: string): boolean => /^\/(console\/)?assets\/[^/?]+\.(js|css|woff2)$/.test(url)

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
 * Serves the member app at / and the operators' console at /console: hashed assets for a year, the page
 * itself never cached, with the brand in it and a strict content security policy. Every path that is neither
 * a call nor a file gets the app's page (the app shows its own 404). Assets that this release does not have
 * are those of others (kept-assets.ts).
 * @param files the folder of all nodes
 */
export async function servePages(
  app: FastifyInstance,
  folders: Pick<PageFolders, 'member' | 'console'>,
  brand: ShownBrand,
  files: string,
): Promise<void> {
  app.addHook('onSend', async (request, reply) => {
    const names = reply.statusCode < 400 && isPageFile(routeOf(request)) ? headersOfFiles : headerNames
    for (const name of names) if (!reply.hasHeader(name)) reply.header(name, headers[name])
  })
  const pages = { member: packedPage(folders.member, brand), console: packedPage(folders.console, brand) }

  const roots = (name: 'member' | 'console') => {
    const kept = keptFolder(files, name)
    mkdirSync(kept, { recursive: true })
    return [folders[name], kept]
  }
  const options = {
    index: false,
    wildcard: true,
    preCompressed: true,
    // The tag says it, and in a year nobody asks.
    lastModified: false,
    // These are sent with the brand or with settings in them.
    allowedPath: (path: string) => !/^\/(index\.html|chat\.js|worker\.js)(\.\w+)?$/.test(path),
    setHeaders(reply: FastifyReply, path: string) {
      reply.header(
        'cache-control',
        /\/(assets|films)\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      )
    },
  } as const
  await app.register(fastifyStatic, { ...options, root: roots('member') })
  await app.register(fastifyStatic, {
    ...options,
    root: roots('console'),
    prefix: '/console/',
    decorateReply: false,
  })

  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|hooks|sandbox|(console\/)?assets|art|films|files|health|socket\.io|chat\.js|worker\.js)\b/.test(
        routeOf(request),
      )
    const page = /^\/console\b/.test(routeOf(request)) ? pages.console : pages.member
    if (!isPage || !page) throw new Refusal('NO_DATA')
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': page.policy })
      .type('text/html; charset=utf-8')
    sendPacked(request, reply, page)
  })
  for (const path of ['/', '/console/']) {
    app.get(path, { schema: { hide: true } }, (_request, reply) => reply.callNotFound())
  }
  await serveBrand(app, folders.member, brand)
  await answerSharedSlips(app)
  serveWorker(app, folders.member, { isOn: brand.worker, version: pages.member?.version })
}

/** A brand as one server shows it. */
export type ShownBrand = Brand & BuildOptions

function packedPage(folder: string, brand: ShownBrand) {
  const page = readPage(folder, brand)
  return page === undefined ? undefined : { ...pack(page), policy: policyOfPage(page) }
}

/** A built page with the brand in it; undefined if it is not built. */
export function readPage(folder: string, brand: ShownBrand): string | undefined {
  const file = join(folder, 'index.html')
  return existsSync(file)
    ? withBrand(readFileSync(file, 'utf8'), brand, drawingOf(folder, brand, 'mark'))
    : undefined
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A drawing as an address that needs no request. Percent signs instead of base64: it compresses better. */
const dataUrlOf = (drawing: string): string =>
  `data:image/svg+xml,${encodeURIComponent(drawing).replaceAll('%20', ' ').replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%2F', '/')}`

/**
 * The brand's colours for the design tokens, e.g. `--brand-light-on-accent`. The contract admits nothing but
 * #rrggbb.
 */
function coloursOf({ colours }: ShownBrand): string {
  const properties = Object.entries(colours).flatMap(([theme, ofTheme]) =>
    Object.entries(ofTheme).map(
      ([name, colour]) =>
        `--brand-${theme}-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${colour}`,
    ),
  )
  return `:root{${properties.join(';')}}`
}

/**
 * Inserts the brand into the page (rules.md §16): its settings, and for the time before the app runs and for
 * previews of links its name, description and colours; and its mark, so that a slow line shows the page's
 * start without another request. `<` is escaped so that no value can end an element.
 * @param mark the drawing; undefined where there is none
 */
function withBrand(html: string, brand: ShownBrand, mark: string | undefined): string {
  const { descriptions, art: _art, smsName: _smsName, shortName, ...shown } = brand
  const json = JSON.stringify(shown satisfies PageBrand).replaceAll('<', '\\u003c')
  const { light, dark } = brand.colours
  const content = (meta: string, value: string) => (page: string) =>
    page.replace(new RegExp(`(<meta name="${meta}" content=")[^"]*`), (_, start) => start + escaped(value))
  const theme = (scheme: string, colour: string) => (page: string) =>
    page.replace(
      new RegExp(`(<meta name="theme-color" content=")[^"]*(" data-of="${scheme}")`),
      `$1${colour}$2`,
    )
  return [
    content('description', descriptions[brand.variant]),
    content('apple-mobile-web-app-title', shortName || brand.name),
    theme('light', light.surface),
    theme('dark', dark.surface),
    (page: string) => page.replace('<html lang="th"', `<html lang="${languageTags[brand.variant]}"`),
    (page: string) => page.replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(brand.name)}</title>`),
    (page: string) =>
      mark === undefined
        ? page
        : page.replace(/(<img src=")\/art\/brand\/mark\.svg"/, (_, start) => `${start}${dataUrlOf(mark)}"`),
    (page: string) =>
      page.replace(
        '<!--brand-->',
        () =>
          `<script type="application/json" id="brand">${json}</script>\n    <style>${coloursOf(brand)}</style>`,
      ),
  ].reduce((page, change) => change(page), html)
}
