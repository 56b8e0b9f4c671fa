import { createRequire } from 'node:module'
import { asCurrency, formatAmount, fromMinor } from '@krapao/contract/money.ts'
import { renderAsync } from '@resvg/resvg-js'
import { encode, tag, withCrcTag } from 'promptparse'
import { trueMoneySlipVerify } from 'promptparse/generate'
import QRCode from 'qrcode'
import { printedName } from './printed-name.ts'
import { cutName, maskAccountNo, type SlipStyle, styleOf } from './slip-banks.ts'

/** The facts on a slip. `amountMinor` is in minor units of `currency`. */
export interface SlipFacts {
  reference: string
  fromBank: string
  fromAccountNo: string
  fromName: string
  toBank: string
  toAccountNo: string
  toName: string
  amountMinor: number
  currency: string
  at: Date
}

const width = 1080
const height = 1640
const require = createRequire(import.meta.url)
const fontFiles = [
  '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  '@expo-google-fonts/noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf',
  '@expo-google-fonts/noto-sans-lao/600SemiBold/NotoSansLao_600SemiBold.ttf',
].map((file) => require.resolve(file))

/** Draws a slip as a bank's app saves it: PNG, 1080 × 1640. */
export async function drawSlip(facts: SlipFacts): Promise<Buffer> {
  const image = await renderAsync(slipSvg(facts), {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Noto Sans Thai' },
  })
  return image.asPng()
}

/** The text of a slip's mini-QR: kind, sending bank, reference, country, and a checksum over these. */
export function miniQr(bankCode: string, reference: string, country: SlipStyle['country'] = 'TH'): string {
  const field = (tag: string, value: string) => `${tag}${String(value.length).padStart(2, '0')}${value}`
  const body = field('00', field('00', '000001') + field('01', bankCode) + field('02', reference))
  const open = `${body}${field('51', country)}9104`
  return open + checksum(open)
}

/** The text of the code on a bank's slip, in the form of that bank. */
export function slipCode(bank: string, reference: string, at: Date): string {
  const { qrCode, codeForm, country } = styleOf(bank)
  switch (codeForm) {
    case 'truemoney':
      return trueMoneySlipVerify({ eventType: 'P2P', transactionId: reference, date: dayOf(at) })
    case 'oneproof':
      return oneProof(reference)
    case 'bank':
      return miniQr(qrCode, reference, country)
  }
}

/** BCEL's OneProof: the bank's own ticket number, and the reference by which a transfer is found. */
const oneProof = (reference: string): string =>
  withCrcTag(
    encode([
      tag('00', '01'),
      tag('01', '11'),
      tag(
        '33',
        encode([
          tag('00', 'BCEL'),
          tag('01', 'ONEPROOF'),
          tag('02', 'TRANSFER'),
          tag('03', `T${reference.slice(-12)}`),
          tag('04', reference),
        ]),
      ),
    ]),
    '63',
  )

/** Day, month and year in Bangkok, in eight digits. */
const dayOf = (at: Date): string =>
  new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('')

/** CRC-16/CCITT-FALSE as four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** The fixed texts of a slip, by the country of the sending bank. */
const words = {
  TH: {
    done: 'โอนเงินสำเร็จ',
    from: 'จาก',
    to: 'ไปยัง',
    amount: 'จำนวนเงิน',
    fee: 'ค่าธรรมเนียม',
    reference: 'เลขที่รายการ',
    scan: 'สแกนตรวจสอบสลิป',
    THB: 'บาท',
    LAK: 'กีบ',
    font: 'Noto Sans Thai, Noto Sans Lao',
  },
  LA: {
    done: 'ໂອນເງິນສຳເລັດ',
    from: 'ຈາກ',
    to: 'ຫາ',
    amount: 'ຈຳນວນເງິນ',
    fee: 'ຄ່າທຳນຽມ',
    reference: 'ເລກທີທຸລະກຳ',
    scan: 'ສະແກນເພື່ອກວດສະລິບ',
    THB: 'ບາດ',
    LAK: 'ກີບ',
    font: 'Noto Sans Lao, Noto Sans Thai',
  },
}

