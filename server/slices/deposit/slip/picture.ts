import { open } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

/** Pixels of the largest picture that is taken: the sensors of today's phones. */
const maxPixels = 50_000_000
/** Pixels of a picture's shorter and longer edge in which a mini-QR could still be read. */
const minEdge = 80
const maxEdge = 20_000
/** Longest edge of a picture that is kept: a slip photographed within it stays readable. */
const keptEdge = 2200

// One thread a picture: two pictures at once are enough work for a node that has other things to do.
sharp.concurrency(1)
sharp.cache(false)
// Only these readers are ever run on what strangers send.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadJpegBuffer',
  ],
})

/** What became of an upload: a clean JPEG, or why it is none. */
export type Picture =
  | { outcome: 'picture'; jpeg: Buffer }
  /** Not a PNG, JPEG or WebP, or not a whole one. */
  | { outcome: 'no-picture' }
  /** A picture, but too large, too small or too long to be worked on. */
  | { outcome: 'wrong-size' }

/**
 * Makes an upload into the JPEG that is kept: upright, at most 2200 pixels long, without anything that the file carried
 * beside its picture (EXIF, a second file behind the first). The type is told by content, never by name.
 * @param file where the upload lies
 */
export async function cleanPicture(file: string): Promise<Picture> {
  const format = await formatOf(file)
  if (!format) return { outcome: 'no-picture' }
  const options = { failOn: 'error', sequentialRead: true, animated: false } as const
  try {
    const { width, height, orientation, ...found } = await sharp(file, {
      ...options,
      limitInputPixels: false,
    }).metadata()
    if (found.format !== format) return { outcome: 'no-picture' }
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    if (short < minEdge || long > maxEdge || width * height > maxPixels) return { outcome: 'wrong-size' }
    // Turned after it is small: turning needs the whole picture in memory.
    const { data, info } = await sharp(file, { ...options, limitInputPixels: maxPixels })
      .resize({ width: keptEdge, height: keptEdge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { channels } = info
    const small = sharp(data, { raw: { width: info.width, height: info.height, channels } })
    return { outcome: 'picture', jpeg: await upright(small, orientation).jpeg({ quality: 90 }).toBuffer() }
  } catch {
    return { outcome: 'no-picture' }
  }
}

/** What the first bytes say. */
async function formatOf(file: string): Promise<'png' | 'jpeg' | 'webp' | undefined> {
  const handle = await open(file)
  const head = Buffer.alloc(12)
  try {
    await handle.read(head, 0, head.length, 0)
  } finally {
    await handle.close()
  }
  const bytes = head.toString('latin1')
  if (bytes.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (bytes.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (bytes.startsWith('RIFF') && bytes.endsWith('WEBP')) return 'webp'
  return undefined
}

/** Turns a picture as its EXIF orientation says: 2 to 8, a reflection, a rotation, or both (then the reflection is first). */
function upright(picture: Sharp, orientation = 1): Sharp {
  const angle = { 3: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation]
  const turned = angle === undefined ? picture : picture.rotate(angle)
  if (orientation === 2 || orientation === 5 || orientation === 7) return turned.flop()
  return orientation === 4 ? turned.flip() : turned
}
