import { brotliDecompressSync } from 'node:zlib'

/**
 * Reads a font as browsers load it (WOFF 2.0) and writes it as TrueType, which a PDF embeds. The app's letters are then
 * the only ones in the repository. A variable font becomes its regular weight.
 */

/** Tags by their numbers in a table directory, as far as our fonts have them. */
const tags =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB'
    .split(' ')
    .map((tag) => tag.replace('_', ' '))
/** What a font needs to be shaped and drawn; the others are of its variations. */
const needed = [
  'OS/2',
  'cmap',
  'cvt ',
  'fpgm',
  'glyf',
  'GDEF',
  'GPOS',
  'GSUB',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'name',
  'post',
  'prep',
]

/** Reads numbers one after another. */
class Reader {
  readonly #bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  /** Goes on by so many bytes. @returns where they begin */
  #pass(count: number): number {
    this.at += count
    return this.at - count
  }

  byte = (): number => this.#bytes.readUInt8(this.#pass(1))
  short = (): number => this.#bytes.readUInt16BE(this.#pass(2))
  signed = (): number => this.#bytes.readInt16BE(this.#pass(2))
  long = (): number => this.#bytes.readUInt32BE(this.#pass(4))
  bytes = (count: number): Buffer => {
    const from = this.#pass(count)
    return this.#bytes.subarray(from, from + count)
  }

  /** A number of seven bits in each byte. */
  base128(): number {
    let value = 0
    for (;;) {
      const byte = this.byte()
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }

  /** A number of one to three bytes. */
  packed(): number {
    const code = this.byte()
    if (code === 253) return this.short()
    if (code === 255) return this.byte() + 253
    return code === 254 ? this.byte() + 506 : code
  }
}

/** @returns the same font as TrueType */
export function toTrueType(woff2: Buffer): Buffer {
  const tables = tablesOf(woff2)
  const { glyf, loca, left } = glyphsOf(table(tables, 'glyf'))
  tables.set('glyf', { bytes: glyf, isChanged: false })
  tables.set('loca', { bytes: loca, isChanged: false })
  const metrics = table(tables, 'hhea').readUInt16BE(34)
  const hmtx = tables.get('hmtx')
  if (hmtx?.isChanged) tables.set('hmtx', { bytes: bearings(hmtx.bytes, metrics, left), isChanged: false })
  const head = Buffer.from(table(tables, 'head'))
  // Offsets of four bytes.
  head.writeInt16BE(1, 50)
  tables.set('head', { bytes: head, isChanged: false })
  return write(needed.flatMap((tag) => (tables.has(tag) ? { tag, bytes: table(tables, tag) } : [])))
}

type Tables = Map<string, { bytes: Buffer; isChanged: boolean }>

function table(tables: Tables, tag: string): Buffer {
  const found = tables.get(tag)
  if (!found) throw new Error(`the font has no ${tag}`)
  return found.bytes
}

/** The tables as they are in the file. `isChanged`: in a form of WOFF's own. */
function tablesOf(woff2: Buffer): Tables {
  if (woff2.toString('latin1', 0, 4) !== 'wOF2') throw new Error('no WOFF 2.0')
  const compressed = woff2.readUInt32BE(20)
  const reader = new Reader(woff2, 48)
  const directory = Array.from({ length: woff2.readUInt16BE(12) }, () => {
    const flags = reader.byte()
    const known = flags & 63
    const tag = known === 63 ? reader.bytes(4).toString('latin1') : (tags[known] ?? '')
    const isGlyphs = tag === 'glyf' || tag === 'loca'
    const isChanged = isGlyphs ? flags >> 6 !== 3 : flags >> 6 !== 0
    const length = reader.base128()
    return { tag, isChanged, length: isChanged ? reader.base128() : length }
  })
  const content = new Reader(brotliDecompressSync(woff2.subarray(reader.at, reader.at + compressed)))
  return new Map(
    directory.map(({ tag, isChanged, length }) => [tag, { bytes: content.bytes(length), isChanged }]),
  )
}

/** The outlines of all glyphs, where each begins, and its left edge. */
function glyphsOf(bytes: Buffer): { glyf: Buffer; loca: Buffer; left: number[] } {
  const header = new Reader(bytes, 4)
  const count = header.short()
  header.short()
  const sizes = Array.from({ length: 7 }, header.long)
  let from = header.at
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => {
    const reader = new Reader(bytes, from)
    from += size
    return reader
  }) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader]
  const hasBox = boxes.bytes(4 * Math.floor((count + 31) / 32))
  const parts: Buffer[] = []
  const left: number[] = []
  const loca = Buffer.alloc(4 * (count + 1))
  let at = 0
  for (let glyph = 0; glyph < count; glyph++) {
    const number = contours.signed()
    const box = ((hasBox[glyph >> 3] ?? 0) & (128 >> (glyph & 7))) !== 0 ? boxes.bytes(8) : undefined
    const outline =
      number === 0
        ? Buffer.alloc(0)
        : number < 0
          ? Buffer.concat([shorts(-1), box ?? Buffer.alloc(8), composite(composites, glyphs, instructions)])
          : simple(number, { points, flags, glyphs, instructions }, box)
    left.push(number === 0 ? 0 : outline.readInt16BE(2))
    const padded = Buffer.concat([outline, Buffer.alloc(-outline.length & 3)])
    parts.push(padded)
    at += padded.length
    loca.writeUInt32BE(at, 4 * (glyph + 1))
  }
  return { glyf: Buffer.concat(parts), loca, left }
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [i, value] of values.entries()) bytes.writeInt16BE(value, 2 * i)
  return bytes
}

