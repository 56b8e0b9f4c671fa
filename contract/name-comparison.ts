/**
 * Decides whether a name that a bank shows is a member's (rules.md §2, §5.1, §5.2). Banks cut names off, mask
 * them and put titles before them, so there are three answers, as for account numbers (`sender.ts`). Names
 * are compared by nothing else. The browser uses this file too.
 */

import { nameForm } from './name-form.ts'
import { laoTitles, latinTitles, type Titles, thaiTitles } from './name-titles.ts'
import type { Agreement } from './sender.ts'

/**
 * Whether a name that a bank reports is a registered account holder's.
 * - `same`: the first name in full and at least the beginning of the rest (SOMCHAI J, SOMCHAI J***), or all
 *   of it.
 * - `different`: both in one script, and one part contradicts, in whatever order the parts are written.
 * - `unclear`: another or a mixed script, a first name only, an initial, a masked first name, another order;
 *   something added (a second holder, a number, brackets, an accent); or `same` only if what may be a title
 *   is one.
 *
 * Titles, ranks, case, the order of typing, invisible characters and punctuation are ignored. A name is the
 * `same` as itself if its first part is more than an initial and something follows it.
 */
export function compareNames(reported: string, own: string): Agreement {
  const [shown, registered] = [plainOf(reported), plainOf(own)]
  const strict = bestOf(readings(shown), readings(registered))
  if (strict !== 'different') return strict
  const holders = [holdersOf(shown), holdersOf(registered)] as const
  if (holders[0].join() === shown && holders[1].join() === registered) return 'different'
  const loose = bestOf(holders[0].flatMap(readings), holders[1].flatMap(readings))
  return loose === 'different' ? 'different' : 'unclear'
}

/** Whether two names, each cut off anywhere by its bank, may be the same person's. */
export function mayBeOneName(name: string, other: string): boolean {
  if (compareNames(name, other) !== 'different' || compareNames(other, name) !== 'different') return true
  return readings(plainOf(name)).some((a) =>
    readings(plainOf(other)).some(
      (b) => beginAlike(partAt(a, 0), partAt(b, 0)) && beginAlike(restOf(a), restOf(b)),
    ),
  )
}

function bestOf(reported: Reading[], own: Reading[]): Agreement {
  const votes = reported.flatMap((shown) =>
    own.map((registered) => {
      const agreement = compareReadings(shown, registered)
      return agreement === 'same' && !(shown.isSure && registered.isSure) ? 'unclear' : agreement
    }),
  )
  if (votes.includes('same')) return 'same'
  return votes.includes('unclear') ? 'unclear' : 'different'
}

/** A part of a name: its visible letters, and whether more may follow. */
interface Part {
  text: string
  isCut: boolean
}

/** A name as it is without some of what may be titles. `isSure`: what was left out can be nothing else. */
interface Reading {
  parts: Part[]
  /** The parts as one text, by which two names are equal. */
  words: string
  script: Script | undefined
  isSure: boolean
}

type Script = 'Thai' | 'Lao' | 'Latin'
const scripts: [Script, RegExp][] = [
  ['Thai', /^\p{Script=Thai}$/u],
  ['Lao', /^\p{Script=Lao}$/u],
  ['Latin', /^\p{Script=Latin}$/u],
]

const mostTitles = 5

const plainOf = (name: string): string => nameForm(name.toUpperCase())

/** A name with and without its apparent titles: นาง is a title, and also the beginning of names. */
function readings(plain: string): Reading[] {
  const seen = new Map<string, boolean>()
  const kept = new Map<string, boolean>()
  const visit = (text: string, isSure: boolean, titles: number) => {
    if (seen.get(text) === true || seen.get(text) === isSure) return
    seen.set(text, isSure)
    const bare = titles < mostTitles ? withoutTitle(text) : []
    if (!bare.some(({ isCertain }) => isCertain)) kept.set(text, isSure)
    for (const { rest, isTitle } of bare) {
      // Several words are not titles only.
      if (rest !== '' || !plain.includes(' ')) visit(rest, isSure && isTitle, titles + 1)
    }
  }
  visit(plain, true, 0)
  visit(plain.replace(titleBehind, '$1'), true, 0)
  return [...kept].map(([text, isSure]) => readName(text, isSure))
}

/** The text behind each title that it may begin with. */
function withoutTitle(text: string) {
  const lead = beforeRank.exec(text)?.[0] ?? ''
  return [
    ...titlesAt(text).map((title) => ({ ...title, lead: '' })),
    ...(lead === '' ? [] : titlesAt(text.slice(lead.length)).map((title) => ({ ...title, lead }))),
  ].map(({ found, isTitle, lead: before }) => {
    const title = before + found
    const rest = text.slice(title.length)
    // Two letters and a dot before two words: these are the whole name. One letter may be an initial.
    const isCertain = isTitle && /\p{L}\P{L}*\p{L}.*\./u.test(title) && rest.includes(' ')
    return { rest, isTitle, isCertain }
  })
}

