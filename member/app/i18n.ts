import { type Language, loadFolders, startTexts as start } from '@krapao/web/i18n/texts.ts'

const files = import.meta.glob<Record<string, unknown>>('../{app,slices/*}/texts.*.json', {
  import: 'default',
})

/** Loads a slice's texts in the current language, and from then on in every language that the person chooses. */
export const loadTexts = (...slices: string[]): Promise<void> =>
  loadFolders(slices.map((slice) => `../slices/${slice}`))

/** Loads the texts of the app's frame, whose folder the glob above calls "."; pages load their own. */
export const startTexts = (): Promise<void> => start({ files, first: ['.'], onLanguage: tellServer })

/** Keeps the language in a cookie for a year, as an upper-case code. */
function tellServer(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on the phones we serve
  document.cookie = `lang=${language.toUpperCase()}; path=/; max-age=31536000; samesite=lax`
}
