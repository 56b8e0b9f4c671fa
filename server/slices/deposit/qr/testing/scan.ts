import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const { resolve } = createRequire(import.meta.url)
/** Pixels of one module of the code. */
const size = 6

function load(): void {
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer,
    },
  })
}

/** What a bank's app reads from a picture with a QR code in it, a PNG. */
export async function readPicture(png: Uint8Array): Promise<string | undefined> {
  load()
  return (await readBarcodes(png, { formats: ['QRCode'] }))[0]?.text
}

/**
 * What a camera reads from a QR code in an SVG: the dark lines of its second path, one unit thick, on white.
 */
export async function scan(svg: string): Promise<string | undefined> {
  load()
  const width = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]) * size
  const lines = /stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  let [x, y] = [0, 0]
  for (const [, command, a = '', b = ''] of lines.matchAll(/([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?/g)) {
    if (command === 'M') [x, y] = [Number(a), Math.floor(Number(b))]
    if (command === 'm') [x, y] = [x + Number(a), y + Number(b)]
    if (command !== 'h') continue
    for (let row = y * size; row < (y + 1) * size; row++) {
      for (let column = x * size; column < (x + Number(a)) * size; column++) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
    }
    x += Number(a)
  }
  const image = { data, width, height: width, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
  return (await readBarcodes(image, { formats: ['QRCode'] }))[0]?.text
}
