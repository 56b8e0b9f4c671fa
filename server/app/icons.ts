import type { Brand } from '@krapao/contract/brand.ts'
import sharp from 'sharp'
import type { IconOfManifest } from './manifest.ts'

/**
 * An icon as PNG: `square` for phones that cut it to a shape themselves, `round` where it is shown as it is.
 */
interface Icon {
  path: string
  size: number
  shape: 'square' | 'round'
}

const at = (name: string) => `/art/brand/${name}.png`

/** The icon that iOS shows for the installed app. */
export const appleIcon: Icon = { path: at('icon-180'), size: 180, shape: 'square' }
const ofManifest: Icon[] = [192, 512].flatMap((size) => [
  { path: at(`icon-${size}`), size, shape: 'round' as const },
  { path: at(`icon-${size}-maskable`), size, shape: 'square' as const },
])
/** Asked for by browsers and messengers that read no page. */
const byCustom: Icon[] = [
  { path: '/apple-touch-icon.png', size: 180, shape: 'square' },
  { path: '/favicon.ico', size: 48, shape: 'round' },
]

export const iconPaths: readonly string[] = [...ofManifest, appleIcon, ...byCustom].map(({ path }) => path)

export const manifestIcons: IconOfManifest[] = ofManifest.map(({ path, size, shape }) => ({
  src: path,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: shape === 'square' ? 'maskable' : 'any',
}))

/** Arrows into a tray and out of it, as on the tiles of the dashboard. */
const arrows = {
  deposit: 'M48 27V56M37 46L48 57L59 46',
  withdraw: 'M48 57V28M37 39L48 28L59 39',
}
export const shortcutPath = (name: keyof typeof arrows): string => at(`shortcut-${name}`)
export const shortcutIcon = (name: keyof typeof arrows): IconOfManifest => ({
  src: shortcutPath(name),
  sizes: '96x96',
  type: 'image/png',
})
const shortcutDrawing = (name: keyof typeof arrows, { accent, onAccent }: Brand['colours']['light']) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="48" cy="48" r="48" fill="${accent}"/><path d="${arrows[name]}M29 54V63A5 5 0 0 0 34 68H62A5 5 0 0 0 67 63V54" fill="none" stroke="${onAccent}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/**
 * Loads drawings. Uploads are never loaded by it (platform/picture.ts), so it is only open while icons are
 * drawn.
 */
const loader = { operation: ['VipsForeignLoadSvgBuffer'] }

/**
 * Draws all icons of a brand from its one drawing.
 * @returns PNG files by path
 * @throws if the drawing cannot be drawn
 */
export async function drawIcons(svg: string, brand: Brand): Promise<Map<string, Buffer>> {
  sharp.unblock(loader)
  try {
    const drawn = new Map<string, Buffer>()
    for (const icon of [...ofManifest, appleIcon, ...byCustom])
      drawn.set(icon.path, await drawIcon(svg, icon))
    for (const name of Object.keys(arrows) as (keyof typeof arrows)[]) {
      const drawing = shortcutDrawing(name, brand.colours.light)
      drawn.set(shortcutPath(name), await raster(drawing, 96).png().toBuffer())
    }
    return drawn
  } finally {
    sharp.block(loader)
  }
}

/** @param size of the picture's edges; a drawing is drawn as large at once, not made larger */
const raster = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: 72 * Math.max(1, size / 256) }).resize(size, size, { fit: 'cover' })

async function drawIcon(svg: string, { size, shape }: Icon): Promise<Buffer> {
  const whole = raster(svg, size)
  if (shape === 'square') return await whole.removeAlpha().png({ compressionLevel: 9 }).toBuffer()
  const corner = Math.round(size * 0.225)
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${corner}"/></svg>`
  return await whole
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
