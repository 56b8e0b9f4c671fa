import type { Content, Tone } from './content.ts'
import { wrap } from './wrap.ts'

/**
 * Draws a receipt as a picture, the same on every device: light, whatever the theme, in the app's own
 * letters.
 */

const width = 1080
const margin = 56
const padding = 64
const inner = width - 2 * (margin + padding)
const family = 'Noto, system-ui, sans-serif'
const head = 220
/** The QR code, large enough to be scanned from another phone's screen. */
const qrSide = 320

/** The tokens of the light theme (tokens.css); a picture cannot read another theme's. */
const tones: Record<Tone, { text: string; ground: string }> = {
  positive: { text: '#0f6b3f', ground: '#dff3e7' },
  notice: { text: '#7a4f00', ground: '#fdf0d2' },
  negative: { text: '#b3261e', ground: '#fbe5e3' },
}
const soft = '#56547a'
const rule = '#d9d6e6'

export interface Colours {
  ink: string
  accent: string
  surface: string
}

type Font = { size: number; weight: 400 | 600 | 700 }
const fonts = {
  brand: { size: 56, weight: 700 },
  title: { size: 44, weight: 600 },
  amount: { size: 92, weight: 700 },
  label: { size: 32, weight: 400 },
  value: { size: 34, weight: 600 },
  number: { size: 40, weight: 700 },
  note: { size: 28, weight: 400 },
} satisfies Record<string, Font>
const css = ({ size, weight }: Font): string => `${weight} ${size}px ${family}`
/** Thai and Lao letters have marks above and below them. */
const lineHeight = ({ size }: Font): number => Math.round(size * 1.55)

interface Run {
  text: string
  font: Font
  colour: string
  align: CanvasTextAlign
  x: number
  y: number
}

interface Placed {
  runs: Run[]
  height: number
  /** Where the upper part of the card ends. */
  cut: number
  mark: number
  /** The top of the QR code, where there is one. */
  qr: number | undefined
}

/** Where every text is drawn. @param measure the width of a text in a font */
export function place(content: Content, ink: string, measure: (text: string, font: Font) => number): Placed {
  const runs: Run[] = []
  const [left, right, middle] = [margin + padding, width - margin - padding, width / 2]
  let y = head

  function put(text: string, font: Font, colour: string, align: CanvasTextAlign, room = inner): void {
    const x = align === 'center' ? middle : align === 'left' ? left : right
    for (const line of wrap(text, room, content.language, (part) => measure(part, font))) {
      y += lineHeight(font)
      runs.push({ text: line, font, colour, align, x, y: y - Math.round(lineHeight(font) * 0.3) })
    }
  }

  const mark = y + 70
  y += 150
  put(content.title, fonts.title, tones[content.tone].text, 'center')
  if (content.amount !== undefined) {
    // Amounts in kip are long, and an amount is never broken.
    const size = Math.min(
      fonts.amount.size,
      (fonts.amount.size * inner) / measure(content.amount, fonts.amount),
    )
    y += 8
    put(content.amount, { ...fonts.amount, size: Math.floor(size) }, ink, 'center', Number.POSITIVE_INFINITY)
  }
  y += 44
  const cut = y
  y += 28
  for (const { label, value, below } of content.lines) {
    const top = y
    put(label, fonts.label, soft, 'left', inner * 0.34)
    const labelled = y
    y = top
    put(value, fonts.value, ink, 'right', inner * 0.62)
    if (below !== undefined) put(below, fonts.value, ink, 'right', inner * 0.62)
    y = Math.max(y, labelled) + 14
  }
  y += 14
  put(content.number.label, fonts.label, soft, 'center')
  put(content.number.value, fonts.number, ink, 'center')
  const qr = content.check && y + 32
  if (qr !== undefined && content.check) {
    y = qr + qrSide
    put(content.check.label, fonts.label, soft, 'center')
  }
  const height = y + 48
  y = height + 20
  put(content.note, fonts.note, soft, 'center', width - 2 * margin)
  return { runs, height, cut, mark, qr }
}

/** Loads the letters that a picture needs: a canvas draws with what is there, and does not wait. */
async function loadLetters({ runs }: Placed, brand: string): Promise<void> {
  const wanted = [...runs, { font: fonts.brand, text: brand }]
  await Promise.all(wanted.map(({ font, text }) => document.fonts.load(css(font), text)))
}

