/**
 * Decides whether an account that a bank shows is a member's: the server credits by it and the console warns by it
 * (rules.md §5.1, §5.2). Banks mask numbers and cut names off, so there are three answers. No dependency: the browser
 * uses this file too.
 */

/**
 * `same`: everything shown agrees, and it is enough to identify the account. `different`: something shown contradicts.
 * Else `unclear`.
 */
export type Agreement = 'same' | 'unclear' | 'different'

/** The minimum of visible digits that identify a masked number; the default of the operator's setting. */
export const minVisibleDigits = 4

/** An account number as a bank shows it: digits, and `_` for each masked one. */
export interface ShownNumber {
  pattern: string
  isWhole: boolean
}

/**
 * Reads an account number: ASCII digits, masked ones as x, X, * or •; dashes and spaces are ignored.
 * @returns undefined if it is not one, or is masked and shows fewer than `least` digits
 */
export function readAccountNo(text: string, minDigits: number): ShownNumber | undefined {
  const plain = text.replace(/[\p{Pd}\s]/gu, '')
  if (!/^[\dxX*•]+$/.test(plain)) return undefined
  const pattern = plain.replace(/\D/g, '_')
  const isWhole = !pattern.includes('_')
  return isWhole || pattern.replaceAll('_', '').length >= minDigits ? { pattern, isWhole } : undefined
}

/**
 * Compares a number that a bank shows with a registered one at the same bank. Numbers of different lengths are never
 * `same`; see `fits`.
 * @param own digits; dashes and spaces are ignored
 */
export function compareAccountNo(reported: string, own: string, minDigits = minVisibleDigits): Agreement {
  const shown = readAccountNo(reported, 0)
  const registered = readAccountNo(own, 0)
  if (!shown || !registered) return 'unclear'
  if (shown.pattern.length !== registered.pattern.length) {
    return fits(shown, registered) ? 'unclear' : 'different'
  }
  const both = [...shown.pattern].flatMap((sign, at) => {
    const other = registered.pattern[at]
    return sign === '_' || other === '_' ? [] : [sign === other]
  })
  if (both.includes(false)) return 'different'
  return both.length >= minDigits || (shown.isWhole && registered.isWhole) ? 'same' : 'unclear'
}

/**
 * Whether two numbers of different lengths may be the same account's. Some banks shorten a mask or write it too long,
 * so a mask may hide any number of digits: the visible digits at the beginning and at the end have to agree there,
 * the others somewhere in between. Leading zeros may be missing. Two masked numbers prove nothing.
 */
