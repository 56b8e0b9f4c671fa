import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Brand } from '@krapao/contract/brand.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { type Packed, pack, sendPacked } from '../platform/packed.ts'
import { Refusal } from '../platform/refusal.ts'
import { drawIcons, iconPaths, manifestIcons, shortcutIcon, shortcutPath } from './icons.ts'
import { manifestOf, type Screenshot } from './manifest.ts'

/** A drawing opened by its address is a page: it may load nothing, and runs nothing. */
const ofDrawings = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
const aDay = 'public, max-age=86400'

/** Our own drawing of each kind, in the built member app, and the paths at which the pages show it. */
const drawings = {
  mark: { own: 'mark.svg', paths: ['mark.svg'] },
  icon: { own: 'icon.svg', paths: ['icon.svg', 'favicon.svg'] },
  hero: { own: 'festival.svg', paths: ['festival.svg'] },
} as const

/** The brand's drawing, or else the one of the build; undefined if that is not built. */
export function drawingOf(folder: string, brand: Brand, kind: keyof typeof drawings): string | undefined {
  const file = brand.art[kind] || join(folder, 'art/brand', drawings[kind].own)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/**
 * Serves what a brand looks like: its drawings at the addresses of our own, its icons, and the manifest by
 * which a phone installs the app.
 * @param folder the built member app
 * @throws if a picture of the brand cannot be drawn
 */
export async function serveBrand(app: FastifyInstance, folder: string, brand: Brand): Promise<void> {
  serveDrawings(app, brand)
  await serveIcons(app, folder, brand)
  const screenshots = await serveScreenshots(app, brand)
  const manifest = pack(
    JSON.stringify(manifestOf(brand, { icons: manifestIcons, shortcut: shortcutIcon, screenshots })),
  )
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) =>
    sendPacked(
      request,
      reply.header('cache-control', 'no-cache').type('application/manifest+json'),
      manifest,
    ),
  )
}

function serveDrawings(app: FastifyInstance, brand: Brand): void {
  for (const [kind, { paths }] of Object.entries(drawings)) {
    const file = brand.art[kind as keyof typeof drawings]
    if (!file) continue
    const packed: Packed = pack(readFileSync(file, 'utf8').trim())
    for (const path of paths) {
      app.get(`/art/brand/${path}`, { schema: { hide: true } }, (request, reply) =>
        sendPacked(
          request,
          reply
            .headers({ 'cache-control': aDay, 'content-security-policy': ofDrawings })
            .type('image/svg+xml'),
          packed,
        ),
      )
    }
  }
}

/**
 * Our own icons are drawn when the first is asked for; a brand's at the start, where its operator reads what
 * is wrong.
 */
async function serveIcons(app: FastifyInstance, folder: string, brand: Brand): Promise<void> {
  let drawing: Promise<Map<string, Buffer>> | undefined
  const icons = () => {
    const svg = drawingOf(folder, brand, 'icon')
    if (!svg) throw new Refusal('NO_DATA')
    drawing ??= drawIcons(svg, brand)
    return drawing
  }
  if (brand.art.icon) {
    await icons().catch((error: Error) => {
      throw new Error(`art.icon: ${brand.art.icon} cannot be drawn: ${error.message}`)
    })
  }
  for (const path of [...iconPaths, shortcutPath('deposit'), shortcutPath('withdraw')]) {
    app.get(path, { schema: { hide: true } }, async (_request: FastifyRequest, reply: FastifyReply) => {
      const bytes = (await icons()).get(path)
      return reply.header('cache-control', aDay).type('image/png').send(bytes)
    })
  }
}

const types: Record<string, string> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.webp': 'image/webp' }

async function serveScreenshots(app: FastifyInstance, brand: Brand): Promise<Screenshot[]> {
  return await Promise.all(
    brand.art.screenshots.map(async (file, i) => {
      const bytes = readFileSync(file)
      // By its file: from memory only uploads that are JPEG may be read (platform/picture.ts).
      const { width = 0, height = 0 } = await sharp(file)
        .metadata()
        .catch((error: Error) => {
          throw new Error(`art.screenshots: ${file} cannot be read: ${error.message}`)
        })
      const type = types[extname(file)] ?? ''
      const path = `/art/brand/screenshot-${i + 1}${extname(file)}`
      app.get(path, { schema: { hide: true } }, (_request, reply) =>
        reply.header('cache-control', aDay).type(type).send(bytes),
      )
      return {
        src: path,
        sizes: `${width}x${height}`,
        type,
        form_factor: width > height ? ('wide' as const) : ('narrow' as const),
      }
    }),
  )
}
