import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formsOf, type Home, isOfHome, isSamePhone, phoneBeginnings, phoneOf } from './phone.ts'

/** The form of phone numbers (rules.md §2.1). */

test.each<[typed: string, home: Home, phone: string | undefined]>([
  ['0812345678', 'th', '0812345678'],
  ['081-234-5678', 'th', '0812345678'],
  ['081.234.5678', 'th', '0812345678'],
  ['(081) 234–5678', 'th', '0812345678'],
  ['+66812345678', 'th', '0812345678'],
  ['+66 (0)81 234 5678', 'th', '0812345678'],
  ['+66 081 234 5678', 'th', '0812345678'],
  ['0066812345678', 'th', '0812345678'],
  ['0066 0812345678', 'th', '0812345678'],
  ['66 81 234 5678', 'th', '0812345678'],
  ['660812345678', 'th', '0812345678'],
  ['812345678', 'th', '0812345678'],
  ['612345678', 'th', '0612345678'],
  ['๐๘๑๒๓๔๕๖๗๘', 'th', '0812345678'],
  ['០៨១២៣៤៥៦៧៨', 'th', '0812345678'],
  ['０８１２３４５６７８', 'th', '0812345678'],
  ['＋66 81 234 5678', 'th', '0812345678'],
  ['\u202a+66 81\u00a0234 5678\u202c', 'th', '0812345678'],
  ['0812345678', 'la', '0812345678'],
  ['+66 81 234 5678', 'la', '0812345678'],
  ['2055512345', 'la', '2055512345'],
  ['020 5551 2345', 'la', '2055512345'],
  ['+856 20 5551 2345', 'la', '2055512345'],
  ['+856 (0)20 5551 2345', 'la', '2055512345'],
  ['008562055512345', 'la', '2055512345'],
  ['8562055512345', 'la', '2055512345'],
  ['໒໐໕໕໕໑໒໓໔໕', 'la', '2055512345'],
  ['030 555 1234', 'la', '305551234'],
  ['+856305551234', 'la', '305551234'],
  ['+856 20 5551 2345', 'th', '2055512345'],
  // Ten digits that could be of both countries.
  ['0305551234', 'th', '0305551234'],
  ['+66 30 555 1234', 'la', undefined],
  // Too short, too long, another country's, or none.
  ['081234567', 'th', undefined],
  ['08123456789', 'th', undefined],
  ['0012345678', 'th', undefined],
  ['412345678', 'th', undefined],
  ['+0812345678', 'th', undefined],
  ['+812345678', 'th', undefined],
  ['+1 415 555 0123', 'th', undefined],
  ['+4915112345678', 'la', undefined],
  ['85620555123', 'la', undefined],
  ['00856205551', 'la', undefined],
  ['205551234567', 'la', undefined],
  ['20551234', 'la', undefined],
  ['08123x5678', 'th', undefined],
  ['phone 0812345678', 'th', undefined],
  ['08+12345678', 'th', undefined],
  ['', 'th', undefined],
])('%j in the build %s: %s', (typed, home, phone) => expect(phoneOf(typed, home)).toBe(phone))

test.each([
  ['0812345678', '0812345678', true],
  ['081-234-5678', '0812345678', true],
  ['+66812345678', '0812345678', true],
  ['66 81 234 5678', '0812345678', true],
  ['0066812345678', '0812345678', true],
  ['+66(0)812345678', '0812345678', true],
  ['0812345679', '0812345678', false],
  ['812345678', '0812345678', true],
  ['+856 20 5551 2345', '2055512345', true],
  ['856 20 5551 2345', '02055512345', true],
  ['2055512346', '02055512345', false],
  ['030 555 1234', '305551234', true],
  ['', '', false],
])('%s and %s are one phone: %s', (phone, other, same) => expect(isSamePhone(phone, other)).toBe(same))

const digit = fc.integer({ min: 0, max: 9 }).map(String)
const digits = (count: number) =>
  fc.array(digit, { minLength: count, maxLength: count }).map((all) => all.join(''))
const numbers = fc.oneof(
  fc
    .tuple(fc.constantFrom('06', '08', '09'), digits(8))
    .map(([begin, rest]) => ({ country: '66', phone: begin + rest })),
  fc
    .tuple(fc.constantFrom('20', '30'), fc.oneof(digits(7), digits(8)))
    .map(([begin, rest]) => ({ country: '856', phone: begin + rest })),
)
const homes = fc.constantFrom<Home>('th', 'la')
/** Something that people write between two digits. */
const gaps = fc.array(fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0', '\u200e', '–'), {
  minLength: 40,
  maxLength: 40,
})

describe('of any number', () => {
  it('every spelling has one form, which is its own', () =>
    fc.assert(
      fc.property(numbers, homes, gaps, ({ country, phone }, home, between) => {
        const rest = phone.replace(/^0/, '')
        const spellings = [
          phone,
          ...['+', '00', ''].flatMap((begin) => [
            `${begin}${country}${rest}`,
            `${begin}${country}(0)${rest}`,
          ]),
          ...(country === '856' && (home === 'la' || rest.length === 10) ? [`0${rest}`] : []),
          ...(country === '66' ? [rest] : []),
        ]
        for (const spelling of spellings) {
          const typed = [...spelling].map((sign, at) => sign + between[at]).join('')
          expect(phoneOf(typed, home), typed).toBe(phone)
          expect(formsOf(typed)).toContain(phone)
        }
        expect(phoneOf(phone, home)).toBe(phone)
      }),
    ))

  it('two numbers never have one form', () =>
    fc.assert(
      fc.property(numbers, numbers, homes, (number, other, home) => {
        fc.pre(number.phone !== other.phone)
        expect(phoneOf(`+${number.country}${number.phone.replace(/^0/, '')}`, home)).not.toBe(
          phoneOf(`+${other.country}${other.phone.replace(/^0/, '')}`, home),
        )
      }),
    ))

  it('whatever is typed has a form that is its own, or none', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[+ ]?[0-9]{5,16}$/), homes, (typed, home) => {
        const phone = phoneOf(typed, home)
        if (phone === undefined) return
        expect(phoneOf(phone, home)).toBe(phone)
        expect(phone).toMatch(
          home === 'la' || isOfHome(phone, home) ? /^(0[1-9]\d{8}|[23]0\d{7,8})$/ : /^[23]0\d{7,8}$/,
        )
      }),
    ))
})

test.each([
  ['0927', ['0927']],
  ['+66927', ['0927']],
  ['66927', ['66927', '0927', '066927']],
  ['0066 92', ['006692', '092']],
  ['+66 (0)92', ['092']],
  ['927000', ['927000', '0927000']],
  ['927000124', ['0927000124']],
  ['๐๙๒๗', ['0927']],
  ['+856 20 55', ['2055']],
  ['020 55', ['02055', '2055']],
  ['092.700.0124', ['0927000124']],
  ['สมชาย', []],
  ['', []],
])('%j may be the beginning of %j', (typed, found) => expect(phoneBeginnings(typed)).toEqual(found))
