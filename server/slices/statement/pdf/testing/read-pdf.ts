import { inflateSync } from 'node:zlib'

/**
 * The text of a file that pdfkit made, as a reader finds it that copies, searches or reads aloud: the glyphs
 * of each page in the order in which they are drawn, each as what its font says that it stands for (ISO
 * 32000, 9.10). One line for each piece of text.
 */
export function readPdf(file: Buffer): string[] {
  const objects = objectsOf(file)
  const fonts = new Map<string, Map<string, string>>()
  for (const { text } of objects.values()) {
    for (const [, list = ''] of text.matchAll(/\/Font\s*<<(.*?)>>/gs)) {
      for (const [, name = '', id = ''] of list.matchAll(/\/(\w+)\s+(\d+) 0 R/g)) {
        const [, meaning = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.text ?? '') ?? []
        fonts.set(name, meaningsOf(objects.get(meaning)?.stream ?? ''))
      }
    }
  }
  return [...objects.values()].flatMap(({ text, stream }) => {
    const isPage = stream !== '' && !/\/(Length1|FontFile|Subtype)/.test(text)
    return isPage ? piecesOf(stream, fonts) : []
  })
}

interface PdfObject {
  text: string
  /** Unpacked, as Latin-1; empty if it has none. */
  stream: string
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const whole = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const [, id = '', body = ''] of whole.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [text = '', packed] = body.split('\nstream\n')
    const bytes = Buffer.from((packed ?? '').replace(/\nendstream$/, ''), 'latin1')
    const isPacked = text.includes('FlateDecode')
    objects.set(id, { text, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

/** The text that each number of a glyph stands for. */
function meaningsOf(map: string): Map<string, string> {
  const meanings = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)) {
    Array.from(list.matchAll(/<([\w ]*)>/g)).forEach(([, units = ''], i) => {
      const number = (Number.parseInt(first, 16) + i).toString(16).padStart(4, '0')
      const codes = units.match(/\w+/g) ?? []
      meanings.set(number, String.fromCharCode(...codes.map((unit) => Number.parseInt(unit, 16))))
    })
  }
  return meanings
}

function piecesOf(stream: string, fonts: Map<string, Map<string, string>>): string[] {
  return Array.from(stream.matchAll(/\bBT\b(.*?)\bET\b/gs), ([, piece = '']) => {
    const [, name = ''] = /\/(\w+) [\d.]+ Tf/.exec(piece) ?? []
    const glyphs = Array.from(
      piece.matchAll(/<([0-9a-f]+)>/g),
      ([, codes = '']) => codes.match(/.{4}/g) ?? [],
    )
    return glyphs
      .flat()
      .map((glyph) => fonts.get(name)?.get(glyph) ?? '\ufffd')
      .join('')
  })
}