function fits(one: ShownNumber, other: ShownNumber): boolean {
  if (!one.isWhole && !other.isWhole) return true
  const [masked, whole] = one.isWhole ? [other, one] : [one, other]
  const digits = withoutZeros(whole.pattern)
  if (masked.isWhole) return withoutZeros(masked.pattern) === digits
  const parts = visibleParts(withoutZeros(masked.pattern))
  const [first = '', last = ''] = [parts.shift(), parts.pop()]
  if (!digits.startsWith(first) || !digits.endsWith(last)) return false
  const end = digits.length - last.length
  let at = first.length
  for (const part of parts) {
    const found = digits.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= end
}

/** A number without its leading zeros, which some banks write and others leave out. */
export const withoutZeros = (pattern: string): string => pattern.replace(/^0+/, '')

/** The visible parts of a masked number: first its beginning, last its end; either may be empty. */
export const visibleParts = (pattern: string): string[] => pattern.split(/_+/)

/**
 * One spelling of a phone number: digits only, +66 as the leading 0, +856 and the 0 before a Lao mobile number left out.
 * Thai numbers have ten digits with their 0, a Lao one with its 0 has eleven, so that the two are never mixed up.
 */
export const nationalPhone = (phone: string): string =>
  phone
    .replace(/\D/g, '')
    .replace(/^66(?=\d{9}$)/, '0')
    .replace(/^856(?=\d{8,11}$)/, '')
    .replace(/^0(?=20\d{8}$)/, '')

/**
 * Whether a name that a bank reports is a registered account holder's.
 * - `same`: the first name in full and at least the beginning of the rest (SOMCHAI J, SOMCHAI J***), or all of it.
 * - `different`: both in one script, and one part contradicts, in whatever order the parts are written.
 * - `unclear`: another or a mixed script, a first name only, an initial, a masked first name, another order.
 * Titles, case, invisible characters and punctuation are ignored.
 */
export function compareNames(reported: string, own: string): Agreement {
  const votes = readings(reported).flatMap((shown) =>
    readings(own).map((registered) => compareReadings(shown, registered)),
  )
  if (votes.includes('same')) return 'same'
  return votes.includes('unclear') ? 'unclear' : 'different'
}

/** Whether two names, each cut off anywhere by its bank, may be the same person's. */
export function mayBeOneName(one: string, other: string): boolean {
  if (compareNames(one, other) !== 'different' || compareNames(other, one) !== 'different') return true
  return readings(one).some((a) =>
    readings(other).some((b) => beginAlike(partAt(a, 0), partAt(b, 0)) && beginAlike(restOf(a), restOf(b))),
  )
}

/** A part of a name: its visible letters, and whether more may follow. */
interface Part {
  text: string
  isCut: boolean
}

interface Name {
  parts: Part[]
  script: Script | undefined
}

type Script = 'Thai' | 'Lao' | 'Latin'
const scripts: [Script, RegExp][] = [
  ['Thai', /^\p{Script=Thai}$/u],
  ['Lao', /^\p{Script=Lao}$/u],
  ['Latin', /^\p{Script=Latin}$/u],
]

// Thai and Lao titles are written without a space. If a vowel or mark that cannot begin a word follows, it is not a
// title.
const title =
  /^(?:(?:MRS|MISS|MR|MS|DR)(?:\.\s?|\s)|(?:นางสาว|น\.?\s?ส\.|นาง|นาย|คุณ|ดร\.|ທ້າວ|ນາງສາວ|ນາງ|ທ່ານ|ນາຍ)(?![\p{M}ะาำๅະາຳຽ])\s?)/u

/** A name without and with its apparent title: นาง is a title, and also the beginning of names. */
function readings(name: string): Name[] {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .trim()
  const bare = plain.replace(title, '')
  return bare === plain ? [readName(plain)] : [readName(bare), readName(plain)]
}

function readName(plain: string): Name {
  const parts = plain
    // A dot ends a part that was cut off; other punctuation only separates parts.
    .replace(/[^\p{L}\p{M}\p{N}*•.]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map(readPart)
  return { parts, script: scriptOf(plain) }
}

/** Masks are *, • and a run of X at the end; a dot and a single letter are an abbreviation. */
function readPart(word: string): Part {
  const text = word.replace(/(?:[*•.]|X{2,}$).*$/u, '')
  return { text, isCut: text !== word || [...text].length === 1 }
}

/** The script of all letters; undefined if there are none, several, or another one. */
function scriptOf(name: string): Script | undefined {
  const letters = [...name].filter((sign) => /\p{L}/u.test(sign))
  if (letters.length === 0) return undefined
  return scripts.find(([, script]) => letters.every((letter) => script.test(letter)))?.[0]
}

const none: Part = { text: '', isCut: true }
const partAt = ({ parts }: Name, at: number): Part => parts[at] ?? none

/** Everything after the first part, as one word. */
function restOf({ parts }: Name): Part {
  const rest = parts.slice(1)
  const cut = rest.findIndex(({ isCut }) => isCut)
  const shown = cut < 0 ? rest : rest.slice(0, cut + 1)
  return { text: shown.map(({ text }) => text).join(''), isCut: rest.length === 0 || cut >= 0 }
}

const beginAlike = (one: Part, other: Part): boolean =>
  one.text.startsWith(other.text) || other.text.startsWith(one.text)

function compareReadings(reported: Name, own: Name): Agreement {
  if (isWhole(reported) && wordsOf(reported) === wordsOf(own)) return 'same'
  if (reported.script === undefined || reported.script !== own.script) return 'unclear'
  const inOrder = compareInOrder(reported, own)
  if (inOrder !== 'different') return inOrder
  const [first = none, ...rest] = own.parts
  const last = own.parts.at(-1) ?? none
  const turned = [
    [last, ...own.parts.slice(0, -1)],
    [...rest, first],
  ]
  const mayBeTurned = turned.some((parts) => compareInOrder(reported, { ...own, parts }) !== 'different')
  return mayBeTurned || lettersOf(reported) === lettersOf(own) ? 'unclear' : 'different'
}

/** Two parts or more, none of them cut off. */
const isWhole = ({ parts }: Name): boolean => parts.length > 1 && parts.every(({ isCut }) => !isCut)
const wordsOf = ({ parts }: Name): string => parts.map(({ text }) => text).join(' ')
const lettersOf = ({ parts }: Name): string => parts.map(({ text }) => text).join('')

function compareInOrder(reported: Name, own: Name): Agreement {
  const [first, ownFirst] = [partAt(reported, 0), partAt(own, 0)]
  const isFirstEqual = first.text === ownFirst.text && !first.isCut && !ownFirst.isCut
  // A bank may cut a name off within its first part, without a sign.
  const mayBeCut = first.isCut || ownFirst.isCut || reported.parts.length === 1
  if (!isFirstEqual && !(mayBeCut && beginAlike(first, ownFirst))) return 'different'
  const [rest, ownRest] = [restOf(reported), restOf(own)]
  const isRestBegun = ownRest.text.startsWith(rest.text)
  if (!isRestBegun && !(ownRest.isCut && rest.text.startsWith(ownRest.text))) return 'different'
  return isFirstEqual && isRestBegun && rest.text !== '' ? 'same' : 'unclear'
}
