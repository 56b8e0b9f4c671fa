import { slipCode } from '@krapao/sandbox/slip-picture.ts'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { createSlipReader } from './reader.ts'
import { readSlip } from './testing/slip.ts'

/** Codes that are drawn as no bank should (rules.md §5.1). Usual slips: bench/slip. */

const reader = createSlipReader()
afterAll(() => reader.close())
// What decodes uploads shuts this for its whole process, and an earlier test file may have loaded it in this
// one.
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

it.each([
  ['#000000', '#000000', 4],
  ['#000000', '#000000', 7],
  ['#16202e', '#000000', 5],
  ['#1f2b3b', '#1f2b3b', 6],
])('without a quiet zone on a dark page: %s, ink %s, %i pixels a point', async (page, ink, size) => {
  const { modules } = QRCode.create(slipCode('KBANK', '202611270001', new Date()), {
    errorCorrectionLevel: 'M',
  })
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`
    }
  }
  const edge = modules.size * size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1640">
    <rect width="1080" height="1640" fill="${page}"/><rect x="100" y="200" width="700" height="60" fill="#fff"/>
    <rect x="303" y="901" width="${edge}" height="${edge}" fill="#fff"/>
    <path transform="translate(303 901) scale(${size})" fill="${ink}" d="${path}"/></svg>`
  const jpeg = await sharp(Buffer.from(svg)).flatten().jpeg({ quality: 90 }).toBuffer()
  expect(await readSlip(reader, `${page}${size}`, jpeg)).toMatchObject({
    outcome: 'slip',
    bankCode: '004',
    reference: '202611270001',
  })
})
