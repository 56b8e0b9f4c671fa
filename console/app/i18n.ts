import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { brand } from './brand.ts'

/** Texts in three languages: each slice keeps its own `texts.<language>.json`, all keys live in one namespace. */
export const languages = ['th', 'la', 'en'] as const
export type Language = (typeof languages)[number]

/** What browsers and screen readers call the languages: Lao is `lo`. */
const tags: Record<Language, string> = { th: 'th', la: 'lo', en: 'en' }
const files = import.meta.glob<Record<string, unknown>>('../{app,slices/*}/texts.*.json', {
  import: 'default',
})

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return
  const wanted = Object.entries(files).filter(([path]) => path.endsWith(`texts.${language}.json`))
  for (const texts of await Promise.all(wanted.map(([, read]) => read()))) {
    i18next.addResourceBundle(language, 'translation', texts, true, true)
  }
}

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? firstLanguage()

/** The language of the last visit, else the brand's own. */
function firstLanguage(): Language {
  const stored = localStorage.getItem('locale') as Language | null
  return stored && languages.includes(stored) ? stored : brand.variant
}

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
  await load(language)
  mark(language)
}

/** Changes the language everywhere, and keeps it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await load(language)
  mark(language)
  await i18next.changeLanguage(language)
}

function mark(language: Language): void {
  localStorage.setItem('locale', language)
  document.documentElement.lang = tags[language]
}

/** The first text that there is among keys that are made from codes; `fallback` where none is. */
export function textOr(keys: string[], fallback: string, values: object = {}): string {
  const key = keys.find((one) => i18next.exists(one))
  return key ? (i18next.t as (key: string, values: object) => string)(key, values) : fallback
}
