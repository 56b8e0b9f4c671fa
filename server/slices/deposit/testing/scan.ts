import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const { resolve } = createRequire(import.meta.url)

/** What a camera reads from a QR code in an SVG. */
export async function scan(svg: string): Promise<string | undefined> {
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer,
    },
  })
  const png = await sharp(Buffer.from(svg), { density: 400 }).png().toBuffer()
  return (await readBarcodes(png, { formats: ['QRCode'] }))[0]?.text
}
