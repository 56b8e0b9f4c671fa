import { startTexts as start } from '@krapao/web/i18n/texts.ts'

const files = import.meta.glob<Record<string, unknown>>('./texts.*.json', { import: 'default' })

/** Loads the texts; all texts of the page are one file per language. */
export const startTexts = (): Promise<void> => start({ files, first: ['.'] })
