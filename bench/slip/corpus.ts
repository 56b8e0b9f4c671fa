import { drawSlip } from '@krapao/sandbox/slip-picture.ts'
import sharp, { type Sharp } from 'sharp'

/** One photograph of a slip: its variant, and the picture. */
export interface Photo {
  variant: string
  reference: string
  bytes: Buffer
}

// The server restricts the formats that it reads from uploads; the bench's own pictures need more.
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })

const banks = ['SCB', 'KBANK', 'KTB', 'BBL', 'TMB', 'GSB']
const senders = [
  'MS SOMYING JAIDEE',
  'นายสมชาย ใจดี',
  'MR NAT PHONGPHRAI',
  'น.ส.วิภา แสงทอง',
  'BOUNMY KEOVILAY',
]

/** A repeatable random generator, so that each run has the same corpus. */
function chance(seed: number): (min: number, max: number) => number {
  let state = seed
  return (min, max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return min + (state / 2 ** 32) * (max - min)
  }
}

type Distort = (slip: Buffer, roll: (min: number, max: number) => number) => Promise<Buffer>

const jpeg = (picture: Sharp, quality = 80): Promise<Buffer> => picture.jpeg({ quality }).toBuffer()
const turned = (slip: Buffer, degrees: number) => sharp(slip).rotate(degrees, { background: '#6b5f52' })
const again = async (picture: Sharp) => sharp(await picture.png({ compressionLevel: 1 }).toBuffer())

/** Noise of a sensor in the dark. */
async function grainy(slip: Buffer, sigma: number): Promise<Sharp> {
  const { width, height } = await sharp(slip).metadata()
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return again(sharp(slip).composite([{ input: noise, blend: 'soft-light' }]))
}

/**
 * A slip on a screen or a table, photographed from the side: sheared, turned, smaller, with other things
 * around it.
 */
async function photographed(slip: Buffer, roll: (min: number, max: number) => number): Promise<Buffer> {
  const [a, b] = [roll(-0.12, 0.12), roll(-0.12, 0.12)]
  const seen = await sharp(slip)
    .affine([1, a, b, roll(0.85, 1)], { background: '#4d4439' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const picture = await again(turned(seen, roll(-15, 15)))
  return picture
    .extend({ top: 300, bottom: 400, left: 250, right: 250, background: '#4d4439' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** What typically happens to pictures of slips before they arrive. */
export const variants: Record<string, Distort> = {
  'as saved': async (slip) => slip,
  'turned a little': (slip, roll) => jpeg(turned(slip, roll(-25, 25))),
  'turned a lot': (slip, roll) => jpeg(turned(slip, roll(30, 330))),
  'on its side': (slip, roll) => jpeg(turned(slip, [90, 180, 270][Math.floor(roll(0, 3))] ?? 90)),
  'made smaller': (slip, roll) => jpeg(sharp(slip).resize({ width: Math.round(roll(380, 700)) })),
  'made larger': (slip, roll) => jpeg(sharp(slip).resize({ width: Math.round(roll(1500, 2600)) })),
  'JPEG at quality 40': (slip) => jpeg(sharp(slip), 40),
  blurred: (slip, roll) => jpeg(sharp(slip).blur(roll(1, 2.6))),
  dark: async (slip, roll) =>
    jpeg(await grainy(await sharp(slip).linear(roll(0.15, 0.35), 6).png().toBuffer(), 12), 70),
  photographed: async (slip, roll) => jpeg(sharp(await photographed(slip, roll)).blur(0.8), 75),
  'sent through a messenger': async (slip, roll) =>
    jpeg(sharp(await photographed(slip, roll)).resize({ width: Math.round(roll(900, 1280)) }), 40),
  'from far away': async (slip, roll) => {
    const seen = turned(await sharp(slip).resize({ width: 420 }).png().toBuffer(), roll(-20, 20))
    const around = { top: 500, bottom: 600, left: 500, right: 500, background: '#4d4439' }
    return jpeg((await again((await again(seen)).extend(around))).blur(0.7), 60)
  },
  'in a dark room, with a shaking hand': async (slip, roll) => {
    const seen = await sharp(await photographed(slip, roll))
      .linear(roll(0.25, 0.4), 8)
      .blur(roll(1, 1.8))
      .png()
      .toBuffer()
    return jpeg(await grainy(seen, 14), 60)
  },
}

/** Slips in the designs of six banks, in turn, each of one transfer. */
export async function drawCorpus(count: number): Promise<{ reference: string; png: Buffer }[]> {
  const roll = chance(7)
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const reference = `20261120${String(Math.floor(roll(0, 1e12))).padStart(12, '0')}`
      const png = await drawSlip({
        reference,
        fromBank: banks[at % banks.length] ?? '',
        fromAccountNo: String(Math.floor(roll(1e9, 1e10 - 1))),
        fromName: senders[at % senders.length] ?? '',
        toBank: 'SCB',
        toAccountNo: '0000000011',
        toName: 'KRAPAO DEMO',
        amountMinor: Math.floor(roll(100, 10_000_000)),
        currency: 'THB',
        at: new Date(Date.UTC(2026, 10, 20, 3, at)),
      })
      return { reference, png }
    }),
  )
}

/** Every slip in every variant. */
export async function* photos(count: number): AsyncGenerator<Photo> {
  const slips = await drawCorpus(count)
  for (const [name, distort] of Object.entries(variants)) {
    const roll = chance(name.length * 97)
    for (const { reference, png } of slips) {
      yield { variant: name, reference, bytes: await distort(png, roll) }
    }
  }
}
