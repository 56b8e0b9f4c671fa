import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { wholeWords } from './whole-words.ts'

/** Where a line may end, as browsers find it: between words, but not at a joiner. */
function piecesOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language === 'la' ? 'lo' : language, { granularity: 'word' })
  const pieces: string[] = []
  for (const [at, part] of text.split('\u2060').entries()) {
    const words = [...segmenter.segment(part)].map(({ segment }) => segment)
    if (at > 0) pieces.push(`${pieces.pop() ?? ''}${words.shift() ?? ''}`)
    pieces.push(...words)
  }
  return pieces
}

const root = join(import.meta.dirname, '../..')

/** All texts of the pages in a language, as they are in their files. */
function textsIn(language: string): string[] {
  const files = globSync(`{member,console,web}/**/texts.${language}.json`, {
    cwd: root,
    exclude: (name) => /node_modules|dist$/.test(name),
  })
  const walk = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(walk)
  return files.flatMap((file) => walk(JSON.parse(readFileSync(join(root, file), 'utf8'))))
}

it.each([
  ['th', 'ติดต่อทีมงานพร้อมสลิปนี้', 'ทีมงาน'],
  ['th', 'ปิดหน้าต่างนี้ได้เลย', 'ได้เลย'],
  ['th', 'จึงยังถอนเงินไม่ได้', 'ยังถอนเงิน'],
  ['th', 'ขั้นตอนที่ 1 จาก 4', 'ขั้นตอน'],
  ['th', 'ใช่คุณหรือไม่', 'หรือไม่'],
  ['th', 'ได้เมื่อยอดเทิร์นครบ', 'เมื่อยอด'],
  ['la', 'ຕິດຕໍ່ທີມງານພ້ອມສະລິບນີ້', 'ທີມງານ'],
  ['th', 'ทั้งโบนัสและยอดฝาก', 'ยอดฝาก'],
  ['la', 'ຮັບໂບນັດກັບຍອດຝາກ', 'ຍອດຝາກ'],
  ['la', 'ໂຫຼດບໍ່ສຳເລັດ', 'ໂຫຼດ'],
  ['la', 'ໃຊ່ທ່ານບໍ?', 'ທ່ານບໍ'],
])('%s: a line of “%s” does not end within “%s”', (language, text, whole) => {
  const kept = piecesOf(wholeWords(text, language), language)
  expect(kept.join('')).toBe(text)
  expect(kept.some((piece) => piece.includes(whole))).toBe(true)
  expect(piecesOf(text, language).some((piece) => piece.includes(whole))).toBe(false)
})

it.each(['ຖອນເງິນ', 'ສ່ວນແບ່ງ', 'ຄິດໄລ່'])(
  'la: “%s” is joined, though only the lists of browsers cut it',
  (word) => {
    expect(wholeWords(word, 'la')).toHaveLength(word.length + 1)
  },
)

describe.each(['th', 'la'])('texts in %s', (language) => {
  const texts = textsIn(language)

  it('are found, and have no joiners of their own, which nobody sees in a file', () => {
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts.filter((text) => text.includes('\u2060'))).toEqual([])
  })

  it('are not cut before or behind a letter that is no word', () => {
    const alone = texts.flatMap((text) => {
      const pieces = piecesOf(wholeWords(text, language), language)
      // With a point it is an abbreviation: "น." is the hour, "จ." a Monday.
      return pieces.filter(
        (piece, i) => /^[\u0e01-\u0e2e\u0e81-\u0eae]$/.test(piece) && !pieces[i + 1]?.startsWith('.'),
      )
    })
    expect(alone).toEqual([])
  })

  it('say the same with joiners', () => {
    for (const text of texts) expect(wholeWords(text, language).replaceAll('\u2060', '')).toBe(text)
  })
})

it('a language with blanks between its words stays as it is', () =>
  expect(wholeWords('Contact our team', 'en')).toBe('Contact our team'))