/** A glyph that is made of others. */
function composite(from: Reader, glyphs: Reader, instructions: Reader): Buffer {
  const parts: Buffer[] = []
  let flags: number
  let isInstructed = false
  do {
    const begin = from.at
    flags = from.short()
    const scale = flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    const length = 4 + (flags & 1 ? 4 : 2) + scale
    from.at = begin
    parts.push(from.bytes(length))
    isInstructed ||= (flags & 0x100) !== 0
  } while (flags & 0x20)
  if (isInstructed) {
    const length = glyphs.packed()
    parts.push(shorts(length), instructions.bytes(length))
  }
  return Buffer.concat(parts)
}

/** A glyph of contours, each a closed line of points. */
function simple(
  contours: number,
  from: Record<'points' | 'flags' | 'glyphs' | 'instructions', Reader>,
  box: Buffer | undefined,
): Buffer {
  let total = 0
  const ends = Array.from({ length: contours }, () => {
    total += from.points.packed()
    return total - 1
  })
  const moves = Array.from({ length: total }, () => move(from.flags.byte(), from.glyphs))
  const length = from.glyphs.packed()
  return Buffer.concat([
    shorts(contours),
    box ?? shorts(...boundsOf(moves)),
    shorts(...ends, length),
    from.instructions.bytes(length),
    // Every step in two bytes: a PDF compresses them again.
    Buffer.from(moves.map(({ isOn }) => (isOn ? 1 : 0))),
    shorts(...moves.map(({ x }) => x)),
    shorts(...moves.map(({ y }) => y)),
  ])
}

interface Move {
  x: number
  y: number
  isOn: boolean
}

/** The step to the next point, packed by its size. */
function move(flag: number, from: Reader): Move {
  const isOn = flag < 128
  const kind = flag & 127
  const signed = (value: number, bit: number) => ((kind >> bit) & 1 ? value : -value)
  const b = (count: number) => Array.from(from.bytes(count)) as [number, number, number, number]
  if (kind < 10) return { isOn, x: 0, y: signed(((kind & 14) << 7) + from.byte(), 0) }
  if (kind < 20) return { isOn, x: signed((((kind - 10) & 14) << 7) + from.byte(), 0), y: 0 }
  if (kind < 84) {
    const [one] = b(1)
    const two = kind - 20
    return {
      isOn,
      x: signed(1 + (two & 0x30) + (one >> 4), 0),
      y: signed(1 + ((two & 0x0c) << 2) + (one & 15), 1),
    }
  }
  if (kind < 120) {
    const [one, two] = b(2)
    const rest = kind - 84
    return {
      isOn,
      x: signed(1 + (Math.floor(rest / 12) << 8) + one, 0),
      y: signed(1 + (((rest % 12) >> 2) << 8) + two, 1),
    }
  }
  if (kind < 124) {
    const [one, two, three] = b(3)
    return { isOn, x: signed((one << 4) + (two >> 4), 0), y: signed(((two & 15) << 8) + three, 1) }
  }
  const [one, two, three, four] = b(4)
  return { isOn, x: signed((one << 8) + two, 0), y: signed((three << 8) + four, 1) }
}

function sumsOf(steps: number[]): number[] {
  let at = 0
  return steps.map((step) => {
    at += step
    return at
  })
}

function boundsOf(moves: Move[]): number[] {
  const [xs, ys] = [sumsOf(moves.map(({ x }) => x)), sumsOf(moves.map(({ y }) => y))]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Widths with the left edges that WOFF leaves out, where the outlines say them. */
function bearings(bytes: Buffer, metrics: number, left: number[]): Buffer {
  const reader = new Reader(bytes)
  const flags = reader.byte()
  const widths = Array.from({ length: metrics }, reader.short)
  const edge = (isLeftOut: number) => (glyph: number) => (isLeftOut ? (left[glyph] ?? 0) : reader.signed())
  const [of, ofLast] = [edge(flags & 1), edge(flags & 2)]
  const edges = widths.map((_, glyph) => of(glyph))
  const rest = left.slice(metrics).map((_, i) => ofLast(metrics + i))
  return Buffer.concat([
    ...widths.map((width, glyph) => {
      const pair = shorts(0, edges[glyph] ?? 0)
      pair.writeUInt16BE(width, 0)
      return pair
    }),
    shorts(...rest),
  ])
}

function write(tables: { tag: string; bytes: Buffer }[]): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(tables.length, 4)
  let at = directory.length
  const parts: Buffer[] = [directory]
  tables.forEach(({ tag, bytes }, i) => {
    directory.write(tag, 12 + 16 * i, 'latin1')
    directory.writeUInt32BE(at, 12 + 16 * i + 8)
    directory.writeUInt32BE(bytes.length, 12 + 16 * i + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
    parts.push(padded)
    at += padded.length
  })
  return Buffer.concat(parts)
}
