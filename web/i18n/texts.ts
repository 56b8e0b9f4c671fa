import { type Language, languages, languageTags } from '@krapao/contract/languages.ts'
import { brand } from '../brand/brand.ts'
import { loadPart } from '../parts/load-part.ts'
import { local } from '../storage/stored.ts'
import { i18n } from './i18n.ts'

/**
 * Texts in three languages. Each folder has its own `texts.<language>.json`; all keys are in one namespace,
 * `<slice>.…`, plus `errorMsg.<CODE>` from web/errors, which both apps give with their own (product.md §8).
 */
/** An app's text files as Vite's glob returns them, by path: `<folder>/texts.<language>.json`. */
export type Files = Record<string, () => Promise<Record<string, unknown>>>

let files: Files = {}
/** The folders whose texts were requested; they are loaded in every language that is chosen. */
const folders = new Set<string>()
const loaded = new Map<string, Promise<void>>()
/** Whether a chosen language is remembered. */
let isKept = true
let chosen = (_: Language): void => {}

function load(folder: string, language: Language): Promise<void> {
  const path = `${folder}/texts.${language}.json`
  let loading = loaded.get(path)
  if (!loading) {
    loading = loadPart(files[path] ?? (async () => ({}))).then((texts) => {
      i18n.add(language, texts)
    })
    loaded.set(path, loading)
    loading.catch(() => loaded.delete(path))
  }
  return loading
}

/**
 * Loads the texts of some folders in the current language, and from then on in every language that is chosen.
 */
export async function loadFolders(wanted: string[]): Promise<void> {
  for (const folder of wanted) folders.add(folder)
  await Promise.all([...folders].map((folder) => load(folder, currentLanguage())))
}

export const currentLanguage = (): Language => (i18n.language as Language | '') || firstLanguage()

/**
 * The language of the last visit, or else the build's default: Thai, or Lao on the Lao build (product.md §9).
 */
function firstLanguage(): Language {
  const stored = local.read('locale') as Language | null
  return stored && languages.includes(stored) ? stored : brand.variant
}

/**
 * Starts with the language of the last visit.
 * @param app its text files with those of error codes, the folders that it needs at the start, and a function
 *   to call with the current language
 */
export async function startTexts(app: {
  files: Files
  first: string[]
  /** The page is in this language, and the one of the last visit stays as it is. */
  only?: Language
  onLanguage?(language: Language): void
}): Promise<void> {
  files = app.files
  chosen = app.onLanguage ?? chosen
  for (const folder of app.first) folders.add(folder)
  isKept = app.only === undefined
  const language = app.only ?? firstLanguage()
  i18n.choose(language)
  await Promise.all(app.first.map((folder) => load(folder, language)))
  mark(language)
}

/** Changes the language everywhere and keeps it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await Promise.all([...folders].map((folder) => load(folder, language)))
  mark(language)
  i18n.choose(language)
}

function mark(language: Language): void {
  if (isKept) local.keep('locale', language)
  document.documentElement.lang = languageTags[language]
  chosen(language)
}
