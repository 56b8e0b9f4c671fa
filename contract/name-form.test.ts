import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byDepth } from '../server/testing/depth.ts'
import { nameForm } from './name-form.ts'

/** One form of a name for storing, comparing and searching (rules.md §2.11). */

test.each([
  // Thai, in the order of the sections of `nameForm`.
  ['am and tone: as a phone types it', 'น้ำใจ', 'น\u0e49\u0e33ใจ'],
  ['am taken apart, tone behind the circle', 'น\u0e4d\u0e49\u0e32ใจ', 'น\u0e49\u0e33ใจ'],
  ['am taken apart, tone before the circle', 'น\u0e49\u0e4d\u0e32ใจ', 'น\u0e49\u0e33ใจ'],
  ['am taken apart, tone at the end', 'น\u0e4d\u0e32\u0e49ใจ', 'น\u0e49\u0e33ใจ'],
  ['tone behind am', 'น\u0e33\u0e49ใจ', 'น\u0e49\u0e33ใจ'],
  ['am taken apart, without a tone', 'อ\u0e4d\u0e32นาจ', 'อ\u0e33นาจ'],
  ['tone before the vowel above', 'ท\u0e48\u0e35', 'ท\u0e35\u0e48'],
  ['tone before the vowel below', 'ผ\u0e49\u0e39', 'ผ\u0e39\u0e49'],
  ['tone behind sara a', 'คะ\u0e48', 'ค\u0e48ะ'],
  ['tone behind sara aa', 'ปา\u0e49', 'ป\u0e49า'],
  ['silencing mark before the vowel', 'พันธ\u0e4c\u0e38', 'พันธ\u0e38\u0e4c'],
  ['silencing mark before the vowel above', 'สิทธ\u0e4c\u0e34', 'สิทธ\u0e34\u0e4c'],
  ['a mark typed twice', 'ใหม\u0e48\u0e48', 'ใหม\u0e48'],
  ['two sara e', 'เเสงทอง', 'แสงทอง'],
  ['sara e on both sides of a letter stays', 'เกเร', 'เกเร'],
  // Lao.
  ['Lao am and tone', 'ນ\u0ec9\u0eb3ໃຈ', 'ນ\u0ec9\u0eb3ໃຈ'],
  ['Lao am taken apart, tone behind the circle', 'ນ\u0ecd\u0ec9\u0eb2ໃຈ', 'ນ\u0ec9\u0eb3ໃຈ'],
  ['Lao am taken apart, tone before the circle', 'ນ\u0ec9\u0ecd\u0eb2ໃຈ', 'ນ\u0ec9\u0eb3ໃຈ'],
  ['Lao tone behind am', 'ນ\u0eb3\u0ec9ໃຈ', 'ນ\u0ec9\u0eb3ໃຈ'],
  ['Lao am taken apart, without a tone', 'ຄ\u0ecd\u0eb2', 'ຄ\u0eb3'],
  ['Lao tone before the vowel', 'ທ\u0ec8\u0eb5', 'ທ\u0eb5\u0ec8'],
  ['Lao tone before the subjoined letter', 'ຫ\u0ec9\u0ebcາ', 'ຫ\u0ebc\u0ec9າ'],
  ['two Lao sara e', 'ເເກ້ວ', 'ແກ້ວ'],
  ['Lao mo as two letters', 'ຫມອນ', 'ໝອນ'],
  ['Lao no as two letters, with marks', 'ຫນ\u0ec9\u0eb5', 'ໜ\u0eb5\u0ec9'],
  ['the Lao circle without aa stays', 'ພໍດີ', 'ພໍດີ'],
  // Every script.
  ['full-width letters and blank', 'ＳＯＭＣＨＡＩ\u3000ＪＡＩＤＥＥ', 'SOMCHAI JAIDEE'],
  ['an accent of its own', 'JOSE\u0301', 'JOS\u00c9'],
  ['an accent behind something invisible', 'JOSE\u200d\u0301', 'JOS\u00c9'],
  ['an accent is not lost', 'JOSÉ', 'JOSÉ'],
  ['blanks of any kind', '\u00a0สมชาย \u2003\t\nใจดี\u3000', 'สมชาย ใจดี'],
  ['invisible signs', 'SOM\u200bCHAI\u2060 JAI\u00adDEE\ufeff', 'SOMCHAI JAIDEE'],
  ['marks of direction', '\u200eสมชาย\u200f \u202aใจดี\u202c\u2066\u2069\u061c', 'สมชาย ใจดี'],
  ['control signs', 'สม\u0000ชาย\u001b ใจดี\u0085', 'สมชาย ใจดี'],
  ['case, dots and masks stay', 'Mr. Somchai J***', 'Mr. Somchai J***'],
  ['titles stay', 'พ.ต.ท. สมชาย ใจดี', 'พ.ต.ท. สมชาย ใจดี'],
  ['nothing', ' \u200b\u00a0', ''],
])('%s', (_, text, form) => expect(nameForm(text)).toBe(form))

