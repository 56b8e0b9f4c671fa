import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { type MiniQr, readMiniQr, type SlipKind } from './mini-qr.ts'
import { withQuietZone } from './quiet-zone.ts'

/** The content of a picture's mini-QR. */
export type Scan =
  /** `attempt`: how many views of it it took; 0 where a glance sufficed. */
  | { outcome: 'slip'; kind: SlipKind; bankCode: string; reference: string; attempt: number }
  | Exclude<MiniQr, { outcome: 'slip' }>

/** One way of looking at a picture: resized to a longer edge in pixels, in grey if it is to be changed. */
interface View {
  edge?: number
  change?: (picture: Sharp) => Sharp
}

// Nearly all pictures are read as they are, in colours: resizing one or turning it into grey takes longer
// than reading it. The rest is for small codes, noise, dark rooms, shaking hands and shadows.
const views: View[] = [
  {},
  { edge: 2200 },
  { edge: 1100, change: (picture) => picture.normalise() },
  { edge: 2200, change: (picture) => picture.normalise({ lower: 2, upper: 90 }).sharpen() },
  { edge: 3200 },
  { edge: 2200, change: (picture) => picture.blur(1.5).normalise() },
  { edge: 800, change: (picture) => picture.normalise().gamma(2.2) },
  { edge: 1400, change: (picture) => picture.blur(1.2).normalise().threshold(110) },
]

let prepared: Promise<unknown> | undefined

/** Loads the reader from the package's own file: it would otherwise be fetched from the network. */
function prepare(): Promise<unknown> {
  const { resolve } = createRequire(import.meta.url)
  prepared ??= Promise.resolve(
    prepareZXingModule({
      overrides: {
        wasmBinary: readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer,
      },
      fireImmediately: true,
    }),
  )
  return prepared
}

/**
 * Pixels that a glance takes in, those of a slip as banks' apps save it; a larger picture is made smaller.
 */
const glancedPixels = 1_800_000

/**
 * Looks at a slip once and not closely: that suffices for nearly all, and takes a third of a second at most,
 * whatever is on the picture.
 * @param jpeg of `cleanPicture`
 */
export async function glance(jpeg: Uint8Array): Promise<Scan> {
  const { width, height } = await sharp(jpeg).metadata()
  const scale = Math.sqrt(glancedPixels / (width * height))
  const view = scale < 1 ? { edge: Math.round(scale * Math.max(width, height)) } : {}
  return readViews(jpeg, [view], { ...looking, tryHarder: false }, 0)
}

/**
 * Reads the mini-QR of a slip (rules.md §5.1), trying harder and harder. It computes for up to a second or
 * two without a pause, for minutes if somebody made the picture for that: only processes that can be ended
 * may call it (reader.ts).
 * @param jpeg of `cleanPicture`
 */
export async function scanSlip(jpeg: Uint8Array): Promise<Scan> {
  const { width, height } = await sharp(jpeg).metadata()
  // Enlarged further, a small picture shows nothing new.
  const largest = Math.max(2200, 2 * width, 2 * height)
  const useful = views.filter(({ edge = 0 }) => edge <= largest)
  const framed = await withQuietZone(jpeg)
  const scan = framed && (await readViews(framed, [{}], looking, 1))
  return scan && scan.outcome !== 'none' ? scan : readViews(jpeg, useful, looking, 1)
}

async function readViews(
  jpeg: Uint8Array,
  wanted: View[],
  options: ReaderOptions,
  first: number,
): Promise<Scan> {
  await prepare()
  for (const [at, view] of wanted.entries()) {
    const found = (await readCodes(jpeg, view, options)).map(readMiniQr)
    const slip = found.find(({ outcome }) => outcome === 'slip')
    if (slip?.outcome === 'slip') return { ...slip, attempt: at + first }
    // The code is legible and wrong: another view of it says the same.
    if (found.some(({ outcome }) => outcome === 'unstable')) return { outcome: 'unstable' }
  }
  return { outcome: 'none' }
}

const looking: ReaderOptions = {
  formats: ['QRCode'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 4,
}

async function readCodes(
  jpeg: Uint8Array,
  { edge, change }: View,
  options: ReaderOptions,
): Promise<string[]> {
  const picture = sharp(jpeg)
  if (edge !== undefined) picture.resize({ width: edge, height: edge, fit: 'inside' })
  if (change) change(picture.greyscale()).toColourspace('b-w')
  const { data, info } = await picture
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const image = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) as Uint8ClampedArray<ArrayBuffer>,
    width: info.width,
    height: info.height,
    colorSpace: 'srgb' as const,
    pixelFormat: 'rgba-unorm8' as const,
  }
  return (await readBarcodes(image, options)).map(({ text }) => text)
}