function slipSvg(facts: SlipFacts): string {
  const style = styleOf(facts.fromBank)
  const say = words[style.country]
  const unit = facts.currency === 'LAK' ? say.LAK : say.THB
  const amount = (minor: number) => formatAmount(fromMinor(minor), asCurrency(facts.currency))
  const { ink, soft } = style
  const left = 110
  const right = width - 110
  const text = (x: number, y: number, value: string, size: number, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" ${more}>${plain(value)}</text>`
  const party = (y: number, label: string, bank: string, accountNo: string, name: string) =>
    text(left, y, label, 32, `fill="${soft}"`) +
    text(right, y, name, 42, `fill="${ink}" text-anchor="end" font-weight="600"`) +
    text(
      right,
      y + 52,
      `${bank} ${maskAccountNo(facts.fromBank, accountNo)}`,
      34,
      `fill="${soft}" text-anchor="end"`,
    )
  const line = (y: number) =>
    `<line x1="${left}" y1="${y}" x2="${right}" y2="${y}" stroke="${soft}" stroke-opacity=".35" stroke-width="2" stroke-dasharray="8 8"/>`
  const fact = (y: number, label: string, value: string, size = 42) =>
    text(left, y, label, 32, `fill="${soft}"`) +
    text(right, y, value, size, `fill="${ink}" text-anchor="end" font-weight="600"`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${say.font}">
<defs><linearGradient id="head" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${style.head}"/><stop offset="1" stop-color="${style.headEnd}"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="${style.page}"/>
<rect width="${width}" height="330" fill="url(#head)"/>
<rect x="50" y="270" width="${width - 100}" height="${height - 330}" rx="36" fill="${style.card}"/>
${mark(style)}
${text(210, 130, style.title, 50, `fill="${style.onHead}" font-weight="600"`)}
${text(210, 190, say.done, 40, `fill="${style.onHead}"`)}
${text(left, 350, timeOf(style, facts.at), 34, `fill="${soft}"`)}
${line(385)}
${party(460, say.from, facts.fromBank, facts.fromAccountNo, cutName(facts.fromBank, printedName(facts.fromBank, facts.fromName)))}
${party(610, say.to, facts.toBank, facts.toAccountNo, cutName(facts.fromBank, facts.toName))}
${line(710)}
${fact(800, say.amount, `${amount(facts.amountMinor)} ${unit}`, 62)}
${fact(890, say.fee, `${amount(0)} ${unit}`)}
${line(940)}
${fact(1010, say.reference, facts.reference, 34)}
${code(style, slipCode(facts.fromBank, facts.reference, facts.at))}
</svg>`
}

/** The mini-QR with its quiet zone, and the text beside or below it. */
function code(style: SlipStyle, payload: string): string {
  const { place, size, paper, ink } = style.qr
  const { modules } = QRCode.create(payload, { errorCorrectionLevel: 'M' })
  const cell = size / (modules.size + 8)
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) path += `M${column + 4} ${row + 4}h1v1h-1z`
    }
  }
  const x = { left: 100, middle: (width - size) / 2, right: width - 100 - size }[place]
  const y = 1110
  const at = {
    left: `x="${x + size + 40}" y="${y + size / 2}"`,
    middle: `x="${width / 2}" y="${y + size + 60}" text-anchor="middle"`,
    right: `x="${x - 40}" y="${y + size / 2}" text-anchor="end"`,
  }[place]
  return `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${paper}"/>
<path transform="translate(${x} ${y}) scale(${cell})" fill="${ink}" shape-rendering="crispEdges" d="${path}"/>
<text ${at} font-size="32" fill="${style.soft}">${words[style.country].scan}</text>`
}

const shapes: Record<SlipStyle['mark'], string> = {
  drop: 'M50 6C72 36 84 52 84 66a34 30 0 0 1-68 0C16 52 28 36 50 6z',
  leaf: 'M14 86C10 40 40 12 88 12c2 46-24 76-74 74zM14 86 62 40',
  bird: 'M8 56c22-2 30-26 48-26 12 0 16 8 16 14l20 4-20 8c-4 24-42 32-64 0z',
  lotus:
    'M50 12c14 18 14 38 0 58-14-20-14-40 0-58zM10 36c22 4 34 18 38 40C24 78 10 62 10 36zM90 36c-22 4-34 18-38 40 24 2 38-14 38-40z',
  knot: 'M20 20h28v60H20zM56 20h24v26H56zM56 54h24v26H56z',
  champa:
    'M50 48C34 34 36 14 50 6c14 8 16 28 0 42zM54 50c8-18 26-26 38-20 2 16-14 28-38 20zM52 54c18 0 32 12 32 26-14 8-32-4-32-26zM48 54c0 22-18 34-32 26 0-14 14-26 32-26zM46 50C22 58 6 46 8 30c12-6 30 2 38 20z',
  coin: 'M50 10a40 40 0 1 0 .1 0zM50 30a20 20 0 1 1-.1 0z',
}

const mark = ({ mark: shape, head, onHead }: SlipStyle): string =>
  `<circle cx="135" cy="140" r="58" fill="${onHead}"/>` +
  `<path transform="translate(95 100) scale(.8)" fill="${head === '#ffffff' ? '#dff3e4' : head}" fill-rule="evenodd" d="${shapes[shape]}"/>`

const thaiDate = new Intl.DateTimeFormat('th-TH', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'medium',
  timeStyle: 'short',
})
const laoDate = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Bangkok',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const timeOf = ({ country }: SlipStyle, at: Date): string =>
  country === 'TH' ? `${thaiDate.format(at)} น.` : laoDate.format(at).replace(',', '')

const plain = (text: string): string =>
  text
    // The renderer would draw the letter after a SARA AM on top of it, so SARA AM is written as its two
    // parts.
    .replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32')
    .replace(/([\u0ec8-\u0ecb]?)\u0eb3/g, '\u0ecd$1\u0eb2')
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
