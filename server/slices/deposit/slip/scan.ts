import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { slipVerify } from 'promptparse/validate'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** What a picture's mini-QR says. */
export type Scan =
  /** `bankCode`: the sending bank, three digits. `attempt`: how many readings it took. */
  | { outcome: 'slip'; bankCode: string; reference: string; attempt: number }
  /** A slip's QR code whose checksum does not fit, or with a bank or reference that cannot be one. */
  | { outcome: 'unstable' }
  /** No QR code of a slip in it. */
  | { outcome: 'none' }

/** One way of looking at a picture: resized to a longer edge in pixels, in grey if it is to be changed. */
interface View {
  edge?: number
  change?: (picture: Sharp) => Sharp
}

// Nearly all pictures are read as they are, in colours: resizing one or turning it into grey takes longer than reading it.
// The rest is for small codes, noise, dark rooms, shaking hands and shadows. A picture without any code takes about a
// second.
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
 * Reads the mini-QR of a slip (rules.md §5.1), trying harder and harder. It computes for up to a second or two without
 * a pause: never call it on the thread that answers requests.
 * @param jpeg of `cleanPicture`
 */
export async function scanSlip(jpeg: Uint8Array): Promise<Scan> {
  await prepare()
  const { width, height } = await sharp(jpeg).metadata()
  // Enlarged further, a small picture shows nothing new.
  const largest = Math.max(2200, 2 * width, 2 * height)
  let unstable = false
  for (const [at, view] of views.entries()) {
    if (view.edge !== undefined && view.edge > largest) continue
    for (const text of await readCodes(jpeg, view)) {
      const scan = readMiniQr(text)
      if (scan.outcome === 'slip') return { ...scan, attempt: at + 1 }
      unstable ||= scan.outcome === 'unstable'
    }
    // The code is legible and wrong: another view of it says the same.
    if (unstable) return { outcome: 'unstable' }
  }
  return { outcome: 'none' }
}

async function readCodes(jpeg: Uint8Array, { edge, change }: View): Promise<string[]> {
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
  const results = await readBarcodes(image, {
    formats: ['QRCode'],
    tryHarder: true,
    tryRotate: true,
    tryInvert: true,
    tryDownscale: true,
    maxNumberOfSymbols: 4,
  })
  return results.map(({ text }) => text)
}

/** Reads the text of a QR code; exported for its test. */
export function readMiniQr(text: string): Scan {
  if (!/^00\d\d0006000001/.test(text)) return { outcome: 'none' }
  const found = slipVerify(text)
  if (!found || !/^\d{3}$/.test(found.sendingBank) || !/^[\x21-\x7e]{1,60}$/.test(found.transRef)) {
    return { outcome: 'unstable' }
  }
  return { outcome: 'slip', bankCode: found.sendingBank, reference: found.transRef, attempt: 1 }
}
