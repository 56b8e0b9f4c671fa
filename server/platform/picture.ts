import { open, readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { countFrames } from './gif-frames.ts'

/**
 * How pictures are decoded. Only the processes that are there for it load this file (pictures.ts): a picture
 * can be made to take minutes, or to end its process.
 */

/** The most pixels of an accepted picture: as many as the sensors of today's phones have. */
const maxPixels = 50_000_000
/** The most pixels of the longer edge. */
const maxEdge = 20_000
/** The most pictures in one that moves. */
const maxFrames = 200
/**
 * Pixels of a plain JPEG above which decoding it takes long. A photograph has mostly twelve million, and a
 * screenshot of a phone at most five, which `effortOf` a PNG doubles.
 */
const manyPixels = 13_000_000

// One thread per picture: decoding two pictures at once must leave processor time for other requests.
sharp.concurrency(1)
sharp.cache(false)
// Uploads are decoded by these loaders only.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifFile',
  ],
})

/** The result of cleaning an upload. */
export type Picture =
  | { outcome: 'picture'; bytes: Buffer; width: number; height: number }
  /** Not a PNG, JPEG, WebP or accepted GIF, or not a complete one. */
  | { outcome: 'no-picture' }
  /** Too many pixels or frames, an edge too short or too long, or too slow to decode. */
  | { outcome: 'wrong-size' }

/** The accepted pictures, and the form in which they are stored. */
export interface Kept {
  /** The longest edge in pixels; a larger picture is made smaller. */
  edge: number
  type: 'jpeg' | 'webp'
  /** The least pixels of the shorter edge of an upload. */
  minEdge: number
  /** Accepts a GIF, too: keeps that it moves (with `type: 'webp'` only), or its first picture. */
  gif?: 'moving' | 'first'
}

/**
 * Turns an upload into the picture that is stored: upright, at most `kept.edge` pixels long, and without the
 * file's other data (EXIF, a second file behind the first). The type is read from the content, never from the
 * name.
 * @param file the path of the upload
 */
export async function cleanPicture(file: string, kept: Kept): Promise<Picture> {
  const picture = await cleanUnlessLarge(file, kept, Number.POSITIVE_INFINITY)
  if (picture.outcome === 'large') throw new RangeError('no picture has more pixels than that')
  return picture
}

/**
 * Like `cleanPicture`, but only looks at the head of a picture that would take long.
 * @param most pixels of a plain JPEG: what takes longer than so many is not decoded
 */
export async function cleanUnlessLarge(
  file: string,
  { edge, type, minEdge, gif }: Kept,
  most = manyPixels,
): Promise<Picture | { outcome: 'large' }> {
  const format = await formatOf(file)
  if (!format || (format === 'gif' && !gif)) return { outcome: 'no-picture' }
  // The library would look at all of them first.
  if (format === 'gif' && countFrames(await readFile(file), maxFrames) > maxFrames)
    return { outcome: 'wrong-size' }
  const options = { failOn: 'error', sequentialRead: true, animated: false } as const
  try {
    const {
      width,
      height,
      orientation,
      pages = 1,
      ...found
    } = await sharp(file, {
      ...options,
      limitInputPixels: false,
    }).metadata()
    if (found.format !== format) return { outcome: 'no-picture' }
    const [short, long] = [Math.min(width, height), Math.max(width, height)]
    const pixels = width * height * pages
    if (short < minEdge || long > maxEdge || pixels > maxPixels) return { outcome: 'wrong-size' }
    if (pixels * effortOf(found) > most) return { outcome: 'large' }
    if (format === 'gif' && gif === 'moving') return await movingPicture(file, edge)
    // The picture is rotated after it was made small, because a rotation needs all of it in memory.
    const { data, info } = await sharp(file, { ...options, limitInputPixels: maxPixels })
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { channels } = info
    const small = sharp(data, { raw: { width: info.width, height: info.height, channels } })
    const turned = upright(small, orientation)
    const output = type === 'jpeg' ? turned.jpeg({ quality: 90 }) : turned.webp({ quality: 86 })
    const kept = await output.toBuffer({ resolveWithObject: true })
    return { outcome: 'picture', bytes: kept.data, width: kept.info.width, height: kept.info.height }
  } catch {
    return { outcome: 'no-picture' }
  }
}

/** How many times as long as a pixel of a plain JPEG one of such a picture takes, at least about. */
function effortOf({
  format,
  isProgressive,
  depth,
}: Pick<Metadata, 'format' | 'isProgressive' | 'depth'>): number {
  const plain = { png: 2, webp: 2.5 }[format as string] ?? 1
  return plain * (isProgressive ? 2 : 1) * (depth === 'ushort' ? 2 : 1)
}

/** Re-encodes all pictures of a GIF as a WebP that moves. */
async function movingPicture(file: string, edge: number): Promise<Picture> {
  const { data, info } = await sharp(file, { failOn: 'error', animated: true, limitInputPixels: maxPixels })
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  return {
    outcome: 'picture',
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
  }
}

/** The format by the first bytes of the file; undefined if it is none of ours. */
async function formatOf(file: string): Promise<'png' | 'jpeg' | 'webp' | 'gif' | undefined> {
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
  if (bytes.startsWith('GIF87a') || bytes.startsWith('GIF89a')) return 'gif'
  if (bytes.startsWith('RIFF') && bytes.endsWith('WEBP')) return 'webp'
  return undefined
}

/**
 * Applies an EXIF orientation: a reflection, a rotation, or both. sharp does the reflection before the
 * rotation, whatever the order of the calls.
 */
function upright(picture: Sharp, orientation = 1): Sharp {
  const angle = { 3: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation]
  const turned = angle === undefined ? picture : picture.rotate(angle)
  if (orientation === 2 || orientation === 5 || orientation === 7) return turned.flop()
  return orientation === 4 ? turned.flip() : turned
}
