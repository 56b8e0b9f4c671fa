import { type Language, languages } from '@krapao/contract/languages.ts'
import type { BotFieldProblem, BotProblem } from '@krapao/contract/slices/chat/bot-problems.ts'

/** Where in the editor the places of a content are. */

/**
 * What is opened as one: the greeting, a step by its place, the answer to everything else, or what is said at
 * a hand-over.
 */
export type PartId = 'greeting' | `rules/${number}` | 'fallback' | 'words'

/**
 * The part to which a place of the content belongs; the number of steps is nobody's, and is said at the
 * greeting.
 */
export function partOf(field: string): PartId {
  const [first = '', at] = field.split('/')
  if (first === 'rules' && at !== undefined) return `rules/${Number(at)}`
  if (first === 'fallback') return 'fallback'
  return first === 'handedOver' || first === 'away' ? 'words' : 'greeting'
}

export const languageOf = (field: string): Language | undefined =>
  languages.find((language) => field.split('/').includes(language))

/** What is wrong at a place: in each language, which is said once, or in some. */
export interface Place {
  problem: BotProblem
  part: PartId
  /** Empty: it is wrong whatever the language. */
  languages: Language[]
  /** The fields, of which the first is gone to unless the operator sees another of these languages. */
  fields: string[]
}

/** The places where something is wrong, in the order of the content. */
export function placesOf(problems: readonly BotFieldProblem[]): Place[] {
  const places = new Map<string, Place>()
  for (const { field, problem } of problems) {
    const language = languageOf(field)
    const key = `${problem} ${field
      .split('/')
      .map((one) => (one === language ? '*' : one))
      .join('/')}`
    const place = places.get(key) ?? { problem, part: partOf(field), languages: [], fields: [] }
    place.fields.push(field)
    if (language) place.languages.push(language)
    places.set(key, place)
  }
  return [...places.values()].map((place) =>
    place.languages.length === languages.length ? { ...place, languages: [] } : place,
  )
}