export async function drawReceipt(content: Content, { ink, accent, surface }: Colours): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const measure = (text: string, font: Font) => {
    pen.font = css(font)
    return pen.measureText(text).width
  }
  // Measured twice: with other letters the lines would end elsewhere.
  await loadLetters(place(content, ink, measure), content.brand)
  const { runs, height, cut, mark, qr } = place(content, ink, measure)
  const last = runs.at(-1)?.y ?? height
  canvas.width = width
  canvas.height = last + 64
  pen.fillStyle = surface
  pen.fillRect(0, 0, width, canvas.height)
  pen.fillStyle = ink
  pen.fillRect(0, 0, width, head + 40)
  pen.fillStyle = accent
  pen.fillRect(0, head + 40, width, 6)
  pen.fillStyle = '#ffffff'
  await drawBrand(pen, content.brand)

  card(pen, surface, head - 56, height, cut)
  drawMark(pen, content.tone, mark)
  if (qr !== undefined && content.check) drawQr(pen, content.check.qr, qr)
  for (const { text, font, colour, align, x, y } of runs) {
    pen.font = css(font)
    pen.fillStyle = colour
    pen.textAlign = align
    pen.fillText(text, x, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** The brand's mark and name; without the mark where it does not load. */
async function drawBrand(pen: CanvasRenderingContext2D, name: string): Promise<void> {
  const size = 80
  const gap = 20
  const mark = new Image(size, size)
  mark.src = '/art/brand/mark.svg'
  const isThere = await mark.decode().then(
    () => true,
    () => false,
  )
  const room = width - 2 * margin - (isThere ? size + gap : 0)
  pen.font = css(fonts.brand)
  pen.textAlign = 'left'
  const long = Math.min(pen.measureText(name).width, room)
  const left = (width - long - (isThere ? size + gap : 0)) / 2
  if (isThere) pen.drawImage(mark, left, 46, size, size)
  pen.fillText(name, isThere ? left + size + gap : left, 106, room)
}

/** The card, with a tear line below the amount. */
function card(
  pen: CanvasRenderingContext2D,
  surface: string,
  top: number,
  bottom: number,
  cut: number,
): void {
  pen.fillStyle = '#ffffff'
  pen.beginPath()
  corner(pen, margin, top, width - 2 * margin, bottom - top, 40)
  pen.fill()
  pen.fillStyle = surface
  for (const x of [margin, width - margin]) {
    pen.beginPath()
    pen.arc(x, cut, 20, 0, 2 * Math.PI)
    pen.fill()
  }
  pen.strokeStyle = rule
  pen.lineWidth = 3
  pen.setLineDash([14, 12])
  pen.beginPath()
  pen.moveTo(margin + 40, cut)
  pen.lineTo(width - margin - 40, cut)
  pen.stroke()
  pen.setLineDash([])
}

/** A rectangle with round corners; `roundRect` is missing on the phones that we serve. */
function corner(pen: CanvasRenderingContext2D, x: number, y: number, w: number, h: number, r: number): void {
  pen.moveTo(x + r, y)
  pen.arcTo(x + w, y, x + w, y + h, r)
  pen.arcTo(x + w, y + h, x, y + h, r)
  pen.arcTo(x, y + h, x, y, r)
  pen.arcTo(x, y, x + w, y, r)
  pen.closePath()
}

/** Black on the white card, whatever the brand: every scanner reads that. */
function drawQr(pen: CanvasRenderingContext2D, rows: readonly string[], top: number): void {
  // Whole pixels, or lines would show between the modules.
  const side = Math.floor(qrSide / rows.length)
  const left = Math.round((width - side * rows.length) / 2)
  pen.fillStyle = '#000000'
  for (const [y, row] of rows.entries()) {
    for (const [x, module] of [...row].entries()) {
      if (module === '1') pen.fillRect(left + x * side, top + y * side, side, side)
    }
  }
}

/** The outcome, distinguished by the form of its mark and not by its colour alone. */
function drawMark(pen: CanvasRenderingContext2D, tone: Tone, y: number): void {
  const x = width / 2
  const { text, ground } = tones[tone]
  pen.fillStyle = ground
  pen.beginPath()
  pen.arc(x, y, 62, 0, 2 * Math.PI)
  pen.fill()
  pen.strokeStyle = text
  pen.lineWidth = 10
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const strokes: Record<Tone, [number, number][][]> = {
    positive: [
      [
        [-26, 2],
        [-8, 20],
        [28, -20],
      ],
    ],
    notice: [
      [
        [0, -26],
        [0, 2],
        [18, 14],
      ],
    ],
    negative: [
      [
        [-20, -20],
        [20, 20],
      ],
      [
        [20, -20],
        [-20, 20],
      ],
    ],
  }
  for (const points of strokes[tone]) {
    pen.beginPath()
    for (const [dx, dy] of points) pen.lineTo(x + dx, y + dy)
    pen.stroke()
  }
}
