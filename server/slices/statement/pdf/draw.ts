import { setImmediate as turn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { fill } from '../../../platform/texts.ts'
import { type Letters, type Run, runsOf, type Script } from './letters.ts'
import { inParts, type Ring, writeOnce } from './sara-am.ts'
import type en from './texts.en.json'

/** Draws a statement on pages of A4. It knows texts only; what they say is decided in pdf.ts. */

export interface Line {
  date: string
  number: string
  title: string
  detail: string
  status: string
  reason: string
  tone: 'done' | 'open' | 'failed'
  amount: string
}

export interface Paper {
  brand: string
  colours: { ink: string; accent: string }
  member: string
  facts: [label: string, value: string][]
  sums: [label: string, value: string][]
  lines: Line[]
  /** Below the last row; empty for none. */
  notes: string[]
  words: typeof en
}

const [width, height, margin] = [595.28, 841.89, 40]
const right = width - margin
const soft = '#56547a'
const rule = '#d9d6e6'
const tones = { done: '#0f6b3f', open: '#7a4f00', failed: '#b3261e' }
const columns = { date: margin, what: 140, status: 330, amount: right }
const rowHeight = 29
const firstRows = 198
const otherRows = 64
const foot = height - 52
const fitsOn = (from: number): number => Math.floor((foot - from - 22) / rowHeight)

/** How many pages so many rows take. */
export function pagesOf(rows: number): number {
  const beyond = rows - fitsOn(firstRows)
  return 1 + Math.max(0, Math.ceil(beyond / fitsOn(otherRows)))
}

interface Style {
  size?: number
  colour?: string
  bold?: boolean
  align?: 'left' | 'right'
  /** Longer texts are cut. */
  room?: number
}

type Pen = ReturnType<typeof createPen>

/** Writes texts of several scripts on one baseline. */
function createPen(doc: PDFKit.PDFDocument, letters: Letters) {
  const ringsOf = {} as Record<Script, (text: string) => Ring[]>
  for (const script of Object.keys(letters) as Script[]) {
    doc.registerFont(script, letters[script]).font(script)
    ringsOf[script] = writeOnce((doc as unknown as { _font: unknown })._font)
  }
  /** Texts of one size that were measured already: kinds, banks and states come again on every page. */
  const measured = new Map<string, Written[]>()

  function measure(text: string, size: number): Written[] {
    return runsOf(text).map(({ script, text }) => {
      const parts = inParts(text)
      return { script, text: parts, width: doc.font(script).fontSize(size).widthOfString(parts) }
    })
  }

  function fit(text: string, size: number, room: number): Written[] {
    const whole = measure(text, size)
    if (longAll(whole) <= room) return whole
    const letters = Array.from(new Intl.Segmenter('th').segment(text), ({ segment }) => segment)
    const cut = (count: number) => measure(`${letters.slice(0, count).join('').trimEnd()}…`, size)
    let [fits, tooLong] = [0, letters.length]
    while (tooLong - fits > 1) {
      const half = Math.floor((fits + tooLong) / 2)
      if (longAll(cut(half)) <= room) fits = half
      else tooLong = half
    }
    return cut(fits)
  }

  function drawRing(
    { path, unitsPerEm, ...from }: Ring,
    {
      x,
      y,
      size,
      colour,
      bold,
    }: Required<Pick<Style, 'size' | 'colour' | 'bold'>> & { x: number; y: number },
  ): void {
    const [scale, em] = [size / unitsPerEm, size / 1000]
    doc.path(path.transform(scale, 0, 0, -scale, x + from.x * em, y - from.y * em).toSVG())
    if (bold) doc.fillAndStroke(colour, colour)
    else doc.fill(colour)
  }

  return function write(text: string, x: number, y: number, style: Style = {}): void {
    const { size = 9, colour = '#000000', bold = false, align = 'left', room = right - margin } = style
    const key = `${size} ${room} ${text}`
    const runs = measured.get(key) ?? fit(text, size, room)
    measured.set(key, runs)
    let at = align === 'left' ? x : x - longAll(runs)
    for (const run of runs) {
      // The regular weight is the only one in the file; a thin line around it makes it bold.
      doc
        .font(run.script)
        .fontSize(size)
        .fillColor(colour)
        .strokeColor(colour)
        .lineWidth(size * 0.032)
      doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', stroke: bold, fill: true })
      for (const ring of ringsOf[run.script](run.text)) drawRing(ring, { x: at, y, size, colour, bold })
      at += run.width
    }
  }
}

type Written = Run & { width: number }
const longAll = (runs: Written[]): number => runs.reduce((sum, { width }) => sum + width, 0)

/** @returns the file; other work of the process goes on between its pages */
export async function drawPaper(paper: Paper, letters: Letters): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: `${paper.brand} ${paper.words.title}`, Author: paper.brand },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))
  const write = createPen(doc, letters)
  const pages = pagesOf(paper.lines.length)
  let drawn = 0
  for (let page = 1; page <= pages; page++) {
    doc.addPage()
    const from = page === 1 ? firstRows : otherRows
    drawHead(doc, write, paper, page)
    drawTitles(doc, write, paper.words, from)
    const lines = paper.lines.slice(drawn, drawn + fitsOn(from))
    for (const [i, line] of lines.entries()) {
      drawLine(doc, write, line, paper.colours.ink, from + 22 + i * rowHeight)
    }
    drawn += lines.length
    if (paper.lines.length === 0) write(paper.words.empty, margin, from + 44, { colour: soft, size: 10 })
    drawFoot(doc, write, paper, page, pages)
    await turn()
  }
  doc.end()
  await ended
  return Buffer.concat(parts)
}

