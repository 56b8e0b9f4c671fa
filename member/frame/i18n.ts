import type { Language } from '@krapao/contract/languages.ts'
import { type Files, loadFolders, startTexts as start } from '@krapao/web/i18n/texts.ts'
import { languageOfSite } from './chat/chat-page.ts'

/** The texts of error codes in two parts (scripts/error-texts.ts), each as a folder of its own. */
const codes = {
  visitor: import.meta.glob<Record<string, unknown>>('../../web/errors/texts.*.json', {
    import: 'default',
    query: '?visitor',
  }),
  member: import.meta.glob<Record<string, unknown>>('../../web/errors/texts.*.json', {
    import: 'default',
    query: '?member',
  }),
}
const asFolder = (name: string, found: Files): Files =>
  Object.fromEntries(Object.entries(found).map(([path, load]) => [path.replace(/^.*(?=\/)/, name), load]))

const files: Files = {
  ...import.meta.glob<Record<string, unknown>>('../{frame,slices/*,slices/*/*}/texts.*.json', {
    import: 'default',
  }),
  ...asFolder('visitor', codes.visitor),
  ...asFolder('member', codes.member),
  // Those that the console shows as well, under the names of their slices here.
  ...asFolder(
    '../slices/chat',
    import.meta.glob<Record<string, unknown>>('../../web/chat/texts.*.json', { import: 'default' }),
  ),
  ...asFolder(
    '../slices/bonus',
    import.meta.glob<Record<string, unknown>>('../../web/bonus/texts.*.json', { import: 'default' }),
  ),
}

/**
 * Loads a slice's texts in the current language, and from then on in every language that the person chooses.
 */
export const loadTexts = (...slices: string[]): Promise<void> =>
  loadFolders(slices.map((slice) => `../slices/${slice}`))

/** Loads the texts of the error codes that only calls of members answer. */
export const loadMembersCodes = (): Promise<void> => loadFolders(['member'])

/**
 * Loads the texts of the app's frame, whose folder the glob above calls ".", and of visitors' error codes;
 * pages load their own.
 */
export const startTexts = (language = languageOfSite()): Promise<void> =>
  start({
    files,
    first: ['visitor', '.'],
    // The language of another site is not the one that the person chose here; the calls say it themselves.
    ...(language ? { only: language } : { onLanguage: keepLanguage }),
  })

/** Keeps the language in a cookie for a year, as an upper-case code. */
function keepLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on the phones we serve
  document.cookie = `lang=${language.toUpperCase()}; path=/; max-age=31536000; samesite=lax`
}
