import { type Language, loadFolders, startTexts as start } from '@krapao/web/i18n/texts.ts'

const files = import.meta.glob<Record<string, unknown>>('../{app,slices/*}/texts.*.json', {
  import: 'default',
})

/** Loads a slice's texts in the current language, and from then on in every language that is chosen. */
export const loadTexts = (...slices: string[]): Promise<void> =>
  loadFolders(slices.map((slice) => `../slices/${slice}`))

/** Loads what the shell says, whose folder the glob above calls "."; pages bring their own texts. */
export const startTexts = (): Promise<void> => start({ files, first: ['.'], onLanguage: tellServer })

/** By a cookie in upper case, a year long. */
function tellServer(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on the phones we serve
  document.cookie = `lang=${language.toUpperCase()}; path=/; max-age=31536000; samesite=lax`
}