function titlesAt(text: string): { found: string; isTitle: boolean }[] {
  return [...(titleRules.get(text[0] ?? '') ?? []), ...unknownRules].flatMap(({ pattern, isTitle }) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [{ found, isTitle }]
  })
}

interface TitleRule {
  /** The letter that it begins with. */
  letter: string
  pattern: RegExp
  /** Whether it is a title for certain, and not perhaps the beginning of a name. */
  isTitle: boolean
}

const separator = '(?:\\. ?| )'
/** No vowel or mark that cannot begin a word. */
const wordBegins = '(?![\\p{M}ะาำๅະາຳຽ])'
const longWord = '\\p{L}[\\p{L}\\p{M}]+(?![\\p{L}\\p{M}.])'

const rule = (pattern: string, isTitle: boolean): TitleRule => ({
  letter: pattern.replace(/^\\/, '')[0] ?? '',
  pattern: new RegExp(`^${pattern}`, 'u'),
  isTitle,
})

const listed = (titles: string): string[] => titles.trim().split(/\s+/)

/** Titles of a script without capitals, where a name may follow without a blank. */
const joinedRules = ({ words, ambiguous, short }: Titles): TitleRule[] => [
  ...listed(words).map((word) => rule(`${word}\\.? ?${wordBegins}`, true)),
  ...listed(ambiguous).flatMap((word) => [
    rule(`${word}${separator}`, true),
    rule(`\\(${word}\\) ?`, true),
    rule(`${word}(?=[^ .])${wordBegins}`, false),
  ]),
  ...listed(short).flatMap((title) => {
    const groups = title.split('.').slice(0, -1)
    const letters = groups.join('')
    if (letters.length === 1) return [rule(`${letters}\\. ?`, true)]
    return [
      rule(`${groups.join('\\.? ?')}${separator}${wordBegins}`, true),
      ...(groups.length > 2 ? [rule(`${letters}(?=[^ .])${wordBegins}`, false)] : []),
    ]
  }),
]

const phrase = (title: string): string => title.replaceAll(' ', separator)

const latinRules: TitleRule[] = [
  ...[...latinTitles.civil, ...latinTitles.ranks].map((title) => rule(phrase(title) + separator, true)),
  ...latinTitles.dotted.map((title) => rule(`${title.replaceAll(' ', '\\. ?')}\\. ?`, true)),
  ...latinTitles.ambiguous.map((title) => rule(phrase(title) + separator, false)),
  ...latinTitles.joined.map((title) => rule(`${title}(?=\\p{L})`, false)),
]

const beforeRank = new RegExp(`^(?:(?:${latinTitles.before.join('|')})${separator})+`)

const titleRules = new Map<string, TitleRule[]>()
for (const titleRule of [...[thaiTitles, laoTitles].flatMap(joinedRules), ...latinRules]) {
  titleRules.set(titleRule.letter, [...(titleRules.get(titleRule.letter) ?? []), titleRule])
}

/** Titles that no table has. Latin letters with dots may be initials, as may a single one of any script. */
const unknownRules = [
  rule(`(?:[\\p{Script=Thai}\\p{Script=Lao}]{1,4}\\. ?){2,}(?=${longWord})`, true),
  rule(`(?:\\p{Script=Latin}{1,5}\\. ?){2,}(?=${longWord})`, false),
  rule(`[\\p{L}\\p{M}]{1,6}\\. ?(?=${longWord} ${longWord})`, false),
]

/** A civil title behind a name of two words at least. */
const titleBehind = new RegExp(
  `^(\\S+ .*?[^ ,])(?:[ ,]+\\(?| ?\\()(?:${latinTitles.civil.join('|')})\\.?\\)?$`,
)

/** The names without what a bank may have added; of a joint account there are several. */
function holdersOf(plain: string): string[] {
  const holders = plain
    .replace(/\([^)]*\)?/g, ' ')
    .split(' ')
    .filter((word) => !/^[\p{P}\p{S}]*\p{N}[\p{N}\p{P}\p{S}]*$/u.test(word))
    .join(' ')
    .split(between)
    .map((holder) => looseLetters(holder).trim())
    .filter((holder) => /\p{L}/u.test(holder))
  // A last name may stand behind both.
  const shared = holders.length > 1 ? / \S+$/.exec(holders.at(-1) ?? '')?.[0] : undefined
  return holders.map((holder) => (holder.includes(' ') ? holder : holder + (shared ?? '')))
}

/**
 * The words between the holders of a joint account, or between a child and the person who keeps the account.
 */
const between = /และ\/?หรือ|และ|หรือ|ແລະ\/?ຫ[ຼລ]ື|ແລະ|ຫ[ຼລ]ື|[&+/]| (?:AND|OR|BY|โดย|เพื่อ|ໂດຍ) /u

/**
 * Without accents; Lao ຫຼ as ຫລ, which is the same sound; and แ as two เ, of which a bank may have cut one
 * off.
 */
const looseLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ÆŒØĐŁÞ]/g, (letter) => strokeLetters[letter] ?? letter)
    .replaceAll('ຫຼ', 'ຫລ')
    .replaceAll('แ', 'เเ')
    .replaceAll('ແ', 'ເເ')
const strokeLetters: Record<string, string> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Đ: 'D', Ł: 'L', Þ: 'TH' }

function readName(plain: string, isSure: boolean): Reading {
  const parts = plain
    // A dot ends a part that was cut off; other punctuation only separates parts.
    .replace(/[^\p{L}\p{M}\p{N}*•.]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map(readPart)
  return { parts, words: JSON.stringify(parts), script: scriptOf(plain), isSure }
}

/**
 * Masks are *, • and a run of X at the end; a dot and a single letter are an abbreviation, but ณ is a word.
 */
function readPart(word: string): Part {
  const text = word.replace(/(?:[*•.]|X{2,}$).*$/u, '')
  return { text, isCut: text !== word || ([...text].length === 1 && text !== 'ณ') }
}

/** The script of all letters; undefined if there are none, several, or another one. */
function scriptOf(name: string): Script | undefined {
  const letters = [...name].filter((sign) => /\p{L}/u.test(sign))
  if (letters.length === 0) return undefined
  return scripts.find(([, script]) => letters.every((letter) => script.test(letter)))?.[0]
}

const none: Part = { text: '', isCut: true }
const partAt = ({ parts }: Parts, at: number): Part => parts[at] ?? none

/** Everything after the first part, as one word. */
function restOf({ parts }: Parts): Part {
  const rest = parts.slice(1)
  const cut = rest.findIndex(({ isCut }) => isCut)
  const shown = cut < 0 ? rest : rest.slice(0, cut + 1)
  return { text: shown.map(({ text }) => text).join(''), isCut: rest.length === 0 || cut >= 0 }
}

const beginAlike = (part: Part, other: Part): boolean =>
  begins(part.text, other.text) || begins(other.text, part.text)

/**
 * Whether a text begins with another one. An am that was written as two signs may have been cut between them.
 */
function begins(text: string, beginning: string): boolean {
  if (text.startsWith(beginning)) return true
  const [, letters, tone] = /^(.*)[ํໍ]([่-๋່-໋]?)$/u.exec(beginning) ?? []
  return letters !== undefined && text.startsWith(letters) && amBegins(text.slice(letters.length), tone ?? '')
}

const amBegins = (text: string, tone: string): boolean => /^[่-๋່-໋]?[ำຳ]/u.test(text) && text.startsWith(tone)

function compareReadings(reported: Reading, own: Reading): Agreement {
  if (isWhole(reported) && reported.words === own.words) return 'same'
  if (reported.script === undefined || reported.script !== own.script) return 'unclear'
  const inOrder = compareInOrder(reported, own)
  if (inOrder !== 'different') return inOrder
  const [first = none, ...rest] = own.parts
  const last = own.parts.at(-1) ?? none
  const turned = [
    [last, ...own.parts.slice(0, -1)],
    [...rest, first],
  ]
  const mayBeTurned = turned.some((parts) => compareInOrder(reported, { parts }) !== 'different')
  return mayBeTurned || lettersOf(reported) === lettersOf(own) ? 'unclear' : 'different'
}

/** Two parts or more, the first one not cut off, with something behind it. */
const isWhole = (name: Reading): boolean => !partAt(name, 0).isCut && restOf(name).text !== ''
const lettersOf = ({ parts }: Reading): string => parts.map(({ text }) => text).join('')

type Parts = Pick<Reading, 'parts'>

function compareInOrder(reported: Parts, own: Parts): Agreement {
  const [first, ownFirst] = [partAt(reported, 0), partAt(own, 0)]
  const isFirstEqual = first.text === ownFirst.text && !first.isCut && !ownFirst.isCut
  // A bank may cut a name off within its first part, without a sign.
  const mayBeCut = first.isCut || ownFirst.isCut || reported.parts.length === 1
  if (!isFirstEqual && !(mayBeCut && beginAlike(first, ownFirst))) return 'different'
  const [rest, ownRest] = [restOf(reported), restOf(own)]
  const isRestBegun = begins(ownRest.text, rest.text)
  if (!isRestBegun && !(ownRest.isCut && begins(rest.text, ownRest.text))) return 'different'
  const behind = compareBehindInitials(reported.parts.slice(1), own.parts.slice(1))
  if (behind === 'different') return 'different'
  return isFirstEqual && isRestBegun && rest.text !== '' ? behind : 'unclear'
}

/** `restOf` ends at an initial. The words behind it, as in JOHN A SMITH, are compared one by one. */
function compareBehindInitials(reported: Part[], own: Part[]): Agreement {
  if (![reported, own].some((parts) => parts.slice(0, -1).some(({ isCut }) => isCut))) return 'same'
  if (reported.some((part, at) => !beginAlike(part, own[at] ?? none))) return 'different'
  return reported.length > own.length && own.at(-1)?.isCut !== true ? 'unclear' : 'same'
}
