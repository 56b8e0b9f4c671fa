import type { TFunction } from 'i18next'

/**
 * The texts in the chosen language. Our texts need two things of i18next, whose types this has: values
 * (`{{name}}`), and a form for one beside a form for every other number (`_one`, `_other`; English only). All
 * of i18next would be a tenth of what a phone loads before the first screen (docs/decisions/0058).
 */

export interface Texts {
  [name: string]: string | Texts
}

/** What fills the places of a text. `count` also chooses between the forms for one and for other numbers. */
type Values = Record<string, unknown>

const loaded: Record<string, Texts> = {}
const listeners = new Set<() => void>()
let language = ''

/** The text under a path of names, as it is in its file. */
function textAt(key: string): string | undefined {
  let found: string | Texts | undefined = loaded[language]
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return typeof found === 'string' ? found : undefined
}

const formOf = (count: number): 'one' | 'other' =>
  language === 'en' && Math.abs(count) === 1 ? 'one' : 'other'

/** What was not given leaves its place empty. */
const filled = (text: string, values: Values): string =>
  text.replace(/\{\{(.+?)\}\}/g, (_, path: string) => {
    let value: unknown = values
    for (const name of path.split('.')) value = (value as Values | null | undefined)?.[name]
    return String(value ?? '')
  })

function textOf(key: string, values?: Values): string {
  const { count, defaultValue } = values ?? {}
  const form = typeof count === 'number' ? textAt(`${key}_${formOf(count)}`) : undefined
  const text = form ?? textAt(key) ?? (typeof defaultValue === 'string' ? defaultValue : key)
  return values ? filled(text, values) : text
}

/**
 * @returns a function that gives the text of a key in the language of now; a key without a text is shown as
 *   it is
 */
export const newTranslate = (): TFunction =>
  ((key: string, values?: Values) => textOf(key, values)) as unknown as TFunction

export const t = newTranslate()

export const i18n = {
  /** Empty before the first one is chosen. */
  get language(): string {
    return language
  },

  t,

  /** Whether a key has a text in the language of now. */
  exists: (key: string): boolean => textAt(key) !== undefined,

  /** Adds texts of a language to those that are there. */
  add(to: string, texts: object): void {
    loaded[to] = merged(loaded[to] ?? {}, texts as Texts)
  },

  /** Its texts have been added before. */
  choose(chosen: string): void {
    language = chosen
    for (const listener of listeners) listener()
  },

  /** @returns a function that ends it */
  onLanguage(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function merged(one: Texts, other: Texts): Texts {
  const both = { ...one }
  for (const [name, text] of Object.entries(other)) {
    const before = both[name]
    both[name] = typeof before === 'object' && typeof text === 'object' ? merged(before, text) : text
  }
  return both
}
