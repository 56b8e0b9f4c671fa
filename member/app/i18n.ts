import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { brand } from './brand.ts'

/**
 * Texts in three languages. Each slice keeps its own `texts.<language>.json`, loaded with its pages; all keys live in
 * one namespace, `<slice>.…` plus `errorMsg.<CODE>` (spec.md §8).
 */
export const languages = ['th', 'la', 'en'] as const
export type Language = (typeof languages)[number]

/** What browsers and screen readers call the languages: Lao is `lo`. */
const tags: Record<Language, string> = { th: 'th', la: 'lo', en: 'en' }
const files = import.meta.glob<Record<string, unknown>>('../{app,slices/*}/texts.*.json', {
  import: 'default',
})

const loaded = new Map<string, Promise<void>>()

function load(room: string, language: Language): Promise<void> {
  const path = `${room}/texts.${language}.json`
  let loading = loaded.get(path)
  if (!loading) {
    loading = (files[path]?.() ?? Promise.resolve({})).then((texts) => {
      i18next.addResourceBundle(language, 'translation', texts, true, true)
    })
    loaded.set(path, loading)
    loading.catch(() => loaded.delete(path))
  }
  return loading
}

/** Folders as the glob above names them: our own is ".". */
const ownRoom = '.'
const rooms = new Set<string>([ownRoom])

/** Loads a slice's texts in the current language, and from then on in every language that is chosen. */
export async function loadTexts(...slices: string[]): Promise<void> {
  for (const slice of slices) rooms.add(`../slices/${slice}`)
  await Promise.all([...rooms].map((room) => load(room, currentLanguage())))
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? firstLanguage()

/** The language of the last visit, else the build's own: Thai, or Lao on the Lao build (spec.md §9). */
function firstLanguage(): Language {
  const stored = localStorage.getItem('locale') as Language | null
  return stored && languages.includes(stored) ? stored : brand.variant
}

/** Loads what the shell says; pages bring their own texts. */
export async function startTexts(): Promise<void> {
  const language = firstLanguage()
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  })
  await load(ownRoom, language)
  mark(language)
}

/** Changes the language everywhere, kept for the next visit and told to the server by a cookie in upper case. */
export async function chooseLanguage(language: Language): Promise<void> {
  await Promise.all([...rooms].map((room) => load(room, language)))
  mark(language)
  await i18next.changeLanguage(language)
}

function mark(language: Language): void {
  localStorage.setItem('locale', language)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on the phones we serve
  document.cookie = `lang=${language.toUpperCase()}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = tags[language]
}