function drawHead(doc: PDFKit.PDFDocument, write: Pen, paper: Paper, page: number): void {
  const { brand, colours, member, facts, sums, words } = paper
  if (page > 1) {
    write(brand, margin, 46, { size: 11, bold: true, colour: colours.ink })
    write(member, right, 46, { size: 9, colour: soft, align: 'right', room: 300 })
    return
  }
  doc.rect(0, 0, width, 62).fill(colours.ink)
  doc.rect(0, 62, width, 3).fill(colours.accent)
  write(brand, margin, 40, { size: 20, bold: true, colour: '#ffffff', room: 280 })
  write(words.title, right, 39, { size: 14, colour: '#ffffff', align: 'right', room: 220 })
  write(member, margin, 96, { size: 14, bold: true, colour: colours.ink, room: 280 })
  facts.forEach(([label, value], i) => {
    write(label, margin, 118 + i * 17, { colour: soft, room: 80 })
    write(value, margin + 86, 118 + i * 17, { colour: colours.ink, room: 200 })
  })
  doc.roundedRect(340, 80, right - 340, 84, 8).fill('#f6f5fa')
  sums.forEach(([label, value], i) => {
    const y = 103 + i * 23
    const isLast = i === sums.length - 1
    write(label, 354, y, { size: 10, colour: soft, room: 80 })
    write(value, right - 14, y, { size: 11, bold: isLast, colour: colours.ink, align: 'right', room: 130 })
  })
}

function drawTitles(doc: PDFKit.PDFDocument, write: Pen, words: typeof en, y: number): void {
  const style = { size: 8.5, bold: true, colour: soft }
  write(words.date, columns.date, y, { ...style, room: 94 })
  write(words.what, columns.what, y, { ...style, room: 180 })
  write(words.status, columns.status, y, { ...style, room: 100 })
  write(words.amount, columns.amount, y, { ...style, align: 'right', room: 110 })
  doc
    .moveTo(margin, y + 9)
    .lineTo(right, y + 9)
    .lineWidth(0.8)
    .stroke(rule)
}

function drawLine(doc: PDFKit.PDFDocument, write: Pen, line: Line, ink: string, top: number): void {
  const [upper, lower] = [top + 4, top + 15]
  write(line.date, columns.date, upper, { colour: ink, size: 8.5, room: 94 })
  write(line.number, columns.date, lower, { colour: soft, size: 7.5, room: 94 })
  write(line.title, columns.what, upper, { colour: ink, room: 184 })
  write(line.detail, columns.what, lower, { colour: soft, size: 8, room: 184 })
  write(line.status, columns.status, upper, { colour: tones[line.tone], size: 8.5, room: 120 })
  // Nothing stands beside it: the amount is in the line above.
  write(line.reason, columns.status, lower, { colour: soft, size: 8, room: right - columns.status })
  write(line.amount, columns.amount, upper, {
    colour: ink,
    bold: line.tone !== 'failed',
    align: 'right',
    room: 110,
  })
  doc
    .moveTo(margin, top + 20.5)
    .lineTo(right, top + 20.5)
    .lineWidth(0.4)
    .stroke(rule)
}

function drawFoot(doc: PDFKit.PDFDocument, write: Pen, paper: Paper, page: number, pages: number): void {
  doc
    .moveTo(margin, foot + 6)
    .lineTo(right, foot + 6)
    .lineWidth(0.8)
    .stroke(rule)
  const notes = page === pages ? paper.notes : []
  for (const [i, note] of notes.entries()) {
    write(note, margin, foot + 20 + i * 13, { size: 8, colour: soft, room: 400 })
  }
  write(fill(paper.words.page, { page, pages }), right, foot + 20, {
    size: 8,
    colour: soft,
    align: 'right',
    room: 110,
  })
}
