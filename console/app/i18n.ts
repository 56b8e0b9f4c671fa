import { i18n } from '@krapao/web/i18n/i18n.ts'
import { startTexts as start } from '@krapao/web/i18n/texts.ts'

const files = {
  ...import.meta.glob<Record<string, unknown>>('../{app,slices/*,slices/*/work}/texts.*.json', {
    import: 'default',
  }),
  ...import.meta.glob<Record<string, unknown>>('../../web/{chat,errors}/texts.*.json', { import: 'default' }),
}

/** Loads the texts of all pages, because the console is loaded as one part. */
export const startTexts = (): Promise<void> =>
  start({ files, first: [...new Set(Object.keys(files).map((path) => path.replace(/\/[^/]*$/, '')))] })

/** The first existing text among keys that contain codes; `fallback` if there is none. */
export function textOr(keys: string[], fallback: string, values: object = {}): string {
  const key = keys.find((one) => i18n.exists(one))
  return key ? (i18n.t as (key: string, values: object) => string)(key, values) : fallback
}
