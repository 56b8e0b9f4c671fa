import { crc32, deflateSync } from 'node:zlib'

/** Pictures that are made to be slow, or to take memory: small as files. */

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of one bit for each point, of these rows with their filter bytes. */
function blackAndWhite(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const sign = Buffer.from('89504e470d0a1a0a', 'hex')
  const pixels = deflateSync(rows)
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** A black PNG of any size. @param rows fewer than its height: one that breaks off */
export const flatPng = (width: number, height: number, rows = height): Buffer =>
  blackAndWhite(width, height, Buffer.alloc((Math.ceil(width / 8) + 1) * rows))

const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']

/** A PNG full of the corner pattern of QR codes, every nine points: a reader compares each with each. */
export function finderPng(edge = 2000): Buffer {
  const stride = Math.ceil(edge / 8) + 1
  const rows = Buffer.alloc(stride * edge, 0xff)
  for (let y = 0; y < edge; y++) {
    rows[y * stride] = 0
    for (let x = 0; x < edge; x++) {
      if (finder[y % 9]?.[x % 9] !== '1') continue
      const at = y * stride + 1 + (x >> 3)
      rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7))
    }
  }
  return blackAndWhite(edge, edge, rows)
}

/** A GIF of one point that goes on and off, and so many pictures one after the other: 23 bytes each. */
export function framesGif(frames: number): Buffer {
  // The size 1 × 1, and two colours.
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('01000100800000000000ffffff', 'hex')])
  const pictures = ['44', '4c'].map((point) =>
    Buffer.from(`21f90400010000002c0000000001000100000202${point}0100`, 'hex'),
  )
  const body = Array.from({ length: frames }, (_, at) => pictures[at % 2] ?? Buffer.alloc(0))
  return Buffer.concat([head, ...body, Buffer.from([0x3b])])
}