test.each([
  ['ใหม่', 'ใหม้'],
  ['ปี', 'ปิ'],
  ['พันธุ์', 'พันธุ'],
  ['เแสง', 'แสง'],
  ['น้ำ', 'น้า'],
  ['นํ', 'นำ'],
  ['ນໍ', 'ນຳ'],
  ['ຫຼວງ', 'ຫລວງ'],
  ['สม ชาย', 'สมชาย'],
  ['JOSE', 'JOSÉ'],
  ['Somchai', 'SOMCHAI'],
])('“%s” is not “%s”', (text, other) => expect(nameForm(text)).not.toBe(nameForm(other)))

describe('in any typing', () => {
  const shuffled = <T>(signs: T[]): fc.Arbitrary<T[]> =>
    fc.shuffledSubarray(signs, { minLength: signs.length, maxLength: signs.length })
  const sign = (signs: string): fc.Arbitrary<string> => fc.constantFrom(...signs)
  const few = (signs: string): fc.Arbitrary<string[]> => fc.uniqueArray(sign(signs), { maxLength: 2 })

  const thai = {
    letters: 'กขคจชณดตทนบปผพมยรลวศษสหอฮ',
    above: 'ัิีึื็ุู',
    tones: '่้๊๋',
    silent: '์',
    aa: 'า',
    am: 'ำ',
    circle: 'ํ',
  }
  const lao: typeof thai = {
    letters: 'ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢຣລວຫອຮໝໜ',
    above: 'ັິີຶືຸູົຼ',
    tones: '່້໊໋',
    silent: '໌',
    aa: 'າ',
    am: 'ຳ',
    circle: 'ໍ',
  }

  const signs = [thai, lao].flatMap(Object.values).join('')
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: sign(`${signs}เแะๅเແະ .*’AEé\u0301\u0338\u094d\u0301ß\u200b\u200e\u00a0ＡＢﬁ`) }),
  )

  test('the form of a form is the same', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(nameForm(nameForm(text))).toBe(nameForm(text))
      }),
      { numRuns: byDepth({ usual: 2000, deep: 100_000 }) },
    )
  })

  test.each([
    ['Thai', thai],
    ['Lao', lao],
  ])('the marks of a %s letter give one form in any order', (_, script) => {
    const typings = fc
      .tuple(sign(script.letters), few(script.above), few(script.tones), few(script.silent))
      .chain(([letter, ...marks]) =>
        fc
          .tuple(shuffled(marks.flat()), shuffled(marks.flat()))
          .map((both) => both.map((order) => letter + order.join(''))),
      )
    fc.assert(
      fc.property(typings, ([text = '', other = '']) => {
        expect(nameForm(text)).toBe(nameForm(other))
      }),
    )
  })

  test.each([
    ['Thai', thai],
    ['Lao', lao],
  ])(
    '%s am gives one form wherever its tone is, whole or taken apart',
    (_, { letters, tones, aa, am, circle }) => {
      const typings = fc.tuple(sign(letters), sign(tones)).chain(([letter, tone]) =>
        fc.tuple(
          fc.constant(letter + tone + am),
          fc
            .oneof(
              shuffled([circle, tone, aa]).filter((order) => order.indexOf(circle) < order.indexOf(aa)),
              shuffled([am, tone]),
            )
            .map((order) => letter + order.join('')),
        ),
      )
      fc.assert(
        fc.property(typings, ([right, typed]) => {
          expect(nameForm(typed)).toBe(right)
        }),
      )
    },
  )

  /** The letters alone, each as it is written when nothing is put together. */
  const lettersOf = (text: string): string =>
    text.normalize('NFKD').replace(/แ/g, 'เเ').replace(/ແ/g, 'ເເ').replace(/\P{L}/gu, '')
  const marksOf = (text: string): string[] => [...new Set(text.normalize('NFKD').match(/\p{M}/gu))].sort()

  test('no letter and no mark becomes another one', () => {
    const text = fc.string({ unit: sign(`${signs}เແแະ ABé.*`) })
    fc.assert(
      fc.property(text, (typed) => {
        expect(lettersOf(nameForm(typed))).toBe(lettersOf(typed))
        expect(marksOf(nameForm(typed))).toEqual(marksOf(typed))
      }),
    )
  })

  test('names of different letters, or of different marks, stay different', () => {
    const letters = sign(thai.letters)
    const pairs = fc
      .tuple(fc.array(letters), letters, few(thai.above), few(thai.tones), fc.array(letters))
      .chain(([before, letter, above, tones, after]) => {
        const named = ([at, ...marks]: string[]) => [...before, at, ...marks, ...after].join('')
        const own = [letter, ...above, ...tones]
        return fc
          .tuple(letters, few(thai.above), few(thai.tones))
          .map(([otherLetter, otherAbove, otherTones]) => [otherLetter, ...otherAbove, ...otherTones])
          .filter((other) => [...other].sort().join('') !== [...own].sort().join(''))
          .map((other): [string, string] => [named(own), named(other)])
      })
    fc.assert(
      fc.property(pairs, ([text, other]) => {
        expect(nameForm(text)).not.toBe(nameForm(other))
      }),
    )
  })
})
